"""Which hand the next card belongs to: the order of the deal, and whose turn it is.

The deal goes by counts, not by a list of slots, so that a card a supervisor moved elsewhere leaves a gap
that the next card fills: in each of two passes the first place, seat 1 to N and then the dealer, that is
still short of a card.
"""

from collections.abc import Callable, Sequence

from controller.games.model import Hand

Turn = tuple[int, int]
"""(seat index, hand index)."""


def next_in_deal(counts: list[int], dealer: int) -> int | None:
    """The place in `counts` that gets the next card of the deal, -1 for the dealer, None when it is complete.

    `counts`: the cards each seat has, in the order of the deal; many for a seat that is not dealt in.
    """
    for have in (0, 1):
        if have in counts:
            return counts.index(have)
        if dealer == have:
            return -1
    return None


def next_turn(
    hands: Sequence[tuple[Hand, ...]], after: Turn | None, over: Callable[[int, Hand], bool]
) -> Turn | None:
    """The first hand behind `after` (None: from the start) that can still take a card."""
    first, behind = after or (0, -1)
    for seat in range(first, len(hands)):
        for number in range(behind + 1, len(hands[seat])):
            if not over(seat, hands[seat][number]):
                return seat, number
        behind = -1
    return None


def split_hand(hands: tuple[Hand, ...], number: int) -> tuple[Hand, ...]:
    """Two hands of one card each where there was a pair."""
    halves = tuple(Hand(cards=(card,), from_split=True) for card in hands[number].cards)
    return (*hands[:number], *halves, *hands[number + 1 :])
