"""Where the true odds of each row lie, as far as the results tell: intervals that hold at every look at once.

For one row the results are hit or no hit. All odds against which the stake (`evidence`) has not grown to 1/alpha are
kept; they make an interval around the observed frequency that narrows as rounds come in and, with probability
1 - alpha, never leaves out the truth, at no round and for no row (alpha is divided among the rows).
"""

from collections.abc import Callable, Mapping
from math import inf, log
from typing import Final, NamedTuple

from controller.math.evidence import mixed

_STEPS: Final = 50


class Band(NamedTuple):
    row: str
    counted: int
    observed: float
    low: float
    high: float
    exact: float


def bands(counts: Mapping[str, int], odds: Mapping[str, float], alpha: float) -> list[Band]:
    """One for each row of `odds`, which need not name every result that was counted."""
    rounds = sum(counts.values())
    return [_band(row, counts.get(row, 0), rounds, float(exact), alpha / len(odds)) for row, exact in odds.items()]


def _band(row: str, count: int, rounds: int, exact: float, alpha: float) -> Band:
    if not rounds or not 0 < exact < 1:
        return Band(row, count, 0.0 if not rounds else count / rounds, 0.0, 1.0, exact)
    won, observed = mixed([(count, exact), (rounds - count, 1 - exact)]), count / rounds

    def refuted(odds: float) -> bool:
        return won - _likely(count, rounds, odds) >= -log(alpha)

    low = _edge(refuted, 0.0, observed) if count else 0.0
    high = _edge(refuted, 1.0, observed) if count < rounds else 1.0
    return Band(row, count, observed, low, high, exact)


def _edge(refuted: Callable[[float], bool], outside: float, inside: float) -> float:
    """The last odds that are refuted on the way from `outside`."""
    for _ in range(_STEPS):
        middle = (outside + inside) / 2
        outside, inside = (middle, inside) if refuted(middle) else (outside, middle)
    return outside


def _likely(count: int, rounds: int, odds: float) -> float:
    hits = count * log(odds) if count else 0.0
    misses = (rounds - count) * (log(1 - odds) if odds < 1 else -inf) if count < rounds else 0.0
    return hits + misses
