"""The dealer's hand: known figures, and every number against a walk card by card that shares no code with it."""

from fractions import Fraction
from random import Random

import pytest

from controller.cards import RANKS
from controller.math.law import Law
from controller.math.shoe import VALUES, OddsError, Shoe, by_value, full, remaining
from controller.math.tree import tree
from tests.math import slow

KNOWN_H17 = {3: 0.173032, 4: 0.089392, 5: 0.020473, 6: 0.002638, 7: 0.000214}


def law(shoe: Shoe, hit_soft17: bool = False) -> Law:
    return Law(tree("dealer-bust-21", hit_soft17), shoe)


def by_up_card(found: Law) -> dict[slow.Outcome, Fraction]:
    """All that a law says, in the words of `slow`."""
    return {
        (value, end.label, end.cards): Fraction(ways, found.whole)
        for end in found.ends()
        for value, ways in enumerate(found.ways(end), 1)
        if ways
    }


def left_of(decks: int, cards: int, seed: int) -> Shoe:
    """What is left of a shuffled shoe."""
    ranks = list(range(len(RANKS))) * 4 * decks
    kept = Random(seed).sample(ranks, cards)
    return tuple(kept.count(rank) for rank in range(len(RANKS)))


@pytest.mark.parametrize(("hit_soft17", "known"), [(False, 0.281921), (True, 0.285760)])
def test_the_dealers_bust_from_six_decks(hit_soft17: bool, known: float) -> None:
    assert float(law(full(6), hit_soft17).labels()["bust"]) == pytest.approx(known, abs=5e-7)


def test_busts_by_number_of_cards_from_six_decks() -> None:
    found = law(full(6), hit_soft17=True).by_cards()
    assert {cards: round(float(found[cards]), 6) for cards in KNOWN_H17} == KNOWN_H17


@pytest.mark.parametrize("hit_soft17", [False, True])
@pytest.mark.parametrize("shoe", [*map(full, (1, 2, 4, 6, 8)), left_of(6, 70, 1), left_of(1, 20, 2)], ids=sum)
def test_every_number_is_found_card_by_card(shoe: Shoe, hit_soft17: bool) -> None:
    draws = slow.blackjack_draws(hit_soft17)
    assert by_up_card(law(shoe, hit_soft17)) == slow.card_by_card(by_value(shoe), draws, slow.blackjack_label)


@pytest.mark.parametrize("shoe", [full(2), full(7), left_of(6, 60, 3)], ids=sum)
def test_no_bust_21_is_found_card_by_card(shoe: Shoe) -> None:
    found = by_up_card(Law(tree("no-bust-21", True), shoe))
    assert found == slow.card_by_card(by_value(shoe), slow.no_bust_draws, slow.no_bust_label)


@pytest.mark.parametrize("seed", range(6))
def test_small_shoes_are_dealt_to_the_last_card(seed: int) -> None:
    """With so few cards many hands lack a card they would need; the law must not count them."""
    shoe = left_of(1, 14, seed)
    expected = slow.card_by_card(by_value(shoe), slow.blackjack_draws(True), slow.blackjack_label)
    assert sum(expected.values()) == 1
    assert by_up_card(law(shoe, hit_soft17=True)) == expected


def test_a_peek_takes_the_naturals_out_and_nothing_else() -> None:
    found = law(full(6))
    before, after = found.by_up_card(), found.after_peek()
    assert {value for value in VALUES if before[value] != after[value]} == {"A", "T"}
    assert after["A"] == before["A"] / (1 - Fraction(96, 311))
    assert after["T"] == before["T"] / (1 - Fraction(24, 311))


def test_an_up_card_that_is_gone_has_no_odds() -> None:
    without = (*full(6)[:4], 0, *full(6)[5:])
    assert "5" not in law(without).by_up_card()


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ([24] * 12, "a shoe has 13 counts, one for each of A 2 3 4 5 6 7 8 9 10 J Q K; 12 are given"),
        ([25, *[24] * 12], "25 cards of rank A: 6 decks hold 0 to 24 of them"),
        ([*[24] * 12, -1], "-1 cards of rank K: 6 decks hold 0 to 24 of them"),
    ],
)
def test_an_impossible_shoe_is_refused(counts: list[int], words: str) -> None:
    with pytest.raises(OddsError) as refused:
        remaining(counts, 6)
    assert str(refused.value) == words


@pytest.mark.parametrize("shoe", [(0,) * 13, (1, *(0,) * 12), (0, 4, *(0,) * 11)], ids=sum)
def test_a_shoe_too_small_for_a_hand_is_refused(shoe: Shoe) -> None:
    with pytest.raises(
        OddsError, match=r"^\d cards: a dealer's hand may need more; give a shoe with more cards left$"
    ):
        law(shoe)
