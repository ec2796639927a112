"""The same odds by slower ways that share no code with controller/math: what the exact figures are held against.

Rules of drawing and counting are written out again here, on purpose.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

Hand = tuple[int, ...]
Outcome = tuple[int, str, int]
"""Up card, label, number of cards. Cards are values 1 to 10."""


def blackjack_draws(hit_soft17: bool) -> Callable[[Hand], bool]:
    def draws(hand: Hand) -> bool:
        hard = sum(hand)
        soft = hard + 10 if 1 in hand and hard <= 11 else None
        if soft is not None:
            return soft < 17 or (soft == 17 and hit_soft17)
        return hard < 17

    return draws


def blackjack_label(hand: Hand) -> str:
    hard = sum(hand)
    total = hard + 10 if 1 in hand and hard <= 11 else hard
    if total == 21 and len(hand) == 2:
        return "natural"
    return "bust" if total > 21 else str(total)


def no_bust_draws(hand: Hand) -> bool:
    hard = sum(hand)
    return not (1 in hand and 18 <= hard + 10 <= 24) and hard < 18


def no_bust_label(hand: Hand) -> str:
    hard = sum(hand)
    if len(hand) == 2 and 1 in hand and 10 in hand:
        return "natural"
    return str(hard + 10 if 1 in hand and 18 <= hard + 10 <= 24 else hard)


def card_by_card(
    counts: Hand, draws: Callable[[Hand], bool], label: Callable[[Hand], str]
) -> dict[Outcome, Fraction]:
    """One card after the other, a Fraction for each; hands of the same cards under one up card are told once."""
    whole = sum(counts)
    hands: dict[Hand, Fraction] = {(value,): Fraction(count, whole) for value, count in enumerate(counts, 1) if count}
    found: dict[Outcome, Fraction] = {}
    while hands:
        longer: dict[Hand, Fraction] = {}
        for hand, odds in hands.items():
            if len(hand) > 1 and not draws(hand):
                end = hand[0], label(hand), len(hand)
                found[end] = found.get(end, Fraction(0)) + odds
                continue
            for value, count in enumerate(counts, 1):
                left = count - hand.count(value)
                if left > 0:
                    grown = (hand[0], *sorted((*hand[1:], value)))
                    longer[grown] = longer.get(grown, Fraction(0)) + odds * Fraction(left, whole - len(hand))
        hands = longer
    return found


def two_hands(
    cards: Hand, draws: Callable[[Hand], bool], label: Callable[[Hand], str]
) -> dict[tuple[str, str], Fraction]:
    """Every order of a few cards, dealt as at the table: two cards each, the first hand draws, then the dealer."""
    found: dict[tuple[str, str], Fraction] = Counter()  # type: ignore[assignment]
    for mine, theirs, odds in _dealt((), (), cards, Fraction(1), draws):
        found[label(mine), label(theirs)] += odds
    return found


def _dealt(
    mine: Hand, theirs: Hand, left: Hand, odds: Fraction, draws: Callable[[Hand], bool]
) -> Iterator[tuple[Hand, Hand, Fraction]]:
    """Each card of `left` may come next, also one that counts the same as another."""
    opening = len(mine) + len(theirs) < 4
    to_me = len(mine) == len(theirs) if opening else draws(mine)
    if not opening and not to_me and not draws(theirs):
        yield mine, theirs, odds
        return
    for place, card in enumerate(left):
        rest, share = left[:place] + left[place + 1 :], odds / len(left)
        if to_me:
            yield from _dealt((*mine, card), theirs, rest, share, draws)
        else:
            yield from _dealt(mine, (*theirs, card), rest, share, draws)


def stud_counts(decks: int) -> dict[str, int]:
    """By counting: thirteen ranks, four suits, twelve straights from A-2-3 to Q-K-A."""
    same_rank, same_card = 4 * decks, decks
    suited_three = 52 * comb(same_card, 3)
    straight_flush = 12 * 4 * decks**3
    suited_pair = 4 * 13 * comb(decks, 2) * 12 * decks
    return {
        "suited_three_of_a_kind": suited_three,
        "straight_flush": straight_flush,
        "three_of_a_kind": 13 * comb(same_rank, 3) - suited_three,
        "straight": 12 * same_rank**3 - straight_flush,
        "flush": 4 * comb(13 * decks, 3) - straight_flush - suited_three,
        "pair": 13 * comb(same_rank, 2) * 12 * same_rank - suited_pair,
    }
