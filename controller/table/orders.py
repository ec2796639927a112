"""Commands said at the table (`do …`): who may, when, and what they change.

Every command is an event of the record whether it was obeyed or not; a refused one changes nothing but
the notice on the dealer's display.
"""

from collections.abc import Callable

from msgspec.structs import replace

from controller.access import may
from controller.cards import DECK
from controller.lifecycle import NEXT, TAKES_CARDS
from controller.table import approval, service
from controller.table.bets import exists, get_spot, is_paid, key_amount, mark_orphans, put_seat, put_spot, results_at
from controller.table.draws import (
    believed,
    check_phase,
    check_shoe,
    count,
    discard_held,
    held_card,
    held_word,
    inside,
    is_card,
    resume,
)
from controller.table.hands import move
from controller.table.keys import burn_next, shuffle
from controller.table.replay import replay
from controller.table.results import game, give_back, unread_on_felt, void
from controller.table.state import UNREAD, Move, Seat, State, Tally, Target

Words = tuple[str, ...]


class Refused(Exception):
    """Why a command cannot be obeyed now; caught by `command`, never seen outside."""


def command(state: State, words: Words, at: int = 0) -> State:
    """`at` is the instant the words were said; only what takes time asks for it."""
    name, *rest = words or ("",)
    state = replace(state, notice="")
    if not may(state.role, name):
        return replace(state, notice=f"REFUSED: {name} needs another badge")
    try:
        if name in _TIMED:
            return _TIMED[name](state, tuple(rest), at)
        return _ORDERS[name](state, tuple(rest))
    except Refused as refusal:
        return replace(state, notice=f"REFUSED: {refusal}")


def _need(condition: bool, why: str) -> None:
    if not condition:
        raise Refused(why)


def _number(text: str) -> int:
    _need(text.isascii() and text.isdecimal() and len(text) < 12, f"{text!r} is no number")
    return int(text)


def _seat(state: State, words: Words) -> int:
    number = _number(words[0]) if words else 0
    _need(0 < number <= len(state.seats), "no such seat")
    return number


def _spot(state: State, words: Words) -> tuple[int, str]:
    number = _seat(state, words)
    _need(len(words) > 1 and exists(state, number, words[1]), "no such spot")
    return number, words[1]


def _trigger(name: str) -> Callable[[State, Words], State]:
    def order(state: State, words: Words) -> State:
        _need((state.phase, name) in NEXT, f"not while {state.phase}")
        return move(state, name)

    return order


def _open(state: State, words: Words) -> State:
    _need(not state.unapproved, "two supervisors approve the pay table first")
    return _trigger("open")(state, words)


def _leave(state: State, words: Words) -> State:
    """Whatever was wrong has been seen to: the statistics begin anew."""
    return replace(service.end(_trigger("leave")(state, words)), tally=state.tally and Tally())


def _test(state: State, words: Words, at: int) -> State:
    _need(state.phase == "service", "tests are for service")
    _need(not (why := service.wrong(words)), why)
    return service.begin(state, words, at)


def _pay_table(state: State, words: Words, at: int) -> State:
    _need(state.phase == "closed", "in a closed table only")
    _need(state.unapproved, "no pay table waits for approval; put it into the configuration and restart")
    _need(words == (approval.name(state),), f"the configuration has {approval.name(state)}")
    return approval.approve(state, at)


def _shuffle(state: State, words: Words) -> State:
    _need(state.phase != "service", "not in service")
    return shuffle(state)


def _burn(state: State, words: Words) -> State:
    _need(state.phase not in ("suspended", "service"), f"not while {state.phase}")
    return burn_next(state)


def _amount(state: State, words: Words) -> State:
    number, name = _spot(state, words)
    cents = _number(words[2]) if len(words) > 2 else 0
    _need(cents > 0, "an amount is a number of cents")
    unpaid = get_spot(state, number, name).amount is None or not is_paid(state, number, name)
    _need(unpaid, "that bet is paid or taken")
    return _learned(key_amount(state, number, name, cents))


