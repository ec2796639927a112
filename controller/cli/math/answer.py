"""What `upcard math` was asked, and the answer in the form that was asked for."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec

from controller import games
from controller.cli.math.chart import Page, write_svg
from controller.cli.math.pictures import picture
from controller.cli.math.tell import tell
from controller.games.blackjack import Blackjack
from controller.games.model import PayTable, RuleError, Rules
from controller.math.base_game import ROUNDS_A_DECK, simulate
from controller.math.figures import of_table
from controller.math.report import exact, numbers, report
from controller.math.shoe import OddsError, Shoe, full, remaining
from controller.math.side_bets import rows_of

T = TypeVar("T")


def answer(arguments: argparse.Namespace) -> int:
    paint = _painter(arguments.plot) if arguments.plot else None
    game = games.find(arguments.game)
    assert isinstance(game, Blackjack)
    rules, tables = asked(game, arguments)
    shoe = remaining(arguments.left, rules.decks) if arguments.left else full(rules.decks)
    _refuse_incomplete(rules, shoe, tables, named=arguments.pay_table is not None)
    played = _play(rules, arguments.simulate, arguments.seed) if arguments.simulate else {}
    found = report(rules, shoe, tables, _track)
    if arguments.json:
        print(msgspec.json.encode({**_about(rules), **numbers(found), **played, "exact": exact(found)}).decode())
    else:
        tell(rules, found, played)
    if paint:
        _draw(picture(rules, shoe, tables), arguments.plot, paint)
        if not arguments.json:
            print(f"drawn: {arguments.plot}")
    return 0


# -- what was asked ------------------------------------------------------------------------------------


def asked(game: Blackjack, arguments: argparse.Namespace) -> tuple[Rules, list[PayTable]]:
    """The table's rules, and the pay tables that are asked for."""
    series, number = _named(game, arguments)
    options: dict[str, object] = {"decks": arguments.decks, "peek": arguments.peek == "yes"}
    if arguments.soft17:
        options["soft17"] = arguments.soft17
    if "jurisdiction" in game.takes:
        options["jurisdiction"] = series or arguments.jurisdiction or game.charter.jurisdictions[0]
    elif arguments.jurisdiction:
        options["jurisdiction"] = arguments.jurisdiction
    if "pay_table" not in game.takes:
        if arguments.pay_table or arguments.pay_rows:
            raise RuleError(f"{game.name} has no choice of pay tables; leave --pay-table and --pay-rows out")
        return game.rules(options), []
    if number is None:
        return game.rules(options | {"pay_table": 1}), _tables(game, arguments)
    return _one(game, options | {"pay_table": number}, dict(arguments.pay_rows))


def _named(game: Blackjack, arguments: argparse.Namespace) -> tuple[str, int | None]:
    """`SD-1` as SD and 1, `1` as a number alone."""
    name: str | None = arguments.pay_table
    if name is None:
        if arguments.pay_rows:
            raise RuleError("--pay-rows fill one table; name it with --pay-table")
        return "", None
    series, _, number = name.upper().rpartition("-")
    known = {table.rpartition("-")[0] for table in game.tables()}
    if (series and series not in known) or not number.isdecimal():
        raise RuleError(f"pay table {name!r} does not exist; there are {', '.join(game.tables())}")
    if arguments.jurisdiction and series not in ("", arguments.jurisdiction):
        raise RuleError(f"pay table {name} is not one of {arguments.jurisdiction}; leave one of the two out")
    return series if "jurisdiction" in game.takes else "", int(number)


def _one(game: Blackjack, options: dict[str, object], rows: dict[str, int]) -> tuple[Rules, list[PayTable]]:
    """One table, with the operator's rows if it lacks some; a table without them still has bounds."""
    series = options.get("jurisdiction", game.charter.series)
    bare = game.tables().get(f"{series}-{options['pay_table']}")
    if bare is not None and bare.missing and not rows:
        return game.rules(options | {"pay_table": 1}), [bare]
    rules = game.rules(options | ({"pay_rows": rows} if rows else {}))
    assert rules.pay_table is not None
    return rules, [rules.pay_table]


def _tables(game: Blackjack, arguments: argparse.Namespace) -> list[PayTable]:
    state = f"{arguments.jurisdiction}-" if arguments.jurisdiction else ""
    return [table for name, table in game.tables().items() if name.startswith(state)]


def _refuse_incomplete(rules: Rules, shoe: Shoe, tables: Sequence[PayTable], named: bool) -> None:
    """An incomplete table that was named has no odds; the refusal holds its bounds."""
    rows = rows_of(rules, shoe) if named else None
    for table in tables if rows else ():
        assert rows is not None
        of_table(rows, table)


# -- the answer ----------------------------------------------------------------------------------------


def _about(rules: Rules) -> dict[str, object]:
    """No Bust 21 has a drawing rule of its own."""
    soft17 = {} if rules.game == "no-bust-21" else {"soft17": "hit" if rules.hit_soft17 else "stand"}
    return {"game": rules.game, "decks": rules.decks, **soft17}


def _track(work: Sequence[T]) -> Iterable[T]:
    return _shown(work, len(work), "two hands from one shoe")


def _shown(work: Iterable[T], total: float, what: str) -> Iterator[T]:
    """A bar on the terminal while the work goes on; nothing where errors go to a file."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    hidden = not console.is_terminal
    yield from track(work, what, total=total, console=console, transient=True, disable=hidden)


def _play(rules: Rules, rounds: int, seed: int) -> dict[str, Any]:
    if rules.game == "no-bust-21":
        raise OddsError("no-bust-21 has no basic strategy to simulate; its mimic player is exact")
    steps = -(-rounds // (ROUNDS_A_DECK * rules.decks))
    *_, last = _shown(simulate(rules, rounds, Random(seed).shuffle), steps, "base game")
    return {"base_game_simulated": {**last._asdict(), "seed": seed}}


def _painter(file: Path) -> Callable[[Page, Path], None]:
    """What draws to such a file; asked for before the work begins."""
    if file.suffix == ".svg":
        return write_svg
    if file.suffix != ".png":
        raise OddsError(f"{file}: a picture is a .svg or a .png; name it so")
    try:
        from controller.cli.math.png import paint
    except ImportError:
        raise OddsError(f"{file}: a .png needs Pillow; install it (pip install pillow) or name a .svg") from None
    return paint


def _draw(drawn: Page, file: Path, paint: Callable[[Page, Path], None]) -> None:
    try:
        paint(drawn, file)
    except OSError as error:
        raise OddsError(f"{file}: {error.strerror}; name a file that can be written") from None
