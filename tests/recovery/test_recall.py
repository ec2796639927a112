"""The record told again: by round, without the hole card of a round that is on, exported and counted."""

import csv
import io
import json
import sqlite3
from pathlib import Path

import msgspec
import pytest

from controller.cli import main
from controller.events import Event
from controller.journal import Journal, JournalError, Record
from controller.outputs import FACE_DOWN, outputs
from controller.recall import Source, Step
from controller.recall.export import Exporter, write_csv
from controller.recall.meters import meters
from controller.recall.replay import replay
from controller.recall.source import Round, rounds
from controller.recall.tell import tell
from controller.table import State, follow
from controller.table.results import dealer_cards
from tests.recovery.support import follow_all, live, memory_folder, random_rounds, stop, written

Say = pytest.CaptureFixture[str]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    written(tmp_path / "j.db", rounds=12, days=3).close()
    return tmp_path / "j.db"


def told(path: Path, number: int) -> str:
    source = Source(path)
    found = next(one for one in rounds(source.walk(source.before_round(number))) if one.number == number)
    return "\n".join(line for step in tell(found) for line in step.lines)


def test_a_round_is_told_from_the_chips_to_the_last_result(path: Path) -> None:
    text = told(path, 3)
    for word in ("a chip lands", "the first card leaves the shoe, bets are locked", "ms before the first card)",
                 "dealer: a card face down", "dealer turns ", "display: ", "[SD 20:18:15:30.10"):  # fmt: skip
        assert word in text


def test_a_round_found_by_its_snapshot_is_the_one_found_from_the_beginning(path: Path) -> None:
    source = Source(path)
    everything = {one.number: one for one in rounds(source.walk(source.beginning()))}
    for number, whole in everything.items():
        found = next(iter(rounds(source.walk(source.before_round(number)))))
        assert [step.record for step in found.steps] == [step.record for step in whole.steps]
        assert list(tell(found)) == list(tell(whole))


def test_a_recall_of_a_live_round_never_tells_the_hole_card() -> None:
    """At every event of every round, in every game."""
    hidden = 0
    for _, happened in random_rounds():
        states = follow_all(happened)
        steps = [
            Step(Record(n, "b", 0, event), states[n - 2] if n > 1 else None, states[n - 1])
            for n, event in enumerate(happened, 1)
        ]
        for place, state in enumerate(states):
            hole = hole_card(state)
            if hole and place and state.status == "partial":
                hidden += 1
                lines = [line for step in tell(Round(state.round, None, steps[: place + 1])) for line in step.lines]
                assert not [line for line in lines if hole in line.split()], (hole, lines)
    assert hidden > 500


def hole_card(state: State) -> str | None:
    """The card face down, unless the same card lies open somewhere or somebody named it."""
    cards = dealer_cards(state)
    if len(cards) < 2 or state.exposed:
        return None
    shown = outputs(state)
    elsewhere = [card for seat in state.seats for hand in seat.hands for card in hand.cards]
    moved = [move.word for move in state.moves]
    open_cards = (*elsewhere, *state.players, *shown.dealer, shown.up_card, FACE_DOWN)
    return None if cards[1] in open_cards or moved.count(cards[1]) > 1 else cards[1]


def test_replay_finds_no_difference_in_what_was_just_recorded() -> None:
    with memory_folder() as folder:
        for number, (_, happened) in enumerate(random_rounds()[:28]):
            runtime, _ = live(folder / f"{number}.db", happened)
            stop(runtime)
            found = replay(folder / f"{number}.db")
            assert (found.events, found.differences) == (len(happened), [])
            assert found.states >= 2


