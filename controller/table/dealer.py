"""The dealer's turn: the hole card exposed, the dealer's cards, and the up-card box around them.

The dealer's hand is complete when it stands or busts by the house rule, or when no wager depends on it.
"""

from msgspec.structs import replace

from controller.cards import Card
from controller.table.alerts import alert, suspend
from controller.table.bets import losing_left
from controller.table.hands import (
    check_turn,
    full_panel,
    move,
    play_event,
    put_card,
    put_dealer_card,
    shoe_natural,
    turn_after,
    untucked,
)
from controller.table.results import dealer_cards, end_round, game, has_live_side, learn, open_wagers
from controller.table.state import UNREAD, Move, State


def hit(state: State, card: Card) -> State:
    """A card during play: for the hand in turn, else for the dealer."""
    state = play_event(state)
    if state.phase == "suspended":
        return burn_last(state)
    if not full_panel(state):
        state = replace(state, players=(*state.players, card))
        return suspend(state, "unread_card") if card == UNREAD else state
    if state.turn is None:
        return dealer_card(check_dealer(start_dealer(state if state.box else alert(state, "box_empty"))), card)
    state = put_card(state, state.turn, card)
    return suspend(state, "unread_card") if card == UNREAD else check_turn(state)


def burn_last(state: State) -> State:
    """The last card belongs to nobody unless a supervisor assigns it."""
    return replace(state, moves=(*state.moves[:-1], replace(state.moves[-1], target="burn")))


def start_dealer(state: State) -> State:
    """The hole card is exposed. Unfinished hands stand; an unfinished D hand is drawn first.

    Until the hand is complete the hole card decides nothing but whether there is a natural.
    """
    known, natural = state.natural is not None, shoe_natural(state)
    state = replace(move(state, "dealer"), exposed=True, insuring=False, played=True, natural=natural)
    state = untucked(replace(state, turn=None if natural else turn_after(state, None, only_d=True)))
    return state if known else learn(state)


def dealer_card(state: State, card: Card) -> State:
    if state.phase == "resolving":
        return burn_last(alert(state, "overdraw"))
    state = put_card(state, state.turn, card) if state.turn else put_dealer_card(state, card)
    if card == UNREAD:
        return suspend(state, "unread_card")
    return check_dealer(check_turn(state))


def dealer_hits(state: State) -> bool:
    """The house rule draws, and something depends on it (or we cannot know that nothing does)."""
    if not game(state).dealer_draws(state.setup.rules, dealer_cards(state)):
        return False
    return not full_panel(state) or any(open_wagers(state))


def check_dealer(state: State) -> State:
    """Go on to the results when the dealer's hand is complete."""
    if state.turn is not None or dealer_hits(state):
        return state
    if not (state.box or state.box_used):
        state = alert(state, "box_empty")
    return learn(move(state, "complete"))


# -- the box -------------------------------------------------------------------------------------------


def box_covered(state: State) -> State:
    state = replace(state, box=True)
    if state.phase in ("betting", "locking", "dealing"):
        return alert(state, "box_early")
    if state.phase in ("dealer_turn", "resolving"):
        return replace(state, box_used=True)
    return to_dealer(state) if state.phase == "playing" else state


def to_dealer(state: State) -> State:
    """The up card is in its box, or the key that stands in for it was pressed."""
    if _unplayed(state) and not (state.setup.rules.peek and shoe_natural(state)):
        state = alert(state, "box_early")
    state = replace(state, box_used=True, moves=(*state.moves, Move("dealer")))
    return check_dealer(start_dealer(state))


def _unplayed(state: State) -> bool:
    """A hand of a player's own, in turn or after it, that can still take a card."""
    turn = state.turn
    while turn is not None:
        if state.seats[turn[0]].spot != "d":
            return True
        turn = turn_after(state, turn)
    return False


def box_cleared(state: State) -> State:
    state = replace(state, box=False)
    if state.phase == "resolving":
        return end_round(losing_left(state), "settled")
    if state.phase != "dealer_turn":
        return state
    if not full_panel(state) and not has_live_side(state):
        return end_round(state, "settled")
    return replace(alert(state, "box_empty"), box_used=False)
