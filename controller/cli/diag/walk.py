"""The walk test: outputs are moved, and only a person can say whether they moved.

It goes through the running table like any command: `service` first, which needs a technician's badge at the
table, then its tests, then `leave`, which closes the table. Nobody is asked without a terminal.
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from controller.cli.diag.core import Core
from controller.cli.diag.lines import NONE, Line, bad, look

Ask = Callable[[str], bool]
"""A question; whether the answer was yes."""
NOT_ASKED: Final = "not asked"
BETWEEN_ROUNDS: Final = ("closed", "betting", "service")
BEGIN: Final = "Walk the lamps and displays? It needs a technician's badge on the reader and closes the table."
TESTS: Final = {
    "lamps": (("test", "lamps"), "Watch the felt: each lamp lights once, from seat 1 on. Did every lamp light?"),
    "displays": (("test", "text", "HELLO"), "Does every display say HELLO?"),
}
_DARK: Final = {
    "lamps": "check that lamp's wire and its pin in docs/wiring.md, then walk again",
    "displays": "check that module's cable and its place in the chain, then walk again",
}
Walked = Mapping[str, bool] | str
"""What a person saw of each, or why nothing was walked."""


class Refused(Exception):
    """The table's own words."""


def walk(core: Core, ask: Ask) -> Walked:
    phase = core.look().phase
    if phase not in BETWEEN_ROUNDS:
        return f"{NOT_ASKED}: a round is on"
    if not ask(BEGIN):
        return NOT_ASKED
    try:
        return _in_service(core, ask, phase == "service")
    except Refused as refused:
        return str(refused)


def _in_service(core: Core, ask: Ask, already: bool) -> Walked:
    if not already:
        _do(core, "service")
    try:
        return {name: _one(core, ask, words, question) for name, (words, question) in TESTS.items()}
    finally:
        core.do(*(("test", "off") if already else ("leave",)))


def _one(core: Core, ask: Ask, words: tuple[str, ...], question: str) -> bool:
    _do(core, *words)
    return ask(question)


def _do(core: Core, *words: str) -> None:
    if refused := core.do(*words):
        raise Refused(refused)


def after_walk(line: Line, walked: Walked) -> Line:
    """The line of the lamps or displays with what the walk adds to it."""
    if line.line not in TESTS or line.seen == NONE:
        return line
    if isinstance(walked, str):
        return _unwalked(line, walked)
    if walked[line.line]:
        return replace(line, seen=f"{line.seen}; walked, all seen")
    return bad(line.line, f"{line.seen}; walked, NOT all seen", _DARK[line.line])


def _unwalked(line: Line, why: str) -> Line:
    if why.startswith(NOT_ASKED):
        return replace(line, seen=f"{line.seen}; walk test {why}")
    if line.state != "ok":
        return line
    way_out = "put a technician's badge on the reader between two rounds, then try again"
    return look(line.line, f"{line.seen}; walk test not made: {why}", way_out)
