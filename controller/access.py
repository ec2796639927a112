"""Which role may say what at the table. A supervisor may all that a dealer may."""

from typing import Final

_DEALER: Final = frozenset({"open", "close", "shuffle", "burn", "amount", "deal-in", "deal-out", "player"})
_SUPERVISOR: Final = frozenset({"resume", "void", "correct", "assign", "admit", "refuse", "seat", "pay-table"})

MAY: Final[dict[str, frozenset[str]]] = {
    "dealer": _DEALER,
    "supervisor": _DEALER | _SUPERVISOR,
    "technician": frozenset({"service", "test", "leave"}),
}


def may(role: str | None, command: str) -> bool:
    return role is not None and command in MAY.get(role, frozenset())
