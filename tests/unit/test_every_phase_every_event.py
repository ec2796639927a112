"""What every event does to the phase, in every phase: the whole table, to be read.

`AFTER` names, for each phase, the events that lead out of it; every other event is answered with a state in
the same phase. The table is Dealer Bust 21 with a full panel; seat 1 has 18 and both bets, the dealer 11,
then 21 in the resolution. `suspended out of X` is a round that stopped in X; out of `betting` it is a card
that nobody had bet on. `do assign` burns the last card: the hole card, until the dealer drew.
"""

from functools import cache

import pytest

from controller import events as ev
from controller.access import MAY
from controller.lifecycle import PHASES, ROUND, TAKES_CARDS
from controller.outputs import outputs
from controller.table import State, step
from controller.table.state import MS
from tests.stories import tell
from tests.tables import play, start

LINE = "dealer-bust-21 SD seats 2"
NOW = 60_000 * MS

STOPS = dict.fromkeys(
    ("unread card", "impossible card", "impossible card burned by the shoe", "shoe lost", "cards lost", "start"),
    "suspended",
)
"""What stops a round that is dealt or played. A start is a power cut."""

AFTER: dict[str, dict[str, str]] = {
    "closed": {
        "do open": "betting",
        "do service": "service",
    },
    "betting": {
        "card": "locking",
        "unread card": "locking",
        "card sensed": "locking",
        "impossible card": "locking",
        "impossible card burned by the shoe": "suspended",
        "do close": "closed",
        "do service": "service",
    },
    "locking": {
        "impossible card burned by the shoe": "suspended",
        "shoe lost": "suspended",
        "cards lost": "suspended",
        "start": "suspended",
        "time up": "dealing",
        "do void": "betting",
    },
    "dealing": {
        **STOPS,
        "do void": "betting",
    },
    "playing": {
        **STOPS,
        "box changes": "dealer_turn",
        "press dealer": "dealer_turn",
        "do deal-in": "dealing",
        "do assign": "dealing",
        "do void": "betting",
    },
    "dealer_turn": {
        **STOPS,
        "card": "resolving",
        "do assign": "dealing",
        "do void": "betting",
    },
    "resolving": {
        **STOPS,
        "unread card": "resolving",
        "box changes": "betting",
        "press next": "betting",
        "do assign": "dealer_turn",
        "do void": "betting",
    },
    "service": {
        "do leave": "closed",
    },
    **{f"suspended out of {phase}": {"do resume": phase, "do void": "betting"} for phase in TAKES_CARDS},
    "suspended out of locking": {"do resume": "dealing", "do void": "betting"},
}

EVENTS: dict[str, ev.Event] = {
    "card": ev.CardDrawn(NOW, "9s"),
    "unread card": ev.CardUnread(NOW),
    "impossible card": ev.CardDrawn(NOW, "joker"),
    "card sensed": ev.CardSensed(NOW),
    "card burned by the shoe": ev.CardBurned(NOW, "9s"),
    "impossible card burned by the shoe": ev.CardBurned(NOW, "joker"),
    "cards lost": ev.CardsLost(NOW, 1),
    "cut card": ev.CutCard(NOW),
    "shoe error": ev.ShoeError(NOW, "2"),
    "shoe error cleared": ev.ShoeErrorCleared(NOW),
    "shoe lost": ev.DeviceLost(NOW, "shoe"),
    "shoe back": ev.DeviceBack(NOW, "shoe"),
    "reader lost": ev.DeviceLost(NOW, "reader"),
    "reader back": ev.DeviceBack(NOW, "reader"),
    "odds drifted": ev.OddsDrifted(NOW, "aces"),
    "disk lost": ev.DeviceLost(NOW, "disk"),
    "chip lands": ev.SpotChanged(NOW, 2, "main", True),
    "chip lifted": ev.SpotChanged(NOW, 1, "main", False),
    "chip nowhere": ev.SpotChanged(NOW, 9, "main", True),
    "sensor flaps": ev.SpotFlaps(NOW, 1, "main"),
    "amount known": ev.AmountKnown(NOW, 1, "main", 500),
    "amount nowhere": ev.AmountKnown(NOW, 1, "p", 500),
    "time up": ev.TimeUp(NOW),
    "start": start(LINE, NOW),
    "badge out": ev.BadgeOut(NOW),
    **{f"badge in {role}": ev.BadgeIn(NOW, role, "b") for role in (*ev.ROLES, "guest")},
    **{f"press {key}": ev.KeyPressed(NOW, key) for key in (*ev.KEYS, "nothing")},
    **{f"press {key} 1": ev.KeyPressed(NOW, key, 1) for key in ev.SEAT_KEYS},
}

