"""`upcard settle`: JSON lines in, JSON lines out."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.records import settle_line, settle_stream
from tests.games.lines import BREAKZ, NO_BUST, WINNERS, answer, error, held, line, nets, seat


def test_the_example_of_the_formats_to_the_letter() -> None:
    raw = line(soft17="hit", dealer=["Ah", "3s", "9s", "Qd"])
    assert settle_line(raw, 1) == (
        b'{"settlements":[{"seat":3,"spot":"main","hand":1,"outcome":"win","pays":"1:1","wager":1000,"net":1000,'
        b'"clauses":["SD 20:18:15:30.10(10)","BJ house"],"reading":false,'
        b'"why":"Dealer busted with 23: the bet wins"},'
        b'{"seat":3,"spot":"db21","outcome":"win","pays":"10:1","wager":500,"net":5000,'
        b'"clauses":["SD 20:18:15:30.10(5)","SD 20:18:15:30.10(6)","SD 20:18:15:30.10(12)"],"reading":false,'
        b'"why":"Dealer busted with 23 on an up card of A: table SD-1 pays 10 to 1"}]}'
    )


def test_a_stream_goes_on_after_a_bad_line() -> None:
    out = io.BytesIO()
    assert settle_stream([line() + b"\n", b"\n", b"{\n", line()], out) == 1
    answers = [json.loads(one) for one in out.getvalue().splitlines()]
    assert [list(one) for one in answers] == [["settlements"], ["error", "line"], ["error", "line"], ["settlements"]]
    assert [one["line"] for one in answers[1:3]] == [2, 3]


def test_a_good_stream_exits_0() -> None:
    out = io.BytesIO()
    assert settle_stream([line() + b"\r\n"] * 3, out) == 0
    assert out.getvalue().count(b"\n") == 3
    assert settle_stream([], out) == 0


ACCEPTED: list[tuple[str, dict[str, Any], list[tuple[str, int]]]] = [
    ("player draws on 20", {"seats": [seat("10h 10c Ad")]}, [("main", 1000)]),
    ("player draws on 21 and busts", {"seats": [seat("10h 5c 6d 2s")]}, [("main", -1000)]),
    ("player draws before a natural", {"dealer": ["Ah", "Kd"], "seats": [seat("10h 2c 9d")]}, [("main", -1000)]),
    ("unfinished, everybody busted", {"dealer": ["10h", "2c"], "seats": [seat("10h 6c 8d")]}, [("main", -1000)]),
    ("unfinished, natural paid", {"dealer": ["10h", "2c"], "seats": [seat("Ah Kc")]}, [("main", 1500)]),
    ("only the up card", {"dealer": ["10h"], "seats": [seat("10h 6c 8d")]}, [("main", -1000)]),
    ("only a low up card", {"dealer": ["9h"], "seats": [seat("Ah Kc")]}, [("main", 1500)]),
    ("surrendered", {"dealer": ["10h", "2c"], "seats": [seat(held("10h 6c", surrendered=True))]}, [("main", -500)]),
    (
        "insurance",
        {"dealer": ["Ah", "Kd"], "seats": [seat("10h 9c", insurance=500)]},
        [("insurance", 1000), ("main", -1000)],
    ),
    (
        "half an odd bet",
        {"dealer": ["Ah", "Kd"], "seats": [seat("10h 9c", wagers={"main": 500}, insurance=250)]},
        [("insurance", 500), ("main", -500)],
    ),
    ("split", {"seats": [seat("8h 10c", held("8d 3s 9s", doubled=True))]}, [("main", 1000), ("main", 2000)]),
    ("several hands are a split", {"seats": [seat("Ah Kc", "Ad 6c")]}, [("main", 1000), ("main", 0)]),
    ("one hand of a split", {"seats": [seat(held("Ah Kc", from_split=True))]}, [("main", 1000)]),
    ("orphan without a hand", {"seats": [{"seat": 2, "wagers": {"db21": 500}}]}, [("db21", 0)]),
    ("small chips", {"smallest_chip": 5, "seats": [seat("Ah Kc", wagers={"main": 15})]}, [("main", 23)]),
    ("no seats", {"seats": []}, []),
    ("6:5", {"natural_pays": "6:5", "decks": 1, "seats": [seat("Ah Kc")]}, [("main", 1200)]),
    (
        "explicit defaults",
        {"peek": True, "soft17": "stand", "dealer_envy": False, "seats": [seat(held("10h 9c", doubled=False))]},
        [("main", 1000)],
    ),
    ("D", {**WINNERS, "seats": [seat("10h 6c 9d", wagers={"d": 500})]}, [("d", 500)]),
    (
        "D undrawn at a natural",
        {**WINNERS, "dealer": ["Ah", "Kd"], "seats": [seat("10h 2c", wagers={"d": 500})]},
        [("d", 500)],
    ),
    (
        "Winners Option says SD",
        {**WINNERS, "jurisdiction": "SD", "soft17": "hit", "seats": [seat("10h 9c", wagers={"p": 500})]},
        [("p", 500)],
    ),
    (
        "Breakz with supplied rows",
        {
            **BREAKZ,
            "pay_table": 7,
            "pay_rows": {"6": 40, "7": 100, "8+": 250},
            "seats": [seat("10h 9c", wagers={"main": 500, "breakz": 100})],
        },
        [("breakz", -100), ("main", 500)],
    ),
    ("No Bust draws over 21", {**NO_BUST, "dealer": ["10h", "8c"], "seats": [seat("Ah 6c 8d 9s")]}, [("main", 0)]),
    (
        "No Bust unfinished",
        {**NO_BUST, "dealer": ["10h", "6c"], "seats": [seat("Ah Kc", wagers={"main": 500, "stud": 100})]},
        [("main", 500), ("stud", -100)],
    ),
]


@pytest.mark.parametrize(("changes", "expected"), [row[1:] for row in ACCEPTED], ids=[row[0] for row in ACCEPTED])
def test_accepted(changes: dict[str, Any], expected: list[tuple[str, int]]) -> None:
    assert nets(line(**changes)) == expected


NOT_JSON = {
    b"": "blank line; one JSON object per line is expected",
    b"  \r\n": "blank line; one JSON object per line is expected",
    b"{": "no JSON object: Input data was truncated",
    b"[]": "expected object, got array",
    b"null": "expected object, got null",
    b'{"game":NaN}': "no JSON object: JSON is malformed: invalid character (byte 8)",
    b'{"game":"\xff"}': "no JSON object: the line is not UTF-8",
    b"[" * 100_000: "expected object, got array",
}


@pytest.mark.parametrize(("raw", "expected"), NOT_JSON.items(), ids=[f"{n}" for n in range(len(NOT_JSON))])
def test_what_is_no_json_object(raw: bytes, expected: str) -> None:
    assert error(raw) == expected


def test_a_key_given_twice() -> None:
    assert error(line().replace(b'"main": 1000', b'"main": 100, "main": 1000')) == (
        "'main' is given twice in one object; give it once"
    )
    assert error(line().replace(b'"decks": 6', b'"decks": 6, "\\u0064ecks": 8')) == (
        "'decks' is given twice in one object; give it once"
    )


@pytest.mark.parametrize("deep", [b'{"seats":[{"x":%s}]}', b'{"seats":[{"player":%s}]}', b'{"game":%s}'])
def test_deep_nesting_is_an_error_like_any_other(deep: bytes) -> None:
    assert error(deep % (b"[" * 100_000 + b"]" * 100_000))


def test_errors_name_the_seat_even_after_others() -> None:
    seats = [seat("10h 9c", seat=5), seat("10h 8c", seat=2, insurance="much")]
    assert error(line(seats=seats)) == "seat 2 insurance: expected int, got str"


def test_options_that_look_alike_are_not_mixed_up() -> None:
    """Rules are kept by their options: SD and WA, with and without supplied rows."""
    bust = {"dealer": ["10h", "6s", "9c"], "pay_table": 4}
    assert nets(line(**bust)) == [("main", 1000), ("db21", 1000)]
    assert nets(line(**bust, jurisdiction="WA")) == [("main", 1000), ("db21", 2000)]
    assert error(line(decks=True)) == "decks: expected int, got bool"
    assert nets(line(**bust)) == [("main", 1000), ("db21", 1000)]


def test_names_join_seats_for_envy() -> None:
    envy = {"suited_three_of_a_kind": 10000, "straight_flush": 5000}
    wagers = {"main": 500, "stud": 500}
    seats = [
        seat("2c Jd", seat=1, wagers=wagers, player="ann"),
        seat("7h 8h", seat=2, wagers=wagers, player="ann"),
    ]
    found = answer(line(**NO_BUST, dealer=["9h", "10c"], envy=envy, seats=seats))["settlements"]
    award = found[-1]
    assert (award["seat"], award["spot"], award["outcome"], award["wager"], award["net"]) == (
        1,
        "envy",
        "award",
        0,
        5000,
    )
    assert "hand" not in award


@given(st.integers(0, 300), st.binary(max_size=6), st.integers(0, 8))
def test_a_damaged_line_is_answered_and_never_more(at: int, patch: bytes, cut: int) -> None:
    whole = line(seats=[seat("10h 9c", "10c 5d", insurance=100)], dealer=["Ah", "7s"], soft17="stand")
    found = answer(whole[:at] + patch + whole[at + cut :])
    assert list(found) in (["settlements"], ["error", "line"])
