"""Chips: spots before, at and after the lock.

The photo finish: the lock instant T is the first card's stamp. Lamps lock at once; who is in is decided at
the end of `locking`, when every edge older than T has come through the debounce. A wager counts if its spot
was covered at T; an edge within the stated uncertainty of T is flagged for the supervisor, not guessed.
"""

from typing import TypeVar

from msgspec.structs import replace

from controller.events import SpotChanged
from controller.lifecycle import NEXT, ROUND
from controller.money import Cents
from controller.table.alerts import alert
from controller.table.results import game, give_back, is_open, learn
from controller.table.state import LIVE, LONG_AGO, MS, Result, Seat, Spot, State

EDGES_KEPT = 4
FAR = 1 << 70
"""Further than any edge is from the lock."""
Item = TypeVar("Item")


def put(items: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    """The same but for one of them."""
    copy = list(items)
    copy[place] = item
    return tuple(copy)


def put_seat(state: State, number: int, seat: Seat) -> State:
    return replace(state, seats=put(state.seats, number - 1, seat))


def put_spot(state: State, number: int, name: str, spot: Spot) -> State:
    seat = state.seats[number - 1]
    return put_seat(state, number, replace(seat, spots=put(seat.spots, state.setup.spots.index(name), spot)))


def get_spot(state: State, number: int, name: str) -> Spot:
    return state.seats[number - 1].spots[state.setup.spots.index(name)]


def exists(state: State, number: int, name: str) -> bool:
    return 0 < number <= len(state.seats) and name in state.setup.spots


def spot_changed(state: State, event: SpotChanged) -> State:
    number, name = event.seat, event.spot
    if not exists(state, number, name):
        return state
    spot, covered = get_spot(state, number, name), event.covered
    edges = spot.edges
    if covered == (bool(edges) and edges[-1][1]):
        return state
    spot = replace(spot, edges=(*edges, (event.at, covered))[-EDGES_KEPT:])
    if not covered and state.phase not in ROUND and state.phase != "suspended":
        spot = replace(spot, amount=state.setup.chips.get(name))
    return follow_spot(put_spot(state, number, name, spot), number, name)


def follow_spot(state: State, number: int, name: str) -> State:
    """What a changed level means, by phase."""
    phase = state.phase
    if phase == "betting" and state.status == "void":
        return mark_done(state, number, name)
    if phase not in ROUND or phase == "locking" or state.seats[number - 1].off:
        return state
    spot = get_spot(state, number, name)
    at, covered = spot.edges[-1]
    if at != LONG_AGO and at <= state.lock_at + state.setup.uncertainty_ms * MS:
        state = _settled_late(state, number, name)
        return state if phase == "resolving" else learn(state)
    return _covered(state, number, name, spot) if covered else _cleared(state, number, name, spot)


def results_at(state: State, number: int, name: str) -> list[Result]:
    return [r for r in state.results if (one := r.settlement).seat == number and one.spot == name]


def _settled_late(state: State, number: int, name: str) -> State:
    """An edge from before the lock that chattered past its end. Once play is on, a supervisor decides; what the
    resolution shows already stands."""
    if state.played:
        spot = replace(get_spot(state, number, name), bet="photo")
        return alert(put_spot(state, number, name, spot), "photo_finish", number, name)
    spot = _admitted(state, get_spot(state, number, name))
    state = put_spot(state, number, name, spot)
    return _place_seat(_check_admitted(state, number, name, spot), number)


def _covered(state: State, number: int, name: str, spot: Spot) -> State:
    if spot.live:
        if is_paid(state, number, name):
            return alert(state, "early_wager", number, name)
        return put_spot(state, number, name, replace(spot, lifted=False))
    if spot.bet == "refused" or spot.bet == "orphan":
        return state
    return late(state, number, name)


def late(state: State, number: int, name: str) -> State:
    spot = get_spot(state, number, name)
    margin = None if state.lock_at == LONG_AGO else spot.edges[-1][0] - state.lock_at
    state = put_spot(state, number, name, replace(spot, bet="late", margin=margin))
    when = "" if margin is None else f"{margin // MS} ms "
    why = f"The bet landed {when}after the first card: no bet, it goes back"
    state = mark_done(state, number, name, done=False)
    return alert(give_back(state, number, name, "NO BET", why), "late_wager", number, name)


def _cleared(state: State, number: int, name: str, spot: Spot) -> State:
    if spot.bet not in LIVE:
        return mark_done(state, number, name)
    mine = results_at(state, number, name)
    if mine and not is_open(state, number, name, mine):
        return _paid_or_taken(state, number, name, mine)
    if _expected_to_clear(state, number, name):
        return _tuck_unseen(state, number, name)
    state = put_spot(state, number, name, replace(spot, lifted=True))
    return alert(state, "wager_removed", number, name)


def _expected_to_clear(state: State, number: int, name: str) -> bool:
    seat = state.seats[number - 1]
    if name in game(state).base_spots:
        busted_d = name == "d" and any(game(state).busted(hand.cards) for hand in seat.hands)
        return busted_d or (state.setup.panel != "full" and state.phase not in ("locking", "dealing"))
    return seat.tuck


def _tuck_unseen(state: State, number: int, name: str) -> State:
    """Without a panel a base bet taken during play means a bust: the cards go under the side bet."""
    seat = state.seats[number - 1]
    if name not in game(state).base_spots or name == "d" or state.phase != "playing":
        return state
    return put_seat(state, number, replace(seat, tuck=live_side(state, seat)))


def live_side(state: State, seat: Seat) -> bool:
    sides = game(state).side_spots
    return any(s.live and n in sides for n, s in zip(state.setup.spots, seat.spots, strict=True))


def _paid_or_taken(state: State, number: int, name: str, mine: list[Result]) -> State:
    outcomes = [result.settlement.outcome for result in mine]
    if "win" in outcomes and _before_its_turn(state, number, name, mine):
        state = alert(state, "winner_removed", number, name)
    if "lose" in outcomes and state.phase == "resolving" and name in game(state).base_spots:
        state = losing_left(state)
    return mark_done(state, number, name)


def _before_its_turn(state: State, number: int, name: str, mine: list[Result]) -> bool:
    """A win that is still to be paid, while the seat's display shows another spot."""
    own = (r for r in state.results if r.settlement.seat == number and r.settlement.spot in state.setup.spots)
    shown = next((result for result in own if not result.done), None)
    won = any(result.settlement.outcome == "win" and not result.done for result in mine)
    return won and shown is not None and shown.settlement.spot != name


def losing_left(state: State) -> State:
    """Losing side bets come off before base bets are taken and before the box clears."""
    sides = game(state).side_spots
    for result in state.results:
        one = result.settlement
        left = one.outcome == "lose" and not result.done and one.spot in sides
        if left and get_spot(state, one.seat, one.spot).covered:
            state = alert(state, "losing_wager_left", one.seat, one.spot)
    return state


def mark_done(state: State, number: int, name: str, done: bool = True) -> State:
    """Paid or taken. Insurance and awards have no spot of their own: they are done with the base bet."""
    base, spots = name in game(state).base_spots, state.setup.spots
    results = tuple(
        [
            replace(result, done=done)
            if (one := result.settlement).seat == number
            and (one.spot == name or (base and one.spot not in spots and one.net is not None))
            else result
            for result in state.results
        ]
    )
    return replace(state, results=results) if results != state.results else state


def close_or_covered(state: State, spot: Spot, instant: int) -> bool:
    return spot.covered_at(instant) or _close(state, spot, instant)


def _close(state: State, spot: Spot, instant: int) -> bool:
    window = state.setup.uncertainty_ms * MS
    return bool([at for at, _ in spot.edges if abs(at - instant) <= window])


def lock(state: State, instant: int) -> State:
    """Only the phase and T: the lamps follow at once; who is in is decided at the deadline."""
    return replace(
        state, phase=NEXT[state.phase, "lock"], round=state.round + 1, status="partial", results=(),
        alerts=state.alerts[state.carried :], carried=0,
        lock_at=instant, deadline=instant + (state.setup.debounce_ms + state.setup.uncertainty_ms) * MS,
    )  # fmt: skip


def admit_all(state: State) -> State:
    """The end of `locking`: the debounce of every edge before T is over."""
    seats = tuple([seat if seat.off else _admitted_seat(state, seat) for seat in state.seats])
    state = replace(state, seats=seats, phase=NEXT[state.phase, "admit"], deadline=None)
    for number, seat in enumerate(seats, 1):
        if not seat.off:
            state = _check_seat(state, number, seat)
    return state


def _admitted_seat(state: State, seat: Seat) -> Seat:
    return replace(seat, spots=tuple([_admitted(state, spot) for spot in seat.spots]))


def _check_seat(state: State, number: int, seat: Seat) -> State:
    for name, spot in zip(state.setup.spots, seat.spots, strict=True):
        if spot.bet != "none" or spot.covered:
            state = _check_admitted(state, number, name, spot)
    return _place_seat(state, number)


def _place_seat(state: State, number: int) -> State:
    """Whether the seat is dealt in and for which base bet; its side bets follow."""
    seat, names = state.seats[number - 1], state.setup.spots
    bases = [name for name in game(state).base_spots if seat.spots[names.index(name)].bet in LIVE]
    if len(bases) > 1:
        for name in bases:
            state = put_spot(state, number, name, replace(get_spot(state, number, name), bet="arrow"))
        state = alert(state, "both_arrows", number)
    base = bases[0] if bases else None
    if seat.spot != base:
        state = put_seat(state, number, replace(state.seats[number - 1], spot=base))
    return mark_orphans(state, number)


def _admitted(state: State, spot: Spot) -> Spot:
    """What the lock makes of a spot, by the edge that is nearest to it and by its level then."""
    lock_at, nearest, distance, lies, level = state.lock_at, None, FAR, False, False
    for at, level in spot.edges:
        if at <= lock_at:
            lies = level
        if at != LONG_AGO and abs(at - lock_at) < distance:
            nearest, distance = at - lock_at, abs(at - lock_at)
    if distance <= state.setup.uncertainty_ms * MS:
        return replace(spot, bet="photo", margin=nearest, lifted=not level)
    return replace(spot, bet="admitted" if lies else "none", margin=nearest, lifted=lies and not level)


def _check_admitted(state: State, number: int, name: str, spot: Spot) -> State:
    """What is to be said of a spot that is in, or that is covered though it is not."""
    if spot.bet == "none":
        return late(state, number, name) if spot.covered else state
    if spot.bet == "photo":
        state = alert(state, "photo_finish", number, name)
    state = check_limits(state, number, name, spot.amount)
    return alert(state, "wager_removed", number, name) if spot.lifted and spot.bet == "admitted" else state


def mark_orphans(state: State, number: int) -> State:
    """Side bets live by their base bet: without it they are no bet, with it again they are in."""
    spots, names, rules = state.seats[number - 1].spots, state.setup.spots, game(state)
    based = [name for name in rules.base_spots if spots[names.index(name)].bet in LIVE]
    for name in rules.side_spots:
        spot = spots[names.index(name)]
        if spot.bet in LIVE and not based:
            state = put_spot(state, number, name, replace(spot, bet="orphan"))
            state = alert(state, "no_main_wager", number, name)
        elif spot.bet == "orphan" and based:
            state = put_spot(state, number, name, replace(spot, bet="admitted"))
    return state


def check_limits(state: State, number: int, name: str, amount: Cents | None) -> State:
    if amount is None or name not in state.setup.limits:
        return state
    low, high = state.setup.limits[name]
    if high is not None and amount > high:
        return alert(state, "over_limit", number, name)
    return alert(state, "under_limit", number, name) if low is not None and amount < low else state


def chip_amount(state: State, number: int, name: str, cents: int) -> State:
    """An amount that came with a chip. On a live bet that was lifted or is paid, it is for the next round."""
    spot = get_spot(state, number, name)
    if spot.bet in LIVE and (spot.lifted or not spot.covered or is_paid(state, number, name)):
        return put_spot(state, number, name, replace(spot, next_amount=cents))
    return key_amount(state, number, name, cents)


def is_paid(state: State, number: int, name: str) -> bool:
    return any(result.done for result in results_at(state, number, name))


def key_amount(state: State, number: int, name: str, cents: int) -> State:
    """A dealer said how much lies there; it holds for this round."""
    spot = get_spot(state, number, name)
    state = put_spot(state, number, name, replace(spot, amount=cents))
    return check_limits(state, number, name, cents) if spot.bet in LIVE else state
