"""How likely each row of a side bet is, and the figures of a table's bet.

Decisions
- A row is what the game looks up: the rank of the up card (Dealer Bust 21), the cards of the busted hand (Breakz),
  the bonus hand (3 Card Stud).
- Ten-valued ranks draw alike, so a bust under a ten divides among them as they lie in the shoe.
- Washington's limit of 29 depends on how the player plays and is not in the figures: they hold for a seat that
  never draws on a hard 20 or 21. A player who does gives away more.
- Peek makes no difference to any of them: a natural is no bust, looked at early or late (`law`).
- A table with its missing rows supplied is one like any other: `Rules` holds the filled table.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from controller.cards import RANKS
from controller.games.dealer_breakz import row_of
from controller.games.model import PayTable, Rules
from controller.math import stud
from controller.math.figures import figures
from controller.math.law import Law
from controller.math.shoe import Shoe, full
from controller.math.tree import BUST, tree

Rows = Mapping[str, Fraction]


class Edge(NamedTuple):
    """The figures of a table's side bet from a full shoe."""

    pay_table: str
    edge: Fraction
    rtp: Fraction
    hit: Fraction
    variance: Fraction


def side_edge(rules: Rules) -> Edge | None:
    """None for Winners Option: its D bet is no side bet, and its edge takes a second of work (`pair`)."""
    rows = rows_of(rules, full(rules.decks))
    if rows is None or rules.pay_table is None:
        return None
    found = figures(rows, rules.pay_table.rows)
    return Edge(rules.pay_table.id, found.edge, found.rtp, found.hit, found.variance)


def rows_of(rules: Rules, shoe: Shoe) -> Rows | None:
    """How likely each row is before the first card leaves this shoe; None if the game has no side bet.

    The bonus hand needs the suits: its shoe is full.
    """
    if rules.game == "dealer-bust-21":
        return up_card_rows(Law(tree(rules.game, rules.hit_soft17), shoe))
    if rules.game == "dealer-breakz":
        return cards_rows(Law(tree(rules.game, rules.hit_soft17), shoe))
    return stud_rows(rules.decks) if rules.game == "no-bust-21" else None


def up_card_rows(law: Law) -> Rows:
    """The dealer busts with this rank up."""
    busts = law.ways_by_up_card(BUST)
    tens = sum(law.shoe[9:]) or 1
    low = [Fraction(ways, law.whole) for ways in busts[:9]]
    high = [Fraction(busts[9] * count, law.whole * tens) for count in law.shoe[9:]]
    return dict(zip(RANKS, low + high, strict=True))


def cards_rows(law: Law) -> Rows:
    """The dealer busts with this many cards."""
    found: dict[str, int] = {}
    for end in law.ends(BUST):
        row = row_of(end.cards)
        found[row] = found.get(row, 0) + sum(law.ways(end))
    return {row: Fraction(ways, law.whole) for row, ways in found.items()}


def stud_rows(decks: int) -> Rows:
    return {row: Fraction(count, stud.total(decks)) for row, count in stud.counts(decks).items()}


def dealer_envy(rows: Rows, table: PayTable) -> Fraction:
    """What the dealer is awarded on average per qualifying wager, in dollars."""
    return sum((rows[row] * cents for row, cents in table.awards.items()), Fraction(0)) / 100
