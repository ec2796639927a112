"""What a game's text leaves to the table, and what it fixes; `make_rules` refuses everything else.

A game states its charter as data, so that the refusals read alike in all games: an option the game does
not have, a value the text fixes otherwise (with the clause), a deck count or pay table that does not exist.
"""

from collections.abc import Mapping
from typing import Any, Final, cast

from msgspec import Struct
from msgspec.structs import replace

from controller.games import pay_tables
from controller.games.model import PayTable, RuleError, Rules
from controller.games.options import read
from controller.money import Odds, dollars, parse_odds

LOWEST_CAP: Final = 5_000_00
LARGEST: Final = 10**12
"""No sum of money at a table is larger, in cents; it keeps every product within 64 bits."""
_OPTIONAL: Final = ("jurisdiction", "pay_table", "pay_rows", "dealer_envy", "envy", "cap")
ENVIED: Final = ("suited_three_of_a_kind", "straight_flush")


class Charter(Struct, frozen=True, kw_only=True):
    """`takes`: the optional options this game has. `fixed`: option -> (its only value, the clause).

    Tables are numbered within `series`, or within the jurisdiction; `table` is the id of an only one.
    """

    game: str
    rows: tuple[str, ...]
    takes: tuple[str, ...] = ()
    decks: tuple[int, ...] = (1, 2, 4, 6, 8)
    jurisdictions: tuple[str, ...] = ()
    fixed: Mapping[str, tuple[object, str]] = {}
    series: str = ""
    table: str = ""

    def tables(self) -> Mapping[str, PayTable]:
        return pay_tables.packaged(self.game, self.rows)


def make_rules(charter: Charter, options: Mapping[str, object]) -> Rules:
    """Rules from settle-style options, each checked against the charter."""
    given: dict[str, Any] = read(options)
    _refuse_foreign(charter, given)
    given = {name: value for name, (value, _) in charter.fixed.items()} | given
    made = Rules(
        game=charter.game,
        jurisdiction=_jurisdiction(charter, given),
        pay_table=_pay_table(charter, given),
        decks=_decks(charter, given),
        natural_pays=_natural_pays(charter, given),
        smallest_chip=_money(given, "smallest_chip", 100),
        envy=_envy(given),
        cap=_cap(given),
        hit_soft17=given.get("soft17") == "hit",
    )
    same = {name: given[name] for name in _SAME if name in given}
    return _check_dealer_envy(replace(made, **same))


_SAME: Final = (
    "peek", "up_card", "surrender", "double", "double_after_split", "max_hands", "resplit_aces",
    "dealer_envy",
)  # fmt: skip
"""Options that are the rule of the same name as they stand."""


def _refuse_foreign(charter: Charter, given: Mapping[str, object]) -> None:
    for name in _OPTIONAL:
        if given.get(name, False) is not False and name not in charter.takes:
            raise RuleError(f"{charter.game} takes no {name}; leave it out")
    for name, (value, clause) in charter.fixed.items():
        if given.get(name, value) != value:
            raise RuleError(f"{name} {given[name]!r}: {charter.game} fixes {value!r} ({clause})")


def _jurisdiction(charter: Charter, given: Mapping[str, Any]) -> str | None:
    if not charter.jurisdictions:
        return None
    found = given.get("jurisdiction")
    if found not in charter.jurisdictions:
        said = "missing" if found is None else f"{found!r} is not known"
        raise RuleError(f"jurisdiction {said}; {charter.game} has {' or '.join(charter.jurisdictions)}")
    return cast(str, found)


def _decks(charter: Charter, given: Mapping[str, Any]) -> int:
    decks: int = given.get("decks", 6)
    if decks not in charter.decks:
        *some, last = charter.decks
        allowed = f"{', '.join(map(str, some))} or {last}"
        raise RuleError(f"decks {decks}: {charter.game} is played with {allowed} decks")
    return decks


def _natural_pays(charter: Charter, given: Mapping[str, Any]) -> Odds:
    text = given.get("natural_pays", "3:2")
    if "natural_pays" not in charter.fixed and text != "3:2":
        if text != "6:5":
            raise RuleError(f"natural_pays {text!r}: 3:2 is allowed, and 6:5 with one deck in SD")
        if (given.get("jurisdiction"), given.get("decks", 6)) != ("SD", 1):
            raise RuleError("natural_pays 6:5 is allowed only with one deck in SD; use 3:2")
    return parse_odds(text)


def _money(given: Mapping[str, Any], name: str, default: int) -> int:
    cents: int = given.get(name, default)
    if not 1 <= cents <= LARGEST:
        raise RuleError(f"{name} {cents}: a number of cents from 1 is allowed")
    return cents


def _envy(given: Mapping[str, Any]) -> dict[str, int]:
    envy: dict[str, int] | None = given.get("envy")
    if envy is None:
        return {}
    if set(envy) != set(ENVIED):
        raise RuleError(f"envy names {', '.join(sorted(envy)) or 'nothing'}; it needs {' and '.join(ENVIED)}")
    return {name: _money(envy, name, 0) for name in ENVIED}


def _cap(given: Mapping[str, Any]) -> int | None:
    cap: int | None = given.get("cap")
    if cap is not None and not LOWEST_CAP <= cap <= LARGEST:
        least = f"${dollars(LOWEST_CAP)}"
        raise RuleError(f"cap {cap}: the house may not cap a round's payouts below {least} (NB21 Stud)")
    return cap


def _check_dealer_envy(rules: Rules) -> Rules:
    if rules.dealer_envy and not (rules.pay_table and rules.pay_table.awards):
        table = rules.pay_table.id if rules.pay_table else "this table"
        raise RuleError(f"dealer_envy: pay table {table} has no Dealer Envy; only BREAKZ-13 has")
    return rules


def _pay_table(charter: Charter, given: Mapping[str, Any]) -> PayTable:
    tables = charter.tables()
    if charter.table:
        return tables[charter.table]
    series = charter.series or given["jurisdiction"]
    numbers = [name.partition("-")[2] for name in tables if name.startswith(f"{series}-")]
    if "pay_table" not in given:
        raise RuleError(f"pay_table missing; {charter.game} has {series}-{numbers[0]} to {numbers[-1]}")
    if str(given["pay_table"]) not in numbers:
        raise RuleError(f"pay_table {given['pay_table']} does not exist; there are 1 to {numbers[-1]}")
    return _fill(tables[f"{series}-{given['pay_table']}"], given.get("pay_rows"))


def _fill(table: PayTable, rows: Mapping[str, int] | None) -> PayTable:
    """A table its source left incomplete, with exactly its missing rows supplied by the operator."""
    missing = ", ".join(table.missing)
    if rows is None and not missing:
        return table
    if not missing:
        raise RuleError(f"pay_rows: table {table.id} is complete; leave them out")
    if set(rows or ()) != set(table.missing):
        raise RuleError(
            f"table {table.id} is incomplete in its source: pay_rows must give exactly its rows {missing}"
            " from the approved document"
        )
    for name, pay in (rows or {}).items():
        if not 1 <= pay <= pay_tables.HIGHEST_PAY:
            raise RuleError(f"pay_rows {name!r} pays {pay}; a whole number from 1 is allowed")
    source = f"{table.source}; rows {missing} as the operator gives them"
    return replace(table, rows={**table.rows, **(rows or {})}, source=source, missing=())
