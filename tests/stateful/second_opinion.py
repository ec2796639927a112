"""The other way to a round's results: its cards and wagers as a line of `upcard settle`, settled afresh.

The live table learns its results event by event; a record is settled whole, by `settle_record`. Both must
say the same of every wager that the game settles. Late, refused and undecided ones are the table's own.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import UNSET

from controller.games.model import Settlement
from controller.games.records import settle_record
from controller.table.results import dealer_cards, game
from controller.table.state import Seat, State
from tests.stateful.checks import spots, summary

TOLD = ("admitted", "photo", "orphan")
OWN = ("none", "late", "refused", "photo", "arrow")


def compare(state: State, settlements: tuple[Settlement, ...]) -> None:
    """`state` just before the end of the round, and the results it ended with."""
    followed, sides = state.setup.panel == "full", game(state).side_spots
    if not any(spot.bet in TOLD and (followed or name in sides) for _, name, spot in spots(state)):
        return
    line = record(state)
    live, settled = (list(_comparable(state, some)) for some in (settlements, settle_record(line)))
    assert summary(live) == summary(settled), f"{line.decode()}\nlive {live}\nrecord {settled}"


def _comparable(state: State, settlements: Iterable[Settlement]) -> Iterator[Settlement]:
    """A record knows no key for totals over 29; a table without a panel settles side bets only."""
    followed = state.setup.panel == "full"
    for one in settlements:
        seat = state.seats[one.seat - 1]
        side = one.spot in game(state).side_spots
        if _bet(state, one) not in OWN and (followed or side) and not (seat.over29 and side):
            yield one


def _bet(state: State, one: Settlement) -> str:
    """What the table made of the wager behind a result; awards and insurance are the game's."""
    if one.spot not in state.setup.spots:
        return "game"
    return state.seats[one.seat - 1].spots[state.setup.spots.index(one.spot)].bet


def record(state: State) -> bytes:
    """The round as a line of `upcard settle`."""
    seats = [_seat(state, number, seat) for number, seat in enumerate(state.seats, 1) if not seat.off]
    told = [seat for seat in seats if seat["wagers"]]
    return msgspec.json.encode({**_rules(state), "dealer": dealer_cards(state), "seats": told})


def _rules(state: State) -> dict[str, object]:
    rules, takes = state.setup.rules, game(state).takes
    line: dict[str, object] = {
        "game": rules.game, "decks": rules.decks, "peek": rules.peek, "smallest_chip": rules.smallest_chip,
        "soft17": "hit" if rules.hit_soft17 else "stand", "jurisdiction": rules.jurisdiction, "cap": rules.cap,
        "envy": rules.envy, "dealer_envy": rules.dealer_envy,
        "pay_table": int(rules.pay_table.id.rpartition("-")[2]) if rules.pay_table and "pay_table" in takes else 0,
    }  # fmt: skip
    optional = ("jurisdiction", "pay_table", "cap", "envy", "dealer_envy")
    return {name: value for name, value in line.items() if name not in optional or name in takes}


def _seat(state: State, number: int, seat: Seat) -> dict[str, object]:
    named = zip(state.setup.spots, seat.spots, strict=True)
    wagers = {name: spot.amount for name, spot in named if spot.bet in TOLD}
    based = seat.spot in wagers
    facts: dict[str, object] = {"seat": number, "wagers": wagers, "hands": seat.hands if based else []}
    if seat.player:
        facts["player"] = seat.player
    if based and seat.insurance is not UNSET:
        facts["insurance"] = seat.insurance
    return facts
