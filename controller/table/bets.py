"""Chips: spots before, at and after the lock.

The photo finish: the lock instant T is the first card's stamp. Lamps lock at once; who is in is decided at
the end of `locking`, when every edge older than T has come through the debounce. A wager counts if its spot
was covered at T; an edge within the stated uncertainty of T is flagged for the supervisor, not guessed.
"""

from msgspec.structs import replace

from controller.events import SpotChanged
from controller.lifecycle import NEXT, ROUND
from controller.table.alerts import alert
from controller.table.results import game, give_back, open_wagers
from controller.table.state import LIVE, LONG_AGO, MS, Bet, Result, Seat, Spot, State

EDGES_KEPT = 4


def put_seat(state: State, number: int, seat: Seat) -> State:
    seats = state.seats
    return replace(state, seats=(*seats[: number - 1], seat, *seats[number:]))


def put_spot(state: State, number: int, name: str, spot: Spot) -> State:
    seat = state.seats[number - 1]
    at = state.setup.spots.index(name)
    return put_seat(state, number, replace(seat, spots=(*seat.spots[:at], spot, *seat.spots[at + 1 :])))


def get_spot(state: State, number: int, name: str) -> Spot:
    return state.seats[number - 1].spots[state.setup.spots.index(name)]


def exists(state: State, number: int, name: str) -> bool:
    return 0 < number <= len(state.seats) and name in state.setup.spots


def spot_changed(state: State, event: SpotChanged) -> State:
    if not exists(state, event.seat, event.spot):
        return state
    spot = get_spot(state, event.seat, event.spot)
    if spot.covered == event.covered:
        return state
    spot = replace(spot, edges=(*spot.edges, (event.at, event.covered))[-EDGES_KEPT:])
    if not event.covered and state.phase not in (*ROUND, "suspended"):
        spot = replace(spot, amount=state.setup.chips.get(event.spot))
    state = put_spot(state, event.seat, event.spot, spot)
    return follow_spot(state, event.seat, event.spot)


def follow_spot(state: State, number: int, name: str) -> State:
    """What a changed level means, by phase."""
    if state.phase == "betting" and state.status == "void":
        return mark_done(state, number, name)
    if state.phase not in ROUND or state.seats[number - 1].off:
        return state
    spot = get_spot(state, number, name)
    if state.phase == "locking":
        return state
    at = spot.edges[-1][0]
    if at != LONG_AGO and at <= state.lock_at + state.setup.uncertainty_ms * MS:
        return _settled_late(state, number, name)
    return _covered(state, number, name, spot) if spot.covered else _cleared(state, number, name, spot)


def results_at(state: State, number: int, name: str) -> list[Result]:
    return [r for r in state.results if (r.settlement.seat, r.settlement.spot) == (number, name)]


def _settled_late(state: State, number: int, name: str) -> State:
    """An edge from before the lock that chattered past its end. Once play is on, a supervisor decides."""
    if state.played:
        spot = replace(get_spot(state, number, name), bet="photo")
        return alert(put_spot(state, number, name, spot), "photo_finish", number, name)
    return _place_seat(_admit_spot(state, number, name), number)


def _covered(state: State, number: int, name: str, spot: Spot) -> State:
    if spot.live:
        if any(result.done for result in results_at(state, number, name)):
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
    if not spot.live:
        return mark_done(state, number, name)
    if results_at(state, number, name) and (number, name) not in open_wagers(state):
        return _paid_or_taken(state, number, name)
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


def _paid_or_taken(state: State, number: int, name: str) -> State:
    mine = results_at(state, number, name)
    own = (r for r in state.results if r.settlement.seat == number and r.settlement.spot in state.setup.spots)
    shown = next((result for result in own if not result.done), None)
    won = any(result.settlement.outcome == "win" and not result.done for result in mine)
    if won and shown is not None and shown.settlement.spot != name:
        state = alert(state, "winner_removed", number, name)
    lost = any(result.settlement.outcome == "lose" for result in mine)
    if lost and state.phase == "resolving" and name in game(state).base_spots:
        state = losing_left(state)
    return mark_done(state, number, name)


def losing_left(state: State) -> State:
    """Losing side bets come off before base bets are taken and before the box clears."""
    for result in state.results:
        number, name = result.settlement.seat, result.settlement.spot
        side = name in game(state).side_spots and result.settlement.outcome == "lose"
        if side and not result.done and get_spot(state, number, name).covered:
            state = alert(state, "losing_wager_left", number, name)
    return state


