"""The player that the base game is simulated with: basic strategy for four to eight decks, by totals.

It is the common published chart, not the best play of every rule set: what it loses is an upper bound of what the
best play loses, by a few hundredths of a percent with few decks. Insurance is never taken.

A chart's line holds a letter for each up card A 2 … 9 T: h hit, s stand, d double or else hit, e double or else
stand, p split. Values are 1 to 10.
"""

from collections.abc import Sequence
from typing import Final

from controller.games.model import Rules

_HARD: Final = {
    9: "hhddddhhhh", 10: "hddddddddh", 11: "hddddddddd", 12: "hhhssshhhh",
    13: "hssssshhhh", 14: "hssssshhhh", 15: "hssssshhhh", 16: "hssssshhhh",
}  # fmt: skip
_SOFT: Final = {
    12: "hhhhhhhhhh", 13: "hhhhddhhhh", 14: "hhhhddhhhh", 15: "hhhdddhhhh", 16: "hhhdddhhhh", 17: "hhddddhhhh",
    18: "hseeeesshh", 19: "ssssssssss", 20: "ssssssssss",
}  # fmt: skip
_PAIRS: Final = {
    1: "pppppppppp", 2: "-pppppp---", 3: "-pppppp---", 4: "----pp----", 6: "-ppppp----",
    7: "-pppppp---", 8: "pppppppppp", 9: "-ppppp-pp-",
}  # fmt: skip
_PAIRS_NO_DOUBLE_AFTER: Final = {2: "---pppp---", 3: "---pppp---", 4: "----------", 6: "--pppp----"}
_HIT_17: Final = {(11, False): "dddddddddd", (18, True): "heeeeesshh", (19, True): "sssssessss"}
_SURRENDER: Final = {(16, 9), (16, 10), (16, 1), (15, 10)}
_SURRENDER_HIT_17: Final = {(15, 1), (17, 1)}


def total(cards: Sequence[int]) -> tuple[int, bool]:
    """The count, and whether an ace counts 11 in it."""
    count = sum(cards)
    soft = 1 in cards and count <= 11
    return count + 10 * soft, soft


def splits(rules: Rules, value: int, up: int) -> bool:
    if not rules.peek and up in (1, 10):
        return value == 1 and up == 10
    chart = _PAIRS if rules.double_after_split else _PAIRS | _PAIRS_NO_DOUBLE_AFTER
    return value in chart and chart[value][up - 1] == "p"


def surrenders(rules: Rules, cards: Sequence[int], up: int) -> bool:
    """Hard 15 to 17 against high cards; eights are split instead, but against an ace of a dealer who hits soft 17."""
    count, soft = total(cards)
    if soft or rules.surrender != "late":
        return False
    if list(cards) == [8, 8]:
        return rules.hit_soft17 and up == 1
    return (count, up) in _SURRENDER or (rules.hit_soft17 and (count, up) in _SURRENDER_HIT_17)


def plays(rules: Rules, cards: Sequence[int], up: int) -> str:
    """h, s, d or e. Where nobody peeks, nothing is doubled into a possible natural."""
    count, soft = total(cards)
    chart = _SOFT if soft else _HARD
    letter = "h" if count < 9 else chart.get(count, "s" * 10)[up - 1]
    if rules.hit_soft17 and (count, soft) in _HIT_17:
        letter = _HIT_17[count, soft][up - 1]
    if not rules.peek and up in (1, 10):
        return {"d": "h", "e": "s"}.get(letter, letter)
    return letter
