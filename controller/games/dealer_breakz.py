"""Dealer Breakz: a side bet paid by the number of cards in the dealer's busted hand.

Decisions
- The text has no clause numbers: its two paragraphs are `Breakz 1` and `Breakz 2`, its tables `Breakz T1`…
- That the bet needs a main bet is a reading: the text calls it an addition to a blackjack game.
- Dealer Envy goes to the dealer, once per wager of at least $5; it is a result of its own (`dealer_envy`).
"""

from typing import Final

from controller.games.blackjack import HOUSE
from controller.games.bust_bet import BustBet, did_not_bust
from controller.games.charter import Charter
from controller.games.model import Bet, Ground, Known, PayTable, Rules, Seat, Settlement
from controller.games.results import award, win
from controller.money import Odds, dollars

ENVY_FROM: Final = 5_00


class DealerBreakz(BustBet):
    charter = Charter(
        game="dealer-breakz",
        rows=("3", "4", "5", "6", "7", "8+"),
        takes=("pay_table", "pay_rows", "dealer_envy"),
        decks=(2, 4, 6, 8),
        series="BREAKZ",
    )
    side_spots = ("breakz",)
    bust_spots = ("breakz",)
    spot = "breakz"

    def cites(self, rules: Rules, kind: str, seat: Seat) -> tuple[str, ...]:
        return ("Breakz 1", HOUSE)

    def no_bet_clauses(self, rules: Rules, word: str) -> tuple[str, ...]:
        return ("Breakz 2",) if word == "NO BET" else ()

    def orphaned(self, rules: Rules) -> Ground:
        why = "No main bet at this seat: breakz is no bet and goes back"
        return Ground(("Breakz 1",), why, reading=True)

    def stood(self, rules: Rules, known: Known) -> Ground:
        return Ground(("Breakz 1",), did_not_bust("breakz", known))

    def busts(self, rules: Rules, known: Known, seat: Seat, bet: Bet) -> list[Settlement]:
        assert rules.pay_table is not None
        row = row_of(len(known.cards))
        pays = Odds(rules.pay_table.rows[row])
        why = f"Dealer busted with {len(known.cards)} cards: table {rules.pay_table.id} pays {pays.words()}"
        reading = row in rules.pay_table.readings
        results = [win(bet, pays, Ground(_cite(rules.pay_table), why, reading))]
        if rules.dealer_envy and row in rules.pay_table.awards:
            results += _envy(rules.pay_table, row, bet)
        return results


def row_of(cards: int) -> str:
    return str(cards) if cards < 8 else "8+"


def _cite(table: PayTable) -> tuple[str, ...]:
    return ("Breakz 1", f"Breakz T{table.id.removeprefix('BREAKZ-')}")


def _envy(table: PayTable, row: str, bet: Bet) -> list[Settlement]:
    """The dealer's award; with an unknown wager it is for the dealer to see whether $5 lie there."""
    cents = table.awards[row]
    why = f"Dealer Envy for a bust with {row} cards: ${dollars(cents)} to the dealer"
    if bet.wager is None:
        why += f" if breakz is at least ${dollars(ENVY_FROM)}"
        return [award(bet.seat, "dealer_envy", None, Ground(_cite(table), why))]
    if bet.wager < ENVY_FROM:
        return []
    return [award(bet.seat, "dealer_envy", cents, Ground(_cite(table), why))]


GAME: Final = DealerBreakz()
