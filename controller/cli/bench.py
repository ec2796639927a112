"""`upcard bench`: a table with nothing but this machine. The controller is the live one; shoe, chips, box,
panel, badge and people are simulated around it, and the page is served by a process of its own."""

import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from controller import config
from controller.cli.assembly import booter, check_shoe
from controller.ports import Display
from controller.runtime import SystemClock
from controller.table import Setup
from drivers.display.console import ConsoleDisplay
from drivers.display.web import WebDisplay
from drivers.sim.pins import bench_wiring
from drivers.sim.players import Players
from drivers.sim.rig import Rig

HUMAN_PACE_NS = 700_000_000
STATES = {"SD": "South Dakota", "WA": "Washington"}
ENDS_WITH_US = ("setpriv", "--pdeathsig", "TERM")
"""The page's process must not outlive the table's, however that ends."""


def bench(file: Path, port: int, seed: int, quiet: bool) -> int:
    """Play until Ctrl-C; 2 if the page could not be served."""
    choice = _choice(file)
    stop = _on_signals()
    with tempfile.TemporaryDirectory(prefix="upcard-bench-") as folder:
        socket = Path(folder) / "table.sock"
        web = WebDisplay(socket, facts(choice.setup))
        console = _serve_page(socket, port, stop)
        try:
            _play(
                choice,
                Path(folder) / "journal.db",
                (web, *([] if quiet else [ConsoleDisplay(sys.stdout)])),
                seed,
                stop,
            )
        finally:
            failed = console.poll()
            console.terminate()
            console.wait()
            web.close()
    print("bench closed", flush=True)
    return 2 if failed else 0


def _on_signals() -> threading.Event:
    """Set by Ctrl-C and by a polite kill, from the first moment on."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    return stop


def _serve_page(socket: Path, port: int, stop: threading.Event) -> "subprocess.Popen[bytes]":
    """The page's own process; when it ends, so does the bench."""
    page = (sys.executable, "-m", "controller", "console", "--socket", str(socket), "--port", str(port))
    console = subprocess.Popen([*ENDS_WITH_US, *page], start_new_session=True)

    def page_ended() -> None:
        console.wait()
        stop.set()

    threading.Thread(target=page_ended, daemon=True).start()
    return console


def _choice(file: Path) -> config.TableChoice:
    choice = config.load(file)
    try:
        check_shoe(choice)
    except config.ConfigError as error:
        raise config.ConfigError(f"{file}: {error}") from None
    return choice


def _play(
    choice: config.TableChoice, journal: Path, displays: tuple[Display, ...], seed: int, stop: threading.Event
) -> None:
    setup, clock = choice.setup, SystemClock()
    wiring = bench_wiring(setup.seats, setup.spots, setup.box)
    rig = Rig(wiring, choice.shoe, clock, booter(setup, journal, displays), pumped=False)
    players = Players(rig, setup.rules.decks, seed, HUMAN_PACE_NS)
    players.start()
    stop.wait()
    players.stop()
    clock.close()
    rig.close()


def facts(setup: Setup) -> dict[str, object]:
    """What the page must know of the table that never changes while it runs."""
    rules = setup.rules
    game = rules.game.replace("-", " ").title()
    table = f"pay table {rules.pay_table.id}" if rules.pay_table else ""
    return {
        "name": setup.name,
        "game": rules.game,
        "title": " · ".join(part for part in (game, STATES.get(rules.jurisdiction or ""), table) if part),
        "seats": setup.seats,
        "spots": setup.spots,
        "up_card": rules.up_card,
    }
