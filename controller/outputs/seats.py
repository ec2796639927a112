"""One seat's part of the picture: its lamps, its cards and the words on its display."""

from collections.abc import Callable

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
    how = light(state)
    if seat.off or how == "betting":
        return tuple(["locked" if spot.lit else "open" for spot in seat.spots])
    if how == "locking":
        return _locking(state, seat)
    return tuple(["no_bet" if s.bet not in LIVE else "removed" if s.lifted else "locked" for s in seat.spots])


def light(state: State) -> str:
    """The three ways to light a spot: before the lock, `locking`, and with the bets that are in."""
    phase = (state.resume_to or "") if state.phase == "suspended" else state.phase
    return "betting" if phase in ("closed", "betting", "service") else "locking" if phase == "locking" else "dealing"


def _locking(state: State, seat: Seat) -> tuple[Lamp, ...]:
    """Before admission is final: covered at the first card, a side bet with its base bet."""
    held = [bool(spot.edges) and close_or_covered(state, spot, state.lock_at) for spot in seat.spots]
    names = [name for name, lies in zip(state.setup.spots, held, strict=True) if lies]
    based = not set(names).isdisjoint(game(state).base_spots)
    return tuple(["locked" if lies and based else "no_bet" for lies in held])


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
    """All pending words of a seat in shown order."""
    mine = [result for result in state.results if result.settlement.seat == number and not result.done]
    return _told(state, number, _shown(mine, state))


def all_texts(state: State) -> list[tuple[str, ...]]:
    """`texts` of every seat."""
    by_seat: list[list[Result]] = [[] for _ in state.seats]
    for result in _shown([result for result in state.results if not result.done], state):
        by_seat[result.settlement.seat - 1].append(result)
    return [_told(state, number, mine) for number, mine in enumerate(by_seat, 1)]


def _shown(pending: list[Result], state: State) -> list[Result]:
    if len(pending) > 1:
        pending.sort(key=shown_place(state))
    return pending


def _told(state: State, number: int, pending: list[Result]) -> tuple[str, ...]:
    """Nothing about money while suspended."""
    seat = state.seats[number - 1]
    if state.phase == "suspended" or seat.off:
        return ()
    if state.test and state.test[0] == "text":
        return (" ".join(state.test[1:]).upper(),)
    if state.status != "partial":
        return tuple([result.word for result in pending if result.word in ("VOID", "RETURN")])
    words = [word(state, result) for result in pending if result.settlement.spot != "dealer_envy"]
    return tuple(words) if _plain(seat) else (*words, *_notes(state, number, seat))


def shown_place(state: State) -> Callable[[Result], tuple[int, int]]:
    """The key by which results are shown: during play as they became known, at the end in the order of resolution:
    losing side bets of a dealer who did not bust, then seat N to 1. Insurance and awards, which no sensor sees,
    never stand before a spot's."""
    spots, resolving = state.setup.spots, state.phase == "resolving"
    first = game(state).side_spots if resolving and not game(state).busted(public_dealer(state)) else ()

    def place(result: Result) -> tuple[int, int]:
        one = result.settlement
        if one.spot in first and one.outcome == "lose":
            return 0, -one.seat
        return 1 if one.spot in spots else 2, -one.seat if resolving else 0

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
