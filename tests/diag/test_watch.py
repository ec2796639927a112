"""`upcard diag watch`: what a technician sees of a running table, and what nobody may see."""

import io
import re
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from rich.console import Console

from controller.cli import main
from controller.cli.diag.scope import draw
from controller.cli.diag.watch import Probe
from drivers.shoe import Message, find
from tests.diag.running import SERVICE, Running
from tests.diag.simulated import Simulated

FRAMES = [find("angel-eye")().encode(Message("card", 0, card="6s"), number).hex() for number in range(20)]
MANY = 1000
HIDDEN = re.compile("|".join((r"\b6s\b", *FRAMES)))
"""The hole card, and how the shoe spells it."""


class Watched:
    """A probe on a table, and all that it told."""

    def __init__(self, folder: Path) -> None:
        self.told: list[str] = []
        self.probe = Probe(folder / "table.sock", self.told.append, every_s=0.03)
        self._looks = self.probe.looks()

    def look(self) -> None:
        next(self._looks)

    def sees(self, *lines: str) -> bool:
        """Looks until it has told them all, or for very long."""
        return any(set(lines) <= set(self.told) for _ in islice(self._looks, MANY))

    def screen(self) -> str:
        out = io.StringIO()
        Console(file=out, width=100).print(draw(self.probe.picture, self.probe.devices, self.told))
        return out.getvalue()


def test_a_chip_is_seen_with_its_edges(simulated: Simulated, folder: Path) -> None:
    simulated.play("wait 1")
    watched = Watched(folder)
    assert watched.sees("phase betting", "dealer reads PLACE BETS")
    simulated.do("chip 2 db21")
    assert watched.sees("seat 2 db21 covered (1 edge)")
    simulated.do("take 2 db21")
    assert watched.sees("seat 2 db21 clear (1 edge)")


def test_frames_locks_and_lamps_are_seen(simulated: Simulated, folder: Path) -> None:
    simulated.play("chip 1 main")
    watched = Watched(folder)
    watched.look()
    simulated.do("draw 9h")
    assert watched.sees("phase dealing", "lamp 1 main locked", "shoe 3 frames")


def test_an_unplugged_shoe_is_seen(simulated: Simulated, folder: Path) -> None:
    simulated.play("wait 1")
    watched = Watched(folder)
    watched.look()
    simulated.do("shoe unplug")
    assert watched.sees("shoe LOST", "alert shoe_lost: SHOE NOT ANSWERING: stop dealing")


def test_the_hole_card_is_seen_when_it_is_exposed_and_not_before(simulated: Simulated, folder: Path) -> None:
    simulated.play("chip 1 main")
    watched = Watched(folder)
    for line in ("draw 9h", "draw 7c", "draw 5d", "draw 6s", "press stand"):
        simulated.do(line)
        watched.look()
        watched.told.append(watched.screen())
    assert watched.sees("phase playing", "dealer reads TURN HOLE CARD, UP CARD TO BOX / UP CARD 7c")
    assert not [line for line in (*watched.told, watched.screen()) if HIDDEN.search(line)]
    simulated.do("box on")
    assert watched.sees("phase dealer_turn")
    assert watched.probe.picture is not None
    assert watched.probe.picture.dealer == ("7c", "6s")


def test_the_screen_shows_seats_shoe_and_what_happened(running: Running, folder: Path) -> None:
    watched = Watched(folder)
    assert watched.sees("phase closed")
    screen = watched.screen()
    assert "● · 40" in screen
    assert "416 frames, 1 bad, last card 9h" in screen
    assert "phase closed" in screen
    assert len(screen.splitlines()) <= 40


def test_a_table_that_comes_back_is_watched_again(folder: Path) -> None:
    first = Running(folder / "table.sock")
    watched = Watched(folder)
    watched.look()
    first.close()
    assert watched.sees("the table stopped answering; waiting for it")
    second = Running(folder / "table.sock")
    watched.told.clear()
    second.web.show(SERVICE)
    assert watched.sees("phase service")
    second.close()


def test_lines_where_there_is_no_terminal_and_ctrl_c_ends_them(config: Path, running: Running) -> None:
    command = [sys.executable, "-m", "controller", "diag", "watch", str(config)]
    watching = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert watching.stdout is not None
    assert [line.split("  ", 1)[1] for line in islice(watching.stdout, 2)] == [
        "phase closed\n",
        "dealer reads TABLE CLOSED / Dealer's badge opens it\n",
    ]
    watching.send_signal(signal.SIGINT)
    assert watching.communicate(timeout=30)[1] == ""
    assert watching.returncode == 0


def test_no_table_to_watch(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diag", "watch", str(config)]) == 2
    assert capsys.readouterr().err == (
        f"upcard: {config.parent}/table.sock: no table runs there; "
        "start it with systemctl start upcard, or `upcard bench`\n"
    )
