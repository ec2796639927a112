"""The promises of every codec in the suite: a few stories by hypothesis, and those a fuzzer once broke."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.shoe import names
from drivers.shoe.votes import Votes
from tests.shoe.promises import Story, check, held
from tests.shoe.stories import RAW, story
from tests.shoe.streams import kinds
from tests.shoe.test_angel_eye import card
from tests.shoe.witness import CARD


@pytest.mark.parametrize("protocol", names())
@given(data=st.binary(max_size=300))
def test_any_story_keeps_them(protocol: str, data: bytes) -> None:
    check(protocol, story(protocol, data))


@pytest.mark.parametrize("protocol", names())
def test_a_story_has_every_kind_of_step(protocol: str) -> None:
    steps = [step for word in range(256) for last in range(4) for step in story(protocol, bytes([word, last, 5, 7]))]
    assert {"silence", "cable", "long cable"} == {step for step in steps if isinstance(step, str)}
    assert {"card", "unread", "bad"} <= {said.kind for said in check(protocol, steps)}
    assert story(protocol, RAW + b"line") == [b"line"]


def lower(frame: bytes) -> bytes:
    return frame[:-2] + frame[-2:].lower()


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([card(1, "8s") * 2 + lower(card(1, "9h"))], ["sensed", "card 8s", "bad"]),
        ([card(1, "8s") * 2 + lower(card(5, "9h")), "silence"], ["sensed", "card 8s", "sensed", "bad"]),
    ],
    ids=["outvoted", "dropped"],
)
def test_a_copy_that_is_refused_is_shown_as_it_came(steps: Story, said: list[str]) -> None:
    assert kinds(check("angel-eye", steps)) == said


def test_numbers_that_jump_for_ever_are_not_hoarded() -> None:
    jumps = [card(number, "9h") + card(1, "8s") for number in (4, 5, 6)]
    check("angel-eye", [card(1, "8s") * 2 + b"".join(jumps) * 200])


def test_what_is_held_is_counted_however_deep() -> None:
    class Holder:
        def __init__(self) -> None:
            self.parts = [b"abc", {"x": 1}]

    assert held(Holder()) == 2 + 3 + 1


def test_a_codec_that_counts_copies_as_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Votes, "_is_copy", lambda votes, report: False)
    with pytest.raises(AssertionError):
        check("angel-eye", [card(1, "8s") * 6])


def test_a_codec_that_guesses_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Votes, "_second_vote", lambda votes, first, second: votes._accept(first.says, 2, first))
    with pytest.raises(AssertionError, match="a guess at 0"):
        check("angel-eye", [card(1, "8s") + card(1, "9h")])


@pytest.mark.parametrize(
    ("protocol", "report", "says"),
    [
        ("angel-eye", bytes.fromhex("05 31 44 81 B8 03 34 46"), "8s"),
        ("angel-eye", bytes.fromhex("05 31 44 81 B8 03 34 47"), None),
        ("angel-eye", bytes.fromhex("05 31 52 81 B8 03 35 39"), None),
        ("bee-tek", b"[Game]<Card:TD>\r\n", "10d"),
        ("bee-tek", b"[Game]<Cord:4D>\r\n", None),
    ],
)
def test_the_witness(protocol: str, report: bytes, says: str | None) -> None:
    assert CARD[protocol](report) == says
