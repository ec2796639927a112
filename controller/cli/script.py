"""`upcard script FILE…`: table scripts through the real serial and pin path, on a clock moved by hand."""

import sys
import tempfile
from pathlib import Path

import msgspec

from controller import config
from controller.cli.assembly import booter, check_shoe
from controller.games.records import as_result
from controller.outputs import RoundPicture
from controller.table.alerts import ALERTS
from drivers.sim.clock import VirtualClock
from drivers.sim.pins import bench_wiring
from drivers.sim.rig import Rig
from drivers.sim.runner import Report, Runner
from drivers.sim.script import Facts, ScriptError, Step, check, read


def run_scripts(files: list[str], as_json: bool) -> int:
    """0 all ok, 1 an expectation failed, 2 a script that makes no sense."""
    worst = 0
    for file in files:
        try:
            report = run_script(file)
        except ScriptError as error:
            print(error, file=sys.stderr)
            worst = 2
            continue
        print(_json(file, report) if as_json else _words(file, report), flush=True)
        worst = max(worst, 1 if report.failures else 0)
    return worst


def run_script(file: str) -> Report:
    try:
        text = Path(file).read_text()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text file"
        raise ScriptError(f"{file}: {reason}; give a table script, as in tests/rounds/") from None
    table, steps = read(file, text)
    choice = _choice(file, table)
    setup = choice.setup
    check(file, steps, Facts(setup.seats, setup.spots, ALERTS))
    with tempfile.TemporaryDirectory(prefix="upcard-script-") as folder:
        return _play(choice, steps, Path(folder) / "journal.db")


def _choice(file: str, table: Step) -> config.TableChoice:
    try:
        choice = config.parse_table_line(list(table.words[1:]))
        check_shoe(choice)
    except config.ConfigError as error:
        raise ScriptError(f"{file}:{table.line}: {error}") from None
    return choice


def _play(choice: config.TableChoice, steps: list[Step], journal: Path) -> Report:
    clock = VirtualClock()
    setup = choice.setup
    wiring = bench_wiring(setup.seats, setup.spots, setup.box)
    rig = Rig(wiring, choice.shoe, clock, booter(setup, journal), pumped=True)
    try:
        return Runner(rig, clock).run(steps)
    finally:
        rig.close()


def _json(file: str, report: Report) -> str:
    found = {
        "file": file,
        "ok": not report.failures,
        "rounds": [_round(one) for one in report.rounds],
        "failures": [failure._asdict() for failure in report.failures],
    }
    return msgspec.json.encode(found).decode()


def _round(one: RoundPicture) -> dict[str, object]:
    return {
        "round": one.round,
        "status": one.status,
        "up_card": one.up_card,
        "dealer": one.dealer,
        "total": one.total,
        "settlements": [as_result(settlement) for settlement in one.settlements],
        "alerts": [{"kind": alert.alert, "seat": alert.seat, "spot": alert.spot} for alert in one.alerts],
    }


def _words(file: str, report: Report) -> str:
    if not report.failures:
        return f"ok      {file}"
    lines = (f"  line {line}: {expected}, got {got}" for line, expected, got in report.failures)
    return "\n".join((f"FAILED  {file}", *lines))
