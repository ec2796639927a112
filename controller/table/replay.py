"""The round told again with one thing changed: a card was another one, went elsewhere, or a seat is in or out.

The hands, the turn, what is known and what is decided all follow from the moves in order, so a correction
changes a move and plays them all again on an empty felt. Bets, amounts, insurance and what was paid stay.
"""

from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from controller.events import SpotChanged
from controller.table import bets
from controller.table.dealer import to_dealer
from controller.table.draws import held_word, play_card
from controller.table.hands import dealt_seats, full_panel
from controller.table.keys import play_key
from controller.table.state import Move, Result, State


def replay(state: State, moves: tuple[Move, ...]) -> State:
    """Play the moves again; a stop on the way that was resumed then is passed over now."""
    paid, state = state.results, _empty_felt(state)
    for place, move in enumerate(moves):
        state = _again(replace(state, moves=(*state.moves, move)), move)
        if state.phase == "suspended" and state.reason and state.reason.kind == "both_arrows":
            return _still_paid(_wait_with(state, moves[place + 1 :]), paid)
        if state.phase == "suspended" and place < len(moves) - 1:
            state = replace(state, phase=state.resume_to or "dealing", resume_to=None, reason=None)
    return _still_paid(state, paid)


def _wait_with(state: State, moves: tuple[Move, ...]) -> State:
    """Nobody has decided between the arrows yet: cards that came after the deal wait for it."""
    cards = [move for move in moves if move.kind == "card"]
    seen = Counter(state.seen)
    seen.subtract(move.word for move in cards if move.counted)
    return replace(state, seen=dict(seen), held=(*(held_word(move) for move in cards), *state.held))


def _empty_felt(state: State) -> State:
    tuck = not full_panel(state)
    seats = tuple(replace(seat, hands=(), opening=(), tuck=seat.tuck and tuck) for seat in state.seats)
    return replace(
        state, phase="dealing", seats=seats, moves=(), dealer=(), players=(), turn=None, played=False, exposed=False,
        natural=None, insuring=False, results=tuple(result for result in state.results if result.word),
    )  # fmt: skip


def _still_paid(state: State, before: tuple[Result, ...]) -> State:
    done = [result.settlement for result in before if result.done]
    results = tuple(replace(r, done=r.done or r.settlement in done) for r in state.results)
    return replace(state, results=results)


def _again(state: State, move: Move) -> State:
    return _KINDS[move.kind](state, move)


def _key(state: State, move: Move) -> State:
    """Only for the hand it was pressed for; `play_key` notes it itself."""
    state = replace(state, moves=state.moves[:-1])
    return play_key(state, move.word) if state.turn == move.hand and state.phase == "playing" else state


def _dealer(state: State, move: Move) -> State:
    state = replace(state, moves=state.moves[:-1])
    return to_dealer(state) if state.phase == "playing" else state


_KINDS: dict[str, Callable[[State, Move], State]] = {
    "card": play_card,
    "key": _key,
    "dealer": _dealer,
}


def spot_changed(state: State, event: SpotChanged) -> State:
    """An edge that settled late may still change who is dealt in: then all cards are assigned again."""
    new = bets.spot_changed(state, event)
    early = new.phase in ("dealing", "playing") and not new.played
    return replay(new, new.moves) if early and dealt_seats(new) != dealt_seats(state) else new
