"""The command `upcard`: its words, their help, and which code answers them.

Exit 0 fine, 1 a finding, 2 bad usage or input. What a command needs is imported when it runs: the help of
one does not wait for the imports of another.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from controller.cli.diag import spelled_out

Command = Callable[[argparse.Namespace], int]


def main(argv: list[str] | None = None) -> int:
    arguments = _parser().parse_args(spelled_out(sys.argv[1:] if argv is None else argv))
    try:
        command: Command = arguments.run
        return command(arguments)
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone; nothing is left to say
        return 1
    except KeyboardInterrupt:
        return 130


class Parser(argparse.ArgumentParser):
    """Errors in one line that says what to do."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"upcard: {message}; see `{self.prog} --help`\n")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="upcard", description="The controller of a physical blackjack table.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (_bench, _script, _run, _check, _settle, _console, _diag, _shoe, _journal, _badge, _signature, _math):
        add(commands)
    return parser


Commands = Any


def _add(commands: Commands, name: str, what: str, example: str, run: Command) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=what,
        description=what,
        epilog=f"example: {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 65536):
        raise argparse.ArgumentTypeError(f"a port is 0 to 65535, not {text!r}")
    return int(text)


def _say(error: object) -> int:
    print(f"upcard: {error}", file=sys.stderr)
    return 2


# -- commands ------------------------------------------------------------------------------------------


def _bench(commands: Commands) -> None:
    from controller.cli.bench import add

    add(commands, _add, _port)


def _script(commands: Commands) -> None:
    example = "upcard script tests/rounds/*.txt --json"
    parser = _add(commands, "script", "run table scripts through the real serial and pin path", example, _run_script)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="one JSON object per file and line")


def _run_script(arguments: argparse.Namespace) -> int:
    from controller.cli.script import run_scripts

    return run_scripts(arguments.files, arguments.json)


def _run(commands: Commands) -> None:
    parser = _add(commands, "run", "run a live table", "upcard run /etc/upcard/table.toml", _run_run)
    parser.add_argument("config", type=Path, metavar="CONFIG")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--unsigned", action="store_true", help="from a development copy, for a trial without play")
    how.add_argument("--dark", action="store_true", help="only switch lamps and displays off, after a crash")


def _run_run(arguments: argparse.Namespace) -> int:
    if arguments.dark:
        from controller.cli.dark import dark

        return dark(arguments.config)
    from controller.cli.run import run

    return run(arguments.config, arguments.unsigned)


def _check(commands: Commands) -> None:
    example = "upcard check hw-config/table-dealer-bust-21.toml"
    parser = _add(commands, "check", "say all that is wrong with a table's configuration", example, _run_check)
    parser.add_argument("files", nargs="+", type=Path, metavar="CONFIG")
    parser.add_argument("--json", action="store_true", help="a list of {file, line, level, text}")
    parser.add_argument("--wiring", type=Path, metavar="SVG", help="draw the table's pin map into this file")


def _run_check(arguments: argparse.Namespace) -> int:
    from controller.cli.check import check_files

    return check_files(arguments.files, arguments.json, arguments.wiring)


def _settle(commands: Commands) -> None:
    what = "settle rounds: one JSON object per line in, one per line out"
    parser = _add(commands, "settle", what, "upcard settle < rounds.jsonl > results.jsonl", _run_settle)
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="default: standard input")


def _run_settle(arguments: argparse.Namespace) -> int:
    from controller.games.records import settle_stream

    if arguments.file == "-":
        return settle_stream(sys.stdin.buffer, sys.stdout.buffer)
    try:
        with open(arguments.file, "rb") as lines:
            return settle_stream(lines, sys.stdout.buffer)
    except OSError as error:
        return _say(f"{arguments.file}: {error.strerror}; give a file of rounds, one JSON object per line")


def _console(commands: Commands) -> None:
    example = "upcard console /etc/upcard/table.toml"
    parser = _add(commands, "console", "serve the web page of a running table", example, _run_console)
    parser.add_argument("config", nargs="?", type=Path, metavar="CONFIG", help="the table's file")
    parser.add_argument("--socket", type=Path, help="the running table's unix socket, instead of the file's")
    parser.add_argument("--host", help="address to serve on, instead of the file's")
    parser.add_argument("--port", type=_port, help="instead of the file's; 0 takes a free one")


