"""What must hold at every moment of every table, said once for the random rounds and the state machine.

Nothing here asks the code under test what it thinks: a wager is counted by its sensor and its admission,
a lamp by the wager, money by the words of procedure.md.
"""

from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec import UNSET

from controller.cards import DECK
from controller.games.model import Settlement
from controller.outputs import FACE_DOWN, Lamp, Outputs, outputs
from controller.table.results import game
from controller.table.state import LIVE, MS, Seat, Spot, State
from controller.table.tally import ranks

BETWEEN = ("closed", "betting", "service")
MONEY = ("PAY", "LOSE", "PUSH", "HALF", "RETURN", "ENVY", "VOID", "NO BET")
RETURNED = ("late", "refused", "orphan")


def spots(state: State) -> Iterable[tuple[int, str, Spot]]:
    for number, seat in enumerate(state.seats, 1):
        for name, spot in zip(state.setup.spots, seat.spots, strict=True):
            yield number, name, spot


def check_everything(state: State) -> None:
    """The invariants of one state."""
    picture = outputs(state)
    check_lamps(state, picture)
    check_money(state, picture)
    check_hole_card(state, picture)
    check_counts(state)


# -- lamps ---------------------------------------------------------------------------------------------


def check_lamps(state: State, picture: Outputs) -> None:
    for number, seat in enumerate(state.seats, 1):
        for name, spot in zip(state.setup.spots, seat.spots, strict=True):
            shown = next(s.lamp for s in picture.seats[number - 1].spots if s.spot == name)
            allowed = lamps_of(state, seat, spot)
            assert shown in allowed, f"seat {number} {name} {spot}: lamp {shown}, should be {allowed}"


def lamps_of(state: State, seat: Seat, spot: Spot) -> tuple[Lamp, ...]:
    phase = state.resume_to if state.phase == "suspended" else state.phase
    if seat.off or phase in BETWEEN:
        return ("open",)
    if phase == "locking":
        return _locking_lamps(state, seat, spot)
    if spot.bet not in LIVE:
        return ("no_bet",)
    if state.phase == "suspended":
        return ("locked", "removed")
    return ("locked",) if spot.covered else ("locked", "removed")


def _locking_lamps(state: State, seat: Seat, spot: Spot) -> tuple[Lamp, ...]:
    """Covered at the first card, or too close to call; a side bet only with its base bet."""
    held = dict(zip(state.setup.spots, (_held(state, one) for one in seat.spots), strict=True))
    based = any(held[name] for name in game(state).base_spots)
    return ("locked",) if _held(state, spot) and based else ("no_bet",)


def _held(state: State, spot: Spot) -> bool:
    near = any(abs(at - state.lock_at) <= state.setup.uncertainty_ms * MS for at, _ in spot.edges)
    before = [covered for at, covered in spot.edges if at <= state.lock_at]
    return near or (bool(before) and before[-1])


# -- what may be seen ----------------------------------------------------------------------------------


def check_money(state: State, picture: Outputs) -> None:
    """A suspended table says nothing about money."""
    if state.phase != "suspended":
        return
    words = [*picture.prompt, *(text for seat in picture.seats for text in seat.texts)]
    assert not picture.results
    assert not [text for text in words for money in MONEY if money in text.replace("RESUME OR VOID", "")]


def check_hole_card(state: State, picture: Outputs) -> None:
    place = 1 if state.setup.rules.up_card == "first" else 0
    if len(state.dealer) <= place or state.exposed:
        return
    face_up = [card for seat in state.seats for hand in seat.hands for card in hand.cards]
    hole = state.dealer[place]
    assert picture.dealer[place] == FACE_DOWN
    if hole not in (*face_up, picture.up_card, FACE_DOWN):
        shown = msgspec.structs.replace(picture, last=None)
        assert f'"{hole}"' not in msgspec.json.encode(shown).decode()


def check_counts(state: State) -> None:
    """No card is counted more often than the shoe holds it, nor less often than it lies on the felt."""
    impossible = any(alert.kind == "impossible_card" for alert in state.alerts)
    felt = Counter([*state.dealer, *state.players, *(c for s in state.seats for h in s.hands for c in h.cards)])
    for card in DECK:
        seen = state.seen.get(card, 0)
        assert 0 <= seen <= state.setup.rules.decks, f"{card} was counted {seen} times"
        assert impossible or felt[card] <= seen, f"{card} lies on the felt {felt[card]} times, counted {seen}"
    assert min(ranks(state)) >= 0, "the statistics have lost a card"


# -- wagers --------------------------------------------------------------------------------------------


def check_round_end(before: State, after: State) -> None:
    """Every wager of the ended round has exactly one final result, and nothing else has one."""
    if after.past is before.past or after.past is None:
        return
    found = Counter((one.seat, one.spot, one.hand) for one in after.past.settlements)
    returned = {(one.seat, one.spot) for one in after.past.settlements if one.outcome == "returned"}
    for number, name, spot in spots(before):
        mine = {key[2]: count for key, count in found.items() if key[:2] == (number, name)}
        wanted = _wanted(before, number, name, spot, after.past.status == "void", (number, name) in returned)
        given_back = spot.bet == "admitted" and after.past.status == "settled" and (number, name) in returned
        assert not given_back, f"seat {number} {name}: an admitted wager was returned without a result"
        assert mine in wanted, f"seat {number} {name} {spot.bet}: results {mine}, should be one of {wanted}"


def _wanted(state: State, number: int, name: str, spot: Spot, void: bool, returned: bool) -> list[dict[object, int]]:
    """The results a wager may end with: hand (UNSET for the whole wager) to how many."""
    whole: dict[object, int] = {UNSET: 1}
    if spot.bet == "none":
        return [whole] if returned else [{}]
    if void:
        return [whole] if spot.live else [{}, whole]
    if spot.bet in RETURNED or spot.bet == "photo":
        return [whole]
    if name not in game(state).base_spots or name == "d":
        return [whole]
    if state.setup.panel != "full":
        return [{}]
    return [dict.fromkeys(range(1, len(state.seats[number - 1].hands) + 1), 1)]


def summary(settlements: Iterable[Settlement]) -> Counter[tuple[object, ...]]:
    """Results without their words and order."""
    return Counter((one.seat, one.spot, one.hand, one.outcome, one.wager, one.net) for one in settlements)
