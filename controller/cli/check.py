"""`upcard check CONFIG…`: everything that is wrong with a table's file, and what a right one says.

Exit 0 no errors, 1 errors, 2 a file that is no text. Warnings alone are 0: they are for what may be right.
A right file is summed up with its money in dollars, so that cents taken for dollars are seen.
"""

import sys
from pathlib import Path

import msgspec

from controller.config import Config, Finding, check
from controller.config.file import Unreadable
from controller.config.picture import draw
from controller.money import dollars
from controller.table.state import Setup


def check_files(files: list[Path], as_json: bool, picture: Path | None) -> int:
    if picture is not None and len(files) > 1:
        print("upcard: --wiring draws one table; name one CONFIG", file=sys.stderr)
        return 2
    found: list[Finding] = []
    unreadable = False
    for file in files:
        config, findings = _check(file)
        unreadable |= any(finding.line is None for finding in findings)
        found += findings
        if not as_json:
            _say(file, config, findings)
        if picture is not None and config is not None and not _draw(config, picture):
            return 2
    if as_json:
        print(msgspec.json.encode(found).decode())
    return 2 if unreadable else int(any(finding.level == "error" for finding in found))


def _check(file: Path) -> tuple[Config | None, list[Finding]]:
    try:
        return check(file)
    except Unreadable as error:
        text = str(error).removeprefix(f"{file}: ")
        return None, [Finding(str(file), None, "error", text)]


def _say(file: Path, config: Config | None, findings: list[Finding]) -> None:
    for finding in findings:
        print(finding, file=sys.stderr if finding.line is None else sys.stdout)
    if config is not None:
        print(f"{file}: fine: {summary(config)}")


def summary(config: Config) -> str:
    setup, wiring = config.setup, config.wiring
    table = f" {setup.rules.pay_table.id}" if setup.rules.pay_table else ""
    parts = [
        f"{setup.rules.game}{table}",
        _count(setup.seats, "seat"),
        _count(setup.rules.decks, "deck"),
        *_money(setup),
    ]
    if wiring is not None:
        wires = len(wiring.spots) + len(wiring.lamps) + len(wiring.keys) + (wiring.box is not None)
        parts.append(f"{wires} wires on {_count(len(config.chips), 'chip')}")
    return ", ".join([*parts, *(["a bench"] if config.bench else [])])


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _money(setup: Setup) -> list[str]:
    parts = [f"{spot} {limit_words(*limit)}" for spot, limit in setup.limits.items()]
    parts += [f"{spot} chip ${dollars(chip)}" for spot, chip in setup.chips.items()]
    parts += [f"{award} ${dollars(cents)}" for award, cents in setup.rules.envy.items()]
    return parts + ([f"cap ${dollars(setup.rules.cap)}"] if setup.rules.cap else [])


def limit_words(low: int | None, high: int | None) -> str:
    if low is None or high is None:
        return f"from ${dollars(low)}" if low is not None else f"to ${dollars(high or 0)}"
    return f"${dollars(low)} to ${dollars(high)}"


def _draw(config: Config, picture: Path) -> bool:
    try:
        picture.write_text(draw(config), encoding="utf-8")
    except OSError as error:
        print(f"upcard: {picture}: {error.strerror}; name a file that can be written", file=sys.stderr)
        return False
    return True
