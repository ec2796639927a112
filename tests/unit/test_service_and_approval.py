"""A technician's tests, and the two supervisors of a new pay table."""

from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller import events as ev
from controller.cli.assembly import Table
from controller.config import ConfigError
from controller.journal import Journal
from controller.outputs import lamps, outputs
from controller.ports import Levels
from controller.table import State
from controller.table.state import MS
from drivers.sim.clock import VirtualClock
from tests.tables import LINES, opened, play, setup, start

ONE, OTHER = (f"dealer-bust-21 SD pay-table {number} seats 3 soft17 hit" for number in (1, 2))


def in_service() -> State:
    return play(opened(LINES[0]), ev.BadgeIn(0, "technician", "t"), ev.Command(0, ("service",)))


def do(state: State, words: str, at: int = 0) -> State:
    return play(state, ev.Command(at, tuple(words.split())))


def lit(state: State) -> list[tuple[int, int]]:
    return [
        (seat, spot) for seat, row in enumerate(lamps(state)) for spot, lamp in enumerate(row) if lamp == "locked"
    ]


def test_the_walk_lights_every_lamp_once_and_ends() -> None:
    state, walked = do(in_service(), "test lamps"), []
    while state.deadline is not None:
        walked += lit(state)
        state = play(state, ev.TimeUp(state.deadline))
    assert walked == [(seat, spot) for seat in range(3) for spot in range(2)]
    assert lit(state) == []
    assert outputs(state).prompt[0] == "SERVICE"


def test_a_timer_of_another_time_does_not_move_the_walk() -> None:
    state = do(in_service(), "test lamps", at=1000 * MS)
    assert play(state, ev.TimeUp(1100 * MS)) == state


def test_a_text_is_on_every_display() -> None:
    picture = outputs(do(in_service(), "test text hello"))
    assert [seat.texts for seat in picture.seats] == [("HELLO",)] * 3
    assert picture.prompt[0] == "HELLO"


def test_a_badge_is_echoed_by_its_role_and_never_by_its_number() -> None:
    state = play(do(in_service(), "test badge"), ev.BadgeOut(0), ev.BadgeIn(0, "supervisor", "secret-7"))
    assert outputs(state).prompt[0] == "TEST BADGE: SUPERVISOR"
    assert "secret-7" not in str(outputs(state))


def test_leaving_and_off_end_a_test() -> None:
    walking = do(in_service(), "test lamps")
    assert lit(do(walking, "test off")) == lit(do(walking, "leave")) == []
    assert do(walking, "leave").deadline is None


def test_tests_are_for_service_and_for_technicians() -> None:
    assert outputs(do(in_service(), "test dance")).prompt[1].endswith("REFUSED: test lamps, text WORDS, badge or off")
    betting = play(opened(LINES[0]), ev.BadgeIn(0, "technician", "t"))
    assert do(betting, "test lamps").notice == "REFUSED: tests are for service"
    other = play(in_service(), ev.BadgeIn(0, "supervisor", "s"))
    assert do(other, "test lamps").notice == "REFUSED: test needs another badge"


def live(line: str) -> ev.Started:
    return replace(start(line), two_badges=True)


def changed() -> State:
    """Played with pay table 1, then started again with pay table 2."""
    return play(opened(ONE), live(OTHER))


def say(state: State, badge: str, at: int, words: str = "pay-table SD-2") -> State:
    return play(state, ev.BadgeIn(at, "supervisor", badge), ev.Command(at, tuple(words.split())), ev.BadgeOut(at))


def test_a_new_pay_table_stays_closed_until_two_supervisors_said_so() -> None:
    state = changed()
    assert outputs(state).prompt[0] == "NEW PAY TABLE SD-2"
    assert say(state, "a", 0, "open").notice == "REFUSED: two supervisors approve the pay table first"
    first = say(state, "a", 0)
    assert first.unapproved
    assert first.notice == "SECOND SUPERVISOR WITHIN 60 S"
    both = say(first, "b", 59_000 * MS)
    assert both.notice == "PAY TABLE SD-2 APPROVED"
    assert say(both, "b", 60_000 * MS, "open").phase == "betting"


def test_one_supervisor_twice_or_two_too_late_do_not_count() -> None:
    first = say(changed(), "a", 0)
    assert say(first, "a", 1_000 * MS).unapproved
    late = say(first, "b", 61_000 * MS)
    assert late.unapproved
    assert not say(late, "a", 62_000 * MS).unapproved


def test_a_restart_does_not_approve() -> None:
    again = play(say(changed(), "a", 0), live(OTHER))
    assert again.unapproved
    assert say(again, "b", 0).unapproved


def test_a_new_configuration_is_taken_up_whenever_no_round_is_on() -> None:
    stray = play(opened(ONE), ev.CardDrawn(10**9, "9h"), ev.TimeUp(2 * 10**9))
    assert stray.phase == "suspended"
    for state in (stray, in_service(), do(in_service(), "test lamps")):
        again = play(state, live(OTHER))
        assert (again.phase, again.unapproved, lit(again)) == ("closed", True, [])
        assert outputs(again).prompt[0] == "NEW PAY TABLE SD-2"


def test_inside_a_round_it_waits_and_is_not_forgotten() -> None:
    bet = play(opened(ONE), ev.SpotChanged(0, 1, "main", True), ev.CardDrawn(10**9, "9h"), ev.TimeUp(2 * 10**9))
    again = play(bet, live(OTHER))
    assert (again.phase, again.setup, again.unapproved) == ("suspended", bet.setup, False)
    over = say(again, "a", 0, "void")
    assert over.setup == bet.setup
    assert play(over, live(OTHER)).unapproved


def test_what_needs_no_approval() -> None:
    assert not opened(ONE).unapproved
    assert not play(opened(ONE), live(ONE)).unapproved
    assert not play(opened(ONE), start(OTHER)).unapproved, "a bench changes its tables as it likes"
    assert say(opened(ONE), "a", 0).notice == "REFUSED: in a closed table only"
    closed = say(opened(ONE), "a", 0, "close")
    assert say(closed, "a", 0).notice.startswith("REFUSED: no pay table waits for approval")
    assert say(changed(), "a", 0, "pay-table SD-9").notice == "REFUSED: the configuration has SD-2"


class Dark:
    def light(self, seat: int, spot: str, lamp: str) -> None:
        pass


def test_a_live_table_does_not_start_inside_a_round_of_another_configuration(tmp_path: Path) -> None:
    """Otherwise the page would name the new pay table while the old one goes on paying."""

    def begin() -> Table:
        return Table(Journal(tmp_path / "j.db"), setup(ONE), VirtualClock(), Dark(), (), Levels((), False), live=True)

    table = begin()
    for event in (
        ev.BadgeIn(0, "dealer", "d"), ev.Command(0, ("open",)), ev.SpotChanged(0, 1, "main", True),
        ev.CardDrawn(10**9, "9h"),
    ):  # fmt: skip
        table.post(event)
    table.close()
    journal = Journal(tmp_path / "j.db")
    with pytest.raises(ConfigError, match="round 1 is on by another configuration"), closing(journal):
        Table(journal, setup(OTHER), VirtualClock(), Dark(), (), Levels((), False), live=True)
    again = begin()
    assert again.state is not None
    assert again.state.phase == "suspended"
    again.close()
