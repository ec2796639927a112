"""Pay tables: known edges, the figures against their definitions, and a simulation settled by the game itself."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Final, cast

import pytest

from controller import games
from controller.cards import DECK, Card
from controller.games.blackjack import Blackjack
from controller.games.model import Dealer, Hand, PayTable, Rules, Seat
from controller.math.figures import Figures, bounds, figures, of_table
from controller.math.shoe import OddsError, by_value, full
from controller.math.side_bets import dealer_envy, rows_of, side_edge
from controller.math.stud import counts, total
from tests.math import slow
from tests.math.support import rules

ROUNDS: Final = 20_000
EDGES: Final = {
    ("dealer-breakz", 3, "stand"): 0.0825,
    ("dealer-breakz", 3, "hit"): 0.0621,
}


def tables(game: str) -> dict[str, PayTable]:
    found = games.find(game)
    assert isinstance(found, Blackjack)
    return dict(found.tables())


@pytest.mark.parametrize(("table", "edge"), EDGES.items())
def test_known_edges(table: tuple[str, int, str], edge: float) -> None:
    game, number, soft17 = table
    found = side_edge(rules(game, pay_table=number, soft17=soft17))
    assert found is not None
    assert round(float(found.edge), 4) == edge


def test_a_known_bet_that_is_not_ours() -> None:
    """Pays 1 3 6 30 100 200 for busts of 3 to 8 cards: 4.724%."""
    rows = rows_of(rules("dealer-breakz", soft17="hit"), full(6)) or {}
    pays = {"3": 1, "4": 3, "5": 6, "6": 30, "7": 100, "8+": 200}
    assert float(figures(rows, pays).edge) == pytest.approx(0.04724, abs=5e-6)


def definition(rows: dict[str, Fraction], table: PayTable) -> Figures:
    """By the law of one bet: each result with its probability."""
    results = [(table.rows[row], odds) for row, odds in rows.items()]
    results.append((-1, 1 - sum((odds for _, odds in results), Fraction(0))))
    mean = sum((net * odds for net, odds in results), Fraction(0))
    variance = sum(((net - mean) ** 2 * odds for net, odds in results), Fraction(0))
    return Figures(1 + mean, -mean, sum((odds for net, odds in results if net > 0), Fraction(0)), variance)


def rows_card_by_card(decks: int, soft17: str) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """By rank of the up card, and by number of cards."""
    draws, found = slow.blackjack_draws(soft17 == "hit"), (Counter[str](), Counter[str]())
    by_rank, by_cards = cast(tuple[dict[str, Fraction], dict[str, Fraction]], found)
    for (up, label, cards), odds in slow.card_by_card(by_value(full(decks)), draws, slow.blackjack_label).items():
        if label == "bust":
            ranks = ("A23456789"[up - 1],) if up < 10 else ("10", "J", "Q", "K")
            by_rank |= {rank: by_rank[rank] + odds / len(ranks) for rank in ranks}
            by_cards[str(cards) if cards < 8 else "8+"] += odds
    return by_rank, by_cards


@pytest.mark.parametrize("soft17", ["hit", "stand"])
@pytest.mark.parametrize("decks", [2, 4, 6, 8])
def test_every_table_card_by_card(decks: int, soft17: str) -> None:
    counted = rows_card_by_card(decks, soft17)
    for game, rows in zip(("dealer-bust-21", "dealer-breakz"), counted, strict=True):
        found = rows_of(rules(game, soft17=soft17, decks=decks), full(decks)) or {}
        assert found == rows
        for table in tables(game).values():
            if not table.missing:
                assert of_table(found, table) == definition(rows, table)


@pytest.mark.parametrize("table", ["SD-1", "SD-2", "SD-3", "SD-4", "WA-1", "WA-2", "WA-3", "WA-4"])
def test_the_edge_at_load_is_that_of_the_table(table: str) -> None:
    state, _, number = table.partition("-")
    house = rules("dealer-bust-21", jurisdiction=state, pay_table=int(number), soft17="hit")
    found = side_edge(house)
    assert found is not None
    assert (found.pay_table, found.edge) == (
        table,
        of_table(rows_of(house, full(6)) or {}, tables(house.game)[table]).edge,
    )


def test_ranks_of_a_ten_share_as_they_lie_in_the_shoe() -> None:
    shoe = (*[24] * 9, 24, 24, 0, 12)
    rows = rows_of(rules("dealer-bust-21"), shoe) or {}
    assert rows["Q"] == 0
    assert rows["10"] == rows["J"] == 2 * rows["K"] > 0


def dealt(house: Rules, shoe: list[Card]) -> tuple[Card, ...]:
    game, hand = games.find(house.game), tuple(shoe[:2])
    while game.dealer_draws(house, hand):
        hand = tuple(shoe[: len(hand) + 1])
    return hand


@pytest.mark.parametrize(("game", "spot"), [("dealer-bust-21", "db21"), ("dealer-breakz", "breakz")])
def test_settled_rounds_come_as_often_and_pay_as_much(game: str, spot: str) -> None:
    house, random = rules(game, pay_table=1, soft17="hit"), Random(10)
    expected = side_edge(house)
    assert expected is not None
    seat = Seat(1, (Hand((Card("10s"), Card("9s"))),), {"main": 100, spot: 100})
    nets = []
    for _ in range(ROUNDS):
        dealer = Dealer(dealt(house, random.sample(DECK * 6, 14)), complete=True)
        nets += [one.net or 0 for one in games.find(game).settle(house, dealer, [seat]) if one.spot == spot]
    hits = sum(net > 0 for net in nets)
    assert abs(hits - ROUNDS * expected.hit) < 4 * sqrt(ROUNDS * expected.hit * (1 - expected.hit))
    assert abs(sum(nets) / 100 + ROUNDS * expected.edge) < 4 * sqrt(ROUNDS * expected.variance)


# -- Dealer Envy, incomplete tables --------------------------------------------------------------------


def test_dealer_envy_costs_its_awards() -> None:
    rows = {
        "3": Fraction(1, 2),
        "4": Fraction(1, 4),
        "5": Fraction(1, 8),
        "6": Fraction(0),
        "7": Fraction(0),
        "8+": Fraction(1, 100),
    }
    assert dealer_envy(rows, tables("dealer-breakz")["BREAKZ-13"]) == Fraction(1, 4) + Fraction(2, 8) + 1


def test_an_incomplete_table_is_refused_with_its_bounds() -> None:
    rows = rows_of(rules("dealer-breakz"), full(6)) or {}
    with pytest.raises(OddsError) as refused:
        of_table(rows, tables("dealer-breakz")["BREAKZ-7"])
    assert str(refused.value) == (
        "table BREAKZ-7 lacks its rows 6, 7, 8+: give them with pay_rows from the approved document; with each at 1"
        " to 1 the edge is 23.4167%, the most it can be, and it falls by 0.2315% for each unit on row 6, 0.0173% for"
        " each unit on row 7, 0.0008% for each unit on row 8+"
    )


def test_the_operators_rows_lie_within_the_bounds() -> None:
    rows = rows_of(rules("dealer-breakz"), full(6)) or {}
    bare = tables("dealer-breakz")["BREAKZ-7"]
    known = bounds(rows, bare)
    filled = games.find("dealer-breakz").rules(
        {"decks": 6, "pay_table": 7, "pay_rows": {"6": 40, "7": 100, "8+": 250}}
    )
    found = side_edge(filled)
    assert found is not None
    assert known.edge_at_least < found.edge < known.edge_at_most
    assert found.edge == known.edge_at_most - sum(
        known.per_unit[row] * (pays - 1) for row, pays in {"6": 40, "7": 100, "8+": 250}.items()
    )


# -- 3 Card Stud ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [1, 2, 6, 7, 8])
def test_stud_hands_are_counted_right(decks: int) -> None:
    assert counts(decks) == slow.stud_counts(decks)


def test_two_decks_have_no_suited_three_of_a_kind() -> None:
    assert counts(2)["suited_three_of_a_kind"] == 0


def test_the_studs_edge_is_its_counts() -> None:
    found = side_edge(rules("no-bust-21"))
    assert found is not None
    made, pays = slow.stud_counts(6), (200, 35, 20, 3, 2, 1)
    paid = sum(count * (pay + 1) for count, pay in zip(made.values(), pays, strict=True))
    assert found.rtp == Fraction(paid, total(6))


def test_winners_option_has_no_side_bet() -> None:
    assert side_edge(rules("winners-option")) is None
