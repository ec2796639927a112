"""The phases and what may follow what."""

from controller.lifecycle import NEXT, PHASES, ROUND, mermaid


def test_a_round_goes_through_its_phases_in_order() -> None:
    phase = "betting"
    for trigger, after in zip(("lock", "admit", "dealt", "dealer", "complete"), ROUND, strict=True):
        phase = NEXT[phase, trigger]
        assert phase == after
    assert NEXT[phase, "clear"] == "betting"


def test_every_phase_of_a_round_can_be_suspended_and_resumed_there() -> None:
    for phase in ("betting", *ROUND):
        assert NEXT[phase, "suspend"] == "suspended"
        assert NEXT["suspended", f"resume_{phase}"] == phase


def test_service_is_reached_from_closed_and_betting_only() -> None:
    assert {source for source, trigger in NEXT if trigger == "service"} == {"closed", "betting"}


def test_the_diagram_names_every_phase() -> None:
    assert all(phase in mermaid() for phase in PHASES)
