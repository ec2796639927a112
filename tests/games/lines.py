"""Lines of `upcard settle` for tests."""

import json
from typing import Any

from controller.games.records import settle_line

ROUND: dict[str, Any] = {
    "game": "dealer-bust-21",
    "jurisdiction": "SD",
    "pay_table": 1,
    "decks": 6,
    "dealer": ["10h", "7s"],
    "seats": [{"seat": 3, "hands": [{"cards": ["10h", "6c"]}], "wagers": {"main": 1000, "db21": 500}}],
}
WINNERS = {"game": "winners-option", "jurisdiction": ..., "pay_table": ...}
BREAKZ = {"game": "dealer-breakz", "jurisdiction": ...}
NO_BUST = {"game": "no-bust-21", "jurisdiction": ..., "pay_table": ...}


def line(**changes: Any) -> bytes:
    """The round above with changes; `...` takes a key out."""
    whole = {**ROUND, **changes}
    return json.dumps({key: value for key, value in whole.items() if value is not ...}).encode()


def seat(*hands: Any, **more: Any) -> dict[str, Any]:
    """Seat 3, whose hands are texts or objects."""
    made = [{"cards": hand.split()} if isinstance(hand, str) else hand for hand in hands]
    return {"seat": 3, "hands": made, "wagers": {"main": 1000}, **more}


def held(text: str, **marks: object) -> dict[str, Any]:
    return {"cards": text.split(), **marks}


def answer(raw: bytes) -> Any:
    return json.loads(settle_line(raw, 7))


def error(raw: bytes) -> str:
    found = answer(raw)
    assert list(found) == ["error", "line"], found
    assert found["line"] == 7
    return str(found["error"])


def nets(raw: bytes) -> list[tuple[str, int]]:
    return [(one["spot"], one["net"]) for one in answer(raw)["settlements"]]
