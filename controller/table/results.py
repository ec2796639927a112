"""What is decided, what is still open, and how a round ends.

`learn` asks the game what follows from what everybody may know now and adds what is new to the results,
in the order they became known. Whether the dealer must play out is not a rule of its own: some wager is
open. Returned wagers (late, refused, void) are the table's own results; the game never sees them.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from controller import games
from controller.cards import Card
from controller.games.model import Dealer, Game, Settlement
from controller.games.model import Seat as Facts
from controller.lifecycle import NEXT
from controller.money import Cents
from controller.table.state import UNREAD, Past, Result, Seat, Spot, State

Key = tuple[int, str, object]


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
            if spot.live:
                yield number, name, spot


def has_live_side(state: State) -> bool:
    sides = game(state).side_spots
    return any(name in sides for _, name, _ in live_spots(state))


def _facts(state: State, number: int, seat: Seat) -> Facts:
    """The seat as a rule sees it; an orphan is told too, for the game to return it."""
    named = zip(state.setup.spots, seat.spots, strict=True)
    wagers = {name: spot.amount for name, spot in named if spot.bet in ("admitted", "photo", "orphan")}
    followed = state.setup.panel == "full" and seat.spot in wagers
    hands = seat.hands if followed else ()
    insurance = _insured(seat.insurance, wagers.get(seat.spot or ""))
    return Facts(number, hands, wagers, insurance, seat.player, seat.over29, seat.opening)


def _insured(keyed: Cents | UnsetType | None, wager: Cents | None) -> Cents | UnsetType | None:
    """Half the bet unless another amount was keyed, and never more than half."""
    if keyed is UNSET or wager is None:
        return keyed
    return wager // 2 if keyed is None else min(keyed, wager // 2)


def _decided(state: State) -> list[Settlement]:
    dealer = Dealer(
        cards=public_dealer(state),
        dealt=state.phase not in ("locking", "dealing"),
        natural=state.natural,
        complete=state.phase == "resolving",
    )
    seats = [_facts(state, n, seat) for n, seat in enumerate(state.seats, 1) if not seat.off]
    undecided = {(n, name) for n, name, spot in live_spots(state) if spot.bet != "admitted"}
    facts = [seat for seat in seats if seat.wagers]
    found = game(state).settle(state.setup.rules, dealer, facts)
    return [one for one in found if (one.seat, one.spot) not in undecided]


def unread_on_felt(state: State) -> bool:
    """A card whose place is kept while nobody knows it: nothing can be counted or decided."""
    hands = (hand.cards for seat in state.seats for hand in seat.hands)
    return any(UNREAD in cards for cards in (state.dealer, state.players, *hands))


def learn(state: State) -> State:
    """Ask the game again. What it decided before keeps its place, and whether it was paid, unless it changed."""
    if unread_on_felt(state):
        return state
    decided = _decided(state)
    if not decided and not state.results:
        return state
    found = dict(_numbered(decided))
    known = zip(state.results, _numbered([result.settlement for result in state.results]), strict=True)
    kept = [
        result if result.word else Result(found[name], done=result.done)
        for result, (name, _) in known
        if result.word or found.get(name)
    ]
    old = {name for name, _ in _numbered([result.settlement for result in kept])}
    results = (*kept, *(Result(one) for name, one in found.items() if name not in old))
    return replace(state, results=results) if results != state.results else state


def _numbered(settlements: list[Settlement]) -> list[tuple[tuple[Key, int], Settlement]]:
    """Told apart also where a seat has several of a kind: two awards for two envied hands."""
    seen: Counter[Key] = Counter()
    named = []
    for one in settlements:
        seen[key(one)] += 1
        named.append(((key(one), seen[key(one)]), one))
    return named


def open_wagers(state: State) -> list[tuple[int, str]]:
    """Live wagers with no result yet; base bets only where the panel lets us follow the hands."""
    known = {key(result.settlement) for result in state.results}
    return [
        (number, name)
        for number, name, _ in live_spots(state)
        if any((number, name, hand) not in known for hand in _hand_keys(state, number, name))
    ]


def _hand_keys(state: State, number: int, name: str) -> list[object]:
    if name not in game(state).base_spots:
        return [UNSET]
    if state.setup.panel != "full":
        return []
    hands = state.seats[number - 1].hands
    return [UNSET] if name == "d" else list(range(1, len(hands) + 1))


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
    seats = tuple(_next_round(state, seat) for seat in state.seats)
    return replace(
        state, phase=NEXT[state.phase, "void" if status == "void" else "clear"], status=status, past=past,
        seats=seats, moves=(), dealer=(), players=(), turn=None, played=False,
        exposed=False, natural=None, insuring=False,
        box_used=False, resume_to=None, levels=(), reason=None, deadline=None, held=(),
    )  # fmt: skip


def _next_round(state: State, seat: Seat) -> Seat:
    spots = tuple(
        Spot(edges=spot.edges, amount=spot.next_amount or state.setup.chips.get(name))
        for name, spot in zip(state.setup.spots, seat.spots, strict=True)
    )
    return Seat(spots, off=seat.off, player=seat.player)


def past_round(state: State, status: Literal["settled", "void", "partial"]) -> Past:
    cards = tuple(card for card in public_dealer(state) if card != UNREAD)
    total = game(state).total(cards).points if cards else None
    settlements = tuple(result.settlement for result in state.results)
    up = up_card(state)
    return Past(state.round, status, None if up == UNREAD else up, cards, total, settlements, state.alerts)


def void(state: State) -> State:
    """Every admitted wager goes back; results already shown are superseded, the record keeps both."""
    wagers = [(number, name) for number, name, _ in live_spots(state)]
    state = replace(state, results=())
    for number, name in wagers:
        state = give_back(state, number, name, "VOID", "The round was voided: the bet goes back")
    return end_round(state, "void")
