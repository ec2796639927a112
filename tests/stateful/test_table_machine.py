"""Anything that can happen to any table, in any order: a state machine that hypothesis drives and shrinks.

The rules know nothing about phases: a legal event comes now, an illegal one too. After each the invariants
of `checks` hold, and at the end the record alone gives the same state, also through JSON.
"""

from random import Random

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from controller import events as ev
from controller.cards import DECK, Card
from controller.lifecycle import PHASES
from controller.outputs import draw_seats, redraw_seats
from controller.table import State, step
from controller.table.state import MS
from tests.stateful.checks import check_everything, check_round_end, spots
from tests.tables import LINES, start

GAPS = st.sampled_from((1, 8, 16, 31, 60, 500))
"""Milliseconds between events: inside and outside the uncertainty and the debounce."""
SEATS = st.integers(1, 3)
PICK = st.integers(0, 1 << 16)
KEYS = st.sampled_from(ev.KEYS)
TARGETS = st.sampled_from(("1", "2", "dealer", "burn"))
_EVENTS = msgspec.json.Decoder(list[ev.Event])
_STATE = msgspec.json.Decoder(State)


class TableMachine(RuleBasedStateMachine):
    state: State

    @initialize(line=st.sampled_from(LINES), order=st.randoms(use_true_random=False))
    def begin(self, line: str, order: Random) -> None:
        self.line, self.now, self.record = line, 0, list[ev.Event]()
        self.state = step(None, start(line))
        self.record.append(start(line))
        self.seats = draw_seats(self.state)
        self.shoe = list(DECK) * self.state.setup.rules.decks
        order.shuffle(self.shoe)
        self.say("dealer", "open")
        for number in (1, 2):
            self.happens(ev.SpotChanged(0, number, self.state.setup.spots[0], True), 500)

    # -- what happens --------------------------------------------------------------------------------

    def happens(self, event: ev.Event, gap: int = 1) -> None:
        before, self.now = self.state, self.now + gap * MS
        event = replace(event, at=self.now)
        self.state = step(before, event)
        self.record.append(event)
        check_round_end(before, self.state)
        self.seats = redraw_seats(before, self.seats, self.state)
        assert self.seats == draw_seats(self.state), "the quick redraw is not the full picture"

    def say(self, role: str, *words: str) -> None:
        self.happens(ev.BadgeIn(0, role, role))
        self.happens(ev.Command(0, words))
        self.happens(ev.BadgeOut(0))

    def card(self) -> Card:
        return self.shoe.pop() if self.shoe else DECK[0]

    def spot(self, pick: int) -> tuple[int, str, bool]:
        places = [(number, name, spot.covered) for number, name, spot in spots(self.state)]
        return places[pick % len(places)]

    # -- chips and cards -----------------------------------------------------------------------------

    @rule(pick=PICK, gap=GAPS)
    def chip_moves(self, pick: int, gap: int) -> None:
        number, name, covered = self.spot(pick)
        self.happens(ev.SpotChanged(0, number, name, not covered), gap)

    @rule(pick=PICK, before=st.integers(0, 60), gap=GAPS)
    def chip_moved_a_while_ago(self, pick: int, before: int, gap: int) -> None:
        """The debounce tells an edge after the events that came later."""
        number, name, covered = self.spot(pick)
        self.now -= before * MS
        self.happens(ev.SpotChanged(0, number, name, not covered))
        self.now += (before + gap) * MS

    @rule(pick=PICK, cents=st.sampled_from((100, 500, 2500)))
    def amount_known(self, pick: int, cents: int) -> None:
        number, name, _ = self.spot(pick)
        self.happens(ev.AmountKnown(0, number, name, cents))

    @rule(pick=PICK)
    def sensor_flaps(self, pick: int) -> None:
        number, name, _ = self.spot(pick)
        self.happens(ev.SpotFlaps(0, number, name))

    @rule(count=st.integers(1, 4), gap=GAPS)
    def cards_drawn(self, count: int, gap: int) -> None:
        for _ in range(count):
            self.happens(ev.CardDrawn(0, self.card()), gap)

    @rule()
    def card_sensed(self) -> None:
        self.happens(ev.CardSensed(0), 5)

    @rule()
    def card_burned(self) -> None:
        self.happens(ev.CardBurned(0, self.card()))

    @rule()
    def card_unread(self) -> None:
        self.card()
        self.happens(ev.CardUnread(0), 500)

    @rule(card=st.sampled_from(("joker", "", "Ah")))
    def strange_card(self, card: str) -> None:
        self.happens(ev.CardDrawn(0, card), 500)

    @precondition(lambda self: self.state.deadline is not None)
    @rule()
    def time_is_up(self) -> None:
        assert self.state.deadline is not None
        self.now = max(self.now, self.state.deadline)
        self.happens(ev.TimeUp(0), 0)

    # -- the dealer ----------------------------------------------------------------------------------

    @rule()
    def box_moves(self) -> None:
        self.happens(ev.BoxChanged(0, not self.state.box), 500)

    @rule(key=KEYS, seat=st.none() | SEATS, cents=st.none() | st.just(100))
    def key(self, key: str, seat: int | None, cents: int | None) -> None:
        self.happens(ev.KeyPressed(0, key, seat, cents), 500)

    @precondition(lambda self: self.state.phase == "dealing")
    @rule()
    def deal_out(self) -> None:
        while self.state.phase == "dealing":
            self.happens(ev.CardDrawn(0, self.card()), 500)

    @precondition(lambda self: self.state.phase == "playing" and self.state.turn is not None)
    @rule(key=st.sampled_from(("stand", "double", "split", "surrender", "insurance", "hit")))
    def play(self, key: str) -> None:
        assert self.state.turn is not None
        event = ev.CardDrawn(0, self.card()) if key == "hit" else ev.KeyPressed(0, key, self.state.turn[0] + 1)
        self.happens(event, 500)

    @precondition(lambda self: self.state.phase == "dealer_turn")
    @rule()
    def dealer_plays(self) -> None:
        while self.state.phase == "dealer_turn" and self.shoe:
            self.happens(ev.CardDrawn(0, self.card()), 500)

    # -- badges and commands -------------------------------------------------------------------------

    @rule(role=st.sampled_from((*ev.ROLES, "guest")))
    def badge_in(self, role: str) -> None:
        self.happens(ev.BadgeIn(0, role, role))

    @rule()
    def badge_out(self) -> None:
        self.happens(ev.BadgeOut(0))

    @rule(command=st.sampled_from(tuple(ev.COMMANDS)), seat=SEATS, pick=PICK)
    def said_without_a_badge(self, command: str, seat: int, pick: int) -> None:
        self.happens(ev.BadgeOut(0))
        before = self.state
        self.happens(ev.Command(0, (command, str(seat), self.spot(pick)[1])))
        assert replace(self.state, notice=before.notice) == before
        assert self.state.notice.startswith("REFUSED")

    @rule(command=st.sampled_from(("open", "close", "shuffle", "burn")))
    def dealer_says(self, command: str) -> None:
        self.say("dealer", command)

    @rule(command=st.sampled_from(("deal-in", "deal-out", "player")), seat=SEATS)
    def dealer_says_of_a_seat(self, command: str, seat: int) -> None:
        self.say("dealer", command, str(seat))

    @precondition(lambda self: self.state.phase == "suspended")
    @rule(command=st.sampled_from(("resume", "resume", "void")))
    def supervisor_ends_it(self, command: str) -> None:
        self.say("supervisor", command)

    @rule()
    def supervisor_voids(self) -> None:
        self.say("supervisor", "void")

    @rule(card=st.sampled_from(DECK))
    def supervisor_corrects(self, card: str) -> None:
        self.say("supervisor", "correct", card)

    @rule(where=TARGETS)
    def supervisor_assigns(self, where: str) -> None:
        self.say("supervisor", "assign", where)

    @rule(command=st.sampled_from(("admit", "refuse")), pick=PICK)
    def supervisor_decides(self, command: str, pick: int) -> None:
        number, name, _ = self.spot(pick)
        self.say("supervisor", command, str(number), name)

    @rule(seat=SEATS, power=st.sampled_from(("on", "off")))
    def seat_switched(self, seat: int, power: str) -> None:
        self.say("supervisor", "seat", str(seat), power)

    @rule(command=st.sampled_from(("service", "leave")))
    def technician_says(self, command: str) -> None:
        self.say("technician", command)

    # -- devices -------------------------------------------------------------------------------------

    @rule(device=st.sampled_from(("shoe", "reader", "disk")), back=st.booleans())
    def device(self, device: str, back: bool) -> None:
        self.happens(ev.DeviceBack(0, device) if back else ev.DeviceLost(0, device))

    @rule(what=st.sampled_from((ev.CutCard(0), ev.ShoeError(0, "2"), ev.ShoeErrorCleared(0), ev.CardsLost(0, 1))))
    def shoe_says(self, what: ev.Event) -> None:
        self.happens(what)

    @rule(pick=PICK, moved=st.booleans(), box=st.booleans())
    def power_cut(self, pick: int, moved: bool, box: bool) -> None:
        """A new boot, a new clock; now and then a chip or the box moved meanwhile."""
        number, name, _ = self.spot(pick)
        there = {(n, spot_name) for n, spot_name, spot in spots(self.state) if spot.covered}
        there = there ^ {(number, name)} if moved else there
        self.now = 0
        self.happens(replace(start(self.line), covered=tuple(sorted(there)), box=self.state.box ^ (box and moved)))

    # -- what must hold ------------------------------------------------------------------------------

    @invariant()
    def everything_holds(self) -> None:
        if hasattr(self, "state"):
            assert self.state.phase in PHASES
            check_everything(self.state)

    def teardown(self) -> None:
        """The record gives the same state again, as events in memory and as JSON."""
        if not hasattr(self, "state"):
            return
        assert _fold(self.record) == self.state
        assert _fold(_EVENTS.decode(msgspec.json.encode(self.record))) == self.state
        assert _STATE.decode(msgspec.json.encode(self.state)) == self.state


def _fold(events: list[ev.Event]) -> State:
    state: State | None = None
    for event in events:
        state = step(state, event)
    assert state is not None
    return state


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=500, stateful_step_count=40, deadline=None)
