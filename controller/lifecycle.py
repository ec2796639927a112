"""The phases of a table, as one table for `transitions`; the README's diagram is generated from it.

The machine has no callbacks, no model and no automatic transitions: it is the statement of what may
follow what. It is asked through `NEXT`, a dictionary derived from it at import, because `step` asks on
the path that locks the bets. Guards are plain `if`s in `step`.
"""

from collections.abc import Sequence
from typing import Final

from transitions import Machine

ROUND: Final = ("locking", "dealing", "playing", "dealer_turn", "resolving")
"""The phases inside a round, in order."""
TAKES_CARDS: Final = ("betting", *ROUND)
PHASES: Final = ("closed", "betting", *ROUND, "suspended", "service")

_RESUMES: Final[list[list[Sequence[str]]]] = [[f"resume_{phase}", "suspended", phase] for phase in TAKES_CARDS]
_TABLE: Final[list[list[Sequence[str]]]] = [
    ["open", "closed", "betting"],
    ["close", "betting", "closed"],
    ["lock", "betting", "locking"],
    ["admit", "locking", "dealing"],
    ["dealt", "dealing", "playing"],
    ["redeal", ["dealing", "playing"], "dealing"],
    ["dealer", "playing", "dealer_turn"],
    ["complete", "dealer_turn", "resolving"],
    ["reopen", "resolving", "dealer_turn"],
    ["clear", ["dealer_turn", "resolving"], "betting"],
    ["suspend", list(TAKES_CARDS), "suspended"],
    *_RESUMES,
    ["void", [*ROUND, "suspended"], "betting"],
    ["service", ["closed", "betting"], "service"],
    ["leave", "service", "closed"],
]


def _machine() -> Machine:
    return Machine(model=None, states=list(PHASES), transitions=_TABLE, initial="closed", auto_transitions=False)


def _next() -> dict[tuple[str, str], str]:
    moves = (
        (name, move)
        for name, event in _machine().events.items()
        for moves in event.transitions.values()
        for move in moves
    )
    return {(move.source, name): move.dest for name, move in moves if move.dest}


NEXT: Final[dict[tuple[str, str], str]] = _next()
"""(phase, trigger) -> phase; a pair that is not here may not happen."""


def mermaid() -> str:
    """The diagram: the round is one state with its phases inside, so that suspend and void are one arrow each."""
    inside = [f"        {a} --> {b}: {name}" for (a, name), b in NEXT.items() if a in ROUND and b in ROUND]
    across = dict.fromkeys(
        f"    {_place(a)} --> {_place(b)}: {name.partition('_')[0]}"
        for (a, name), b in NEXT.items()
        if a not in ROUND or b not in ROUND
    )
    begin = ["stateDiagram-v2", "    [*] --> closed", "    state round {", f"        [*] --> {ROUND[0]}"]
    return "\n".join([*begin, *inside, "    }", *across])


def _place(phase: str) -> str:
    return "round" if phase in ROUND else phase
