"""Which row of its pay table a round hit: the name under which results are counted and odds are told.

One name a round, however many seats bet: they look at the same dealer's hand, and of bonus hands the lowest seat's
counts. The pay stands in the name, so that results settled by another pay table show as hits that this one does not
have.
"""

from collections.abc import Sequence
from typing import Final

from controller.cards import RANK, Card
from controller.games import find
from controller.games.dealer_breakz import row_of
from controller.games.model import Rules, Settlement

NO_HIT: Final = "no hit"


def hit(row: str, pays: str | None) -> str:
    """`pays` as a settlement says it (`10:1`), None where the bet lost."""
    return f"{row} pays {pays}" if pays else NO_HIT


def hit_of(rules: Rules, dealer: tuple[Card, ...], settlements: Sequence[Settlement]) -> str | None:
    """What a settled round counts as; None if no side bet made the dealer play it out. `dealer` is up card first."""
    sides = find(rules.game).side_spots
    bets = [one for one in settlements if one.spot in sides and one.outcome in ("win", "lose")]
    if not bets or rules.pay_table is None:
        return None
    if "stud" in sides:
        return _bonus(rules, min(bets, key=lambda one: one.seat))
    return _dealer(rules, dealer, bets)


def _dealer(rules: Rules, dealer: tuple[Card, ...], bets: Sequence[Settlement]) -> str:
    """Where every winner is over 29 (Washington) nothing is paid, but the dealer did bust in that row."""
    if not find(rules.game).busted(dealer):
        return NO_HIT
    row = dealer_row(rules, dealer)
    paid = next((one.pays for one in bets if one.pays), None)
    return hit(row, paid or f"{rules.pay_table.rows[row] if rules.pay_table else 0}:1")


def dealer_row(rules: Rules, dealer: tuple[Card, ...]) -> str:
    """The row of a busted dealer's hand."""
    return RANK[dealer[0]] if rules.game == "dealer-bust-21" else row_of(len(dealer))


def _bonus(rules: Rules, one: Settlement) -> str:
    """No two bonus hands pay alike, so the pay tells the row."""
    table = rules.pay_table.rows if rules.pay_table else {}
    return hit(next((row for row, pays in table.items() if f"{pays}:1" == one.pays), "?"), one.pays)
