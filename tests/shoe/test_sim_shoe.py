"""The simulated shoe: its deck, its timing, its cable."""

from collections import Counter
from pathlib import Path

import pytest

from drivers.shoe import names
from drivers.sim.clock import MS, VirtualClock
from drivers.sim.shoe import Deck, EmptyShoe, SimShoe
from drivers.sim.shoe.deck import DECK


def test_a_deck_holds_each_card_as_often_as_there_are_decks() -> None:
    deck = Deck(decks=2, seed=1)
    drawn = Counter(deck.draw() for _ in range(104))
    assert drawn == dict.fromkeys(DECK, 2)
    with pytest.raises(EmptyShoe, match=r"^all 104 cards are drawn; shuffle$"):
        deck.draw()


def test_the_same_seed_is_the_same_shoe_and_every_shuffle_another() -> None:
    one, two = Deck(1, seed=7), Deck(1, seed=7)
    first = [one.draw() for _ in range(52)]
    assert [two.draw() for _ in range(52)] == first
    one.shuffle()
    assert [one.draw() for _ in range(52)] != first


def test_burn_cards_go_first_and_the_cut_card_has_its_place() -> None:
    plain, deck = Deck(1, seed=3), Deck(1, seed=3, burn=2, cut_at=5)
    assert deck.burned == (plain.draw(), plain.draw())
    before_cut = [deck.draw() for _ in range(3) if not deck.cut_card_next]
    assert (len(before_cut), deck.cut_card_next, deck.left) == (3, True, 47)


@pytest.mark.parametrize("protocol", names())
def test_nothing_is_written_before_its_time_and_a_retransmission_needs_a_card(protocol: str) -> None:
    clock, written = VirtualClock(), list[int]()
    shoe = SimShoe(protocol, clock, on_written=lambda: written.append(clock.now()))
    written.clear()
    shoe.repeat()
    clock.advance_to(500 * MS)
    assert written == []
    shoe.draw("8s")
    clock.advance_to(1000 * MS)
    assert len(written) in (1, 3)
    assert min(written) > 500 * MS
    shoe.close()


def test_a_card_drawn_on_the_heels_of_another_cuts_its_copies_off() -> None:
    clock, written = VirtualClock(), list[int]()
    shoe = SimShoe("angel-eye", clock, on_written=lambda: written.append(clock.now()))
    written.clear()
    shoe.draw("8s")
    shoe.draw("9s")
    clock.advance_to(500 * MS)
    assert len(written) == 4
    shoe.close()


def test_the_port_keeps_its_name_and_is_gone_while_unplugged() -> None:
    shoe = SimShoe("angel-eye", VirtualClock())
    port = Path(shoe.port)
    assert port.exists()
    shoe.unplug()
    shoe.unplug()
    assert not port.is_symlink()
    shoe.plug()
    shoe.plug()
    assert port.exists()
    shoe.close()
    assert not port.parent.exists()


def test_nobody_reading_blocks_nobody() -> None:
    shoe = SimShoe("angel-eye", VirtualClock(), fast=True)
    for _ in range(2_000):
        shoe.draw("8s")
    shoe.close()
