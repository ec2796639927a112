"""How players play: basic strategy for several decks, insurance never; in No Bust 21 as the dealer would.

A row stands for a hand, its ten letters for the up cards 2 to ace: H hit, S stand, D double (else hit), E double
(else stand), P split, R surrender (else hit). What the house does not offer falls back to the letter's other half.
"""

from typing import Final, Literal, NamedTuple

Play = Literal["hit", "stand", "double", "split", "surrender"]
UP_CARDS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
_HARD: Final = {
    9: "HDDDDHHHHH", 10: "DDDDDDDDHH", 11: "DDDDDDDDDD", 12: "HHSSSHHHHH", 13: "SSSSSHHHHH", 14: "SSSSSHHHHH",
    15: "SSSSSHHHRH", 16: "SSSSSHHRRR",
}  # fmt: skip
_SOFT: Final = {
    13: "HHHDDHHHHH", 14: "HHHDDHHHHH", 15: "HHDDDHHHHH", 16: "HHDDDHHHHH", 17: "HDDDDHHHHH", 18: "SEEEESSHHH",
}  # fmt: skip
_PAIRS: Final = {
    "A": "PPPPPPPPPP", "2": "PPPPPPHHHH", "3": "PPPPPPHHHH", "4": "HHHPPHHHHH", "6": "PPPPPHHHHH", "7": "PPPPPPHHHH",
    "8": "PPPPPPPPPP", "9": "PPPPPSPPSS",
}  # fmt: skip
_DOUBLES: Final = {"any": range(2, 22), "9-11": range(9, 12), "10-11": range(10, 12)}


class House(NamedTuple):
    """What the sign says about play. `followed`: there is a full panel, so the table settles base bets too."""

    double: str
    double_after_split: bool
    max_hands: int
    surrender: bool
    busts: bool
    followed: bool = True


def choose(house: House, cards: tuple[str, ...], total: str, up_card: str, hands: int) -> Play:
    """`total` as the display says it (`soft 17`); `hands`: how many the seat has by now."""
    points, soft = int(total.removeprefix("soft ")), total.startswith("soft")
    letter = _letter(house, cards, points, soft, up_card, hands)
    first, split = len(cards) == 2, hands > 1
    if letter in "DE" and not (first and _may_double(house, cards, points, split)):
        letter = "H" if letter == "D" else "S"
    if letter == "R" and not (first and house.surrender and not split):
        letter = "H"
    return _PLAYS[letter]


def _letter(house: House, cards: tuple[str, ...], points: int, soft: bool, up_card: str, hands: int) -> str:
    at = UP_CARDS.index(_value(up_card))
    pair = len(cards) == 2 and _value(cards[0]) == _value(cards[1]) and hands < house.max_hands
    if not house.busts:
        return _nobody_busts(_value(cards[0]) if pair else "", points)
    if pair and (row := _PAIRS.get(_value(cards[0]))) and row[at] == "P":
        return "P"
    if soft:
        return _SOFT[points][at] if points in _SOFT else "S"
    return _HARD[points][at] if points in _HARD else "H" if points < 9 else "S"


def _nobody_busts(pair: str, points: int) -> str:
    """Near 21 is good on either side: draw below 18 as the dealer does, double where a ten makes 20 or 21."""
    if pair in ("A", "8"):
        return "P"
    return "D" if points in (10, 11) else "H" if points < 18 else "S"


def _may_double(house: House, cards: tuple[str, ...], points: int, split: bool) -> bool:
    if split and (not house.double_after_split or _value(cards[0]) == "A"):
        return False
    return points in _DOUBLES[house.double]


def _value(card: str) -> str:
    rank = card[:-1] if len(card) > 1 and card[-1] in "shdc" else card
    return "10" if rank in ("J", "Q", "K") else rank


_PLAYS: Final[dict[str, Play]] = {
    "H": "hit", "S": "stand", "D": "double", "E": "double", "P": "split", "R": "surrender",
}  # fmt: skip
