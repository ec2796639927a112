"""A table's file in a folder of its own, and a table that runs there."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.sim.card import SimCard
from tests.diag.running import Running
from tests.diag.simulated import Simulated
from tests.drivers.badges import ANA, BEN, EVE, enrolled, piv

TEXT = """
[table]
bench = true
name = "Table 4"
game = "dealer-bust-21"
seats = 7

[shoe]
protocol = "angel-eye"

[badge]
file = "{folder}/badges.toml"

[journal]
path = "{folder}/journal.db"

[console]
socket = "{folder}/table.sock"
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """Short: a socket's path is at most 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="upcard") as name:
        yield Path(name)


@pytest.fixture
def config(folder: Path) -> Path:
    badges = enrolled(
        folder / "badges.toml", ("Anatoli", "supervisor", piv(ANA)), ("Benedikta", "dealer", SimCard(BEN))
    )
    enrolled(badges, ("Evelina", "technician", SimCard(EVE)))
    (folder / "table.toml").write_text(TEXT.format(folder=folder))
    return folder / "table.toml"


@pytest.fixture
def running(folder: Path) -> Iterator[Running]:
    table = Running(folder / "table.sock")
    yield table
    table.close()


@pytest.fixture
def simulated(folder: Path) -> Iterator[Simulated]:
    table = Simulated(folder / "table.sock", folder / "journal.db")
    yield table
    table.close()
