"""Dealer Bust 21 (South Dakota 20:18:15:30.10, Washington): a side bet paid by the dealer's up card.

Decisions
- The two texts say the same but for the pay tables and one limit: in Washington a player's total over 29
  costs the wager. After a split only if every hand is over 29 (a reading).
- Without a full panel the table knows no player hands; then the panel's over-29 key speaks.
"""

from functools import cache
from typing import Final

from controller.cards import RANK, RANKS
from controller.games.blackjack import HOUSE
from controller.games.bust_bet import BustBet, did_not_bust
from controller.games.charter import Charter
from controller.games.hands import hard
from controller.games.model import Bet, Ground, Known, Rules, Seat, Settlement
from controller.games.results import lose, win
from controller.money import Odds

_CLAUSES: Final = {
    "SD": {
        "needs_main": 2, "too_late": 4, "wins": 5, "up_card": 6, "play": 7,
        "bust": 8, "stood": 9, "dealer_bust": 10, "pay_table": 12,
    },
    "WA": {
        "needs_main": 2, "too_late": 4, "wins": 5, "up_card": 6, "play": 8,
        "bust": 9, "stood": 10, "dealer_bust": 11, "pay_table": 13,
    },
}  # fmt: skip
"""The same rule has another number in each text."""


@cache
def clauses(jurisdiction: str | None, *rules: str) -> tuple[str, ...]:
    """The clauses for these rules; what the texts do not number stands as it is."""
    assert jurisdiction is not None, "Rules of this game name their state"
    form = {"SD": "SD 20:18:15:30.10({})", "WA": "WA DB21 {}"}[jurisdiction]
    numbers = _CLAUSES[jurisdiction]
    return tuple(form.format(numbers[rule]) if rule in numbers else rule for rule in rules)


class DealerBust21(BustBet):
    charter = Charter(
        game="dealer-bust-21",
        rows=RANKS,
        takes=("jurisdiction", "pay_table", "pay_rows"),
        jurisdictions=("SD", "WA"),
    )
    side_spots = ("db21",)
    bust_spots = ("db21",)
    spot = "db21"

    def cites(self, rules: Rules, kind: str, seat: Seat) -> tuple[str, ...]:
        text = kind if kind == "dealer_bust" or (kind == "bust" and "db21" in seat.wagers) else "play"
        return clauses(rules.jurisdiction, text, HOUSE)

    def no_bet_clauses(self, rules: Rules, word: str) -> tuple[str, ...]:
        return clauses(rules.jurisdiction, "too_late") if word == "NO BET" else ()

    def orphaned(self, rules: Rules) -> Ground:
        why = "No main bet at this seat: db21 is no bet and goes back"
        return Ground(clauses(rules.jurisdiction, "needs_main"), why)

    def stood(self, rules: Rules, known: Known) -> Ground:
        return Ground(clauses(rules.jurisdiction, "stood"), did_not_bust("db21", known))

    def busts(self, rules: Rules, known: Known, seat: Seat, bet: Bet) -> list[Settlement]:
        over = _over29(rules, seat)
        reading = any(over) and len(over) > 1
        if over and all(over):
            why = "The player's total is over 29: db21 loses though the dealer busted"
            return [lose(bet, Ground(clauses(rules.jurisdiction, "wins"), why, reading))]
        assert rules.pay_table is not None
        rank = RANK[known.cards[0]]
        pays = Odds(rules.pay_table.rows[rank])
        why = (
            f"Dealer busted with {known.points} on an up card of {rank}: "
            f"table {rules.pay_table.id} pays {pays.words()}"
        )
        return [win(bet, pays, Ground(clauses(rules.jurisdiction, "wins", "up_card", "pay_table"), why, reading))]


def _over29(rules: Rules, seat: Seat) -> list[bool]:
    """For each hand whether it passed Washington's limit; South Dakota has none."""
    if rules.jurisdiction != "WA":
        return []
    return [hard(hand.cards) > 29 for hand in seat.hands] if seat.hands else [seat.over29]


GAME: Final = DealerBust21()
