"""The words behind `table` in a script, taken apart into the options of a TOML file's [table]."""

from typing import Final

from controller import games
from controller.config.choice import ConfigError, TableChoice, make_setup

_TABLE_WORDS: Final = {
    "pay-table": "pay_table", "seats": "seats", "decks": "decks", "soft17": "soft17", "up-card": "up_card",
    "peek": "peek", "shoe": "shoe", "panel": "panel", "box": "box", "burn": "burn",
    "smallest-chip": "smallest_chip", "pay-rows": "pay_rows", "dealer-envy": "dealer_envy", "envy": "envy",
    "cap": "cap", "surrender": "surrender",
}  # fmt: skip
_NUMBERS: Final = ("pay_table", "seats", "decks", "burn", "smallest_chip", "cap")
_YES_NO: Final = ("peek", "box", "dealer_envy")
_ROWS: Final = ("pay_rows", "envy")


def parse_table_line(words: list[str]) -> TableChoice:
    if not words:
        raise ConfigError(f"which game? The games are {', '.join(games.names())}")
    game, *rest = words
    options: dict[str, object] = {"game": game}
    if rest and rest[0] in ("SD", "WA"):
        options["jurisdiction"] = rest.pop(0)
    while rest:
        name, values, rest = _option(rest)
        options[name] = values
    return make_setup(options)


def _option(rest: list[str]) -> tuple[str, object, list[str]]:
    word, *values = rest
    if word not in _TABLE_WORDS:
        raise ConfigError(f"unknown table option {word!r}; there are {', '.join(_TABLE_WORDS)}")
    name = _TABLE_WORDS[word]
    taken = 1
    if name in _ROWS:
        taken = next((n for n, value in enumerate(values) if ":" not in value), len(values))
    if not values or not taken:
        raise ConfigError(f"{word} needs a value")
    return name, _value(name, word, values[:taken]), values[taken:]


def _value(name: str, word: str, values: list[str]) -> object:
    if name in _ROWS:
        pairs = (value.split(":", 1) for value in values)
        return {row: _count(word, number) for row, number in pairs}
    if name in _NUMBERS:
        return _count(word, values[0])
    if name in _YES_NO:
        if values[0] not in ("yes", "no"):
            raise ConfigError(f"{word} is yes or no, not {values[0]!r}")
        return values[0] == "yes"
    return values[0]


def _count(word: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise ConfigError(f"{word} needs a number, not {text!r}")
    return int(text)
