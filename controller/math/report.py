"""All the odds of a game in one tree of names, the words of `upcard math --json`; probabilities are Fractions.

`numbers` and `exact` are the two ways to say such a tree. Pay tables with rows missing have bounds instead of
figures and stand apart (`incomplete`), so that whoever reads `pay_tables` finds only whole ones.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from controller.games.model import PayTable, Rules
from controller.math import stud
from controller.math.figures import bounds, figures
from controller.math.law import Law
from controller.math.pair import Track, d_bet, mimic
from controller.math.shoe import Shoe, full
from controller.math.side_bets import Rows, cards_rows, dealer_envy, stud_rows, up_card_rows
from controller.math.tree import BUST, NATURAL, tree

Report = dict[str, Any]
_TOTALS: Final = range(18, 28)
_MIMIC: Final = ("win", "lose", "push", "edge")


def report(rules: Rules, shoe: Shoe, tables: Iterable[PayTable], track: Track = iter) -> Report:
    """What the game has, before the first card leaves this shoe. The bonus hand's odds only for a full one."""
    law = Law(tree(rules.game, rules.hit_soft17), shoe)
    if rules.game == "no-bust-21":
        found: Report = {"stud": _stud(rules)} if shoe == full(rules.decks) else {}
        odds = mimic(rules, shoe, track)._asdict()
        return found | {"dealer_totals": _totals(law), "mimic": {name: odds[name] for name in _MIMIC}}
    found = {"bust_by_up_card": law.by_up_card(BUST), "bust_by_cards": cards_rows(law)}
    found |= {"bust_after_peek": law.after_peek(BUST)} if rules.peek else {}
    if rules.game == "winners-option":
        return found | {"d_bet": d_bet(rules, shoe, track)._asdict()}
    return found | _pay_tables(
        up_card_rows(law) if rules.game == "dealer-bust-21" else found["bust_by_cards"], tables
    )


def _pay_tables(rows: Rows, tables: Iterable[PayTable]) -> Report:
    tables = list(tables)
    whole = {table.id: figures(rows, table.rows)._asdict() for table in tables if not table.missing}
    partly = {table.id: bounds(rows, table)._asdict() for table in tables if table.missing}
    awards = [dealer_envy(rows, table) for table in tables if table.awards]
    found: Report = {"pay_tables": whole}
    return found | ({"incomplete": partly} if partly else {}) | ({"dealer_envy": awards[0]} if awards else {})


def _stud(rules: Rules) -> Report:
    assert rules.pay_table is not None
    made = figures(stud_rows(rules.decks), rules.pay_table.rows)._asdict()
    return {"counts": stud.counts(rules.decks), "total": stud.total(rules.decks), **made}


def _totals(law: Law) -> dict[str, Fraction]:
    """A natural is a 21."""
    found = law.labels()
    found["21"] += found[NATURAL]
    return {str(total): found[str(total)] for total in _TOTALS}


def numbers(found: Any) -> Any:
    """The same with floats."""
    if isinstance(found, dict):
        return {name: numbers(value) for name, value in found.items()}
    return float(found) if isinstance(found, Fraction) else found


def exact(found: Report) -> Report:
    """The probabilities alone, each as a fraction's text."""
    parts = {name: exact(value) for name, value in found.items() if isinstance(value, dict)}
    texts = {name: str(value) for name, value in found.items() if isinstance(value, Fraction)}
    return {name: value for name, value in (parts | texts).items() if value}
