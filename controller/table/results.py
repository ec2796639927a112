"""What is decided, what is still open, and how a round ends.

`learn` asks the game what follows from what everybody may know now and adds what is new to the results,
in the order they became known. Whether the dealer must play out is not a rule of its own: some wager is
open. Returned wagers (late, refused, void) are the table's own results; the game never sees them.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec import UNSET
from msgspec.structs import replace

from controller import games
from controller.cards import Card
from controller.games.model import Dealer, Game, Settlement
from controller.games.model import Seat as Facts
from controller.lifecycle import NEXT
from controller.money import Cents
from controller.table.state import LIVE, UNREAD, Past, Result, Seat, Spot, State

Key = tuple[int, str, object]
_TOLD: Final = frozenset(("admitted", "photo", "orphan"))
"""The bets a game hears of: an orphan too, for the game to return it."""


def game(state: State) -> Game:
    return games.find(state.setup.rules.game)


def key(settlement: Settlement) -> Key:
    return settlement.seat, settlement.spot, settlement.hand


def up_card(state: State) -> Card | None:
    place = 0 if state.setup.rules.up_card == "first" else 1
    return state.dealer[place] if len(state.dealer) > place else None


def dealer_cards(state: State) -> tuple[Card, ...]:
    """Up card, hole card, draws: as the rules count them."""
    cards = state.dealer
    return cards if state.setup.rules.up_card == "first" else (*cards[1:2], *cards[:1], *cards[2:])


def public_dealer(state: State) -> tuple[Card, ...]:
    """The dealer's cards that lie face up, up card first."""
    up = up_card(state)
    return dealer_cards(state) if state.exposed else (up,) if up else ()


def live_spots(state: State) -> Iterator[tuple[int, str, Spot]]:
    for number, seat in enumerate(state.seats, 1):
        for name, spot in zip(state.setup.spots, seat.spots, strict=True):
            if spot.bet in LIVE:
                yield number, name, spot


def has_live_side(state: State) -> bool:
    sides = game(state).side_spots
    return any(name in sides for _, name, _ in live_spots(state))


def _facts(state: State, number: int) -> Facts | None:
    """A seat with a wager, as a rule sees it."""
    setup, seat = state.setup, state.seats[number - 1]
    wagers = {name: spot.amount for name, spot in zip(setup.spots, seat.spots, strict=True) if spot.bet in _TOLD}
    if not wagers or seat.off:
        return None
    base, insurance = seat.spot, seat.insurance
    hands = seat.hands if base in wagers and setup.panel == "full" else ()
    if insurance is not UNSET:
        insurance = _insured(insurance, wagers.get(base or ""))
    return Facts(number, hands, wagers, insurance, seat.player, seat.over29, seat.opening)


def _insured(keyed: Cents | None, wager: Cents | None) -> Cents | None:
    """Half the bet unless another amount was keyed, and never more than half."""
    if wager is None:
        return keyed
    return wager // 2 if keyed is None else min(keyed, wager // 2)


def _decided(state: State, numbers: Iterable[int]) -> list[Settlement]:
    """What the game says of these seats."""
    phase = state.phase
    dealt, complete = phase not in ("locking", "dealing"), phase == "resolving"
    dealer = Dealer(public_dealer(state), dealt, state.natural, complete)
    facts = [seat for number in numbers if (seat := _facts(state, number))]
    found = game(state).settle(state.setup.rules, dealer, facts)
    return [one for one in found if not _close_call(state, one)] if found else found


def _close_call(state: State, one: Settlement) -> bool:
    """Nobody has said yet whether the wager counts."""
    names = state.setup.spots
    return one.spot in names and state.seats[one.seat - 1].spots[names.index(one.spot)].bet == "photo"


def unread_on_felt(state: State) -> bool:
    """A card whose place is kept while nobody knows it: nothing can be counted or decided."""
    if UNREAD in state.dealer or UNREAD in state.players:
        return True
    for seat in state.seats:
        for hand in seat.hands:
            if UNREAD in hand.cards:
                return True
    return False


def learn(state: State) -> State:
    """Ask the game again. What it decided before keeps its place, and whether it was paid, unless it changed."""
    if unread_on_felt(state):
        return state
    return _with_results(state, _decided(state, range(1, len(state.seats) + 1)))


def learn_hand(state: State, number: int) -> State:
    """A hand of this seat is over: that can decide its base bet and nothing else, so nothing else is asked."""
    if unread_on_felt(state):
        return state
    bases = game(state).base_spots
    decided = [one for one in _decided(state, (number,)) if one.spot in bases]
    others = [r.settlement for r in state.results if r.settlement.seat != number or r.settlement.spot not in bases]
    return _with_results(state, others + decided)


