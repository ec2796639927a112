"""Short words for rounds in tests."""

from typing import Any

from controller import games
from controller.cards import Card, parse_card
from controller.games.model import Dealer, Hand, Rules, Seat, Settlement

SD: dict[str, object] = {"jurisdiction": "SD", "pay_table": 1, "decks": 6}
WA: dict[str, object] = {"jurisdiction": "WA", "pay_table": 1, "decks": 6}
OPTIONS: dict[str, dict[str, object]] = {
    "dealer-bust-21": SD,
    "winners-option": {"decks": 6},
    "dealer-breakz": {"pay_table": 1, "decks": 6},
    "no-bust-21": {"decks": 6},
}


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def hand(text: str, **marks: bool) -> Hand:
    return Hand(cards(text), **marks)


def seat(number: int, *hands: str | Hand, **wagers: int | None) -> Seat:
    made = tuple(hand(one) if isinstance(one, str) else one for one in hands)
    return Seat(number, made, wagers)


def rules(game: str, **options: object) -> Rules:
    return games.find(game).rules({**OPTIONS[game], **options})


def finished(game: str, dealer: str, *seats: Seat, **options: object) -> list[Settlement]:
    """The results of a round whose dealer hand is complete."""
    return known(game, Dealer(cards(dealer), complete=True), *seats, **options)


def known(game: str, dealer: Dealer, *seats: Seat, **options: object) -> list[Settlement]:
    return games.find(game).settle(rules(game, **options), dealer, seats)


def one(results: list[Settlement]) -> Settlement:
    assert len(results) == 1, results
    return results[0]


def brief(results: list[Settlement]) -> list[tuple[Any, ...]]:
    return [(result.seat, result.spot, result.outcome, result.net) for result in results]
