"""How likely each hit of a table's side bet is, under the name by which the table counts it (`games.rows`)."""

from collections.abc import Mapping
from fractions import Fraction

from controller.games.model import Rules
from controller.games.rows import hit
from controller.math.shoe import full
from controller.math.side_bets import rows_of
from controller.money import Odds


def hit_odds(rules: Rules) -> Mapping[str, Fraction]:
    """Empty for a game without a side bet."""
    rows = rows_of(rules, full(rules.decks)) or {}
    pays = rules.pay_table.rows if rules.pay_table else {}
    return {hit(row, str(Odds(pays[row]))): odds for row, odds in rows.items()}


def exact(rules: Rules) -> dict[str, float]:
    """The same for weighing evidence, which is no exact business."""
    return {name: float(odds) for name, odds in hit_odds(rules).items()}