def _with_results(state: State, decided: list[Settlement]) -> State:
    if not state.results:
        return replace(state, results=tuple([Result(one) for one in decided])) if decided else state
    found, known = _numbered(decided), _numbered([result.settlement for result in state.results])
    kept = [
        result if result.word or result.settlement == found[name] else Result(found[name], done=result.done)
        for name, result in zip(known, state.results, strict=True)
        if result.word or name in found
    ]
    results = (*kept, *[Result(one) for name, one in found.items() if name not in known])
    return replace(state, results=results) if results != state.results else state


def _numbered(settlements: Iterable[Settlement]) -> dict[tuple[int, str, object, int], Settlement]:
    """Told apart also where a seat has several of a kind: two awards for two envied hands."""
    found: dict[tuple[int, str, object, int], Settlement] = {}
    for one in settlements:
        number = 1
        while (name := (one.seat, one.spot, one.hand, number)) in found:
            number += 1
        found[name] = one
    return found


def open_wagers(state: State) -> Iterator[tuple[int, str]]:
    """Live wagers with no result yet; base bets only where the panel lets us follow the hands."""
    known = {key(result.settlement) for result in state.results}
    for number, name, _ in live_spots(state):
        if any((number, name, hand) not in known for hand in _hand_keys(state, number, name)):
            yield number, name


def is_open(state: State, number: int, name: str, results: list[Result]) -> bool:
    """Whether a live wager, with its own results, still waits for one."""
    known = [result.settlement.hand for result in results]
    return any(hand not in known for hand in _hand_keys(state, number, name))


def _hand_keys(state: State, number: int, name: str) -> Iterable[object]:
    """What tells the results of a wager apart: one for each hand it is played with, else one in all."""
    if name == "d" or name not in game(state).base_spots:
        return (UNSET,)
    return range(1, len(state.seats[number - 1].hands) + 1) if state.setup.panel == "full" else ()


def give_back(state: State, number: int, name: str, word: str, why: str) -> State:
    """Return a wager: it neither wins nor loses."""
    if any(result.settlement.seat == number and result.settlement.spot == name for result in state.results):
        return state
    amount = state.seats[number - 1].spots[state.setup.spots.index(name)].amount
    net = None if amount is None else 0
    clauses = game(state).no_bet_clauses(state.setup.rules, word)
    returned = Settlement(number, name, "returned", None, amount, net, clauses, not clauses, why)
    return replace(state, results=(*state.results, Result(returned, word)))


def end_round(state: State, status: Literal["settled", "void"]) -> State:
    """Betting again, whatever lies on the spots; results stay readable until the next first card."""
    for number, name, spot in live_spots(state) if status == "settled" else ():
        if spot.bet != "admitted":
            state = give_back(state, number, name, "RETURN", "Nobody decided this close call: the bet goes back")
    past = past_round(state, status)
    seats = tuple([_next_round(state, seat) for seat in state.seats])
    return replace(
        state, phase=NEXT[state.phase, "void" if status == "void" else "clear"], status=status, past=past,
        seats=seats, moves=(), dealer=(), players=(), turn=None, played=False,
        exposed=False, natural=None, insuring=False,
        box_used=False, resume_to=None, levels=(), reason=None, deadline=None, held=(),
    )  # fmt: skip


def _next_round(state: State, seat: Seat) -> Seat:
    setup = state.setup
    named = zip(setup.spots, seat.spots, strict=True)
    spots = tuple([Spot(spot.edges, spot.next_amount or setup.chips.get(name)) for name, spot in named])
    return Seat(spots, off=seat.off, player=seat.player)


def past_round(state: State, status: Literal["settled", "void", "partial"]) -> Past:
    cards = tuple([card for card in public_dealer(state) if card != UNREAD])
    total = game(state).total(cards).points if cards else None
    settlements = tuple([result.settlement for result in state.results])
    up = up_card(state)
    return Past(state.round, status, None if up == UNREAD else up, cards, total, settlements, state.alerts)


def void(state: State) -> State:
    """Every admitted wager goes back; results already shown are superseded, the record keeps both."""
    wagers = [(number, name) for number, name, _ in live_spots(state)]
    state = replace(state, results=())
    for number, name in wagers:
        state = give_back(state, number, name, "VOID", "The round was voided: the bet goes back")
    return end_round(state, "void")
