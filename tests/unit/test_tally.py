"""What the table counts for its statistics, and the alert that comes of it."""

from pathlib import Path

from msgspec.structs import replace

from controller import events as ev
from controller.cards import RANKS
from controller.cli.assembly import Table
from controller.cli.odds import edge_lines
from controller.journal import Journal
from controller.math.drift import judged
from controller.math.hits import exact
from controller.ports import Levels
from controller.table import State
from controller.table.state import Tally
from controller.table.tally import ranks
from drivers.sim.clock import VirtualClock
from tests.stories import go_on, tell
from tests.tables import LINES, play, setup

DB21 = LINES[0]
BUST = "chip 1 main; chip 1 db21; draw 9h 7c 5d 6s; press stand; box on; draw Kd; box off"
STANDS = "chip 1 main; chip 1 db21; draw 9h 7c 5d Ks; press stand; box on; box off"
NO_SIDE_BET = "chip 1 main; draw 9h 7c 5d 6s; press stand; box on; draw Kd; box off"
CLEAR = "take 1 main; take 1 db21"


def tally(state: State) -> Tally:
    assert state.tally is not None
    return state.tally


def test_hits_are_counted_by_row_and_pay() -> None:
    state = tell(DB21, f"{BUST}; {CLEAR}; {STANDS}")
    assert tally(state).hits == {"7 pays 2:1": 1, "no hit": 1}


def test_a_round_without_a_side_bet_or_void_says_nothing_about_the_odds() -> None:
    assert tally(tell(DB21, NO_SIDE_BET)).hits == {}
    assert tally(tell(DB21, "chip 1 main; chip 1 db21; draw 9h 7c; do void")).hits == {}


def test_seats_share_one_dealer() -> None:
    both = BUST.replace(
        "draw 9h 7c 5d 6s; press stand", "chip 2 main; chip 2 db21; draw 9h 9d 7c 5d 5c 6s; press stand"
    )
    state = tell(DB21, both.replace("press stand", "press stand; press stand"))
    assert tally(state).hits == {"7 pays 2:1": 1}


def test_ranks_go_on_from_shoe_to_shoe() -> None:
    state = tell(DB21, BUST)
    drawn = dict(zip(RANKS, ranks(state), strict=True))
    assert {rank: count for rank, count in drawn.items() if count} == {"9": 1, "7": 1, "5": 1, "6": 1, "K": 1}
    again = go_on(state, DB21, f"{CLEAR}; do shuffle")
    assert again.seen == {}
    assert ranks(again) == ranks(state)


def test_a_technicians_visit_begins_the_statistics_anew() -> None:
    state = play(tell(DB21, BUST), ev.BadgeIn(0, "technician", "t"), ev.Command(0, ("service",)))
    assert tally(state).hits
    assert tally(play(state, ev.Command(0, ("leave",)))) == Tally()


def test_results_that_the_pay_table_does_not_have_are_told_with_their_cause() -> None:
    """As if they had been settled by another table's rows."""
    found = replace(tell(DB21, BUST), tally=Tally({"7 pays 9:1": 1, "no hit": 2}))
    verdict = judged(tally(found).hits, ranks(found), exact(found.setup.rules))
    assert verdict.drifted
    assert "another pay table" in verdict.text


def test_the_alert_is_on_the_record(tmp_path: Path) -> None:
    class Dark:
        def light(self, seat: int, spot: str, lamp: str) -> None:
            pass

    table = Table(Journal(tmp_path / "j.db"), setup(DB21), VirtualClock(), Dark(), (), Levels((), False))
    table.state = replace(tell(DB21, BUST.removesuffix("; box off")), tally=Tally({"7 pays 9:1": 1}))
    table.post(ev.BoxChanged(10**12, False))
    table.flush()
    assert table.state is not None
    assert [alert.kind for alert in table.state.alerts] == ["odds_drift"]
    table.close()


def test_the_sign_says_the_edge() -> None:
    assert edge_lines(setup(DB21).rules) == ["DB21: house edge 7.95% · one bet in 3.5 wins"]
    assert edge_lines(setup("winners-option seats 3").rules) == []
