"""The readiness report: every line of it, from a table's file and what is there to be looked at.

A running table is asked and not touched. Where none runs, the devices are opened for a look; whether one runs is
told by its socket, and by the lock on its journal where the socket is silent.
"""

import time
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller import manifest
from controller.cli.check import summary
from controller.cli.diag.badges import badges_line
from controller.cli.diag.core import Absent, Core, NoCore
from controller.cli.diag.lines import Line, State, bad, device_lines, look, ok, split, verdict
from controller.cli.diag.look import LISTEN_S, look_lines
from controller.cli.diag.machine import (
    clock_line,
    disk_line,
    power_line,
    read_clock,
    temperature_line,
    try_disk,
)
from controller.cli.diag.record import Checked, check_record, held, journal_line
from controller.cli.diag.software import software_line
from controller.cli.diag.walk import NOT_ASKED, Ask, after_walk, walk
from controller.config import Config, Finding, check
from controller.outputs import Outputs
from drivers.pi import ROOT, read_pi


class Report(Struct, frozen=True, kw_only=True):
    """`at` in milliseconds since 1970."""

    name: str
    config: str
    version: str
    at: int
    running: bool
    verdict: State
    lines: tuple[Line, ...]


DEV: Final = Path("/dev")


class Machine(Struct, frozen=True):
    """Where the machine's own files are; tests bring a copied tree."""

    root: Path = ROOT
    dev: Path = DEV
    home: Path = manifest.HOME
    listen_s: float = LISTEN_S


HERE: Final = Machine()


def report(file: Path, ask: Ask | None = None, machine: Machine = HERE) -> tuple[Report, Config | None]:
    """`ask` is None where nobody can be asked. Unreadable if the file is none."""
    config, findings = check(file)
    running, devices = _devices(config, ask, machine) if config else (False, [])
    own = [software_line(manifest.check(home=machine.home)), configuration_line(config, findings)]
    lines = [*own, *_machine_lines(config, machine), *devices]
    made = Report(
        name=config.setup.name if config else str(file), config=str(file), version=version("upcard"),
        at=time.time_ns() // 1_000_000, running=running, verdict=verdict(lines), lines=tuple(lines),
    )  # fmt: skip
    return made, config


def configuration_line(config: Config | None, findings: list[Finding]) -> Line:
    errors = [finding for finding in findings if finding.level == "error"]
    way_out = "`upcard check` tells all of it"
    if config is None:
        more = f" (and {len(errors) - 1} more errors)" if len(errors) > 1 else ""
        return bad("config", f"{errors[0]}{more}", f"correct the file; {way_out}")
    if findings:
        return look("config", f"{summary(config)}; {len(findings)} warnings", f"{findings[0]}; {way_out}")
    return ok("config", summary(config))


def _machine_lines(config: Config | None, machine: Machine) -> Iterator[Line]:
    pi, clock = read_pi(machine.root), read_clock()
    path = Path(config.journal.path) if config and config.journal.path else None
    found = check_record(path) if path else Checked()
    yield clock_line(clock, found.wall)
    yield temperature_line(pi)
    yield power_line(pi)
    if path is not None:
        yield disk_line(try_disk(path.parent))
        yield journal_line(path, found)
    if config is not None and config.badge.file:
        yield badges_line(config.badge)


def _devices(config: Config, ask: Ask | None, machine: Machine) -> tuple[bool, list[Line]]:
    try:
        with closing(Core(Path(config.console.socket))) as core:
            return True, list(_asked(core, ask))
    except Absent as absent:
        return False, list(_unasked(config, absent, machine))
    except NoCore as silent:
        return True, [bad("table", *split(str(silent)))]


def _asked(core: Core, ask: Ask | None) -> Iterator[Line]:
    picture = core.look()
    yield table_line(picture)
    walked = walk(core, ask) if ask else NOT_ASKED
    for line in device_lines(core.devices()):
        yield after_walk(line, walked)


def table_line(picture: Outputs) -> Line:
    seen = f"running, {picture.phase}, round {picture.round}"
    if not picture.alerts and picture.phase != "suspended":
        return ok("table", seen)
    alerts = [alert.dealer for alert in picture.alerts] or [picture.prompt[0]]
    return look("table", f"{seen}: {'; '.join(alerts)}", "see docs/troubleshooting.md for these words")


def _unasked(config: Config, absent: Absent, machine: Machine) -> Iterator[Line]:
    if config.journal.path and held(Path(config.journal.path)):
        way_out = "see journalctl -u upcard, then systemctl restart upcard"
        yield bad("table", "a table holds the journal, and its socket does not answer", way_out)
    elif config.bench:
        yield look("table", *split(str(absent)))
    else:
        yield look("table", "not running: its devices were opened for a look", "start it: systemctl start upcard")
        yield from look_lines(config, machine.dev, machine.listen_s)
