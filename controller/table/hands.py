"""Cards into hands: the deal, and whose turn it is.

Hands are played from seat 1 up; `State.turn` is the hand in turn, and every hand before it is finished.
"""

from msgspec.structs import replace

from controller.cards import POINTS, Card
from controller.dealing import Turn, next_in_deal, next_turn
from controller.games.model import Hand
from controller.lifecycle import NEXT
from controller.table.alerts import alert, suspend
from controller.table.bets import get_spot, live_side, put, put_seat
from controller.table.results import dealer_cards, game, learn, learn_hand, up_card
from controller.table.state import LIVE, UNREAD, Seat, State


def move(state: State, trigger: str) -> State:
    return replace(state, phase=NEXT[state.phase, trigger])


def full_panel(state: State) -> bool:
    return state.setup.panel == "full"


def put_card(state: State, target: Turn, card: Card) -> State:
    """Add a card to a seat's hand."""
    hands = state.seats[target[0]].hands
    if not hands:
        return put_hand(state, target, Hand((card,)))
    hand = hands[target[1]]
    return put_hand(state, target, replace(hand, cards=(*hand.cards, card)))


def put_hand(state: State, target: Turn, hand: Hand) -> State:
    index, number = target
    seat = state.seats[index]
    hands = (hand,) if not number and len(seat.hands) < 2 else put(seat.hands, number, hand)
    return put_seat(state, index + 1, replace(seat, hands=hands))


def put_dealer_card(state: State, card: Card) -> State:
    return replace(state, dealer=(*state.dealer, card))


# -- the deal ------------------------------------------------------------------------------------------


def dealt_seats(state: State) -> list[int]:
    return [index for index, seat in enumerate(state.seats) if seat.spot is not None and not seat.off]


def _next_place(state: State) -> int | None:
    counts = [
        2 if seat.spot is None or seat.off else len(seat.hands[0].cards) if seat.hands else 0 for seat in state.seats
    ]
    return next_in_deal(counts, len(state.dealer))


def deal(state: State, card: Card) -> State:
    place = _next_place(state)
    assert place is not None, "dealing ends with its last card"
    state = put_dealer_card(state, card) if place < 0 else put_card(state, (place, 0), card)
    return suspend(state, "unread_card") if card == UNREAD else check_deal(state)


def check_deal(state: State) -> State:
    """Go on to play when the deal is complete, which needs two cards of the dealer's."""
    up = up_card(state) if len(state.dealer) > 1 else None
    if up is None or up == UNREAD or _next_place(state) is not None:
        return learn(state) if game(state).decides_in_deal else state
    state = move(state, "dealt")
    natural = None if POINTS[up] in (1, 10) else False
    insuring = POINTS[up] == 1 and any(may_insure(state, seat) for seat in state.seats)
    state = learn(replace(state, natural=natural, insuring=insuring, turn=turn_after(state, None)))
    arrows = [n for n, seat in enumerate(state.seats, 1) if any(spot.bet == "arrow" for spot in seat.spots)]
    return suspend(state, "both_arrows", arrows[0]) if arrows else state


def may_insure(state: State, seat: Seat) -> bool:
    if not seat.hands or seat.spot is None:
        return False
    return game(state).may(state.setup.rules, "insurance", seat.hands[0], seat.hands, seat.spot)


# -- turns ---------------------------------------------------------------------------------------------


def turn_after(state: State, after: Turn | None, only_d: bool = False) -> Turn | None:
    if not full_panel(state):
        return None

    def over(seat: int, hand: Hand) -> bool:
        return (only_d and state.seats[seat].spot != "d") or hand_over(state, state.seats[seat], hand)

    return next_turn([seat.hands for seat in state.seats], after, over)


def hand_over(state: State, seat: Seat, hand: Hand) -> bool:
    """The hand takes no more cards, or nobody bets on it any more."""
    setup, name = state.setup, seat.spot
    if not name or seat.spots[setup.spots.index(name)].bet not in LIVE or hand.surrendered:
        return True
    return game(state).hand_over(setup.rules, name, hand)


def check_turn(state: State) -> State:
    """Pass the turn on when its hand is over by itself."""
    if state.turn is None:
        return state
    seat, number = state.turn
    if not hand_over(state, state.seats[seat], state.seats[seat].hands[number]):
        return state
    state = _tuck(state, seat)
    only_d = state.phase == "dealer_turn"
    return learn_hand(replace(state, turn=turn_after(state, state.turn, only_d)), seat + 1)


def _tuck(state: State, index: int) -> State:
    seat = state.seats[index]
    busted = seat.spot != "d" and all(game(state).busted(hand.cards) for hand in seat.hands)
    if busted and live_side(state, seat):
        return put_seat(state, index + 1, replace(seat, tuck=True))
    return state


def untucked(state: State) -> State:
    """The dealer's turn begins: the cards of a busted seat should lie under its side bet."""
    for number, seat in enumerate(state.seats, 1):
        for name in game(state).side_spots if seat.tuck else ():
            spot = get_spot(state, number, name)
            if spot.live and not spot.covered:
                state = alert(state, "untucked", number, name)
    return state


def shoe_natural(state: State) -> bool:
    """What the shoe knows of a dealer natural; nothing that is shown may depend on it."""
    cards = dealer_cards(state)[:2]
    return len(cards) == 2 and UNREAD not in cards and game(state).total(cards).points == 21


def play_event(state: State) -> State:
    """The first play after a peek says that there was no natural; if there was, somebody missed it."""
    if state.natural is None and state.setup.rules.peek:
        if shoe_natural(state):
            return suspend(state, "missed_natural")
        state = learn(replace(state, natural=False))
    return state if state.played and not state.insuring else replace(state, insuring=False, played=True)
