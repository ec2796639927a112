"""A card left the shoe: counted, believed or not, and handed to the phase that takes it.

A card that may not be believed, or that no phase takes, suspends the round and is burned unless a
supervisor assigns it. While suspended or locking, what comes waits in `held` and is applied in order.
"""

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from controller.cards import DECK, Card
from controller.lifecycle import ROUND
from controller.table.alerts import alert, suspend
from controller.table.bets import admit_all, follow_spot, get_spot, lock
from controller.table.dealer import box_cleared, box_covered, check_dealer, dealer_card, dealer_hits, hit
from controller.table.hands import check_deal, check_turn, deal, dealt_seats, put_card, put_dealer_card
from controller.table.results import game, learn, unread_on_felt
from controller.table.state import BOX, BURN, UNREAD, Move, State, Target

_KNOWN = frozenset(DECK)
MOST_HELD = 500
"""More than any shoe holds; what comes then is noise, and stands in the record."""


def card_sensed(state: State, at: int) -> State:
    """Enough to lock. Whether anybody bet is said when every edge before it has settled."""
    return lock(state, at) if state.phase == "betting" and not state.to_burn else state


def take_card(state: State, text: str, target: Target = None) -> State:
    """Apply a card in the phase we are in."""
    phase, move = state.phase, Move("card", text, target)
    if phase in ("suspended", "locking"):
        return replace(state, held=(*state.held, held_word(move))) if len(state.held) < MOST_HELD else state
    if not believed(state, text):
        return suspend(_burned(state, text, counted=False), "impossible_card")
    if state.to_burn or phase in ("closed", "service"):
        return replace(_burned(count(state, text), text), to_burn=max(0, state.to_burn - 1))
    if phase == "betting":
        return suspend(_burned(count(state, text), text), "stray_card")
    state = replace(state, seen=_with(state.seen, text), moves=(*state.moves, move))
    return check_shoe(play_card(state, move))


def play_card(state: State, move: Move) -> State:
    """The card that was noted last, where the round or a supervisor puts it."""
    card, target = Card(move.word), move.target
    if target is None:
        return _TAKES[state.phase](state, card)
    if target == "burn":
        return state
    return check_phase(put_dealer_card(state, card) if target == "dealer" else _to_seat(state, target, card))


def _to_seat(state: State, number: int, card: Card) -> State:
    """Its hand in turn, else its last hand."""
    in_turn = state.turn is not None and state.turn[0] == number - 1
    last = max(0, len(state.seats[number - 1].hands) - 1)
    return put_card(state, state.turn if in_turn and state.turn else (number - 1, last), card)


_TAKES: dict[str, Callable[[State, Card], State]] = {
    "dealing": deal,
    "playing": hit,
    "dealer_turn": dealer_card,
    "resolving": dealer_card,
}


def believed(state: State, text: str) -> bool:
    """A card that the shoe can still hold; an unread one may be any."""
    return text == UNREAD or (text in _KNOWN and state.seen.get(text, 0) < state.setup.rules.decks)


def count(state: State, text: str) -> State:
    return replace(state, seen=_with(state.seen, text))


def _with(seen: dict[str, int], text: str) -> dict[str, int]:
    return {**seen, text: seen.get(text, 0) + 1}


def _burned(state: State, text: str, counted: bool = True) -> State:
    return replace(state, moves=(*state.moves, Move("card", text, "burn", counted)))


def burn(state: State, text: str) -> State:
    """The shoe itself says that a card was burned."""
    if not believed(state, text):
        return suspend(_burned(state, text, counted=False), "impossible_card")
    return replace(count(state, text), to_burn=max(0, state.to_burn - 1))


def cards_left(state: State) -> int:
    """In the shoe, by count."""
    return max(0, 52 * state.setup.rules.decks - sum(state.seen.values()))


def check_shoe(state: State) -> State:
    """No card is left and one is needed. A card that was never seen is still in the shoe, unless it left unread."""
    seen = state.seen
    if len(seen) < len(DECK) and UNREAD not in seen:
        return state
    return suspend(state, "shoe_empty") if not cards_left(state) and _needs_card(state) else state


def _needs_card(state: State) -> bool:
    if state.phase == "dealer_turn":
        return state.turn is not None or dealer_hits(state)
    if state.phase == "playing" and state.turn is not None:
        hand = state.seats[state.turn[0]].hands[state.turn[1]]
        return hand.doubled or len(hand.cards) < 2
    return state.phase == "dealing"


def shoe_gone(state: State) -> State:
    """Between rounds a lost shoe only warns."""
    return suspend(state, "shoe_lost") if state.phase in ROUND else alert(state, "shoe_lost")


