"""Slot 9E on a real pcscd: who holds the key is let in, whoever copied the rest is not."""

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.events import BadgeIn
from drivers.sim.card import SimCard
from tests.drivers.badges import ANA, BEN, Desk, Kind, certificate, enrolled, key, piv
from tests.drivers.pcsc import Pcscd

Sit = Callable[..., Desk]


@pytest.mark.parametrize("kind", ["rsa-2048", "p-256", "p-384"])
def test_a_card_that_signs_is_let_in(pcscd: Pcscd, sit: Sit, tmp_path: Path, kind: Kind) -> None:
    desk = sit(enrolled(tmp_path / "one.toml", ("Ana", "supervisor", piv(ANA, kind))))
    pcscd.insert(piv(ANA, kind))
    event = desk.next()
    assert isinstance(event, BadgeIn)
    assert (event.role, event.badge) == ("supervisor", "Ana")


class Replay(SimCard):
    """Says what a real card once said to another challenge."""

    def obey(self, head: bytes, data: bytes) -> tuple[bytes, bytes]:
        if head[1] == 0x87:
            old = data[:-32] + bytes(32)
            return piv(ANA).obey(head, old)
        return piv(ANA).obey(head, data)


class Mute(SimCard):
    """Has the application and its certificate, and does not sign."""

    def obey(self, head: bytes, data: bytes) -> tuple[bytes, bytes]:
        return (b"", b"\x69\x82") if head[1] == 0x87 else super().obey(head, data)


FORGED = {
    "the UID alone": (SimCard(ANA), "no_key"),
    "UID and certificate": (SimCard(ANA, None, certificate("p-256")), "no_key"),
    "a key of its own": (piv(ANA, "p-256", 1), "wrong_key"),
    "a key of its own under her certificate": (SimCard(ANA, key("p-256", 1), certificate("p-256")), "wrong_key"),
    "a key of another kind": (piv(ANA, "p-384"), "no_key"),
    "an old signature": (Replay(ANA), "wrong_key"),
    "no signature": (Mute(ANA, key("p-256"), certificate("p-256")), "no_key"),
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_badge_opens_nothing(pcscd: Pcscd, sit: Sit, forged: str) -> None:
    desk, (card, reason) = sit(), FORGED[forged]
    pcscd.insert(card)
    assert desk.refusal() == reason
    assert desk.quiet()


def test_a_supervisor_needs_a_key(pcscd: Pcscd, sit: Sit, tmp_path: Path) -> None:
    desk = sit(enrolled(tmp_path / "one.toml", ("Ben", "supervisor", SimCard(BEN))))
    pcscd.insert(SimCard(BEN))
    assert desk.refusal() == "needs_9e"
    assert desk.quiet()


def test_a_table_may_ask_for_less(pcscd: Pcscd, sit: Sit, tmp_path: Path) -> None:
    desk = sit(enrolled(tmp_path / "one.toml", ("Ben", "supervisor", SimCard(BEN))), require_9e=())
    pcscd.insert(SimCard(BEN))
    assert isinstance(desk.next(), BadgeIn)


def test_a_table_may_ask_for_more(pcscd: Pcscd, sit: Sit) -> None:
    desk = sit(require_9e=("dealer", "supervisor"))
    pcscd.insert(SimCard(BEN))
    assert desk.refusal() == "needs_9e"


def test_relaxed_an_enrolled_key_is_still_asked_for(pcscd: Pcscd, sit: Sit) -> None:
    """The bench asks no role for a key; a badge that was enrolled with one is checked all the same."""
    desk = sit(require_9e=())
    pcscd.insert(SimCard(ANA))
    assert desk.refusal() == "no_key"
