"""The simulated table: parts that behave, on the same bytes and pins as live, moved by an injected clock."""
