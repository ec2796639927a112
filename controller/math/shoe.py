"""A shoe as thirteen counts, one a rank in the order of `cards.RANKS`: all that the odds depend on.

A composition is refused if no shoe of that many decks can have it. Whether it is too small for a hand is
seen where the hand is dealt (`law`).
"""

from collections.abc import Sequence
from typing import Final

from controller.cards import RANKS

Shoe = tuple[int, ...]
MOST_DECKS: Final = 8
VALUES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
"""The ten values a rule of drawing can tell apart."""


class OddsError(ValueError):
    """A question that has no answer; the text says why and what can be asked."""


def full(decks: int) -> Shoe:
    return (4 * decks,) * len(RANKS)


def remaining(counts: Sequence[int], decks: int = MOST_DECKS) -> Shoe:
    """What is left of a shoe of `decks`, or OddsError."""
    if len(counts) != len(RANKS):
        raise OddsError(f"a shoe has {len(RANKS)} counts, one for each of {' '.join(RANKS)}; {len(counts)} are given")
    for rank, count in zip(RANKS, counts, strict=True):
        if not 0 <= count <= 4 * decks:
            raise OddsError(f"{count} cards of rank {rank}: {decks} decks hold 0 to {4 * decks} of them")
    return tuple(counts)


def by_value(shoe: Shoe) -> tuple[int, ...]:
    """Ten counts: the ten-valued ranks together."""
    return (*shoe[:9], sum(shoe[9:]))
