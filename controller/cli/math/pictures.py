"""Which bars show a game: the edge by pay table and decks, the bust probability by up card, the totals of No Bust 21.

The edges are those of full shoes of every size the game allows; the other bars are of the shoe that was asked for.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from controller import games
from controller.cli.math.chart import Bars, Page, page
from controller.games.blackjack import Blackjack
from controller.games.model import PayTable, Rules
from controller.math.figures import figures
from controller.math.law import Law
from controller.math.shoe import VALUES, Shoe, full
from controller.math.side_bets import rows_of
from controller.math.tree import BUST, tree

_SOFT17 = {False: "stands on soft 17", True: "hits soft 17"}


def picture(rules: Rules, shoe: Shoe, tables: Sequence[PayTable]) -> Page:
    whole = [table for table in tables if not table.missing]
    panels = [_edges(rules, whole)] if whole else []
    panels.append(_totals(rules, shoe) if rules.game == "no-bust-21" else _busts(rules, shoe))
    return page(f"{rules.game}: exact odds", panels)


def _edges(rules: Rules, tables: Sequence[PayTable]) -> Bars:
    game = games.find(rules.game)
    assert isinstance(game, Blackjack)
    series = {_decks(decks): list(_edge(replace(rules, decks=decks), tables)) for decks in game.charter.decks}
    title = f"House edge of the side bet, dealer {_SOFT17[rules.hit_soft17]}"
    return Bars(title, "pay table", "edge, share of the wager", [table.id for table in tables], series)


def _decks(decks: int) -> str:
    return "1 deck" if decks == 1 else f"{decks} decks"


def _edge(rules: Rules, tables: Sequence[PayTable]) -> Iterator[float]:
    rows = rows_of(rules, full(rules.decks)) or {}
    return (float(figures(rows, table.rows).edge) for table in tables)


def _busts(rules: Rules, shoe: Shoe) -> Bars:
    fixed = rules.game == "winners-option"
    laws = {hit: Law(tree(rules.game, hit), shoe).by_up_card(BUST) for hit in ((True,) if fixed else (False, True))}
    series = {_SOFT17[hit]: [float(law.get(value, 0)) for value in VALUES] for hit, law in laws.items()}
    return Bars(f"Dealer busts, {_cards(rules, shoe)}", "up card", "probability", VALUES, series)


def _totals(rules: Rules, shoe: Shoe) -> Bars:
    law = Law(tree(rules.game, rules.hit_soft17), shoe).labels()
    law["21"] += law.pop("natural")
    series = {"dealer": [float(odds) for odds in law.values()]}
    return Bars(f"Dealer's total, {_cards(rules, shoe)}", "total", "probability", list(law), series)


def _cards(rules: Rules, shoe: Shoe) -> str:
    return _decks(rules.decks) if shoe == full(rules.decks) else f"{sum(shoe)} cards left of {_decks(rules.decks)}"
