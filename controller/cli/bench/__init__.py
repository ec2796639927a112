"""`upcard bench`: its words and their help; `run` does the work and is imported when it runs."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Command = Callable[[argparse.Namespace], int]
Add = Callable[[Any, str, str, str, Command], argparse.ArgumentParser]
MAX = 0.0
"""The speed that is no pace at all: as fast as it goes, on a clock that nobody waits for."""
SPEEDS = (0.1, 10.0)
TABLE = ("game", "jurisdiction", "pay_table", "seats", "decks")
"""Options of the table that stand above those of its file."""


def add(commands: Any, add_command: Add, port: Callable[[str], int]) -> None:
    what = "play a simulated table and show it on a web page"
    parser = add_command(commands, "bench", what, "upcard bench --game no-bust-21 --port 8021", _run)
    parser.add_argument("config", nargs="?", type=Path, default=Path("hw-config/bench.toml"), metavar="CONFIG")
    _add_table(parser)
    parser.add_argument("--seed", type=int, default=1, help="of the shuffle, the players and the faults (default 1)")
    parser.add_argument(
        "--speed", type=_speed, default=1.0, help="1 is human pace (default), 10 ten times that, or max"
    )
    parser.add_argument("--no-autoplay", action="store_true", help="open the table and leave it to you and the page")
    parser.add_argument("--rounds", type=_count, help="end after so many rounds (default: Ctrl-C ends it)")
    parser.add_argument(
        "--faults", action="store_true", help="late chips, dead lines, power cuts and more, at random"
    )
    parser.add_argument("--journal", type=Path, metavar="FILE", help="keep the record here (default: thrown away)")
    parser.add_argument("--socket", type=Path, metavar="FILE", help="answer here, as a live table would; for `diag`")
    parser.add_argument("--port", type=port, help="of the page on this machine (default 8021; 0 takes a free one)")
    parser.add_argument(
        "--headless", action="store_true", help="no page; so it is at --speed max unless --port is said"
    )
    parser.add_argument("--quiet", action="store_true", help="do not print the displays' words")
    parser.add_argument(
        "--json", action="store_true", help="print the closing report as one JSON object, nothing else"
    )


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", help="instead of the file's, with what that game needs")
    parser.add_argument("--jurisdiction", help="SD or WA, where the game has them")
    parser.add_argument("--pay-table", type=_count, metavar="N", help="number of the pay table")
    parser.add_argument("--seats", type=_count, metavar="N", help="1 to 9")
    parser.add_argument("--decks", type=_count, metavar="N", help="in the shoe")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(f"a number from 1 on, not {text!r}")
    return int(text)


def _speed(text: str) -> float:
    slowest, fastest = SPEEDS
    try:
        speed = MAX if text == "max" else float(text)
    except ValueError:
        speed = -1.0
    if text != "max" and not slowest <= speed <= fastest:
        raise argparse.ArgumentTypeError(f"a speed is {slowest:g} to {fastest:g}, or max, not {text!r}")
    return speed


def wants_page(arguments: argparse.Namespace) -> bool:
    """At full speed only if its port is said: nobody could follow it."""
    return not arguments.headless and (arguments.speed != MAX or arguments.port is not None)


def wants_socket(arguments: argparse.Namespace) -> bool:
    """For its own page, or where somebody else is to find it."""
    return wants_page(arguments) or arguments.socket is not None


def _run(arguments: argparse.Namespace) -> int:
    from controller.cli.bench.run import bench
    from controller.config import ConfigError
    from controller.journal import JournalError
    from drivers.display.listen import SocketTaken

    try:
        return bench(arguments)
    except (ConfigError, JournalError, SocketTaken) as error:
        print(f"upcard: {error}", file=sys.stderr)
        return 2
