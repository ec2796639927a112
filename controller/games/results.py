"""How a rule says what became of a wager.

Three small words keep the games readable: a `Bet` is where a wager lies, a `Ground` is what the result
rests on, and a verb (`win`, `lose`, …) makes the settlement. An unknown amount stays unknown here and
nowhere else.
"""

from typing import Final

from controller.games.model import Bet, Ground, Outcome, Settlement
from controller.money import Cents, Odds

EVEN: Final = Odds(1, 1)


def win(bet: Bet, odds: Odds, ground: Ground) -> Settlement:
    return _decided(bet, "win", None if bet.wager is None else odds.pay(bet.wager), ground, str(odds))


def lose(bet: Bet, ground: Ground) -> Settlement:
    return _decided(bet, "lose", None if bet.wager is None else -bet.wager, ground)


def push(bet: Bet, ground: Ground) -> Settlement:
    return _decided(bet, "push", None if bet.wager is None else 0, ground)


def half(bet: Bet, taken: Cents | None, ground: Ground) -> Settlement:
    return _decided(bet, "half", None if taken is None else -taken, ground)


def returned(bet: Bet, ground: Ground) -> Settlement:
    return _decided(bet, "returned", None if bet.wager is None else 0, ground)


def award(seat: int, spot: str, cents: Cents | None, ground: Ground) -> Settlement:
    """Nothing is at risk for an award, so its wager is 0; None while the amount it needs is unknown."""
    return _decided(Bet(seat, spot, None if cents is None else 0), "award", cents, ground)


def _decided(bet: Bet, outcome: Outcome, net: Cents | None, ground: Ground, pays: str | None = None) -> Settlement:
    return Settlement(
        bet.seat, bet.spot, outcome, pays, bet.wager, net, ground.clauses, ground.reading, ground.why, bet.hand
    )