def _run_console(arguments: argparse.Namespace) -> int:
    from controller.cli.aside import step_aside
    from controller.config import ConfigError, console_of
    from controller.console.server import serve

    step_aside()
    try:
        page = console_of(arguments.config)
        socket, host = arguments.socket or Path(page.socket), arguments.host or page.host
        serve(socket, host, page.port if arguments.port is None else arguments.port, announce=_announce)
    except (ConfigError, OSError) as error:
        return _say(error)
    return 0


def _announce(address: str) -> None:
    print(f"Upcard's table is at {address}  (Ctrl-C ends it)", flush=True)


def _shoe(commands: Commands) -> None:
    example = "upcard shoe decode capture.bin --protocol angel-eye --json"
    parser = _add(commands, "shoe", "decode what a shoe said from the bytes that were kept", example, _run_shoe)
    parser.add_argument("what", choices=["decode"])
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--protocol", required=True, help="angel-eye or bee-tek")
    parser.add_argument("--json", action="store_true", help="one JSON object per message")


def _run_shoe(arguments: argparse.Namespace) -> int:
    from drivers.shoe.decode import decode_file

    try:
        for line in decode_file(arguments.file, arguments.protocol, arguments.json):
            print(line)
    except OSError as error:
        return _say(f"{arguments.file}: {error.strerror}; give a capture or a dump of a shoe's line")
    except ValueError as error:
        return _say(error)
    return 0


def _journal(commands: Commands) -> None:
    from controller.cli.journal import add

    add(commands, _add)


def _diag(commands: Commands) -> None:
    from controller.cli.diag import add

    add(commands, _add)


def _math(commands: Commands) -> None:
    from controller.cli.math import add

    add(commands, _add)


def _badge(commands: Commands) -> None:
    example = "upcard badge list --file badges.toml"
    group = _add(commands, "badge", "enroll badges and list them", example, _run_badge_list)
    words = group.add_subparsers(title="commands", metavar="COMMAND", required=True)
    example = 'upcard badge enroll --file badges.toml --name "Ana" --role supervisor --certificate'
    parser = _add(words, "enroll", "enroll the card that is put on the reader", example, _run_badge_enroll)
    parser.add_argument("--name", required=True, help="as it will stand in the journal")
    parser.add_argument("--role", required=True, choices=["dealer", "supervisor", "technician"])
    parser.add_argument("--certificate", action="store_true", help="refuse a card without a 9E key and certificate")
    listing = _add(
        words, "list", "list who is enrolled", "upcard badge list --file badges.toml --json", _run_badge_list
    )
    listing.add_argument("--json", action="store_true", help="one JSON object per badge and line")
    for each in (parser, listing):
        each.add_argument("--file", type=Path, required=True, help="the table's badge file")


def _run_badge_enroll(arguments: argparse.Namespace) -> int:
    from controller.cli.badge import enroll
    from drivers.badge import BadgeError

    try:
        return enroll(arguments.file, arguments.name, arguments.role, arguments.certificate)
    except BadgeError as error:
        return _say(error)


def _run_badge_list(arguments: argparse.Namespace) -> int:
    from controller.cli.badge import list_badges
    from drivers.badge import BadgeError

    try:
        return list_badges(arguments.file, arguments.json)
    except BadgeError as error:
        return _say(error)


def _signature(commands: Commands) -> None:
    what = "print the digests of the installed software, and whether it is what was signed"
    parser = _add(commands, "signature", what, "upcard signature --json", _run_signature)
    parser.add_argument("--key", type=Path, metavar="PUB", help="a public key you trust more than the installed one")
    parser.add_argument("--here", action="store_true", help="without other machines' libraries, as `run` does it")
    parser.add_argument("--json", action="store_true", help="{state, files, pay_tables, software, key, faults}")


def _run_signature(arguments: argparse.Namespace) -> int:
    from controller.cli.signature import show

    return show(arguments.json, arguments.key, arguments.here)
