"""Which hand the next card belongs to: the order of the deal, and whose turn it is.

The deal goes by counts, not by a list of slots, so that a card a supervisor moved elsewhere leaves a gap
that the next card fills: in each of two passes the first place, seat 1 to N and then the dealer, that is
still short of a card.
"""

from collections.abc import Callable, Mapping, Sequence

from controller.games.model import Hand

Turn = tuple[int, int]
"""(seat index, hand index)."""


def next_in_deal(counts: Mapping[int, int], dealer: int) -> int | None:
    """The seat index that gets the next card of the deal, -1 for the dealer, None when it is complete.

    `counts`: the cards each seat has, in the order of the deal.
    """
    for wanted in (1, 2):
        for seat, count in counts.items():
            if count < wanted:
                return seat
        if dealer < wanted:
            return -1
    return None


def next_turn(
    hands: Sequence[tuple[Hand, ...]], after: Turn | None, over: Callable[[int, Hand], bool]
) -> Turn | None:
    """The first hand behind `after` (None: from the start) that can still take a card."""
    for seat, own in enumerate(hands):
        for number, hand in enumerate(own):
            if (after is None or (seat, number) > after) and not over(seat, hand):
                return seat, number
    return None


def split_hand(hands: tuple[Hand, ...], number: int) -> tuple[Hand, ...]:
    """Two hands of one card each where there was a pair."""
    halves = tuple(Hand(cards=(card,), from_split=True) for card in hands[number].cards)
    return (*hands[:number], *halves, *hands[number + 1 :])
