"""The exact words of `upcard settle` for what it refuses."""

from typing import Any

import pytest

from tests.games.lines import BREAKZ, NO_BUST, WINNERS, error, held, line, seat

BIG = 10**30
SPOTS = "dealer-bust-21 has main, db21"
REFUSED: list[tuple[dict[str, Any], str]] = [
    (
        {"game": "poker"},
        "unknown game 'poker'; the games are dealer-breakz, dealer-bust-21, no-bust-21, winners-option",
    ),
    ({"game": ...}, "missing required field: game"),
    ({"decks": ...}, "missing required field: decks"),
    ({"dealer": ...}, "missing required field: dealer"),
    ({"seats": ...}, "missing required field: seats"),
    ({"jurisdiction": ...}, "jurisdiction missing; dealer-bust-21 has SD or WA"),
    ({"pay_table": ...}, "pay_table missing; dealer-bust-21 has SD-1 to 4"),
    ({"pay_table": None}, "pay_table: expected int, got null"),
    ({"surrender": "late"}, "unknown field: surrender"),
    ({"decks": True}, "decks: expected int, got bool"),
    ({"decks": BIG}, f"decks {BIG}: dealer-bust-21 is played with 1, 2, 4, 6 or 8 decks"),
    ({"smallest_chip": BIG}, f"smallest_chip {BIG}: a number of cents from 1 is allowed"),
    ({"dealer": []}, "dealer: no cards; give at least the up card"),
    (
        {"dealer": ["1h", "7s"]},
        "dealer: no such card '1h'; a card is a rank A 2 … 10 J Q K and a suit s h d c, as in 10h",
    ),
    ({"dealer": ["10h", "7s", "2c"]}, "dealer: 2c was drawn on 17, where the dealer stands"),
    ({"dealer": ["Ah", "6s", "2c"]}, "dealer: 2c was drawn on 17, where the dealer stands"),
    ({"dealer": ["Ah", "Ks", "2c"]}, "dealer: 2c was drawn on 21, where the dealer stands"),
    ({"dealer": ["10h", "6s"]}, "seat 3 main depends on the dealer's hand 10h 6s, which is not finished"),
    (
        {"dealer": ["10h"], "seats": [seat("Ah Kc")]},
        "seat 3 main depends on the dealer's hand 10h, which is not finished",
    ),
    (
        {"dealer": ["10h", "6s"], "seats": [seat("10h 6c 8d", wagers={"main": 1000, "db21": 500})]},
        "seat 3 db21 depends on the dealer's hand 10h 6s, which is not finished",
    ),
    (
        {"dealer": ["Ah", "6s"], "soft17": "hit"},
        "seat 3 main depends on the dealer's hand Ah 6s, which is not finished",
    ),
    ({"decks": 1, "seats": [seat("10h 9c")]}, "10h is shown 2 times; the shoe holds 1 of it"),
    ({"seats": [seat("10h 9c"), seat("10h 8c")]}, "seat 3 is given twice; give each seat once"),
    ({"seats": [seat("10h 9c", seat=0)]}, "seat 0 seat: expected int >= 1"),
    ({"seats": [seat("10h 9c", seat=BIG)]}, f"seat {BIG} seat: expected int <= 99"),
    ({"seats": [seat("10h 9c", seat="x")]}, "seats[0] seat: expected int, got str"),
    ({"seats": [seat("10h 9c", over29=True)]}, "seat 3: unknown field: over29"),
    ({"seats": [seat(held("10h 9c", tripled=True))]}, "seat 3 hand 1: unknown field: tripled"),
    ({"seats": [seat(held("10h 9c", doubled=1))]}, "seat 3 hand 1 doubled: expected bool, got int"),
    (
        {"seats": [seat("10h 9x")]},
        "seat 3 hand 1: no such card '9x'; a card is a rank A 2 … 10 J Q K and a suit s h d c, as in 10h",
    ),
    ({"seats": [seat("10h 9c", wagers={"main": 500.0})]}, "seat 3 wagers: expected int, got float"),
    ({"seats": [seat("10h 9c", wagers={"main": None})]}, "seat 3 wagers: expected int, got null"),
    ({"seats": [seat("10h 9c", wagers={})]}, "seat 3: no wager; leave the seat out"),
    ({"seats": [seat("10h 9c", wagers={"p": 500})]}, f"seat 3: unknown spot 'p'; {SPOTS}"),
    ({"seats": [seat("10h 9c", wagers={"insurance": 500})]}, f"seat 3: unknown spot 'insurance'; {SPOTS}"),
    (
        {"seats": [seat("10h 9c", wagers={"main": 0})]},
        "seat 3 main: 0 is not a positive multiple of the smallest chip, 100 cents",
    ),
    (
        {"seats": [seat("10h 9c", wagers={"main": -100})]},
        "seat 3 main: -100 is not a positive multiple of the smallest chip, 100 cents",
    ),
    (
        {"seats": [seat("10h 9c", wagers={"main": 150})]},
        "seat 3 main: 150 is not a positive multiple of the smallest chip, 100 cents",
    ),
    (
        {"seats": [seat("10h 9c", wagers={"main": 10**14})]},
        "seat 3 main: 100000000000000 is more than the 1000000000000 cents a wager may be",
    ),
    ({"seats": [seat()]}, "seat 3: no hand for its bet; give its cards in hands"),
    ({"seats": [seat("10h")]}, "seat 3 hand 1: 1 card; a hand has at least two"),
    ({"seats": [seat("10h 9c", "")]}, "seat 3 hand 2: no cards; a hand has at least two"),
    ({"seats": [seat("10h 6c 8d 2s")]}, "seat 3 hand 1: 2s was drawn to 10h 6c 8d, a hand that takes no more cards"),
    (
        {"seats": [seat(held("10h 9c", doubled=True))]},
        "seat 3 hand 1: doubled with 2 cards; a doubled hand has two and one more",
    ),
    (
        {"seats": [seat(held("2h 3c 4d 5s", doubled=True))]},
        "seat 3 hand 1: doubled with 4 cards; a doubled hand has two and one more",
    ),
    (
        {"seats": [seat(held("2h 3c 4d", surrendered=True))]},
        "seat 3 hand 1: only the first two cards may be surrendered, not after a split or a double",
    ),
    (
        {"seats": [seat(held("8h 3c", surrendered=True), "8d 10c")]},
        "seat 3 hand 1: only the first two cards may be surrendered, not after a split or a double",
    ),
    ({"seats": [seat(*["8h 10c"] * 5)]}, "seat 3: 5 hands; splitting makes 4 at most"),
    (
        {"seats": [seat("10h 9c", insurance=500)]},
        "seat 3 insurance: offered only when the dealer's up card is an ace, not 10h",
    ),
    (
        {"dealer": ["Ah", "7s"], "seats": [seat("10h 9c", insurance=501)]},
        "seat 3 insurance 501: it is from 1 to half the bet, 500 cents here",
    ),
    (
        {"dealer": ["Ah", "7s"], "seats": [seat("10h 9c", insurance=0)]},
        "seat 3 insurance 0: it is from 1 to half the bet, 500 cents here",
    ),
    (
        {"dealer": ["Ah", "7s"], "seats": [seat(wagers={"db21": 500}, insurance=100)]},
        "seat 3 insurance 100: it is from 1 to half the bet, 0 cents here",
    ),
    (
        {**WINNERS, "seats": [seat("10h 9c", wagers={"p": 500, "d": 500})]},
        "seat 3: bets in both arrows; a seat bets in p or in d (SD 20:18:15:30.08(1))",
    ),
    (
        {**WINNERS, "seats": [seat("10h 2c", wagers={"d": 500})]},
        "seat 3 d: the hand is not finished; a D hand draws on 12",
    ),
    (
        {**WINNERS, "seats": [seat("10h 7c 2d", wagers={"d": 500})]},
        "seat 3 d: 2d was drawn on 17, where a D hand stands",
    ),
    (
        {**WINNERS, "seats": [seat("8h 10c", "8c 10d", wagers={"d": 500})]},
        "seat 3 d: a D hand is not split or doubled (SD 20:18:15:30.08(3))",
    ),
    (
        {**WINNERS, "seats": [seat(held("10h 6c", surrendered=True), wagers={"p": 500})]},
        "seat 3 hand 1: surrender is not offered in winners-option",
    ),
    ({**WINNERS, "soft17": "stand"}, "soft17 'stand': winners-option fixes 'hit' (SD 20:18:15:30.08(3))"),
    ({**BREAKZ, "jurisdiction": "SD"}, "dealer-breakz takes no jurisdiction; leave it out"),
    (
        {**BREAKZ, "pay_table": 7},
        "table BREAKZ-7 is incomplete in its source: pay_rows must give exactly its rows 6, 7, 8+"
        " from the approved document",
    ),
    (
        {**NO_BUST, "dealer": ["Ah", "7s"], "seats": [seat("10h 9c", insurance=100)]},
        "seat 3 insurance: this game has no insurance",
    ),
    (
        {**NO_BUST, "dealer": ["10h", "8s"], "seats": [seat("10h 9c 3d 2s")]},
        "seat 3 hand 1: 2s was drawn to 10h 9c 3d, a hand that takes no more cards",
    ),
    (
        {**NO_BUST, "dealer": ["10h", "8s"], "seats": [seat(held("Ah Kc 3d", doubled=True))]},
        "seat 3 hand 1: a 21 is paid at once and is not doubled",
    ),
    ({**NO_BUST, "dealer": ["10h", "8s", "2c"], "seats": []}, "dealer: 2c was drawn on 18, where the dealer stands"),
    (
        {
            **NO_BUST,
            "dealer": ["7h", "Ks", "Ac"],
            "seats": [seat("7h 10c", "7h 3c", "7d 5c", wagers={"main": 500, "stud": 100})],
        },
        "seat 3 stud: after its splits the first two cards of the seat cannot be told",
    ),
    ({**NO_BUST, "cap": 100}, "cap 100: the house may not cap a round's payouts below $5000 (NB21 Stud)"),
]


@pytest.mark.clause("SD 20:18:15:30.08(1)", "SD 20:18:15:30.08(3)", "SD 20:18:15:30.08(15)", "NB21 2b")
@pytest.mark.parametrize(("changes", "expected"), REFUSED, ids=[f"{n}" for n in range(len(REFUSED))])
def test_refused(changes: dict[str, Any], expected: str) -> None:
    assert error(line(**changes)) == expected