def _learned(state: State) -> State:
    """What was said may settle a wager at once, or end what was waiting for it."""
    in_round = (state.resume_to or state.phase) in ("dealing", "playing", "dealer_turn", "resolving")
    return inside(state, check_phase) if in_round else state


def _player(state: State, words: Words) -> State:
    """One person plays these seats; whoever played one of them with others does so no more."""
    numbers = [_seat(state, (word,)) for word in words]
    _need(bool(numbers), "which seats?")
    parted = {state.seats[number - 1].player for number in numbers} - {None}
    for number, seat in enumerate(state.seats, 1):
        if number in numbers:
            state = put_seat(state, number, replace(seat, player=f"seat {min(numbers)}"))
        elif seat.player in parted:
            state = put_seat(state, number, replace(seat, player=None))
    return _learned(state)


def _deal_in(state: State, words: Words) -> State:
    number = _before_play(state, words)
    bases = game(state).base_spots
    covered = [name for name in bases if get_spot(state, number, name).covered]
    name = (covered or list(bases))[0]
    _need(not state.seats[number - 1].spot and not state.seats[number - 1].off, "that seat is in, or off")
    state = put_spot(state, number, name, replace(get_spot(state, number, name), bet="admitted"))
    state = put_seat(state, number, replace(state.seats[number - 1], spot=name))
    results = tuple(result for result in state.results if result not in results_at(state, number, name))
    return _dealt_again(mark_orphans(replace(state, results=results), number))


def _deal_out(state: State, words: Words) -> State:
    number = _before_play(state, words)
    name = state.seats[number - 1].spot
    _need(name is not None, "that seat is not dealt in")
    _need(sum(seat.spot is not None for seat in state.seats) > 1, "nobody would be left: void the round")
    for base in game(state).base_spots:
        state = put_spot(state, number, base, replace(get_spot(state, number, base), bet="none", lifted=False))
    state = put_seat(state, number, replace(state.seats[number - 1], spot=None))
    return _dealt_again(mark_orphans(state, number))


def _dealt_again(state: State) -> State:
    return check_shoe(replay(state, state.moves))


def _before_play(state: State, words: Words) -> int:
    _need(state.phase in ("dealing", "playing") and not state.played, "only before the first play")
    return _seat(state, words)


def _resume(state: State, words: Words) -> State:
    _need(state.phase == "suspended", f"not while {state.phase}")
    _need(not unread_on_felt(state), "say which card it was")
    dealt = state.resume_to not in ("betting", "locking", "dealing")
    arrows = any(spot.bet == "arrow" for seat in state.seats for spot in seat.spots)
    _need(not (dealt and arrows), "admit P or D first")
    return resume(state)


def _void(state: State, words: Words) -> State:
    _need((state.phase, "void") in NEXT, f"no round to void while {state.phase}")
    return resume(state) if state.resume_to == "betting" else void(discard_held(state))


def _last_card(state: State) -> tuple[int, Move]:
    """The card a supervisor speaks of and its place: an unread one first of all, else the last that was drawn.

    A card that waits in `held` has a place behind all moves.
    """
    _need((state.resume_to or state.phase) in TAKES_CARDS, "there is no round")
    cards = [(place, move) for place, move in enumerate(state.moves) if move.kind == "card"]
    unread = [(place, move) for place, move in cards if move.word == UNREAD and move.target != "burn"]
    waiting = [(len(state.moves) + n, held_card(what)) for n, what in enumerate(state.held) if is_card(what)]
    _need(bool(cards or waiting), "there is no card yet")
    return (unread or waiting or cards)[-1]


