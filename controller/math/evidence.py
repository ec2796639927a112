"""What somebody who bets against the odds has won: evidence that may be looked at after every result.

A stake of 1 is spread over all other odds and bet at fair prices. If the odds are right nobody can expect to win at
fair prices, and by Ville's inequality the stake *ever* reaches 1/alpha with probability alpha at most. It needs the
counts alone, no history: a mixture of Dirichlet laws around the odds has a closed form (Robbins 1970).

Decisions
- Four equal parts of the stake go on four widths, from large errors that show soon to small ones that need thousands
  of rounds; one fixed width would be late for the others.
- For cards half of the stake goes on what really happens to a reader: some of one rank are taken for another. That
  finds it with a third of the cards.
- The price is the best that any odds within `TOLERANCE` of the exact ones would ask, not only the exact ones. So a
  shift nobody cares about never becomes an alarm, however long it is watched.
- All in logarithms; a result that cannot happen is infinite evidence.
"""

from collections.abc import Iterable, Sequence
from math import exp, expm1, inf, lgamma, log
from typing import Final

TOLERANCE: Final = 0.01
WIDTHS: Final = (30.0, 300.0, 3_000.0, 30_000.0)
"""How many results the exact odds weigh against those that came."""
MISREAD: Final = (0.02, 0.05, 0.1, 0.2, 0.5)
"""Of the cards of a rank, how many are taken for another one."""
_STEPS: Final = 24


def against(counts: Sequence[int], odds: Sequence[float]) -> float:
    """The logarithm of what a stake of 1 against these odds has grown to."""
    if any(count and not price for count, price in zip(counts, odds, strict=True)):
        return inf
    possible = [(count, price) for count, price in zip(counts, odds, strict=True) if price]
    return mixed(possible) - asked(possible)


def against_even(counts: Sequence[int]) -> float:
    """The same where all results are equally likely and one may be taken for another, as ranks of cards."""
    even = 1 / len(counts)
    results = [(count, even) for count in counts]
    swapped = sum(counts) * log(even) + _swapped(counts)
    return _mean([mixed(results), swapped]) - asked(results)


def mixed(results: Sequence[tuple[int, float]]) -> float:
    """How likely the counts are if the odds were drawn around `odds`, in one order of the results."""
    return _mean([_dirichlet(results, width) for width in WIDTHS])


def _dirichlet(results: Sequence[tuple[int, float]], width: float) -> float:
    rounds = sum(count for count, _ in results)
    parts = (lgamma(width * odds + count) - lgamma(width * odds) for count, odds in results if count)
    return lgamma(width) - lgamma(width + rounds) + sum(parts)


def _swapped(counts: Sequence[int]) -> float:
    """Against the even odds: the mean over every rank that may be read as every other one, and every share of it."""
    pairs = len(counts) * (len(counts) - 1)
    return _mean([_pairs(counts, log(1 - share), log(1 + share)) - log(pairs) for share in MISREAD])


def _pairs(counts: Sequence[int], less: float, more: float) -> float:
    """The sum over two different ranks is the product of two sums without its diagonal."""
    whole = _sum(less * count for count in counts) + _sum(more * count for count in counts)
    same = _sum((less + more) * count for count in counts)
    return whole + log(-expm1(same - whole))


def asked(results: Sequence[tuple[int, float]]) -> float:
    """The most likely that any odds within the tolerance make the counts.

    The maximum of a concave function over a box with a fixed sum: its dual at any multiplier is at least that, so a
    multiplier found by halving never makes the price too low.
    """
    low, high = 0.0, 2.0 * (1 + sum(count for count, _ in results))
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if sum(_nearest(count, odds, middle) for count, odds in results) > 1:
            low = middle
        else:
            high = middle
    prices = [(count, _nearest(count, odds, high)) for count, odds in results]
    return high + sum((log(price) * count if count else 0.0) - high * price for count, price in prices)


def _nearest(count: int, odds: float, multiplier: float) -> float:
    wanted = count / multiplier if multiplier else inf
    return min(max(wanted, odds * (1 - TOLERANCE)), odds * (1 + TOLERANCE))


def _sum(logs: Iterable[float]) -> float:
    """The logarithm of a sum."""
    values = list(logs)
    top = max(values)
    return top + log(sum(exp(value - top) for value in values))


def _mean(logs: Sequence[float]) -> float:
    return _sum(logs) - log(len(logs))
