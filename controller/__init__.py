"""Upcard's core: the table's rules, its state machine and its record. Hardware lives in `drivers`."""
