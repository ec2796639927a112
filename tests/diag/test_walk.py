"""The walk test: who is asked what, what the table is told, and what a person's answer makes of the report."""

from pathlib import Path

import pytest

from controller.cli.diag.lines import Line
from controller.cli.diag.report import report
from controller.cli.diag.walk import Ask
from tests.console.felt_pictures import PLAYING
from tests.diag.running import SERVICE, Running
from tests.diag.simulated import Simulated


class Person:
    """Answers every question; `asked` is what was asked."""

    def __init__(self, *answers: bool) -> None:
        self._answers, self.asked = iter(answers), list[str]()

    def __call__(self, question: str) -> bool:
        self.asked.append(question)
        return next(self._answers)


def walked(config: Path, person: Ask | None) -> dict[str, Line]:
    return {line.line: line for line in report(config, person)[0].lines}


def test_all_lamps_and_displays_are_seen(config: Path, running: Running) -> None:
    person = Person(True, True, True)
    lines = walked(config, person)
    assert lines["lamps"].seen.endswith("; walked, all seen")
    assert lines["displays"].seen.endswith("; walked, all seen")
    assert running.said == [["service"], ["test", "lamps"], ["test", "text", "HELLO"], ["leave"]]
    assert "technician's badge" in person.asked[0]
    assert "closes the table" in person.asked[0]


def test_a_real_table_is_walked_and_closed_again(config: Path, simulated: Simulated) -> None:
    shown: list[str] = []

    def see(question: str) -> bool:
        picture = simulated.rig.now()
        shown.append(f"{picture.prompt[0]}, seat 2 says {picture.seats[1].texts}")
        return True

    simulated.play("badge in technician")
    assert walked(config, see)["lamps"].seen == "6 open; walked, all seen"
    assert shown == [
        "PLACE BETS, seat 2 says ()",
        "TEST LAMPS: SEAT 1 MAIN, seat 2 says ()",
        "HELLO, seat 2 says ('HELLO',)",
    ]
    assert simulated.rig.now().phase == "closed"


def test_a_dark_lamp_is_bad(config: Path, running: Running) -> None:
    lines = walked(config, Person(True, False, True))
    assert lines["lamps"].state == "bad"
    assert lines["lamps"].seen.endswith("; walked, NOT all seen")
    assert "check that lamp's wire" in lines["lamps"].do
    assert lines["displays"].state == "ok"


def test_a_dark_display_is_bad(config: Path, running: Running) -> None:
    line = walked(config, Person(True, True, False))["displays"]
    assert (line.state, line.do) == ("bad", "check that module's cable and its place in the chain, then walk again")


def test_nobody_is_asked_without_a_terminal(config: Path, running: Running) -> None:
    lines = walked(config, None)
    assert lines["lamps"].seen.endswith("; walk test not asked")
    assert lines["lamps"].state == lines["displays"].state == "ok"
    assert running.said == []


def test_who_says_no_moves_nothing(config: Path, running: Running) -> None:
    assert walked(config, Person(False))["lamps"].seen.endswith("; walk test not asked")
    assert running.said == []


def test_nobody_is_asked_inside_a_round(config: Path, running: Running) -> None:
    running.web.show(PLAYING)
    person = Person()
    assert walked(config, person)["lamps"].seen.endswith("; walk test not asked: a round is on")
    assert person.asked == []


def test_without_a_technicians_badge_the_table_refuses(config: Path, running: Running) -> None:
    running.refuses = "REFUSED: service needs another badge"
    line = walked(config, Person(True))["lamps"]
    assert line.state == "look"
    assert line.seen.endswith("; walk test not made: REFUSED: service needs another badge")
    assert "put a technician's badge on the reader" in line.do
    assert running.said == [["service"]]


def test_a_table_in_service_stays_there(config: Path, running: Running) -> None:
    running.web.show(SERVICE)
    walked(config, Person(True, True, True))
    assert running.said == [["test", "lamps"], ["test", "text", "HELLO"], ["test", "off"]]


def test_a_person_who_walks_away_leaves_no_table_in_service(config: Path, running: Running) -> None:
    def interrupted(question: str) -> bool:
        if running.said:
            raise KeyboardInterrupt
        return True

    with pytest.raises(KeyboardInterrupt):
        report(config, interrupted)
    assert running.said[-1] == ["leave"]
