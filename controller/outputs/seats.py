"""One seat's part of the picture: its lamps, its cards and the words on its display."""

from collections.abc import Callable
from typing import Final

from controller.cards import Card
from controller.games.model import Outcome, Settlement
from controller.money import dollars
from controller.outputs.picture import HandPicture, Lamp, SeatPicture, SpotPicture
from controller.table.bets import close_or_covered
from controller.table.results import game, public_dealer
from controller.table.state import LIVE, UNDECIDED, UNREAD, Result, Seat, State


def seat_picture(state: State, number: int) -> SeatPicture:
    seat = state.seats[number - 1]
    named = zip(state.setup.spots, seat.spots, seat_lamps(state, seat), strict=True)
    spots = tuple(SpotPicture(name, spot.covered, lamp, spot.amount) for name, spot, lamp in named)
    return SeatPicture(number, spots, _hands(state, number), texts(state, number), seat.off)


def seat_lamps(state: State, seat: Seat) -> tuple[Lamp, ...]:
    """The lamps of a seat's spots, in their order."""
    phase = state.resume_to if state.phase == "suspended" else state.phase
    if seat.off or phase in ("closed", "betting", "service"):
        return tuple(["locked" if spot.lit else "open" for spot in seat.spots])
    if phase == "locking":
        return _locking(state, seat)
    return tuple(["no_bet" if s.bet not in LIVE else "removed" if s.lifted else "locked" for s in seat.spots])


def _locking(state: State, seat: Seat) -> tuple[Lamp, ...]:
    """Before admission is final: covered at the first card, a side bet with its base bet."""
    bases = game(state).base_spots
    held = [close_or_covered(state, spot, state.lock_at) for spot in seat.spots]
    based = any(lies for name, lies in zip(state.setup.spots, held, strict=True) if name in bases)
    return tuple("locked" if lies and based else "no_bet" for lies in held)


def _hands(state: State, number: int) -> tuple[HandPicture, ...]:
    return tuple(
        HandPicture(hand.cards, total(state, hand.cards), state.turn == (number - 1, index), hand.doubled)
        for index, hand in enumerate(state.seats[number - 1].hands)
    )


def total(state: State, cards: tuple[Card, ...]) -> str:
    """`17`, `soft 17`; nothing while a card of it is unread."""
    if not cards or UNREAD in cards:
        return ""
    value = game(state).total(cards)
    return f"soft {value.points}" if value.soft else str(value.points)


def texts(state: State, number: int) -> tuple[str, ...]:
    """All pending words of a seat in shown order. Nothing about money while suspended."""
    seat = state.seats[number - 1]
    if state.phase == "suspended" or seat.off:
        return ()
    if state.test[:1] == ("text",):
        return (" ".join(state.test[1:]).upper(),)
    mine = [r for r in state.results if not r.done and r.settlement.seat == number] if state.results else []
    if len(mine) > 1:
        mine.sort(key=shown_place(state))
    if state.status != "partial":
        return tuple([result.word for result in mine if result.word in ("VOID", "RETURN")])
    words = [word(state, result) for result in mine if result.settlement.spot != "dealer_envy"]
    return tuple(words) if _plain(seat) else (*words, *_notes(state, number, seat))


def same_words(old: State, new: State) -> bool:
    """Whether all that a seat's `texts` depend on, besides the seat, is the same."""
    return (
        (old.phase == new.phase or not {old.phase, new.phase} & _OWN_WORDS)
        and old.results is new.results
        and old.status == new.status
        and old.setup is new.setup
        and old.test == new.test
    )


_OWN_WORDS: Final = {"resolving", "suspended"}
"""The phases in which the same results are told in another order, or not at all."""


def same_face(old: Seat, new: Seat) -> bool:
    """Whether a seat's lamps and words stay as they are: its cards are not in them."""
    return old is new or (old.spots is new.spots and old.off == new.off and old.tuck == new.tuck)


def shown_place(state: State) -> Callable[[Result], tuple[int, int]]:
    """The key by which results are shown: during play as they became known, at the end in the order of resolution:
    losing side bets of a dealer who did not bust, then seat N to 1. Insurance and awards, which no sensor sees,
    never stand before a spot's."""
    spots, sides = state.setup.spots, game(state).side_spots
    resolving = state.phase == "resolving"
    stood = resolving and not game(state).busted(public_dealer(state))

    def place(result: Result) -> tuple[int, int]:
        one = result.settlement
        first = stood and one.spot in sides and one.outcome == "lose"
        return (2 if one.spot not in spots else 0 if first else 1), -one.seat if resolving else 0

    return place


def _notes(state: State, number: int, seat: Seat) -> list[str]:
    notes = []
    if seat.tuck and _open_side(state, number):
        notes.append("TUCK" if state.setup.panel == "full" else "TUCK?")
    if any(spot.lifted for spot in seat.spots):
        notes.append("REMOVED")
    if any(spot.bet in UNDECIDED for spot in seat.spots):
        notes.append("CHECK")
    return notes


def _plain(seat: Seat) -> bool:
    """Nothing to note: no cards to tuck, no bet lifted or to be decided."""
    for spot in seat.spots:
        if spot.lifted or spot.bet in UNDECIDED:
            return False
    return not seat.tuck


def _open_side(state: State, number: int) -> bool:
    known = {r.settlement.spot for r in state.results if r.settlement.seat == number}
    named = zip(state.setup.spots, state.seats[number - 1].spots, strict=True)
    return any(s.live and n in game(state).side_spots and n not in known for n, s in named)


def word(state: State, result: Result) -> str:
    one = result.settlement
    if one.spot == "stud" and one.outcome == "win" and one.net is None and state.setup.rules.cap is not None:
        return "CHECK"
    return result.word or _WORDS[one.outcome](one)


def _win(one: Settlement) -> str:
    if one.net is None:
        return "PAYS" + (one.pays or "").replace(":", "-")
    return f"PAY {dollars(one.net)}"


def _half(one: Settlement) -> str:
    """A D bet's half depends on its chips; a surrendered half is the player's own business."""
    return "CHECK" if one.net is None and one.spot == "d" else "HALF"


_WORDS: dict[Outcome, Callable[[Settlement], str]] = {
    "win": _win,
    "lose": lambda one: "LOSE",
    "push": lambda one: "PUSH",
    "half": _half,
    "returned": lambda one: "NO BET",
    "award": lambda one: "CHECK" if one.net is None else f"ENVY {dollars(one.net)}",
}