def mark_done(state: State, number: int, name: str, done: bool = True) -> State:
    """Paid or taken. Insurance and awards have no spot of their own: they are done with the base bet."""
    names = {name}
    if name in game(state).base_spots:
        names |= {r.settlement.spot for r in state.results} - set(state.setup.spots)
    results = tuple(
        replace(r, done=done) if r.settlement.seat == number and _may_be_done(r, name, names) else r
        for r in state.results
    )
    return replace(state, results=results) if results != state.results else state


def close_or_covered(state: State, spot: Spot, instant: int) -> bool:
    return spot.covered_at(instant) or _close(state, spot, instant)


def _close(state: State, spot: Spot, instant: int) -> bool:
    window = state.setup.uncertainty_ms * MS
    return any(abs(at - instant) <= window for at, _ in spot.edges)


def lock(state: State, instant: int) -> State:
    """Only the phase and T: the lamps follow at once; who is in is decided at the deadline."""
    return replace(
        state, phase=NEXT[state.phase, "lock"], round=state.round + 1, status="partial", results=(),
        alerts=state.alerts[state.carried :], carried=0,
        lock_at=instant, deadline=instant + (state.setup.debounce_ms + state.setup.uncertainty_ms) * MS,
    )  # fmt: skip


def admit_all(state: State) -> State:
    """The end of `locking`: the debounce of every edge before T is over."""
    for number, seat in enumerate(state.seats, 1):
        if not seat.off:
            state = _admit_seat(state, number)
    return replace(state, phase=NEXT[state.phase, "admit"], deadline=None)


def _admit_seat(state: State, number: int) -> State:
    for name in state.setup.spots:
        state = _admit_spot(state, number, name)
    return _place_seat(state, number)


def _place_seat(state: State, number: int) -> State:
    """Whether the seat is dealt in and for which base bet; its side bets follow."""
    bases = game(state).base_spots
    arrows = [name for name in bases if get_spot(state, number, name).live]
    if len(arrows) > 1:
        for name in arrows:
            state = put_spot(state, number, name, replace(get_spot(state, number, name), bet="arrow"))
        state = alert(state, "both_arrows", number)
    seat = replace(state.seats[number - 1], spot=arrows[0] if arrows else None)
    return mark_orphans(put_seat(state, number, seat), number)


def _admit_spot(state: State, number: int, name: str) -> State:
    spot = get_spot(state, number, name)
    nearest = min((at - state.lock_at for at, _ in spot.edges if at != LONG_AGO), key=abs, default=None)
    bet: Bet = "none"
    if _close(state, spot, state.lock_at):
        bet = "photo"
        state = alert(state, "photo_finish", number, name)
    elif spot.covered_at(state.lock_at):
        bet = "admitted"
    lifted = bet in LIVE and not spot.covered
    state = put_spot(state, number, name, replace(spot, bet=bet, margin=nearest, lifted=lifted))
    if bet in LIVE:
        state = check_limits(state, number, name)
    if lifted and bet == "admitted":
        return alert(state, "wager_removed", number, name)
    return late(state, number, name) if spot.covered and bet == "none" else state


def mark_orphans(state: State, number: int) -> State:
    """Side bets live by their base bet: without it they are no bet, with it again they are in."""
    based = any(get_spot(state, number, name).live for name in game(state).base_spots)
    for name in game(state).side_spots:
        spot = get_spot(state, number, name)
        if spot.live and not based:
            state = put_spot(state, number, name, replace(spot, bet="orphan"))
            state = alert(state, "no_main_wager", number, name)
        elif spot.bet == "orphan" and based:
            state = put_spot(state, number, name, replace(spot, bet="admitted"))
    return state


def check_limits(state: State, number: int, name: str) -> State:
    low, high = state.setup.limits.get(name, (None, None))
    amount = get_spot(state, number, name).amount
    if amount is None:
        return state
    if high is not None and amount > high:
        return alert(state, "over_limit", number, name)
    return alert(state, "under_limit", number, name) if low is not None and amount < low else state


def _may_be_done(result: Result, name: str, names: set[str]) -> bool:
    """An award whose amount is not known yet still has to be confirmed."""
    one = result.settlement
    return one.spot == name or (one.spot in names and one.net is not None)


def chip_amount(state: State, number: int, name: str, cents: int) -> State:
    """An amount that came with a chip. On a live bet that was lifted or is paid, it is for the next round."""
    spot = get_spot(state, number, name)
    paid = any(result.done for result in results_at(state, number, name))
    if spot.live and (spot.lifted or paid or not spot.covered):
        return put_spot(state, number, name, replace(spot, next_amount=cents))
    return key_amount(state, number, name, cents)


def key_amount(state: State, number: int, name: str, cents: int) -> State:
    """A dealer said how much lies there; it holds for this round."""
    state = put_spot(state, number, name, replace(get_spot(state, number, name), amount=cents))
    return check_limits(state, number, name) if get_spot(state, number, name).live else state
