"""Everything that touches hardware, real or simulated. Imports of the controller: events, outputs, ports."""
