"""What of the picture stays from one state to the next, told by comparing and not by drawing.

A seat's face is all that lamps, words and the dealer's prompt say of its bets. Most events leave every face as it
is: cards are not in it, nor chips before the lock. Both states are of the same setup.
"""

from typing import Final

from controller.outputs.seats import light
from controller.table.state import Seat, State


def changed_faces(old: State, new: State) -> list[int]:
    """The places of the seats whose face changed."""
    changed: list[int] = []
    if old.seats is not new.seats:
        for place, seat in enumerate(new.seats):
            before = old.seats[place]
            if before is not seat and not same_face(before, seat):
                changed.append(place)
    return changed


def same_face(old: Seat, new: Seat) -> bool:
    """Of a seat's chips only what the lock or a technician made of them counts; `spot` is in the prompt alone."""
    if old.spots is not new.spots:
        for was, now in zip(old.spots, new.spots, strict=True):
            if was is not now and (was.bet != now.bet or was.lifted != now.lifted or was.lit != now.lit):
                return False
    return old.off == new.off and old.tuck == new.tuck and old.spot == new.spot


def same_light(old: State, new: State) -> bool:
    """Whether a seat's lamps follow from its face as they did. While locking they follow the chips' edges."""
    if old.phase == new.phase and new.phase not in _OWN_LAMPS:
        return True
    if light(old) != light(new):
        return False
    return light(new) != "locking" or (old.seats is new.seats and old.lock_at == new.lock_at)


_OWN_LAMPS: Final = frozenset(("locking", "suspended"))


def same_words(old: State, new: State) -> bool:
    """Whether all that a seat's `texts` depend on, besides its face and its results, is the same."""
    if old.phase != new.phase and (old.phase in _OWN_WORDS or new.phase in _OWN_WORDS):
        return False
    if new.phase == "resolving" and (old.dealer is not new.dealer or old.exposed is not new.exposed):
        return False
    return old.status == new.status and old.test == new.test


_OWN_WORDS: Final = frozenset(("resolving", "suspended"))
"""The phases in which the same results are told in another order, or not at all."""


def same_prompt(old: State, new: State) -> bool:
    """Whether it can be told without drawing it that the prompt stays, while no seat's face changed."""
    return (
        old.phase == new.phase
        and new.phase in _BEFORE_PLAY
        and old.notice == new.notice
        and old.cut == new.cut
        and old.to_burn == new.to_burn
        and old.unapproved == new.unapproved
    )


_BEFORE_PLAY: Final = frozenset(("closed", "betting", "locking", "dealing"))
"""The phases whose prompt tells nothing of cards or results."""
