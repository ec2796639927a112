"""`upcard journal …`: the words and their help; `record` does the work. All but `prune` only read the database."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Command = Callable[[argparse.Namespace], int]
Add = Callable[[Any, str, str, str, Command], argparse.ArgumentParser]
FILE = "/var/lib/upcard/journal.db"


def add(commands: Any, add_command: Add) -> None:
    what, example = "verify, tell, replay and export a table's record", f"upcard journal verify {FILE}"
    group = add_command(commands, "journal", what, example, _run("verify"))
    words = group.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, (what, example, arguments) in _COMMANDS.items():
        arguments(add_command(words, name, what, f"upcard journal {name} {example}", _run(name)))


def _run(name: str) -> Command:
    """What is wrong with a journal or a key, in one line."""

    def command(arguments: argparse.Namespace) -> int:
        from controller.cli import record
        from controller.journal import JournalError

        try:
            code: int = getattr(record, name)(arguments)
        except JournalError as error:
            print(f"upcard: {error}", file=sys.stderr)
            return 2
        return code

    return command


# -- arguments -----------------------------------------------------------------------------------------


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the table's journal; it may be in use")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"a number from 1 on, not {text!r}")
    return int(text)


def _json(parser: argparse.ArgumentParser) -> None:
    _file(parser)
    parser.add_argument("--json", action="store_true", help="for programs")


def _verify(parser: argparse.ArgumentParser) -> None:
    _json(parser)
    parser.add_argument("--key", type=Path, metavar="PUB", help="public key: check the signatures too")


def _recall(parser: argparse.ArgumentParser) -> None:
    _json(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("round", nargs="?", type=_count, metavar="N", help="one round (default: the last one)")
    which.add_argument("--last", type=_count, metavar="COUNT", help="the last rounds")


def _replay(parser: argparse.ArgumentParser) -> None:
    _json(parser)
    parser.add_argument("--states", action="store_true", help="compare states and settlements only (quicker)")


def _export(parser: argparse.ArgumentParser) -> None:
    _file(parser)
    parser.add_argument("--format", choices=["jsonl", "csv"], default="jsonl", help="default jsonl")
    parser.add_argument("--output", type=Path, metavar="PATH", help="default: standard output")
    parser.add_argument("--mark", action="store_true", help="note these rounds as exported: they may be pruned")


def _sign(parser: argparse.ArgumentParser) -> None:
    _file(parser)
    parser.add_argument("--key", type=Path, required=True, help="the private key")


def _serve(parser: argparse.ArgumentParser) -> None:
    _file(parser)
    parser.add_argument("socket", type=Path, metavar="SOCKET", help="unix socket to answer on")


def _key(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", type=Path, metavar="KEY", help="where to make it; KEY.pub is made beside it")


def _dispute(parser: argparse.ArgumentParser) -> None:
    _file(parser)
    parser.add_argument("round", type=_count, metavar="N")
    parser.add_argument("--note", default="", help="why")
    parser.add_argument("--release", action="store_true", help="it is settled: the round may be pruned again")


def _prune(parser: argparse.ArgumentParser) -> None:
    _file(parser)
    parser.add_argument("--days", type=_count, help="drop days older than this")
    parser.add_argument("--megabytes", type=_count, help="drop the oldest days while the record is bigger")


_COMMANDS: dict[str, tuple[str, str, Callable[[argparse.ArgumentParser], None]]] = {
    "verify": ("check chain, seals and signatures; name the first bad record", f"{FILE} --json", _verify),
    "recall": ("tell rounds step by step", f"{FILE} --last 10", _recall),
    "replay": ("run the record through today's code and tell the differences", FILE, _replay),
    "export": ("write ended rounds for other programs", f"{FILE} --format csv --output rounds.csv --mark", _export),
    "meters": ("rounds, wagers, hits, net and alerts, counted from the record", f"{FILE} --json", _json),
    "serve": ("answer the web page's questions about past rounds", f"{FILE} /run/upcard/records.sock", _serve),
    "key": ("make the key that signs (once, at install)", "/etc/upcard/journal.key", _key),
    "sign": ("sign the record as it is now", f"{FILE} --key /etc/upcard/journal.key", _sign),
    "dispute": ("keep a round from being pruned", f'{FILE} 17 --note "seat 3 asks for the pictures"', _dispute),
    "prune": ("drop old days of a stopped table, none disputed or not exported", f"{FILE} --days 90", _prune),
}  # fmt: skip
