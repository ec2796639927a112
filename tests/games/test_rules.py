"""Which rules a table may have, and the exact words of each refusal."""

import pytest

from controller import games
from controller.games.dealer_breakz import GAME as BREAKZ
from controller.games.dealer_bust_21 import GAME as DB21
from controller.games.model import Game, RuleError
from controller.games.no_bust_21 import GAME as NO_BUST
from controller.games.winners_option import GAME as WINNERS
from controller.money import Odds
from tests.games.support import OPTIONS, rules

FILL = {"6": 40, "7": 100, "8+": 250}
ENVY = {"suited_three_of_a_kind": 10000, "straight_flush": 5000}
STATES = "dealer-bust-21 has SD or WA"


PLAYED: tuple[Game, ...] = (BREAKZ, DB21, NO_BUST, WINNERS)
"""Typed, so that mypy checks each against the protocol."""


def test_the_games() -> None:
    assert tuple(games.find(game.name) for game in PLAYED) == PLAYED
    assert games.names() == ("dealer-breakz", "dealer-bust-21", "no-bust-21", "winners-option")


@pytest.mark.parametrize("name", ["roulette", "dealer_bust_21", "", "../cards"])
def test_an_unknown_game(name: str) -> None:
    with pytest.raises(RuleError, match=r"unknown game .*; the games are dealer-breakz, "):
        games.find(name)


REFUSED: list[tuple[str, dict[str, object], str]] = [
    ("dealer-bust-21", {"decks": 3}, "decks 3: dealer-bust-21 is played with 1, 2, 4, 6 or 8 decks"),
    ("dealer-breakz", {"decks": 1}, "decks 1: dealer-breakz is played with 2, 4, 6 or 8 decks"),
    ("no-bust-21", {"decks": 4}, "decks 4: no-bust-21 is played with 2, 6, 7 or 8 decks"),
    ("dealer-bust-21", {"decks": True}, "decks: expected int, got bool"),
    ("dealer-bust-21", {"decks": 6.0}, "decks: expected int, got float"),
    ("dealer-bust-21", {"wheels": 1}, "unknown field: wheels"),
    ("dealer-bust-21", {"soft17": "maybe"}, "soft17 'maybe' is not known; it is hit or stand"),
    ("dealer-bust-21", {"max_hands": 9}, "max_hands 9 is not known; it is 1 or 2 or 3 or 4"),
    ("dealer-bust-21", {"jurisdiction": "NV"}, f"jurisdiction 'NV' is not known; {STATES}"),
    ("dealer-breakz", {"jurisdiction": "SD"}, "dealer-breakz takes no jurisdiction; leave it out"),
    ("no-bust-21", {"pay_table": 1}, "no-bust-21 takes no pay_table; leave it out"),
    ("winners-option", {"pay_table": 0}, "winners-option takes no pay_table; leave it out"),
    ("winners-option", {"jurisdiction": "WA"}, "jurisdiction 'WA': winners-option fixes 'SD' (20:18:15:30.08)"),
    ("winners-option", {"soft17": "stand"}, "soft17 'stand': winners-option fixes 'hit' (SD 20:18:15:30.08(3))"),
    ("winners-option", {"up_card": "first"}, "up_card 'first': winners-option fixes 'second' (SD 20:18:15:30.08(1))"),
    ("winners-option", {"surrender": "late"}, "surrender 'late': winners-option fixes 'no' (SD 20:18:15:30.08(15))"),
    ("no-bust-21", {"soft17": "stand"}, "soft17 'stand': no-bust-21 fixes 'hit' (NB21 2c)"),
    ("no-bust-21", {"natural_pays": "3:2"}, "natural_pays '3:2': no-bust-21 fixes '1:1' (NB21 2b)"),
    ("dealer-bust-21", {"pay_table": 5}, "pay_table 5 does not exist; there are 1 to 4"),
    ("dealer-breakz", {"pay_table": 14}, "pay_table 14 does not exist; there are 1 to 13"),
    ("dealer-bust-21", {"natural_pays": "6:5"}, "natural_pays 6:5 is allowed only with one deck in SD; use 3:2"),
    ("dealer-bust-21", {"natural_pays": "2:1"}, "natural_pays '2:1': 3:2 is allowed, and 6:5 with one deck in SD"),
    ("dealer-bust-21", {"smallest_chip": 0}, "smallest_chip 0: a number of cents from 1 is allowed"),
    ("dealer-bust-21", {"cap": 600000}, "dealer-bust-21 takes no cap; leave it out"),
    ("dealer-bust-21", {"envy": {}}, "dealer-bust-21 takes no envy; leave it out"),
    ("dealer-bust-21", {"dealer_envy": True}, "dealer-bust-21 takes no dealer_envy; leave it out"),
    (
        "dealer-breakz",
        {"dealer_envy": True},
        "dealer_envy: pay table BREAKZ-1 has no Dealer Envy; only BREAKZ-13 has",
    ),
    ("dealer-bust-21", {"pay_rows": FILL}, "pay_rows: table SD-1 is complete; leave them out"),
    ("dealer-breakz", {"pay_rows": FILL}, "pay_rows: table BREAKZ-1 is complete; leave them out"),
    (
        "no-bust-21",
        {"envy": {"straight_flush": 5}},
        "envy names straight_flush; it needs suited_three_of_a_kind and straight_flush",
    ),
    ("no-bust-21", {"envy": {**ENVY, "straight_flush": 0}}, "straight_flush 0: a number of cents from 1 is allowed"),
    ("no-bust-21", {"cap": 499999}, "cap 499999: the house may not cap a round's payouts below $5000 (NB21 Stud)"),
]


