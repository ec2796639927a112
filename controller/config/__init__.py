"""What an installer or a script chose, made into a checked `Setup` and, for a live table, its wiring.

Two spellings of the same choices: a script's one-line `table …` (`line`), and a TOML file under hw-config/
(`file`). Both end in `choice`, so a rule is refused with the same words wherever it was written.

Decisions
- A file is judged whole: every error and every warning at once, each with `file:line`. Nothing of it is used
  unless there is no error at all; there is no default for a thing that can be wired wrongly.
- Warnings are for what may be right (a device that is not plugged in yet) or is allowed but worth knowing
  (envy is off); they never stop a table.
- A table is live unless it says `bench = true`. A bench needs no hardware sections; a live table needs all.
"""

from pathlib import Path

import msgspec

from controller.config.choice import ConfigError, TableChoice, make_setup
from controller.config.file import Config, check, console_of, read
from controller.config.findings import Finding
from controller.config.line import parse_table_line
from controller.table.state import Setup

__all__ = [
    "Config", "ConfigError", "Finding", "TableChoice", "check", "console_of", "encode", "load", "make_setup",
    "parse_table_line", "read",
]  # fmt: skip


def load(path: Path) -> TableChoice:
    """The table of a file and its shoe's protocol: what a simulated table needs."""
    config = read(path)
    return TableChoice(config.setup, config.shoe.protocol)


def encode(setup: Setup) -> str:
    """The setup as it stands in the record of a start."""
    return msgspec.json.encode(setup).decode()
