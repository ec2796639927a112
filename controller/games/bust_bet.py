"""A side bet that the dealer busts: live whatever becomes of the player's hand, decided by the dealer's."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from controller.games.blackjack import Blackjack
from controller.games.model import Bet, Ground, Known, Rules, Seat, Settlement
from controller.games.results import lose, returned


class BustBet(Blackjack, ABC):
    spot: ClassVar[str]

    def sides(self, rules: Rules, known: Known, seats: Sequence[Seat]) -> list[Settlement]:
        found: list[Settlement] = []
        for seat in seats:
            if self.spot in seat.wagers:
                found += self.side(rules, known, seat, Bet(seat.seat, self.spot, seat.wagers[self.spot]))
        return found

    def side(self, rules: Rules, known: Known, seat: Seat, bet: Bet) -> list[Settlement]:
        if "main" not in seat.wagers:
            return [returned(bet, self.orphaned(rules))]
        if not known.complete:
            return []
        return self.busts(rules, known, seat, bet) if known.bust else [lose(bet, self.stood(rules, known))]

    @abstractmethod
    def orphaned(self, rules: Rules) -> Ground:
        """Why the bet is void without a main bet."""

    @abstractmethod
    def stood(self, rules: Rules, known: Known) -> Ground:
        """Why the bet loses when the dealer does not bust."""

    @abstractmethod
    def busts(self, rules: Rules, known: Known, seat: Seat, bet: Bet) -> list[Settlement]:
        """What the bet becomes when the dealer busts."""


def did_not_bust(spot: str, known: Known) -> str:
    what = "has blackjack" if known.natural else f"stands on {known.points}"
    return f"Dealer {what} and did not bust: {spot} loses"
