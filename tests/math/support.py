"""Rules of a few tables, and the pairs of hands that take a second each: computed once for all tests."""

from functools import cache
from typing import Final

from controller import games
from controller.games.model import Rules
from controller.math.pair import Joint, joint
from controller.math.shoe import full
from controller.math.tree import tree

NEEDED: Final[dict[str, dict[str, object]]] = {
    "dealer-bust-21": {"jurisdiction": "SD", "pay_table": 1},
    "dealer-breakz": {"pay_table": 1},
    "winners-option": {"jurisdiction": "SD"},
    "no-bust-21": {},
}


@cache
def rules(game: str, **options: object) -> Rules:
    return games.find(game).rules({"decks": 6, **NEEDED[game], **options})


@cache
def pairs(game: str) -> Joint:
    """From six decks."""
    return joint(tree(game, True), full(6))
