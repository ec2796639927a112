"""A bad line, many cards: each is delivered once, or reported as lost or unread; none is invented."""

from collections import Counter
from collections.abc import Iterator

import pytest

from controller.events import CardBurned, CardDrawn, CardsLost, CardUnread
from drivers.shoe import Message, find
from drivers.sim.shoe import Deck, Line
from drivers.sim.shoe.line import Fault, double, drop, flip, noise, swallow, wrong_check
from tests.shoe.soak import Damage, Ledger, soak
from tests.shoe.streams import drawn

CARDS = 5_000


def over(line: Line, cards: list[str], pause_every: int) -> Iterator[Message]:
    """With silence after some cards, as between hands, and none after the others."""
    shoe, codec = find("angel-eye")(), find("angel-eye")()
    for number, card in enumerate(cards):
        frame = shoe.encode(drawn(card), number)
        for _ in range(shoe.copies):
            yield from codec.feed(line(frame))
        if number % pause_every == 0:
            yield from codec.silence()
    yield from codec.silence(end=True)


def unaccounted(sent: list[str], messages: list[Message]) -> list[str]:
    """Walks both in step: a card that is not the next one sent was invented, doubled or out of order."""
    place, wrong = 0, []
    for message in messages:
        if message.kind in ("card", "burn"):
            if sent[place : place + 1] != [message.card] or message.kind == "burn":
                wrong.append(f"{message.kind} {message.card} at {message.offset}, card {place} was sent")
            place += 1
        place += message.kind == "unread"
        place += message.count or 0
    return wrong if wrong or place == len(sent) else [f"{len(sent) - place} cards never mentioned"]


@pytest.mark.parametrize("pause_every", [1, 2, CARDS])
@pytest.mark.parametrize(
    "faults",
    [
        (noise(0.01),),
        (flip(0.01),),
        (wrong_check(0.1),),
        (drop(0.05), double(0.05)),
        (noise(0.01), drop(0.02), double(0.02), swallow(0.005)),
    ],
    ids=["bytes", "bits", "checks", "frames", "all"],
)
def test_soak(faults: tuple[Fault, ...], pause_every: int) -> None:
    deck = Deck(decks=CARDS // 52 + 1, seed=5)
    sent = [deck.draw() for _ in range(CARDS)]
    messages = list(over(Line(5, *faults), sent, pause_every))
    assert unaccounted(sent, messages) == []
    assert Counter(message.kind for message in messages)["card"] > CARDS * 0.97


def test_a_clean_line_says_exactly_what_was_sent() -> None:
    sent = ["8s", "8s", "10h"]
    assert [m.card for m in over(Line(1), sent, 2) if m.kind == "card"] == sent


def test_the_same_seed_is_the_same_line() -> None:
    one, two = (Line(3, noise(0.2), drop(0.1)) for _ in range(2))
    assert [one(b"abcdefgh") for _ in range(50)] == [two(b"abcdefgh") for _ in range(50)]


def test_over_a_pseudo_terminal_every_card_is_accounted_for() -> None:
    """`make soak` in small."""
    damage = Damage(0.01)
    counts = soak(3_000, 5, damage)
    assert (counts.sent, counts.unmentioned, counts.invented) == (3_000, 0, 0)
    assert counts.delivered > 2_950
    assert 600 < damage.changed < 840


def test_the_ledger_of_the_soak_finds_what_is_wrong() -> None:
    ledger = Ledger()
    for place, card in enumerate(("8s", "9h", "Kd", "2c", "3c", "4c")):
        ledger.draw(card, place * 100)
    for event in (
        CardDrawn(0, "8s"), CardDrawn(1, "8s"), CardDrawn(110, "8h"), CardBurned(210, "Kd"), CardsLost(410, 1),
        CardUnread(410), CardDrawn(-5, "8s"),
    ):  # fmt: skip
        ledger.hear(event)
    counts = ledger.counts()
    assert counts == (6, 1, 1, 1, 3, 4)
    assert not counts.ok