# -- waiting and going on ------------------------------------------------------------------------------


def time_up(state: State, at: int) -> State:
    due = state.phase == "locking" and state.deadline is not None and at >= state.deadline
    return end_locking(state) if due else state


def end_locking(state: State) -> State:
    """Who is in is final. With no base bet at all the card was a stray, and there is no round."""
    admitted = admit_all(state)
    if dealt_seats(admitted):
        return release(learn(admitted) if _decides_already(admitted) else admitted)
    cards = [held_card(what).word for what in state.held if is_card(what)]
    state = replace(state, phase="betting", status="settled", round=state.round - 1, held=(), deadline=None)
    state = suspend(state, "stray_card")
    for text in cards:
        state = _burned(count(state, text), text) if believed(state, text) else state
    return state


def _decides_already(state: State) -> bool:
    """Before the deal only an orphan has a result, unless the game says otherwise."""
    bets = [spot.bet for seat in state.seats for spot in seat.spots]
    return "orphan" in bets or game(state).decides_in_deal


def release(state: State) -> State:
    """Apply what waited, in order; the round may stop again on some of it, and the rest waits on."""
    held, state = state.held, replace(state, held=())
    for what in held:
        if state.phase == "suspended":
            state = replace(state, held=(*state.held, what))
        elif what == BOX:
            state = _toggle_box(state)
        elif what == BURN:
            state = replace(state, to_burn=state.to_burn + 1)
        else:
            move = held_card(what)
            state = take_card(state, move.word, move.target)
    return state


def is_card(what: str) -> bool:
    return what not in (BOX, BURN)


def held_card(what: str) -> Move:
    """A card that waits, with where a supervisor said it goes: `9h`, `9h>2`, `9h>burn`."""
    word, _, target = what.partition(">")
    return Move("card", word, int(target) if target.isdecimal() else _PLACES[target])


_PLACES: dict[str, Literal["dealer", "burn"] | None] = {"": None, "dealer": "dealer", "burn": "burn"}


def held_word(move: Move) -> str:
    return move.word if move.target is None else f"{move.word}>{move.target}"


def _toggle_box(state: State) -> State:
    """The box is shown as it is while suspended; now that level takes effect."""
    return box_covered(state) if state.box else box_cleared(state)


def box_while_suspended(state: State, covered: bool) -> State:
    """Only the level at the end counts, at the place among the cards where it came about."""
    held = tuple(what for what in state.held if what != BOX)
    changed = covered != state.levels[-1][0]
    return replace(state, box=covered, held=(*held, BOX) if changed else held)


def resume(state: State) -> State:
    """Go on where it was: the spots by their level now, then what waited."""
    phase, levels = state.resume_to or "betting", state.levels
    state = replace(state, phase=phase, resume_to=None, reason=None, levels=())
    if phase == "locking":
        return end_locking(state)
    state = check_phase(state) if phase in ROUND else state
    if state.phase in ROUND:
        state = _spots_now(state, levels)
    return check_shoe(release(state)) if phase in ROUND else discard_held(state)


def discard_held(state: State) -> State:
    """No round is on, or it is void: cards drawn meanwhile were seen, and go to nobody."""
    for text in (held_card(what).word for what in state.held if is_card(what)):
        state = count(state, text) if believed(state, text) else state
    return replace(state, held=())


def check_phase(state: State) -> State:
    """Let the phase end if what it waits for is already there."""
    if unread_on_felt(state):
        return state
    state = learn(state)
    if state.phase == "dealing":
        return check_deal(state)
    if state.phase == "resolving":
        return state
    state = check_turn(state)
    return check_dealer(state) if state.phase == "dealer_turn" else state


def _spots_now(state: State, levels: tuple[tuple[bool, ...], ...]) -> State:
    """Spots take effect by their level now, if it is another than when the round stopped."""
    for number, then in enumerate(levels[:-1], 1):
        for name, was in zip(state.setup.spots, then, strict=True):
            if get_spot(state, number, name).covered != was:
                state = follow_spot(state, number, name)
    return state


def inside(state: State, change: Callable[[State], State]) -> State:
    """Change a suspended round as if it were on, and leave it suspended where it is then."""
    if state.phase != "suspended":
        return change(state)
    new = change(replace(state, phase=state.resume_to or "betting", resume_to=None))
    if new.phase == "suspended":
        return replace(new, levels=state.levels)
    return replace(new, phase="suspended", resume_to=new.phase, reason=state.reason, levels=state.levels)
