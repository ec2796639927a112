"""The odds as tables on a terminal, none wider than 80 characters."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.table import Table

from controller.games.model import Rules
from controller.math.report import Report

_TITLES = {
    "bust_by_cards": ("dealer busts", "cards"),
    "dealer_totals": ("dealer ends with", "total"),
    "d_bet": ("D bet, of a wager that divides evenly", "result"),
    "mimic": ("a player who draws as the dealer does", "result"),
}


def tell(rules: Rules, found: Report, played: Mapping[str, Any]) -> None:
    console = Console()
    soft17 = "" if rules.game == "no-bust-21" else f", dealer {'hits' if rules.hit_soft17 else 'stands on'} soft 17"
    decks = f"{rules.decks} deck{'s' if rules.decks > 1 else ''}"
    console.print(f"{rules.game}, {decks}{soft17}; all figures exact", highlight=False)
    for table in _tables(found):
        console.print(table)
    for line in (*_notes(found), *_simulated(played)):
        console.print(line, highlight=False, soft_wrap=True)


def _tables(found: Report) -> Iterator[Table]:
    if "bust_by_up_card" in found:
        columns = {"busts": found["bust_by_up_card"], "busts after a peek": found.get("bust_after_peek")}
        yield _table("dealer busts", "up card", {head: odds for head, odds in columns.items() if odds})
    for name, (title, head) in _TITLES.items():
        if name in found:
            yield _table(title, head, {"probability": found[name]})
    if "pay_tables" in found:
        yield _pay_tables(found["pay_tables"])
    if "incomplete" in found:
        yield _incomplete(found["incomplete"])
    if "stud" in found:
        yield _stud(found["stud"])


def _table(title: str, head: str, columns: Mapping[str, Mapping[str, Fraction]]) -> Table:
    table = _empty(title, head, *columns)
    for name in next(iter(columns.values())):
        table.add_row(name, *(_percent(column[name]) if name in column else "" for column in columns.values()))
    return table


def _empty(title: str, *heads: str) -> Table:
    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head, justify="right")
    return table


def _pay_tables(tables: Report) -> Table:
    table = _empty("pay tables", "table", "edge", "RTP", "hit", "variance")
    for name, row in tables.items():
        table.add_row(name, *(_percent(row[key]) for key in ("edge", "rtp", "hit")), f"{float(row['variance']):.4f}")
    return table


def _incomplete(tables: Report) -> Table:
    table = _empty(
        "pay tables that lack rows: name one and give them with --pay-rows", "table", "rows", "edge at most"
    )
    for name, row in tables.items():
        table.add_row(name, ", ".join(row["missing"]), _percent(row["edge_at_most"]))
    return table


def _stud(stud: Report) -> Table:
    table = _empty(f"3 Card Stud, {stud['total']:,} sets of three cards", "hand", "sets", "probability")
    for row, count in stud["counts"].items():
        table.add_row(row.replace("_", " "), f"{count:,}", _percent(Fraction(count, stud["total"])))
    return table


def _notes(found: Report) -> Iterator[str]:
    for row in list(found.get("incomplete", {}).values())[:1]:
        slopes = ", ".join(f"{_percent(odds)} on row {key}" for key, odds in row["per_unit"].items())
        yield f"Every unit that a missing row pays over 1 takes off the edge: {slopes}"
    if "stud" in found:
        edge, rtp, hit = (_percent(found["stud"][name]) for name in ("edge", "rtp", "hit"))
        yield f"3 Card Stud: edge {edge}, RTP {rtp}, hit {hit}, variance {float(found['stud']['variance']):.4f}"
    if "dealer_envy" in found:
        yield f"Dealer Envy costs ${float(found['dealer_envy']):.4f} on average per wager of at least $5"
    if any(name.startswith("WA-") for name in found.get("pay_tables", {})):
        yield "The WA tables are for a seat whose total never exceeds 29"


def _simulated(played: Mapping[str, Any]) -> Iterator[str]:
    for result in played.values():
        edge = f"edge {result['edge']:.3%} ± {2 * result['error']:.3%} (two standard errors)"
        yield f"Base game, SIMULATED, not exact: {edge}, {result['rounds']:,} rounds of basic strategy"


def _percent(value: Fraction) -> str:
    return f"{float(value):.4%}"
