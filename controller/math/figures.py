"""What an operator asks of a pay table: how often it hits, what comes back, what the house keeps, how wildly.

All per unit wagered. RTP includes the stake; the edge is what is left of it.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from controller.games.model import PayTable
from controller.games.pay_tables import HIGHEST_PAY
from controller.math.shoe import OddsError

LOWEST_PAY: Final = 1


class Figures(NamedTuple):
    rtp: Fraction
    edge: Fraction
    hit: Fraction
    variance: Fraction


class Bounds(NamedTuple):
    """A table with rows missing: what the edge is with each of them at the least and at the most a row may pay.

    `per_unit`: what one more unit paid on a missing row takes off the edge.
    """

    missing: tuple[str, ...]
    edge_at_least: Fraction
    edge_at_most: Fraction
    per_unit: dict[str, Fraction]


def figures(rows: Mapping[str, Fraction], pays: Mapping[str, int]) -> Figures:
    """`rows`: how likely each row is. What is in no row loses."""
    hit = sum(rows.values(), Fraction(0))
    mean = sum((odds * pays[row] for row, odds in rows.items()), hit - 1)
    square = sum((odds * pays[row] ** 2 for row, odds in rows.items()), 1 - hit)
    return Figures(rtp=1 + mean, edge=-mean, hit=hit, variance=square - mean**2)


def bounds(rows: Mapping[str, Fraction], table: PayTable) -> Bounds:
    least, most = (
        figures(rows, table.rows | dict.fromkeys(table.missing, pay)).edge for pay in (HIGHEST_PAY, LOWEST_PAY)
    )
    return Bounds(table.missing, least, most, {row: rows[row] for row in table.missing})


def of_table(rows: Mapping[str, Fraction], table: PayTable) -> Figures:
    if not table.missing:
        return figures(rows, table.rows)
    known = bounds(rows, table)
    slopes = ", ".join(f"{float(odds):.4%} for each unit on row {row}" for row, odds in known.per_unit.items())
    raise OddsError(
        f"table {table.id} lacks its rows {', '.join(table.missing)}: give them with pay_rows from the approved"
        f" document; with each at {LOWEST_PAY} to 1 the edge is {float(known.edge_at_most):.4%}, the most it can be,"
        f" and it falls by {slopes}"
    )
