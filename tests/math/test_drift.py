"""The live statistics: the bet is fair, a wrong table is noticed soon, a right one is left alone."""

from collections.abc import Iterator
from itertools import product
from math import comb, exp, factorial, inf, log, prod

import pytest

from controller.games.rows import NO_HIT, hit
from controller.math.bands import bands
from controller.math.drift import hit_drift, rank_drift
from controller.math.evidence import TOLERANCE, against, against_even, asked, mixed
from controller.math.hits import hit_odds
from tests.math.drift import CLEAN, HOUSES, SOON, WRONG, Fault, House, SimTable, alarm
from tests.math.support import rules

ODDS = (0.5, 0.3, 0.2)


def splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    yield from (counts for counts in product(range(total + 1), repeat=parts) if sum(counts) == total)


def ways(counts: tuple[int, ...]) -> int:
    return factorial(sum(counts)) // prod(map(factorial, counts))


@pytest.mark.parametrize("rounds", [1, 5, 12])
def test_nobody_can_expect_to_win_against_right_odds(rounds: int) -> None:
    """Over all results, each with its probability, the stake is worth 1 at the exact price, less with a tolerance."""
    exact = asked_less = 0.0
    for counts in splits(rounds, 3):
        likely = prod(price**count for price, count in zip(ODDS, counts, strict=True))
        exact += ways(counts) * exp(mixed(list(zip(counts, ODDS, strict=True))))
        asked_less += ways(counts) * likely * exp(against(counts, ODDS))
    assert exact == pytest.approx(1)
    assert 0 < asked_less < 1


def test_nor_against_a_reader_that_reads_right() -> None:
    worth = sum(ways(counts) * 4**-9 * exp(against_even(counts)) for counts in splits(9, 4))
    assert 0 < worth < 1


def test_nor_when_cards_are_drawn_without_replacement() -> None:
    """All ways to draw nine of a shoe of four ranks, four cards each: spread out less than independent draws."""
    drawn = [counts for counts in splits(9, 4) if max(counts) <= 4]
    worth = sum(prod(comb(4, n) for n in counts) / comb(16, 9) * exp(against_even(counts)) for counts in drawn)
    independent = sum(ways(counts) * 4**-9 * exp(against_even(counts)) for counts in splits(9, 4))
    assert worth < independent


def test_the_price_is_the_best_within_the_tolerance() -> None:
    results = [(60, 0.5), (25, 0.3), (15, 0.2)]
    steps = [n / 200 * TOLERANCE for n in range(-200, 201)]
    best = -inf
    for first, second in product(steps[::8], repeat=2):
        prices = [0.5 * (1 + first), 0.3 * (1 + second)]
        prices.append(1 - sum(prices))
        if abs(prices[2] / 0.2 - 1) <= TOLERANCE:
            best = max(best, sum(count * log(price) for (count, _), price in zip(results, prices, strict=True)))
    assert best <= asked(results) <= best + 0.01


def test_a_million_rounds_at_the_exact_odds_are_no_evidence() -> None:
    odds = {name: float(price) for name, price in hit_odds(rules("dealer-bust-21")).items()}
    counts = {name: round(1e6 * price) for name, price in odds.items()}
    counts[NO_HIT] = 1_000_000 - sum(counts.values())
    assert hit_drift(counts, odds).evidence < 1e-6
    assert rank_drift([500_000] * 13).evidence < 1e-6


def test_nothing_counted_is_no_evidence() -> None:
    assert hit_drift({}, {"a": 0.5}).evidence == pytest.approx(1)
    assert rank_drift([0] * 13).evidence == pytest.approx(1)


def test_a_hit_that_the_table_does_not_pay_is_told_at_once() -> None:
    house = rules("dealer-bust-21")
    found = hit_drift({hit("A", "15:1"): 1, NO_HIT: 4}, {name: float(odds) for name, odds in hit_odds(house).items()})
    assert found.drifted
    assert found.text == (
        "A pays 15:1 came 1 times in 5 rounds and the pay table has no such row;"
        " usual cause: results settled by another pay table"
    )


def test_a_row_that_comes_too_often_is_named() -> None:
    found = hit_drift({"8+ pays 200:1": 9, NO_HIT: 1991}, {"8+ pays 200:1": 0.00001, "3 pays 1:1": 0.0002})
    assert found.drifted
    assert found.text.startswith("8+ pays 200:1 came 9 times in 2000 rounds, 0.0 were due; usual causes: soft17")


def test_a_rank_that_is_read_as_another_is_named() -> None:
    counts = [1500] * 13
    counts[8], counts[9] = 1200, 1800
    found = rank_drift(counts)
    assert found.drifted
    assert "9 is the rarest and 10 the most frequent; usual causes: the shoe reads some 9 as 10" in found.text


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.game)
@pytest.mark.parametrize("fault", WRONG[:2], ids=lambda fault: fault.name)
def test_a_wrong_table_is_noticed_soon(house: House, fault: Fault) -> None:
    found = alarm(house, fault, SOON, seed=7)
    assert found is not None
    assert ("another pay table" if fault.settles_wrong else "reads some 9 as 10") in found[1]


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.game)
def test_a_right_table_is_left_alone(house: House) -> None:
    assert alarm(house, CLEAN, 500, seed=7) is None


def test_the_bands_hold_the_exact_odds_at_every_look() -> None:
    table = SimTable(HOUSES[1], CLEAN, seed=3)
    widths = []
    for number in range(1, 601):
        table.play()
        if number % 20 == 0:
            found = bands(table.hits, table.odds, alpha=0.05)
            assert all(band.low <= band.exact <= band.high for band in found)
            assert all(band.low <= band.observed <= band.high for band in found)
            widths.append(found[0].high - found[0].low)
    assert [band.row for band in found] == list(table.odds)
    assert widths[-1] < widths[0] / 3


def test_a_band_leaves_out_odds_that_are_wrong() -> None:
    (found,) = bands({"x": 600, NO_HIT: 400}, {"x": 0.5}, alpha=0.001)
    assert 0.5 < found.low < found.observed < found.high < 0.7


def test_before_the_first_round_a_band_says_nothing() -> None:
    (found,) = bands({}, {"x": 0.5}, alpha=0.001)
    assert (found.low, found.high) == (0.0, 1.0)
