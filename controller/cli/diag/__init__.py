"""`upcard diag`: what is wrong with a table, and what to do about it. Words and arguments; what they do is imported
when they run.

Decisions
- Exit 0 no BAD line, 1 a BAD line, 2 a file or a table that cannot be used at all.
- A running table is only read. What moves outputs is a command like any other: it needs `service` and a
  technician's badge at the table, and a person at this terminal who says what they saw.
- `diag CONFIG` is short for `diag report CONFIG`.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

Command = Callable[[argparse.Namespace], int]
Add = Callable[[Any, str, str, str, Command], argparse.ArgumentParser]
FILE: Final = "/etc/upcard/table.toml"
WORDS: Final = ("report", "bundle", "watch")


def spelled_out(words: list[str]) -> list[str]:
    """argparse cannot have a word or a file in one place."""
    short = words[:1] == ["diag"] and not {*words[1:2]} & {*WORDS, "-h", "--help"}
    return ["diag", WORDS[0], *words[1:]] if short else words


def add(commands: Any, add_command: Add) -> None:
    what = "say what is wrong with a table and what to do (`diag CONFIG` is `diag report CONFIG`)"
    group = add_command(commands, "diag", what, f"upcard diag {FILE}", _report)
    words = group.add_subparsers(title="commands", metavar="[COMMAND]", required=True)
    what = "the readiness report; exit 1 on any BAD line"
    report = add_command(words, "report", what, f"upcard diag {FILE} --json", _report)
    report.add_argument("--json", action="store_true", help="for programs")
    report.add_argument("--no-walk", action="store_true", help="ask nothing: leave out the walk test")
    what = "one archive for support, without secrets or badge ids"
    bundle = add_command(words, "bundle", what, f"upcard diag bundle {FILE} -o table-3.tar.gz", _bundle)
    bundle.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: upcard-diag-DATE.tar.gz here")
    what = "sensors, frames and events of a running table, live"
    watch = add_command(words, "watch", what, f"upcard diag watch {FILE}", _watch)
    for parser in (report, bundle, watch):
        parser.add_argument("config", type=Path, metavar="CONFIG", help="the table's file")


def _report(arguments: argparse.Namespace) -> int:
    from controller.cli.diag.report import report
    from controller.config import ConfigError

    ask = _ask if not (arguments.json or arguments.no_walk) and sys.stdin.isatty() else None
    try:
        made, _ = report(arguments.config, ask)
    except ConfigError as error:
        return _say(error)
    _print_json(made) if arguments.json else _show(made)
    return 1 if made.verdict == "bad" else 0


def _ask(question: str) -> bool:
    """Asked again until it is a yes or a no; who ends the input says no."""
    answer = ""
    while answer not in ("y", "yes", "n", "no"):
        try:
            answer = input(f"{question} [y/n] ").strip().lower()
        except EOFError:
            return False
    return answer.startswith("y")


def _print_json(made: Any) -> None:
    import msgspec

    print(msgspec.json.encode(made).decode())


def _show(made: Any) -> None:
    from rich.console import Console

    from controller.cli.diag.screen import show

    show(made, Console())


def _bundle(arguments: argparse.Namespace) -> int:
    from controller.cli.diag.bundle import BundleError, default_name, write_bundle
    from controller.cli.diag.report import report
    from controller.config import ConfigError

    out = arguments.output or default_name()
    try:
        made, config = report(arguments.config)
        names = write_bundle(out, made, config)
    except (ConfigError, BundleError) as error:
        return _say(error)
    print(f"{out}: {', '.join(names)}; no badge, key or hidden card is in it")
    return 0


def _watch(arguments: argparse.Namespace) -> int:
    from controller.cli.diag.core import NoCore
    from controller.cli.diag.watch import watch
    from controller.config import ConfigError, console_of

    try:
        return watch(Path(console_of(arguments.config).socket))
    except (ConfigError, NoCore) as error:
        return _say(error)


def _say(error: object) -> int:
    print(f"upcard: {error}", file=sys.stderr)
    return 2
