"""Who a card is. Time is bounded: each answer must be there before the deadline, or the card is refused.

The deadline is looked at between commands; a command that never returns ends when the card is pulled, and its late
answer opens nothing.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Final

from drivers.badge import Refused, Transmit, piv
from drivers.badge.apdu import uid
from drivers.badge.file import Badge, find

PATIENCE_NS: Final = 3_000_000_000
REQUIRE_9E: Final = frozenset({"supervisor"})
"""Roles whose badge must hold a key, unless the configuration relaxes it."""


def identify(card: Transmit, badges: Iterable[Badge], require_9e: Collection[str]) -> Badge:
    badge = find(badges, uid(card))
    if badge is None:
        raise Refused("unknown")
    if badge.certificate:
        piv.select(card)
        prove(card, badge.certificate)
    elif badge.role in require_9e:
        raise Refused("needs_9e")
    return badge


def prove(card: Transmit, certificate: bytes) -> None:
    """The card holds the key of this certificate, or is refused. The PIV application must be selected."""
    from drivers.badge.keys import challenge

    asked = challenge(certificate)
    asked.check(piv.sign(card, asked.algorithm, asked.block))


def hurried(card: Transmit, now: Callable[[], int]) -> Transmit:
    """The same card, with so much patience from here on."""
    until = now() + PATIENCE_NS

    def transmit(apdu: bytes) -> bytes:
        answer = card(apdu)
        if now() > until:
            raise Refused("too_slow")
        return answer

    return transmit
