"""How fast `settle` is: mixed rounds of all games, JSON to JSON, on one core."""

import io
import json
import time
from random import Random
from typing import Any

from controller import games
from controller.cards import DECK, Card
from controller.games.model import Rules
from controller.games.records import settle_stream
from tests.games.test_properties import drawn_out, played
from tests.perf import Row, rate

ROUNDS = 20_000
TABLES: tuple[dict[str, Any], ...] = (
    {"game": "dealer-bust-21", "jurisdiction": "SD", "pay_table": 1, "decks": 6, "soft17": "hit"},
    {"game": "dealer-bust-21", "jurisdiction": "WA", "pay_table": 4, "decks": 6},
    {"game": "winners-option", "jurisdiction": "SD", "decks": 6},
    {"game": "dealer-breakz", "pay_table": 13, "decks": 8, "dealer_envy": True},
    {"game": "dealer-breakz", "pay_table": 7, "decks": 8, "pay_rows": {"6": 40, "7": 100, "8+": 250}},
    {"game": "no-bust-21", "decks": 6, "cap": 500000},
    {"game": "no-bust-21", "decks": 6, "envy": {"suited_three_of_a_kind": 10000, "straight_flush": 5000}},
)  # fmt: skip


def measure() -> list[Row]:
    lines = rounds(ROUNDS)
    begun = time.perf_counter()
    refused = settle_stream(lines, io.BytesIO())
    took = time.perf_counter() - begun
    assert not refused, "a round that is no round"
    return [Row("upcard settle", rate(ROUNDS, took, "rounds"), f"{ROUNDS:,} rounds of all games, JSON to JSON")]


def rounds(count: int, seed: int = 21) -> list[bytes]:
    random = Random(seed)
    return [json.dumps(_round(TABLES[n % len(TABLES)], random)).encode() + b"\n" for n in range(count)]


def _round(table: dict[str, Any], random: Random) -> dict[str, Any]:
    game = table["game"]
    house = games.find(game).rules({name: value for name, value in table.items() if name != "game"})
    shoe = random.sample(DECK * house.decks, 150)
    seats = [_seat(game, house, number, shoe, random) for number in range(1, random.randint(1, 7) + 1)]
    return {**table, "dealer": drawn_out(game, house, shoe), "seats": seats}


def _seat(game: str, house: Rules, number: int, shoe: list[Card], random: Random) -> dict[str, Any]:
    spot = random.choice(games.find(game).base_spots)
    hand = played(game, house, spot, shoe, random)
    shown: dict[str, Any] = {"cards": hand.cards, **({"doubled": True} if hand.doubled else {})}
    sides = [side for side in games.find(game).side_spots if random.random() < 0.7]
    return {
        "seat": number,
        "hands": [shown],
        "wagers": {place: random.randrange(1, 20) * 100 for place in (spot, *sides)},
    }
