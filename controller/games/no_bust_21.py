"""No Bust 21: nobody busts, nearest to 21 wins; with the 3 Card Stud Bonus (`stud.py`).

Decisions
- h counts aces as 1, s is h + 10 with an ace; one ace at most counts 11. A player's total is the nearer of
  the two to 21, h on a tie. Where the dealer may stand, his total by clause 2c is that same number.
- A player's 21 wins the moment it is reached, with any number of cards, whatever the dealer has.
- A record in which a player drew on a 21 is a win: the 21 was made and paid.
"""

from collections.abc import Sequence
from typing import Final

from controller.cards import Card
from controller.games import stud
from controller.games.blackjack import Blackjack
from controller.games.charter import Charter
from controller.games.hands import hard, has_ace
from controller.games.model import Bet, Ground, Hand, Known, RuleError, Rules, Seat, Settlement, Total
from controller.games.results import EVEN, lose, push, win


def makes_21(cards: tuple[Card, ...]) -> bool:
    count = hard(cards)
    return count == 21 or (count == 11 and has_ace(cards))


def made_21(cards: tuple[Card, ...]) -> bool:
    """Whether the hand was 21 at any moment."""
    return any(makes_21(cards[:end]) for end in range(2, len(cards) + 1))


class NoBust21(Blackjack):
    charter = Charter(
        game="no-bust-21",
        rows=stud.ROWS,
        takes=("envy", "cap"),
        decks=(2, 6, 7, 8),
        fixed={
            "soft17": ("hit", "NB21 2c"),
            "natural_pays": ("1:1", "NB21 2b"),
            "surrender": ("no", "NB21 2"),
            "double": ("any", "NB21 2e"),
            "double_after_split": (True, "NB21 2e"),
        },
        table="STUD",
    )
    side_spots = ("stud",)
    needs_panel = True
    decides_in_deal = True
    surrender = False
    insurance = False

    def total(self, cards: tuple[Card, ...]) -> Total:
        count = hard(cards)
        if has_ace(cards) and abs(count + 10 - 21) < abs(count - 21):
            return Total(count + 10, soft=True)
        return Total(count, soft=False)

    def busted(self, cards: tuple[Card, ...]) -> bool:
        return False

    def may_follow(self, cards: tuple[Card, ...]) -> bool:
        return hard(cards) <= 21

    def dealer_draws(self, rules: Rules, cards: tuple[Card, ...]) -> bool:
        count = hard(cards)
        soft_stands = has_ace(cards) and 18 <= count + 10 <= 24
        return not soft_stands and count < 18

    def finished(self, cards: tuple[Card, ...]) -> bool:
        return hard(cards) >= 21 or makes_21(cards)

    def settle_hand(self, rules: Rules, known: Known, bet: Bet, hand: Hand, seat: Seat) -> Settlement | None:
        if made_21(hand.cards):
            return win(bet, EVEN, _twenty_one(hand))
        if not known.complete:
            return None
        return _nearest(known, bet, self.total(hand.cards).points)

    def sides(self, rules: Rules, known: Known, seats: Sequence[Seat]) -> list[Settlement]:
        return stud.settle(rules, known, seats)

    def check(self, rules: Rules, dealer: tuple[Card, ...], seat: Seat) -> None:
        super().check(rules, dealer, seat)
        for number, hand in enumerate(seat.hands, 1):
            if hand.doubled and makes_21(hand.cards[:2]):
                raise RuleError(f"seat {seat.seat} hand {number}: a 21 is paid at once and is not doubled")
        if ("stud" in seat.wagers or rules.envy) and seat.hands and stud.grade(seat, dealer) is None:
            raise RuleError(f"seat {seat.seat} stud: after its splits the first two cards of the seat cannot be told")


def _twenty_one(hand: Hand) -> Ground:
    reading = hand.doubled or hand.from_split
    why = "Blackjack: paid 1 to 1" if len(hand.cards) == 2 and not hand.from_split else "21: paid 1 to 1"
    return Ground(("NB21 2b",), why, reading)


def _nearest(known: Known, bet: Bet, count: int) -> Settlement:
    mine, theirs = abs(count - 21), abs(known.points - 21)
    reading = _rests_on_reading(known)
    if mine < theirs:
        why = f"{count} is nearer to 21 than the dealer's {known.points}: the bet wins"
        return win(bet, EVEN, Ground(("NB21 2a", "NB21 2d"), why, reading))
    if mine > theirs:
        why = f"The dealer's {known.points} is nearer to 21 than {count}: the bet loses"
        return lose(bet, Ground(("NB21 2a", "NB21 2d"), why, reading))
    if count == known.points > 21:
        why = f"Both have {count}: the house wins ties above 21"
        return lose(bet, Ground(("NB21 2d",), why, reading))
    why = f"{count} and the dealer's {known.points} are equally near 21: push"
    return push(bet, Ground(("NB21 2d",), why, reading))


def _rests_on_reading(known: Known) -> bool:
    """A dealer natural ends the round (our peek); an ace of "soft 25 and above" counts 1 again."""
    return bool(known.natural) or (has_ace(known.cards) and hard(known.cards) + 10 >= 25)


GAME: Final = NoBust21()