def test_replay_tells_what_today_would_do_differently(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime, _ = live(tmp_path / "j.db", random_rounds()[0][1])
    stop(runtime)
    whole = replay(tmp_path / "j.db")
    monkeypatch.setattr("controller.recall.replay.follow", stubborn)
    found = replay(tmp_path / "j.db")
    assert whole.counts == {}
    assert found.counts["shown"] >= 1
    assert found.counts["state"] >= 1


def stubborn(state: State | None, event: Event) -> State:
    """Today's code, if it lost the results."""
    new = follow(state, event)
    return msgspec.structs.replace(new, results=()) if new.results else new


def test_export_has_one_row_per_wager_of_the_ended_rounds(path: Path) -> None:
    exporter, out = Exporter(Source(path)), io.StringIO()
    write_csv(exporter.rounds(), out)
    rows = list(csv.DictReader(io.StringIO(out.getvalue())))
    source = Source(path)
    ended = [one.past for one in rounds(source.walk(source.beginning())) if one.past]
    assert len(rows) == sum(len(past.settlements) for past in ended)
    assert {row["round"] for row in rows} == {str(past.round) for past in ended if past.settlements}
    assert exporter.done == len(list(source.walk(source.beginning())))


def test_meters_count_what_the_rounds_say(path: Path) -> None:
    found, source = meters(Source(path)), Source(path)
    ended = [one.past for one in rounds(source.walk(source.beginning())) if one.past]
    settlements = [one for past in ended for one in past.settlements]
    assert (found.rounds, found.void) == (12, sum(past.status == "void" for past in ended))
    assert sum(kind.wagers for kind in found.wagers) == len(settlements)
    assert sum(found.net_by_pay_table.values()) == sum(one.net or 0 for one in settlements)
    assert sum(found.alerts.values()) == sum(len(past.alerts) for past in ended)


def test_a_live_table_is_read_without_being_disturbed(tmp_path: Path, capsys: Say) -> None:
    """A reader inside the file does not make the writer wait, and every command works."""
    happened = random_rounds()[0][1]
    runtime, screen = live(tmp_path / "j.db", happened[:12])
    source = Source(tmp_path / "j.db")
    reading = source.walk(source.beginning())
    next(reading)
    for event in happened[12:]:
        runtime.post(event)
    runtime.flush()
    assert not runtime._writer.failed
    assert screen.pictures[-1].phase == "betting"
    for word in ("verify", "recall", "replay", "export", "meters"):
        assert main(["journal", word, str(tmp_path / "j.db")]) == 0
    assert "record" not in capsys.readouterr().err
    stop(runtime)


def test_commands_print_json_for_programs(path: Path, capsys: Say) -> None:
    assert main(["journal", "recall", str(path), "--last", "2", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["round"] for line in lines] == [11, 12]
    assert all(step["lines"] for line in lines for step in line["steps"])
    for word, key in (("verify", "faults"), ("replay", "counts"), ("meters", "rounds_per_hour")):
        assert main(["journal", word, str(path), "--json"]) == 0
        assert key in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("word", ["verify", "recall", "replay", "export", "meters"])
def test_what_is_no_journal_is_refused_in_one_line(word: str, tmp_path: Path, capsys: Say) -> None:
    assert main(["journal", word, str(tmp_path / "none.db")]) == 2
    assert capsys.readouterr().err == f"upcard: {tmp_path}/none.db: no such file; give the journal of a table\n"
    (tmp_path / "text.db").write_text("this is no database " * 100)
    assert main(["journal", word, str(tmp_path / "text.db")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_round_that_is_not_there_is_a_finding(path: Path, capsys: Say) -> None:
    assert main(["journal", "recall", str(path), "99"]) == 1
    assert capsys.readouterr().err == f"upcard: {path}: no round 99 in it; rounds count from 1\n"


def test_an_open_journal_without_records_is_empty_not_wrong(tmp_path: Path, capsys: Say) -> None:
    Journal(tmp_path / "j.db").close()
    for word in ("verify", "recall", "replay", "export", "meters"):
        assert main(["journal", word, str(tmp_path / "j.db")]) == 0


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE records SET body = replace(body, 'boot', 'root') WHERE seq = 1100",
        "UPDATE records SET body = CAST(body AS TEXT) WHERE seq = 1100",
        "UPDATE records SET link = zeroblob(32) WHERE seq = 1100",
        "UPDATE records SET link = NULL WHERE seq = 1100",
        "UPDATE records SET seq = seq + 1000 WHERE seq >= 1100",
        "DELETE FROM records WHERE seq = 1100",
    ],
)
def test_a_walk_tells_all_before_the_first_record_that_does_not_follow(tmp_path: Path, damage: str) -> None:
    """Records are checked a chunk at a time; where a chunk is not whole, nothing before the bad one is lost."""
    path, told = tmp_path / "j.db", list[int]()
    written(path, rounds=50).close()
    with sqlite3.connect(path) as db:
        db.execute(damage)
    source = Source(path)
    with pytest.raises(JournalError, match="record 1100 does not follow"):
        told.extend(step.record.seq for step in source.walk(source.beginning()))
    assert told == list(range(1, 1100))
    with pytest.raises(JournalError, match="record 1100 does not follow"):
        replay(path)


def test_a_bit_flipped_in_a_key_is_found_though_the_chain_is_whole(tmp_path: Path) -> None:
    """SQLite gives the rows of a damaged page as they lie, their keys out of order."""
    path = tmp_path / "j.db"
    written(path, rounds=50).close()
    with sqlite3.connect(path) as db:
        body = db.execute("SELECT body FROM records WHERE seq = 1100").fetchone()[0]
    data = bytearray(path.read_bytes())
    data[data.index(body) - KEY_BEFORE_BODY] ^= 0x20
    path.write_bytes(data)
    with pytest.raises(JournalError, match="record 1100 does not follow"):
        replay(path)


KEY_BEFORE_BODY = 6
"""Between a row's key and its body lie five bytes: their own number, and the types of key, body (two) and link."""


@pytest.mark.parametrize("nonsense", ["zeroblob(9)", "NULL"])
def test_a_snapshot_that_cannot_be_read_is_a_difference_not_a_crash(path: Path, nonsense: str) -> None:
    with sqlite3.connect(path) as db:
        seq = db.execute("SELECT max(seq) FROM snapshots").fetchone()[0]
        db.execute(f"UPDATE snapshots SET state = {nonsense} WHERE seq = ?", (seq,))
    assert [(one.seq, one.what) for one in replay(path).differences] == [(seq, "state")]
