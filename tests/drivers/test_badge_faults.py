"""Cards that misbehave, and the end of a reader at any moment, on a real pcscd."""

import threading
from collections.abc import Callable

import pytest

from controller.events import DeviceLost
from drivers.badge.identify import PATIENCE_NS
from drivers.sim.card import Insertion, SimCard
from drivers.sim.clock import VirtualClock
from tests.drivers.badges import ANA, BEN, WAIT_S, Desk, piv, said
from tests.drivers.pcsc import Pcscd

Sit = Callable[..., Desk]


class Slow(SimCard):
    """Its answer comes when nobody waits for it any more."""

    clock = VirtualClock()

    def answer(self, apdu: bytes) -> bytes:
        self.clock.advance_to(self.clock.now() + PATIENCE_NS + 1)
        return super().answer(apdu)


class Stuck(SimCard):
    """Never answers a command."""

    def __init__(self, uid: bytes) -> None:
        super().__init__(uid)
        self.asked = threading.Event()

    def answer(self, apdu: bytes) -> bytes:
        self.asked.set()
        threading.Event().wait()
        return b""


class Babbler(SimCard):
    """Answers everything with the same bytes."""

    def __init__(self, uid: bytes, words: bytes) -> None:
        super().__init__(uid)
        self._words = words

    def answer(self, apdu: bytes) -> bytes:
        return self._words


class Skittish(SimCard):
    """Is pulled when it is asked to sign."""

    held: Insertion

    def answer(self, apdu: bytes) -> bytes:
        if apdu[1] == 0x87:
            self.held.pull()
        return super().answer(apdu)


def test_a_card_that_is_too_slow(pcscd: Pcscd, sit: Sit) -> None:
    desk = sit(clock=Slow.clock)
    pcscd.insert(Slow(BEN))
    assert desk.refusal() == "too_slow"
    assert desk.quiet()


@pytest.mark.parametrize("words", [b"\x00", b"\x90\x00", b"\x61\x00", b"\x6c\xff", b"\xff" * 300], ids=bytes.hex)
def test_a_card_that_answers_nonsense(pcscd: Pcscd, sit: Sit, words: bytes) -> None:
    desk = sit()
    pcscd.insert(Babbler(BEN, words))
    assert desk.refusal() in ("garbage", "no_uid", "unknown")
    assert desk.quiet()


def test_a_card_pulled_while_it_signs(pcscd: Pcscd, sit: Sit) -> None:
    desk, card = sit(), Skittish(ANA, piv(ANA).key, piv(ANA).certificate)
    card.held = pcscd.insert(card)
    assert desk.refusal() == "gone"
    pcscd.insert(piv(ANA), slot=1)
    assert said(desk.next()) == ("in", "supervisor", "Ana")


def test_a_card_that_never_answers_delays_nobody(pcscd: Pcscd, sit: Sit) -> None:
    desk, card = sit(), Stuck(BEN)
    pcscd.insert(card)
    assert card.asked.wait(WAIT_S)
    pcscd.insert(SimCard(BEN), slot=1)
    assert said(desk.next()) == ("in", "dealer", "Ben")


# -- the end -----------------------------------------------------------------------------------------------


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name == "badge-watch"]


def test_close_while_it_waits(pcscd: Pcscd, sit: Sit) -> None:
    desk = sit()
    ben = pcscd.insert(SimCard(BEN))
    assert said(desk.next()) == ("in", "dealer", "Ben")
    desk.reader.close()
    ben.pull()
    assert not threads()
    assert desk.quiet()


def test_close_at_once_after_the_start(pcscd: Pcscd, sit: Sit) -> None:
    for _ in range(50):
        sit().reader.close()
        assert not threads()


def test_close_without_pcscd(pcscd: Pcscd, sit: Sit) -> None:
    pcscd.kill()
    desk = sit()
    assert isinstance(desk.next(), DeviceLost)
    desk.reader.close()
    assert not threads()


def test_close_while_a_card_never_answers(pcscd: Pcscd, sit: Sit) -> None:
    desk, card = sit(), Stuck(BEN)
    pcscd.insert(card)
    assert card.asked.wait(WAIT_S)
    desk.reader.close()
    assert not threads()
    assert desk.quiet()
