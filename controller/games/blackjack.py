"""Standard blackjack: the base game of every variant but No Bust 21, and the frame all games settle in.

Decisions
- A game is a subclass that says what its text adds: which side bets there are (`sides`) and which clauses
  stand beside `BJ house` for a result of the base bet (`cites`).
- Each rule looks at the dealer through `Known`, which holds only what may be known; a rule that needs more
  answers None, and the wager stays open.
- Ten-valued cards count as a pair (K Q): refusing a split the house allows would lose track of the felt.
- Surrender is a house rule that the texts do not list, so its results are marked as a reading.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from msgspec import UNSET

from controller import money
from controller.cards import POINTS, Card
from controller.games import checks
from controller.games.charter import Charter, make_rules
from controller.games.hands import ACES, closed, hard, is_natural, points, total
from controller.games.model import Bet, Dealer, Ground, Hand, Known, PayTable, Rules, Seat, Settlement, Total
from controller.games.results import EVEN, half, lose, push, win
from controller.money import Odds

HOUSE: Final = "BJ house"
INSURANCE: Final = Odds(2, 1)
_DOUBLES: Final = {"any": range(2, 22), "9-11": range(9, 12), "10-11": range(10, 12)}


class Blackjack:
    charter: ClassVar[Charter]
    base_spots: ClassVar[tuple[str, ...]] = ("main",)
    side_spots: ClassVar[tuple[str, ...]] = ()
    bust_spots: ClassVar[tuple[str, ...]] = ()
    """Side bets on the dealer's bust: the losing ones come off the layout before anything else."""
    needs_panel: ClassVar[bool] = False
    decides_in_deal: ClassVar[bool] = False
    surrender: ClassVar[bool] = True
    insurance: ClassVar[bool] = True

    # -- the table's choices ---------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.charter.game

    @property
    def takes(self) -> tuple[str, ...]:
        return self.charter.takes

    def rules(self, options: Mapping[str, object]) -> Rules:
        return make_rules(self.charter, options)

    def tables(self) -> Mapping[str, PayTable]:
        return self.charter.tables()

    # -- a hand ----------------------------------------------------------------------------------------

    def total(self, cards: tuple[Card, ...]) -> Total:
        return total(cards)

    def busted(self, cards: tuple[Card, ...]) -> bool:
        return hard(cards) > 21

    def may_follow(self, cards: tuple[Card, ...]) -> bool:
        """Whether a player's record may show another card after these."""
        return not self.busted(cards)

    def dealer_draws(self, rules: Rules, cards: tuple[Card, ...]) -> bool:
        count = total(cards)
        return count.points < 17 or (rules.hit_soft17 and count.soft and count.points == 17)

    def hand_over(self, rules: Rules, spot: str, hand: Hand) -> bool:
        return self.finished(hand.cards) or closed(rules, hand)

    def finished(self, cards: tuple[Card, ...]) -> bool:
        return points(cards) >= 21

    def may(self, rules: Rules, key: str, hand: Hand, hands: tuple[Hand, ...], spot: str = "main") -> bool:
        if len(hand.cards) != 2 or hand.doubled or hand.surrendered:
            return False
        if key == "insurance":
            return self.insurance and len(hands) == 1
        if self.hand_over(rules, spot, hand):
            return False
        if key == "double":
            return self._may_double(rules, hand)
        if key == "split":
            return _may_split(rules, hand, hands)
        return key == "surrender" and rules.surrender == "late" and len(hands) == 1 and not hand.from_split

    def _may_double(self, rules: Rules, hand: Hand) -> bool:
        if hand.from_split and (not rules.double_after_split or hand.cards[0] in ACES):
            return False
        return self.total(hand.cards).points in _DOUBLES[rules.double]

    # -- a round ---------------------------------------------------------------------------------------

    def settle(self, rules: Rules, dealer: Dealer, seats: Iterable[Seat]) -> list[Settlement]:
        """All that is decided, seat by seat, then brought into shown order."""
        known, seats = self.look(dealer), tuple(seats)
        found = [result for seat in seats for result in self.base(rules, known, seat)]
        found += self.sides(rules, known, seats)
        if len(found) < 2:
            return found
        off_first = self.bust_spots if known.complete and not known.bust else ()
        found.sort(key=lambda one: (one.outcome != "lose" or one.spot not in off_first, -one.seat))
        return found

    def look(self, dealer: Dealer) -> Known:
        cards = dealer.cards
        count = self.total(cards).points
        natural = is_natural(Hand(cards[:2])) if dealer.complete else dealer.natural
        bust = dealer.complete and self.busted(cards)
        return Known(cards, count, dealer.complete, bust, natural, dealer.dealt)

    def base(self, rules: Rules, known: Known, seat: Seat) -> list[Settlement]:
        """Insurance, then the hands of the base bet, of one seat."""
        spot = self.base_spot(seat)
        if spot is None:
            return []
        insured = self.insured(rules, known, seat) if seat.insurance is not UNSET else None
        found = [insured] if insured else []
        wager = seat.wagers[spot]
        for number, hand in enumerate(seat.hands, 1):
            bet = Bet(seat.seat, spot, wager * 2 if wager and hand.doubled else wager, number)
            result = self.settle_hand(rules, known, bet, hand, seat)
            if result:
                found.append(result)
        return found

    def base_spot(self, seat: Seat) -> str | None:
        for spot in self.base_spots:
            if spot in seat.wagers:
                return spot
        return None

    def sides(self, rules: Rules, known: Known, seats: Sequence[Seat]) -> list[Settlement]:
        """What is decided of the side bets of all seats."""
        return []

    def cites(self, rules: Rules, kind: str, seat: Seat) -> tuple[str, ...]:
        """The clauses beside a result of the base bet: `bust`, `natural`, `dealer_bust`, `push`, …"""
        return (HOUSE,)

    def no_bet_clauses(self, rules: Rules, word: str) -> tuple[str, ...]:
        return ()

    def check(self, rules: Rules, dealer: tuple[Card, ...], seat: Seat) -> None:
        checks.check_hands(rules, seat, self.may_follow, self.surrender)
        if seat.insurance is not UNSET:
            checks.check_insurance(dealer, seat, self.insurance, self.base_spot(seat))

    # -- the base bet ----------------------------------------------------------------------------------

    def insured(self, rules: Rules, known: Known, seat: Seat) -> Settlement | None:
        assert seat.insurance is not UNSET
        bet = Bet(seat.seat, "insurance", seat.insurance)
        clauses = self.cites(rules, "insurance", seat)
        if known.natural and known.complete:
            return win(bet, INSURANCE, Ground(clauses, "Dealer has blackjack: insurance pays 2 to 1"))
        if known.natural is False:
            return lose(bet, Ground(clauses, "Dealer has no blackjack: insurance loses"))
        return None

    def settle_hand(self, rules: Rules, known: Known, bet: Bet, hand: Hand, seat: Seat) -> Settlement | None:
        if hand.surrendered:
            return _surrendered(rules, known, bet, self.cites(rules, "surrender", seat))
        count = points(hand.cards)
        if count > 21:
            ground = Ground(self.cites(rules, "bust", seat), f"Busted with {count}: the bet loses")
            return lose(bet, ground)
        if known.natural is not False or is_natural(hand):
            return self.naturals(rules, known, bet, hand, seat)
        return self.compare(rules, known, bet, count, seat) if known.complete else None

    def naturals(self, rules: Rules, known: Known, bet: Bet, hand: Hand, seat: Seat) -> Settlement | None:
        """The player has blackjack, or the dealer has or may have."""
        if known.natural is False:
            why = f"Blackjack: the bet is paid {rules.natural_pays.words()}"
            return win(bet, rules.natural_pays, Ground(self.cites(rules, "natural", seat), why))
        if not known.complete:
            return None
        if is_natural(hand):
            return push(bet, Ground(self.cites(rules, "push", seat), "Both have blackjack: push"))
        why = "Dealer has blackjack: the bet loses"
        return lose(bet, Ground(self.cites(rules, "dealer_natural", seat), why))

    def compare(self, rules: Rules, known: Known, bet: Bet, count: int, seat: Seat) -> Settlement:
        theirs = known.points
        if known.bust:
            why = f"Dealer busted with {theirs}: the bet wins"
            return win(bet, EVEN, Ground(self.cites(rules, "dealer_bust", seat), why))
        if count == theirs:
            return push(bet, Ground(self.cites(rules, "push", seat), f"Both have {count}: push"))
        cites = self.cites(rules, "compare", seat)
        if count > theirs:
            return win(bet, EVEN, Ground(cites, f"{count} beats the dealer's {theirs}"))
        return lose(bet, Ground(cites, f"{count} loses to the dealer's {theirs}"))


def _may_split(rules: Rules, hand: Hand, hands: tuple[Hand, ...]) -> bool:
    first, second = hand.cards
    return POINTS[first] == POINTS[second] and len(hands) < rules.max_hands


def _surrendered(rules: Rules, known: Known, bet: Bet, cites: tuple[str, ...]) -> Settlement | None:
    """Half is taken unless the dealer has blackjack; with a peek the key itself says that he has not."""
    if known.natural and known.complete:
        why = "Surrendered, but the dealer has blackjack: the bet loses"
        return lose(bet, Ground(cites, why, reading=True))
    if known.natural is False or (known.natural is None and rules.peek):
        taken = None if bet.wager is None else money.half(bet.wager)
        return half(bet, taken, Ground(cites, "Surrendered: half of the bet is taken", reading=True))
    return None
