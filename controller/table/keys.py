"""The dealer's panel: what each key does, and when it does not fit."""

from collections.abc import Callable

from msgspec.structs import replace

from controller.dealing import Turn, split_hand
from controller.events import KeyPressed
from controller.table.alerts import alert
from controller.table.bets import get_spot, put_seat
from controller.table.dealer import box_cleared, to_dealer
from controller.table.hands import check_turn, full_panel, may_insure, play_event, put_hand, turn_after
from controller.table.results import game
from controller.table.state import BURN, Move, State
from controller.table.tally import shuffled


def key_pressed(state: State, event: KeyPressed) -> State:
    if event.key in ("burn", "shuffle") and state.phase not in ("suspended", "service"):
        return shuffle(state) if event.key == "shuffle" else burn_next(state)
    if event.key in ("dealer", "next") and state.phase in ("playing", "dealer_turn", "resolving"):
        return _for_the_box(state, event.key)
    if state.phase != "playing" or (not full_panel(state) and event.key != "over29"):
        return alert(state, "bad_key")
    if event.key in ("insurance", "over29"):
        return _insure(state, event) if event.key == "insurance" else _over29(state, event)
    return play_key(state, event.key)


def _for_the_box(state: State, key: str) -> State:
    """`dealer` and `next` stand in for the box, covered and cleared."""
    if key == "dealer" and state.phase == "playing":
        return to_dealer(state)
    if key == "dealer":
        return replace(state, box_used=True)
    return alert(state, "bad_key") if state.phase == "playing" else replace(box_cleared(state), box=state.box)


def burn_next(state: State) -> State:
    """The next card is a burn; cards that wait already were drawn before."""
    if state.phase == "locking":
        return replace(state, held=(*state.held, BURN))
    return replace(state, to_burn=state.to_burn + 1)


def shuffle(state: State) -> State:
    """Count again from a full shoe, less what lies on the felt; burned cards are in it again."""
    felt = [*state.dealer, *state.players, *(c for s in state.seats for hand in s.hands for c in hand.cards)]
    seen: dict[str, int] = {}
    for card in felt:
        seen[card] = seen.get(card, 0) + 1
    moves = tuple(replace(move, counted=move.counted and move.target != "burn") for move in state.moves)
    to_burn = 0 if felt else state.setup.burn
    return replace(state, seen=seen, moves=moves, cut=False, to_burn=to_burn, tally=shuffled(state, seen))


def _insure(state: State, event: KeyPressed) -> State:
    number = event.seat or 0
    if not (state.insuring and 0 < number <= len(state.seats)):
        return alert(state, "bad_key")
    seat = state.seats[number - 1]
    if not may_insure(state, seat):
        return alert(state, "bad_key", number)
    amount = get_spot(state, number, seat.spot).amount if seat.spot else None
    if event.cents is not None and amount is not None and event.cents > amount // 2:
        return alert(state, "bad_key", number)
    return put_seat(state, number, replace(seat, insurance=event.cents))


def _over29(state: State, event: KeyPressed) -> State:
    number = event.seat or (state.turn[0] + 1 if state.turn else 0)
    if state.setup.rules.jurisdiction != "WA" or not 0 < number <= len(state.seats):
        return alert(state, "bad_key")
    return put_seat(state, number, replace(state.seats[number - 1], over29=True))


def play_key(state: State, key: str) -> State:
    """A key for the hand in turn."""
    if state.turn is None:
        return alert(state, "bad_key")
    if not _offered(state, key, state.turn):
        return alert(state, "bad_key", state.turn[0] + 1)
    turn, state = state.turn, play_event(state)
    if state.phase == "suspended":
        return state
    state = replace(state, moves=(*state.moves, Move("key", key, hand=turn)))
    return _PLAYS[key](state, turn)


def _offered(state: State, key: str, turn: Turn) -> bool:
    place = state.seats[turn[0]]
    hand = place.hands[turn[1]]
    if key not in _PLAYS or place.spot is None or place.spot == "d" or hand.doubled or len(hand.cards) < 2:
        return False
    return key == "stand" or game(state).may(state.setup.rules, key, hand, place.hands, place.spot)


def _stand(state: State, turn: Turn) -> State:
    return replace(state, turn=turn_after(state, turn))


def _double(state: State, turn: Turn) -> State:
    return put_hand(state, turn, replace(state.seats[turn[0]].hands[turn[1]], doubled=True))


def _surrender(state: State, turn: Turn) -> State:
    return check_turn(put_hand(state, turn, replace(state.seats[turn[0]].hands[turn[1]], surrendered=True)))


def _split(state: State, turn: Turn) -> State:
    seat, number = turn
    place = state.seats[seat]
    opening = place.opening or place.hands[number].cards
    return put_seat(state, seat + 1, replace(place, hands=split_hand(place.hands, number), opening=opening))


_PLAYS: dict[str, Callable[[State, Turn], State]] = {
    "stand": _stand,
    "double": _double,
    "surrender": _surrender,
    "split": _split,
}