@pytest.mark.clause("NB21 1", "NB21 Stud cap", "SD 20:18:15:30.08(15)", "SD 20:18:15:30.08(1)")
@pytest.mark.parametrize(("game", "options", "error"), REFUSED)
def test_refused(game: str, options: dict[str, object], error: str) -> None:
    with pytest.raises(RuleError) as refused:
        rules(game, **options)
    assert str(refused.value) == error


@pytest.mark.parametrize(
    ("game", "left_out", "error"),
    [
        ("dealer-bust-21", "jurisdiction", f"jurisdiction missing; {STATES}"),
        ("dealer-bust-21", "pay_table", "pay_table missing; dealer-bust-21 has SD-1 to 4"),
        ("dealer-breakz", "pay_table", "pay_table missing; dealer-breakz has BREAKZ-1 to 13"),
    ],
)
def test_missing(game: str, left_out: str, error: str) -> None:
    options = {name: value for name, value in OPTIONS[game].items() if name != left_out}
    with pytest.raises(RuleError) as refused:
        games.find(game).rules(options)
    assert str(refused.value) == error


def test_six_to_five_only_with_one_deck_in_south_dakota() -> None:
    assert rules("dealer-bust-21", decks=1, natural_pays="6:5").natural_pays == Odds(6, 5)
    assert rules("winners-option", decks=1, natural_pays="6:5").natural_pays == Odds(6, 5)
    with pytest.raises(RuleError, match="only with one deck in SD"):
        rules("dealer-bust-21", jurisdiction="WA", decks=1, natural_pays="6:5")


@pytest.mark.parametrize("number", range(7, 13))
def test_an_incomplete_table_waits_for_exactly_its_missing_rows(number: int) -> None:
    refusal = f"table BREAKZ-{number} is incomplete in its source: pay_rows must give exactly its rows 6, 7, 8\\+"
    for wrong in (None, {"6": 40}, {**FILL, "5": 7}, {}):
        given = {} if wrong is None else {"pay_rows": wrong}
        with pytest.raises(RuleError, match=refusal):
            rules("dealer-breakz", pay_table=number, **given)
    table = rules("dealer-breakz", pay_table=number, pay_rows=FILL).pay_table
    assert table is not None
    assert (table.rows["6"], table.rows["8+"], table.missing) == (40, 250, ())
    assert table.source.endswith("rows 6, 7, 8+ as the operator gives them")


def test_supplied_rows_pay_something() -> None:
    with pytest.raises(RuleError, match="pay_rows '7' pays 0; a whole number from 1 is allowed"):
        rules("dealer-breakz", pay_table=7, pay_rows={**FILL, "7": 0})


@pytest.mark.clause("SD 20:18:15:30.08(1)", "SD 20:18:15:30.08(3)")
def test_winners_option_fixes_its_house_rules() -> None:
    made = rules("winners-option")
    assert (made.jurisdiction, made.hit_soft17, made.up_card, made.surrender) == ("SD", True, "second", "no")


def test_house_rules_are_taken_as_given() -> None:
    made = rules("dealer-bust-21", peek=False, surrender="late", double="9-11", max_hands=2, soft17="hit")
    assert (made.peek, made.surrender, made.double, made.max_hands, made.hit_soft17) == (
        False,
        "late",
        "9-11",
        2,
        True,
    )
