"""Whatever happens to a table, `step` answers with a state, and the record gives the same state again."""

from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from hypothesis import given, settings

from controller.events import Event
from controller.journal import Journal, Record, verify
from controller.lifecycle import PHASES
from controller.outputs import FACE_DOWN, draw_seats, lamps, outputs, redraw_seats, relight
from controller.outputs.evidence import Following, evidence
from controller.runtime import recover
from controller.table import State, step
from controller.table.results import dealer_cards
from tests.tables import histories

History = tuple[str, list[Event]]


@settings(max_examples=400, deadline=None)
@given(histories())
def test_no_sequence_of_events_makes_step_raise(history: History) -> None:
    state: State | None = None
    for event in history[1]:
        state = step(state, event)
        assert state.phase in PHASES
        assert outputs(state).phase == state.phase


@settings(max_examples=200, deadline=None)
@given(histories())
def test_the_quick_redraw_is_the_full_picture(history: History) -> None:
    old = step(None, history[1][0])
    seats, lit = draw_seats(old), list(lamps(old))
    for event in history[1][1:]:
        new = step(old, event)
        seats = redraw_seats(old, seats, new)
        for place, changed in relight(old, lit.copy(), new):
            lit[place] = changed
        assert (seats, tuple(lit)) == (draw_seats(new), lamps(new))
        old = new


@settings(max_examples=200, deadline=None)
@given(histories())
def test_what_a_replay_draws_is_what_the_record_vouches_for(history: History) -> None:
    state, following, before = None, Following(), None
    for event in history[1]:
        state = step(state, event)
        shown = following.after(state)
        assert shown == evidence(outputs(state))
        assert (shown is before) == (shown == before)
        before = shown


@settings(max_examples=200, deadline=None)
@given(histories())
def test_the_hole_card_is_in_no_picture_before_it_is_exposed(history: History) -> None:
    state: State | None = None
    for event in history[1]:
        state = step(state, event)
        if len(state.dealer) > 1 and not state.exposed:
            picture = outputs(state)
            assert picture.dealer.count(FACE_DOWN) == len(state.dealer) - 1
            elsewhere = [card for seat in state.seats for hand in seat.hands for card in hand.cards]
            hole = dealer_cards(state)[1]
            if hole not in (*elsewhere, picture.up_card, FACE_DOWN):
                shown = msgspec.structs.replace(picture, last=None)
                assert f'"{hole}"' not in msgspec.json.encode(shown).decode()


@settings(max_examples=60, deadline=None)
@given(histories())
def test_replaying_the_journal_gives_the_live_state(history: History) -> None:
    live: State | None = None
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        journal = Journal(path)
        for seq, event in enumerate(history[1], 1):
            before, live = live, step(live, event)
            ended = before is not None and before.status == "partial" and live.status != "partial"
            journal.append([Record(seq, "boot", 0, event)], (seq, live) if ended else None)
        assert recover(journal) == live
        journal.close()
        assert verify(path) is None
