"""`upcard math GAME`: the exact odds of a game as a table, as JSON or as a picture.

Everything asked for goes through the game's own `rules`, so what a table may not be set to has no odds here either.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Command = Callable[[argparse.Namespace], int]
Add = Callable[[Any, str, str, str, Command], argparse.ArgumentParser]
LEFT = "24,24,24,24,20,24,24,24,24,24,24,24,24"


def add(commands: Any, add_command: Add) -> None:
    example = "upcard math dealer-bust-21 --decks 6 --soft17 hit --plot edge.svg"
    parser = add_command(commands, "math", "compute the exact odds of a game and its pay tables", example, _run)
    parser.add_argument("game", metavar="GAME", help="dealer-bust-21, dealer-breakz, winners-option or no-bust-21")
    parser.add_argument("--jurisdiction", help="SD or WA: only its pay tables")
    parser.add_argument("--decks", type=_number, default=6, metavar="N", help="default 6")
    parser.add_argument("--soft17", choices=["hit", "stand"], help="default stand, where the game leaves it open")
    parser.add_argument("--peek", choices=["yes", "no"], default="yes", help="default yes")
    parser.add_argument("--pay-table", metavar="ID", help="only this one, as SD-1, BREAKZ-7 or 7")
    parser.add_argument("--pay-rows", nargs="+", type=_row, default=[], metavar="ROW:PAYS", help="rows an incomplete table lacks, as 6:40 7:100 8+:250")  # fmt: skip  # noqa: E501
    parser.add_argument("--left", type=_counts, metavar="COUNTS", help=f"cards left of each rank A to K, as {LEFT}")
    parser.add_argument(
        "--simulate", type=_number, metavar="ROUNDS", help="also play the base game by basic strategy"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the simulation (default 1)")
    parser.add_argument("--json", action="store_true", help="for programs; with exact fractions")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the odds as FILE.svg or FILE.png")


def _run(arguments: argparse.Namespace) -> int:
    from controller.cli.math.answer import answer
    from controller.games.model import RuleError
    from controller.math.shoe import OddsError

    try:
        return answer(arguments)
    except (RuleError, OddsError) as error:
        print(f"upcard: {error}", file=sys.stderr)
        return 2


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) <= 10**9):
        raise argparse.ArgumentTypeError(f"a number from 1 on, not {text!r}")
    return int(text)


def _row(text: str) -> tuple[str, int]:
    row, colon, pays = text.partition(":")
    if not colon or not (pays.isascii() and pays.isdecimal()):
        raise argparse.ArgumentTypeError(f"a row and what it pays to 1, as 8+:250, not {text!r}")
    return row, int(pays)


def _counts(text: str) -> list[int]:
    counts = text.split(",")
    if not all(count.isascii() and count.isdecimal() for count in counts):
        raise argparse.ArgumentTypeError(f"numbers with commas between them, as {LEFT}, not {text!r}")
    return [int(count) for count in counts]
