"""What a table or a record may choose, as typed fields: the words of `formats.md`.

Decisions
- An option that was not given is UNSET, so that a game can tell "not said" from "said, and wrong here".
- Types are strict: `true` is no number, 6.0 is no 6. msgspec does the checking; `explain` turns its
  messages into sentences that name the place.
"""

import re
from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from controller.games.model import RuleError
from controller.money import Cents

CHOICES: Final[dict[str, tuple[object, ...]]] = {
    "soft17": ("hit", "stand"),
    "up_card": ("first", "second"),
    "surrender": ("no", "late"),
    "double": ("any", "9-11", "10-11"),
    "max_hands": (1, 2, 3, 4),
}


class RoundOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of one line of `settle`."""

    jurisdiction: str | UnsetType = UNSET
    pay_table: int | UnsetType = UNSET
    decks: int | UnsetType = UNSET
    peek: bool | UnsetType = UNSET
    soft17: str | UnsetType = UNSET
    natural_pays: str | UnsetType = UNSET
    smallest_chip: Cents | UnsetType = UNSET
    dealer_envy: bool | UnsetType = UNSET
    envy: dict[str, Cents] | UnsetType = UNSET
    cap: Cents | UnsetType = UNSET
    pay_rows: dict[str, int] | UnsetType = UNSET


class Options(RoundOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Those of a round, and the house rules that only matter while it is played."""

    up_card: str | UnsetType = UNSET
    surrender: str | UnsetType = UNSET
    double: str | UnsetType = UNSET
    double_after_split: bool | UnsetType = UNSET
    max_hands: int | UnsetType = UNSET
    resplit_aces: bool | UnsetType = UNSET


OPTION_NAMES: Final = RoundOptions.__struct_fields__


def read(options: Mapping[str, object]) -> dict[str, object]:
    """The options that were given, each of the right type and among its choices."""
    try:
        typed = msgspec.convert(dict(options), Options)
    except msgspec.ValidationError as error:
        raise RuleError(explain(error)) from None
    given = {name: value for name, value in msgspec.structs.asdict(typed).items() if value is not UNSET}
    for name, choices in CHOICES.items():
        if name in given and given[name] not in choices:
            allowed = " or ".join(str(choice) for choice in choices)
            raise RuleError(f"{name} {given[name]!r} is not known; it is {allowed}")
    return given


def explain(error: msgspec.DecodeError, place: str | None = None) -> str:
    """`decks: expected int, got str`."""
    text, _, path = str(error).partition(" - at ")
    text = re.sub(r"^Object (contains )?", "", text).replace("`", "").replace(" field ", " field: ")
    where = path.strip("`$.") if place is None else place
    return f"{where}: {text[0].lower()}{text[1:]}" if where else text[0].lower() + text[1:]