def _change_last(state: State, move: Move) -> State:
    """Put another move in the last card's place and tell the round again."""
    place, _ = _last_card(state)
    if place >= len(state.moves):
        waits = place - len(state.moves)
        held = (*state.held[:waits], held_word(move), *state.held[waits + 1 :])
        return replace(state, held=held)
    moves = (*state.moves[:place], move, *state.moves[place + 1 :])
    if (state.resume_to or state.phase) == "betting":
        return replace(state, moves=moves)
    return inside(state, lambda on: replay(on, moves))


def _correct(state: State, words: Words) -> State:
    """The last card was another one."""
    place, last = _last_card(state)
    _need(bool(words) and words[0] in DECK, "no such card")
    if place >= len(state.moves):
        return _change_last(state, replace(last, word=words[0]))
    seen = {**state.seen, last.word: state.seen.get(last.word, 0) - last.counted}
    _need(believed(replace(state, seen=seen), words[0]), "the shoe cannot hold that card any more")
    seen = {**seen, words[0]: seen.get(words[0], 0) + 1}
    return _change_last(replace(state, seen=seen), replace(last, word=words[0], counted=True))


def _assign(state: State, words: Words) -> State:
    """The last card belongs elsewhere."""
    _, last = _last_card(state)
    _need(bool(words), "assign SEAT, dealer or burn")
    if words[0] == "burn":
        return _change_last(state, replace(last, target="burn"))
    _need((state.resume_to or state.phase) != "betting", "no round: the card can only be burned")
    _need(last.word in DECK and (last.counted or believed(state, last.word)), "correct the card first")
    state = state if last.counted else count(state, last.word)
    return _change_last(state, replace(last, target=_target(state, words), counted=True))


def _target(state: State, words: Words) -> Target:
    if words[0] == "dealer":
        return "dealer"
    number = _seat(state, words)
    _need(state.seats[number - 1].spot is not None, "that seat is not dealt in")
    return number


def _admit(state: State, words: Words) -> State:
    number, name = _flagged(state, words)
    others = [other for other in game(state).base_spots if other != name]
    if get_spot(state, number, name).bet == "arrow":
        for other in others:
            state = _send_back(state, number, other)
        state = put_seat(state, number, replace(state.seats[number - 1], spot=name))
    return _learned(put_spot(state, number, name, replace(get_spot(state, number, name), bet="admitted")))


def _refuse(state: State, words: Words) -> State:
    number, name = _flagged(state, words)
    if get_spot(state, number, name).bet == "arrow":
        others = [other for other in game(state).base_spots if other != name]
        return _admit(state, (str(number), others[0]))
    return _learned(mark_orphans(_send_back(state, number, name), number))


def _flagged(state: State, words: Words) -> tuple[int, str]:
    number, name = _spot(state, words)
    _need(get_spot(state, number, name).bet in ("photo", "arrow"), "there is nothing to decide on that spot")
    return number, name


def _send_back(state: State, number: int, name: str) -> State:
    state = put_spot(state, number, name, replace(get_spot(state, number, name), bet="refused"))
    return give_back(state, number, name, "RETURN", "The supervisor refused the bet: it goes back.")


def _seat_power(state: State, words: Words) -> State:
    number = _seat(state, words)
    _need(len(words) > 1 and words[1] in ("on", "off"), "seat N on, or seat N off")
    _need(state.phase in ("closed", "betting", "service"), "between rounds only")
    place: Seat = replace(state.seats[number - 1], off=words[1] == "off")
    return put_seat(state, number, place)


_TIMED: dict[str, Callable[[State, Words, int], State]] = {"test": _test, "pay-table": _pay_table}
_ORDERS: dict[str, Callable[[State, Words], State]] = {
    "open": _open, "close": _trigger("close"), "service": _trigger("service"), "leave": _leave,
    "shuffle": _shuffle, "burn": _burn, "amount": _amount, "player": _player,
    "deal-in": _deal_in, "deal-out": _deal_out, "resume": _resume, "void": _void, "correct": _correct,
    "assign": _assign, "admit": _admit, "refuse": _refuse, "seat": _seat_power,
}  # fmt: skip
