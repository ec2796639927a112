"""Money is an integer number of cents; odds are "to 1" as a pair of integers.

Both roundings go up: a pay is rounded to the cent in the player's favour, a take in the house's.
"""

from typing import NamedTuple

Cents = int


class Odds(NamedTuple):
    """`3:2`: win 3 for every 2 at risk."""

    win: int
    risk: int = 1

    def __str__(self) -> str:
        return f"{self.win}:{self.risk}"

    def words(self) -> str:
        return f"{self.win} to {self.risk}"

    def pay(self, wager: Cents) -> Cents:
        return -(-wager * self.win // self.risk)


def parse_odds(text: str) -> Odds:
    win, colon, risk = text.partition(":")
    if not (colon and win.isdecimal() and risk.isdecimal() and int(win) and int(risk)):
        raise ValueError(f"odds are written like 3:2, not {text!r}")
    return Odds(int(win), int(risk))


def half(wager: Cents) -> Cents:
    """The half of a wager that the house takes."""
    return -(-wager // 2)


def dollars(cents: Cents) -> str:
    """`12.50`, and `12` for a whole amount."""
    whole, rest = divmod(abs(cents), 100)
    return ("-" if cents < 0 else "") + (f"{whole}.{rest:02}" if rest else str(whole))