WORDS: dict[str, tuple[str, ...]] = {
    "amount": ("1", "main", "500"), "deal-in": ("2",), "deal-out": ("1",), "player": ("1", "2"),
    "correct": ("9c",), "assign": ("burn",), "admit": ("1", "main"), "refuse": ("1", "main"),
    "seat": ("2", "off"),
}  # fmt: skip
"""What follows a command's name; the others stand alone."""

ROLES = (None, *ev.ROLES)


@cache
def table_in(phase: str) -> State:
    if phase.startswith("suspended out of "):
        return _suspended(phase.removeprefix("suspended out of "))
    bets, deal = "chip 1 main; chip 1 db21; ", "draw 9h 6c 9d 5s; "
    stories = {
        "betting": bets,
        "dealing": bets + "draw 9h 6c",
        "playing": bets + deal,
        "dealer_turn": bets + deal + "press stand; box on",
        "resolving": bets + deal + "press stand; box on; draw Kd",
    }
    if phase in stories:
        return tell(LINE, stories[phase])
    if phase == "locking":
        return step(tell(LINE, bets), ev.CardDrawn(10_000 * MS, "9h"))
    service = (ev.BadgeIn(0, "technician", "t"), ev.Command(0, ("service",)))
    return play(None, start(LINE), *(service if phase == "service" else ()))


def _suspended(phase: str) -> State:
    return tell(LINE, "draw 9h") if phase == "betting" else step(table_in(phase), ev.DeviceLost(NOW, "shoe"))


def happens(state: State, event: str) -> State:
    if event == "box changes":
        return step(state, ev.BoxChanged(NOW, not state.box))
    return step(state, EVENTS[event])


def said(state: State, role: str | None, command: str) -> State:
    badge = ev.BadgeIn(NOW, role, "b") if role else ev.BadgeOut(NOW)
    return play(state, badge, ev.Command(NOW, (command, *WORDS.get(command, ()))))


def expected(phase: str, event: str) -> str:
    stays = "suspended" if phase.startswith("suspended") else phase
    return AFTER[phase].get(event, stays)


def test_the_table_has_every_phase_and_every_way_to_be_suspended() -> None:
    plain = {phase.partition(" ")[0] for phase in AFTER}
    assert plain == set(PHASES)
    assert all(table_in(phase).phase == phase.partition(" ")[0] for phase in AFTER)
    assert {table_in(phase).resume_to for phase in AFTER} == {None, "betting", *ROUND}


def test_the_table_names_every_event_and_command() -> None:
    tried = {type(event) for event in EVENTS.values()} | {ev.BoxChanged, ev.Command}
    assert tried == set(ev.Event.__args__)
    names = {*EVENTS, "box changes", *(f"do {name}" for name in ev.COMMANDS)}
    assert {name for after in AFTER.values() for name in after} <= names


@pytest.mark.parametrize("event", [*EVENTS, "box changes"])
@pytest.mark.parametrize("phase", AFTER)
def test_an_event(phase: str, event: str) -> None:
    state = happens(table_in(phase), event)
    assert state.phase == expected(phase, event)
    assert outputs(state).phase == state.phase


@pytest.mark.parametrize("command", ev.COMMANDS)
@pytest.mark.parametrize("phase", AFTER)
def test_a_command_by_every_role_that_may(phase: str, command: str) -> None:
    for role in (role for role in ev.ROLES if command in MAY[role]):
        assert said(table_in(phase), role, command).phase == expected(phase, f"do {command}")


@pytest.mark.parametrize("command", [*ev.COMMANDS, "dance", ""])
@pytest.mark.parametrize("phase", AFTER)
def test_a_command_without_the_badge_is_refused_and_changes_nothing(phase: str, command: str) -> None:
    for role in ROLES:
        if role is None or command not in MAY[role]:
            state = said(table_in(phase), role, command)
            assert state.phase == table_in(phase).phase
            assert state.notice.startswith("REFUSED")
            assert (state.seats, state.results, state.alerts, state.dealer) == _untouched(table_in(phase))


def _untouched(state: State) -> tuple[object, ...]:
    return state.seats, state.results, state.alerts, state.dealer


@pytest.mark.parametrize("phase", AFTER)
def test_words_that_are_no_order_are_refused(phase: str) -> None:
    """Commands with too few, too many or senseless words."""
    for command in ev.COMMANDS:
        for rest in ((), ("x",), ("0",), ("9", "main"), ("1", "p"), ("1", "main", "x"), ("²",)):
            state = play(table_in(phase), ev.BadgeIn(NOW, "supervisor", "s"), ev.Command(NOW, (command, *rest)))
            assert state.phase in PHASES
