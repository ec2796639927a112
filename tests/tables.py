"""Tables and events for tests: started tables of every game, and strategies for anything that can happen."""

from functools import cache

from hypothesis import strategies as st
from msgspec.structs import replace

from controller import config
from controller import events as ev
from controller.cards import DECK
from controller.table import Setup, State, step

LINES = (
    "dealer-bust-21 SD pay-table 1 seats 3 soft17 hit",
    "dealer-bust-21 SD seats 2 panel none decks 1",
    "dealer-bust-21 WA pay-table 4 seats 2 panel over29 peek no",
    "dealer-bust-21 WA seats 2 surrender late",
    "winners-option seats 3",
    "dealer-breakz pay-table 13 seats 2 dealer-envy yes",
    "no-bust-21 seats 2 cap 500000 envy suited_three_of_a_kind:50000 straight_flush:10000",
)


@cache
def setup(line: str) -> Setup:
    return config.parse_table_line(line.split()).setup


def start(line: str, at: int = 0) -> ev.Started:
    return ev.Started(at, "boot", "test", config.encode(setup(line)), edition=ev.EDITION)


def opened(line: str) -> State:
    """A table in `betting`, as a script begins."""
    return play(None, start(line), ev.BadgeIn(0, "dealer", "d"), ev.Command(0, ("open",)), ev.BadgeOut(0))


def play(state: State | None, *events: ev.Event) -> State:
    for event in events:
        state = step(state, event)
    assert state is not None
    return state


_seats = st.integers(0, 4)
_spots = st.sampled_from(("main", "db21", "p", "d", "breakz", "stud", "nowhere"))
_cards = st.sampled_from((*DECK, "??", "joker", ""))
_words = st.sampled_from(
    (*ev.COMMANDS, "1", "2", "3", "main", "db21", "p", "d", "stud", "breakz", "500", "0", "dealer", "burn",
     "off", "on", "Ah", "9c", "", "x")
)  # fmt: skip
_cents = st.integers(0, 900)
_no = st.just(0)

ANYTHING: st.SearchStrategy[ev.Event] = st.one_of(
    st.builds(ev.CardSensed, _no),
    st.builds(ev.CardDrawn, _no, _cards),
    st.builds(ev.CardDrawn, _no, st.sampled_from(DECK)),
    st.builds(ev.CardDrawn, _no, st.sampled_from(DECK)),
    st.builds(ev.CardBurned, _no, _cards),
    st.builds(ev.CardUnread, _no),
    st.builds(ev.CutCard, _no),
    st.builds(ev.ShoeError, _no, st.just("2")),
    st.builds(ev.ShoeErrorCleared, _no),
    st.builds(ev.CardsLost, _no, st.integers(1, 3)),
    st.builds(ev.SpotChanged, _no, _seats, _spots, st.booleans()),
    st.builds(ev.SpotChanged, _no, st.integers(1, 2), st.sampled_from(("main", "p", "d", "db21")), st.booleans()),
    st.builds(ev.SpotFlaps, _no, st.integers(1, 2), _spots),
    st.builds(ev.BoxChanged, _no, st.booleans()),
    st.builds(ev.KeyPressed, _no, st.sampled_from((*ev.KEYS, "?")), st.none() | _seats, st.none() | _cents),
    st.builds(ev.BadgeIn, _no, st.sampled_from((*ev.ROLES, "guest")), st.just("b")),
    st.builds(ev.BadgeOut, _no),
    st.builds(ev.Command, _no, st.lists(_words, max_size=4).map(tuple)),
    st.builds(ev.Command, _no, st.sampled_from((("resume",), ("void",), ("correct", "9c"), ("assign", "1")))),
    st.builds(ev.DeviceLost, _no, st.sampled_from(("shoe", "reader", "disk"))),
    st.builds(ev.DeviceBack, _no, st.sampled_from(("shoe", "reader"))),
    st.builds(ev.AmountKnown, _no, _seats, _spots, st.integers(-1, 2000)),
    st.builds(ev.TimeUp, _no),
)  # fmt: skip


@st.composite
def histories(draw: st.DrawFn, size: int = 60) -> tuple[str, list[ev.Event]]:
    """A table and anything that can happen to it, 40 ms apart, with the clock's own wake-ups between."""
    line = draw(st.sampled_from(LINES))
    events: list[ev.Event] = [start(line), ev.BadgeIn(0, "dealer", "d"), ev.Command(0, ("open",))]
    for number, event in enumerate(draw(st.lists(ANYTHING, max_size=size)), 1):
        at = number * 40_000_000
        events += [replace(event, at=at), ev.TimeUp(at + 39_000_000)]
    return line, events
