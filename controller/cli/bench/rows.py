"""Which row of the pay table a round hit, as the exact odds count it: one trial a round, or none.

A bet on the dealer's bust looks at the one dealer's hand, however many seats bet. Of bonus hands and D bets the
lowest seat's is the trial: those of one round share cards, and the bands hold for trials that do not. A D bet has no
rows worth the name: its outcomes are counted instead.

The exact odds are imported when the table is closed: a table that plays does not wait for mathematics.
"""

from collections.abc import Mapping

from controller.cards import Card
from controller.games.model import Rules
from controller.games.rows import dealer_row
from controller.outputs import RoundPicture

SIDES = ("db21", "breakz", "stud", "d")
D_ROWS = ("win", "lose", "push", "half")
MISS = ""
"""The trial that hits no row."""


def trial(rules: Rules, past: RoundPicture) -> str | None:
    bets = [one for one in past.settlements if one.spot in SIDES and one.outcome != "returned"]
    if past.status != "settled" or not bets:
        return None
    lowest = min(bets, key=lambda one: one.seat)
    if rules.game == "winners-option":
        return lowest.outcome
    if rules.game == "no-bust-21":
        return _stud_row(rules, lowest.pays)
    won = any(one.outcome == "win" for one in bets)
    return dealer_row(rules, tuple(map(Card, past.dealer))) if won else MISS


def _stud_row(rules: Rules, pays: str | None) -> str:
    """Each row of the bonus pays something else."""
    rows = rules.pay_table.rows if rules.pay_table else {}
    return next((row for row, odds in rows.items() if f"{odds}:1" == pays), MISS)


def exact(rules: Rules) -> Mapping[str, float]:
    """From a full shoe, by row in the order of the report."""
    from controller.math.pair import joint, pair_odds
    from controller.math.shoe import full
    from controller.math.side_bets import rows_of
    from controller.math.tree import tree

    shoe = full(rules.decks)
    if rules.game == "winners-option":
        found = pair_odds(rules, "d", joint(tree(rules.game, rules.hit_soft17), shoe))._asdict()
        return {row: float(found[row]) for row in D_ROWS}
    odds, rows = rows_of(rules, shoe) or {}, rules.pay_table.rows if rules.pay_table else {}
    return {row: float(odds[row]) for row in rows}
