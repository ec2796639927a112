"""What a record of a seat may show: hands that a round can produce, insurance that was offered.

Decisions
- A record may show draws on 20 or 21 and draws before a dealer natural; it may not show a card after the
  hand was over for good, a double with more or less than one card, a surrender after play.
- Several hands at a seat can only come from a split, whether or not each of them says so.
- Insurance need not be a multiple of the smallest chip: half of an odd bet is not.
"""

from collections.abc import Callable

from controller.cards import RANK, Card
from controller.games.model import Hand, RuleError, Rules, Seat


def check_hands(rules: Rules, seat: Seat, may_follow: Callable[[tuple[Card, ...]], bool], surrender: bool) -> None:
    if len(seat.hands) > rules.max_hands:
        raise RuleError(f"seat {seat.seat}: {len(seat.hands)} hands; splitting makes {rules.max_hands} at most")
    for number, hand in enumerate(seat.hands, 1):
        fault = _fault(hand, may_follow) or (_surrender_fault(rules, hand, surrender) if hand.surrendered else "")
        if fault:
            raise RuleError(f"seat {seat.seat} hand {number}: {fault}")


def _fault(hand: Hand, may_follow: Callable[[tuple[Card, ...]], bool]) -> str:
    size = len(hand.cards)
    if size < 2:
        return f"{size or 'no'} card{'' if size == 1 else 's'}; a hand has at least two"
    if hand.doubled and size != 3:
        return f"doubled with {size} cards; a doubled hand has two and one more"
    for end in range(2, size):
        if not may_follow(hand.cards[:end]):
            before = " ".join(hand.cards[:end])
            return f"{hand.cards[end]} was drawn to {before}, a hand that takes no more cards"
    return ""


def _surrender_fault(rules: Rules, hand: Hand, offered: bool) -> str:
    if not offered:
        return f"surrender is not offered in {rules.game}"
    if len(hand.cards) != 2 or hand.from_split or hand.doubled:
        return "only the first two cards may be surrendered, not after a split or a double"
    return ""


def check_insurance(dealer: tuple[Card, ...], seat: Seat, offered: bool, base: str | None) -> None:
    place = f"seat {seat.seat} insurance"
    if not offered:
        raise RuleError(f"{place}: this game has no insurance")
    if RANK[dealer[0]] != "A":
        raise RuleError(f"{place}: offered only when the dealer's up card is an ace, not {dealer[0]}")
    most = (seat.wagers[base] or 0) // 2 if base else 0
    if not isinstance(seat.insurance, int) or not 0 < seat.insurance <= most:
        raise RuleError(f"{place} {seat.insurance}: it is from 1 to half the bet, {most} cents here")
