"""Winners Option (South Dakota 20:18:15:30.08): bet on the player's hand (P) or on the dealer (D).

Decisions
- P hands are standard blackjack. D hands are drawn by the dealer's own rule and are never played.
- The text does not say that a D hand above the dealer's loses; by its clause 8 only a lower one is paid,
  so a higher one loses (a reading).
- A seat that covers both arrows has no result here until a supervisor admitted one of them.
"""

from typing import Final

from controller.cards import Card
from controller.games.blackjack import HOUSE, Blackjack
from controller.games.charter import Charter
from controller.games.hands import is_natural, points
from controller.games.model import Bet, Ground, Hand, Known, RuleError, Rules, Seat, Settlement
from controller.games.results import half, lose, push, win
from controller.money import Cents, Odds


def clause(number: int) -> str:
    return f"SD 20:18:15:30.08({number})"


_CITES: Final = {
    "push": (clause(7), clause(13), HOUSE),
    "insurance": (clause(14), HOUSE),
}
_STANDARD: Final = (clause(7), HOUSE)


class WinnersOption(Blackjack):
    charter = Charter(
        game="winners-option",
        rows=("lower", "dealer_blackjack", "bust"),
        takes=("jurisdiction",),
        jurisdictions=("SD",),
        fixed={
            "jurisdiction": ("SD", "20:18:15:30.08"),
            "soft17": ("hit", clause(3)),
            "up_card": ("second", clause(1)),
            "surrender": ("no", clause(15)),
        },
        table="SD-D",
    )
    base_spots = ("p", "d")
    needs_panel = True
    surrender = False

    def cites(self, rules: Rules, kind: str, seat: Seat) -> tuple[str, ...]:
        return _CITES.get(kind, _STANDARD)

    def no_bet_clauses(self, rules: Rules, word: str) -> tuple[str, ...]:
        return (clause(1), clause(16)) if word == "NO BET" else ()

    def hand_over(self, rules: Rules, spot: str, hand: Hand) -> bool:
        if spot == "d":
            return not self.dealer_draws(rules, hand.cards)
        return super().hand_over(rules, spot, hand)

    def may(self, rules: Rules, key: str, hand: Hand, hands: tuple[Hand, ...], spot: str = "p") -> bool:
        return (spot != "d" or key == "insurance") and super().may(rules, key, hand, hands, spot)

    def base(self, rules: Rules, known: Known, seat: Seat) -> list[Settlement]:
        if "p" in seat.wagers and "d" in seat.wagers:
            return []
        return super().base(rules, known, seat)

    def settle_hand(self, rules: Rules, known: Known, bet: Bet, hand: Hand, seat: Seat) -> Settlement | None:
        if bet.spot == "p":
            return super().settle_hand(rules, known, bet, hand, seat)
        return _settle_d(rules, known, Bet(bet.seat, bet.spot, bet.wager), hand)

    def check(self, rules: Rules, dealer: tuple[Card, ...], seat: Seat) -> None:
        if "p" in seat.wagers and "d" in seat.wagers:
            raise RuleError(f"seat {seat.seat}: bets in both arrows; a seat bets in p or in d ({clause(1)})")
        super().check(rules, dealer, seat)
        if "d" in seat.wagers:
            self._check_d(rules, dealer, seat)

    def _check_d(self, rules: Rules, dealer: tuple[Card, ...], seat: Seat) -> None:
        """A D hand is the dealer's own drawing; a dealer natural ends it before it is drawn."""
        place = f"seat {seat.seat} d"
        first = seat.hands[0]
        if len(seat.hands) > 1 or first.from_split or first.doubled:
            raise RuleError(f"{place}: a D hand is not split or doubled ({clause(3)})")
        for end in range(2, len(first.cards)):
            if not self.dealer_draws(rules, first.cards[:end]):
                total = points(first.cards[:end])
                raise RuleError(f"{place}: {first.cards[end]} was drawn on {total}, where a D hand stands")
        if self.dealer_draws(rules, first.cards) and not is_natural(Hand(dealer[:2])):
            raise RuleError(f"{place}: the hand is not finished; a D hand draws on {points(first.cards)}")


def _settle_d(rules: Rules, known: Known, bet: Bet, hand: Hand) -> Settlement | None:
    """In the order the text gives its cases; the first that applies decides."""
    if is_natural(hand) and known.natural is False:
        return lose(bet, Ground((clause(5),), "Blackjack in the D arrow: the bet is collected"))
    if not known.complete:
        return None
    if known.natural:
        return _against_natural(rules, bet, hand)
    count = points(hand.cards)
    if count > 21:
        return _busted(rules, known, bet, count)
    if known.bust:
        why = f"Dealer busted with {known.points} and D did not: D loses"
        return lose(bet, Ground((clause(10),), why))
    return _compare(rules, known, bet, count)


def _against_natural(rules: Rules, bet: Bet, hand: Hand) -> Settlement:
    if is_natural(hand):
        return push(bet, Ground((clause(5),), "Both have blackjack: push"))
    return win(bet, _pays(rules, "dealer_blackjack"), Ground((clause(9),), "Dealer has blackjack: D is paid"))


def _busted(rules: Rules, known: Known, bet: Bet, count: int) -> Settlement:
    if known.bust:
        taken = None if bet.wager is None else larger_half(bet.wager, rules.smallest_chip)
        why = "Both busted: half of the D bet is taken, the larger part if it cannot be divided"
        return half(bet, taken, Ground((clause(12),), why))
    why = f"D busted with {count} and the dealer did not: D is paid"
    return win(bet, _pays(rules, "bust"), Ground((clause(11),), why))


def _compare(rules: Rules, known: Known, bet: Bet, count: int) -> Settlement:
    if count < known.points:
        why = f"D's {count} is lower than the dealer's {known.points}: D is paid"
        return win(bet, _pays(rules, "lower"), Ground((clause(8),), why))
    if count == known.points:
        return push(bet, Ground((clause(13),), f"Both have {count}: push"))
    why = f"D's {count} is higher than the dealer's {known.points}: D loses"
    return lose(bet, Ground((clause(8),), why, reading=True))


def larger_half(wager: Cents, chip: Cents) -> Cents:
    """Half in chips, rounded up to a chip."""
    return min(wager, -(-wager // (2 * chip)) * chip)


def _pays(rules: Rules, row: str) -> Odds:
    assert rules.pay_table is not None
    return Odds(rules.pay_table.rows[row])


GAME: Final = WinnersOption()
