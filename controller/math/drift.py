"""Whether a table's results have left the exact odds, answered after any round, as often as one likes.

The method is a test by betting (`evidence`): one number that grows only if the odds are wrong, with a false alarm
in the table's whole life at most with probability alpha. A chi-square test or a three-sigma band has that property at
one look only; looked at every round it is sure to alarm some day.

Why the shoe does not hurt. Cards are drawn without replacement, so the rounds of a shoe are not independent. For
ranks that helps: counts drawn without replacement are never more spread out than independent ones (Hoeffding 1963,
theorem 4: for every convex function of the counts, and the stake is one), so from shoe to shoe the stake is bet at
fair prices or worse. For hits each round by itself has the exact odds, any card of a shuffled shoe being as good as
any other, and one round's cards are too few of a shoe to tell much about the next. Neither is a theorem for looks
inside a shoe: `python -m tests.math.drift` looks at every round of two million and shows it. The cut card makes the
number of rounds of a shoe depend on its cards; that moves the odds of a hit by less than the tolerance.

Which rounds count. Only those where a side bet made the dealer play out. It lay there before the first card, so the
cards did not choose the round; and how players draw only decides which cards of a shuffled shoe the dealer gets, not
their law. A round that the dealer plays out because a player is still in is chosen by the cards and must not count.
One result a round: the seats share the dealer's hand (of bonus hands, the lowest seat's).
"""

from collections.abc import Mapping, Sequence
from math import exp, inf, log, sqrt
from typing import Final, NamedTuple

from controller.cards import RANKS
from controller.games.rows import NO_HIT
from controller.math.evidence import against, against_even

ALPHA: Final = 0.001
_MOST: Final = 300.0


class Moved(NamedTuple):
    """A row or rank, what was expected of it and what was counted."""

    name: str
    expected: float
    counted: int

    @property
    def deviations(self) -> float:
        return (self.counted - self.expected) / sqrt(self.expected) if self.expected else inf


class Verdict(NamedTuple):
    """`evidence`: what a stake of 1 against the odds has grown to; `drifted` from 1/alpha on.

    `moved`: what is furthest from its odds. `text`: the same for a technician, with what usually causes it.
    """

    drifted: bool
    evidence: float
    moved: Moved
    text: str


def hit_drift(counts: Mapping[str, int], odds: Mapping[str, float], alpha: float = ALPHA) -> Verdict:
    """`counts` by what was hit (`rows.hit`), `NO_HIT` for the rest; `odds` of all that can be."""
    names = list(dict.fromkeys((*odds, NO_HIT, *counts)))
    exact = {**{name: float(price) for name, price in odds.items()}, NO_HIT: 1 - float(sum(odds.values()))}
    seen = [counts.get(name, 0) for name in names]
    prices = [exact.get(name, 0.0) for name in names]
    moved = _furthest(names, seen, prices)
    return _verdict(against(seen, prices), moved, alpha, _why_hits(moved, sum(seen)))


def rank_drift(counts: Sequence[int], alpha: float = ALPHA) -> Verdict:
    """`counts` of the cards drawn, in the order of `cards.RANKS`; a full shoe has as many of each."""
    even = [1 / len(RANKS)] * len(RANKS)
    moved = _furthest(RANKS, counts, even)
    return _verdict(against_even(counts), moved, alpha, _why_ranks(counts, moved))


def judged(hits: Mapping[str, int], ranks: Sequence[int], odds: Mapping[str, float]) -> Verdict:
    """Both in one: the cards explain the hits, so of two that drifted they are named."""
    cards = rank_drift(ranks)
    return cards if cards.drifted or not odds else hit_drift(hits, odds)


def _verdict(logarithm: float, moved: Moved, alpha: float, text: str) -> Verdict:
    return Verdict(logarithm >= -log(alpha), exp(min(logarithm, _MOST)), moved, text)


def _furthest(names: Sequence[str], counts: Sequence[int], odds: Sequence[float]) -> Moved:
    total = sum(counts)
    found = [Moved(name, total * price, count) for name, count, price in zip(names, counts, odds, strict=True)]
    return max(found, key=lambda one: abs(one.deviations) if one.counted or one.expected else 0.0)


def _why_hits(moved: Moved, rounds: int) -> str:
    came = f"{moved.name} came {moved.counted} times in {rounds} rounds"
    if moved.counted and not moved.expected:
        return f"{came} and the pay table has no such row; usual cause: results settled by another pay table"
    return (
        f"{came}, {moved.expected:.1f} were due; usual causes: soft17 or decks set otherwise than dealt, another pay"
        " table, cards misread by the shoe (see the ranks), bets placed only on rich shoes"
    )


def _why_ranks(counts: Sequence[int], moved: Moved) -> str:
    most, least = (RANKS[counts.index(pick(counts))] for pick in (max, min))
    return (
        f"rank {moved.name} came {moved.counted} times in {sum(counts)} cards, {moved.expected:.1f} were due;"
        f" {least} is the rarest and {most} the most frequent; usual causes: the shoe reads some {least} as {most}"
        " (clean its reader), cards missing from the shoe or foreign to it"
    )
