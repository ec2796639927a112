"""Options made into a `Setup`, or the reasons why not: one judge for scripts and for files.

Decisions
- `judge` goes on after a problem: the option at fault is left out and the rest is judged again, so that a
  file hears everything at once. What rests on an option left out (`_RESTS_ON`) goes with it: no reasons
  that only follow from another one.
- Which option is at fault is read off the game's own words: they name it first.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from msgspec import Struct

from controller import games
from controller.games.model import Game, RuleError, Rules
from controller.table.state import Setup

_OWN: Final = (
    "game", "name", "seats", "panel", "box", "burn", "shoe", "debounce_ms", "uncertainty_ms", "chips", "limits",
)  # fmt: skip
"""Options of the table; the rest are the game's."""
_RESTS_ON: Final = {
    "pay_table": ("pay_rows", "dealer_envy"),
    "pay_rows": ("pay_table", "dealer_envy"),
    "decks": ("natural_pays",),
    "jurisdiction": ("natural_pays", "pay_table", "pay_rows"),
}
PANELS: Final = ("full", "over29", "none")
MOST_SEATS: Final = 9


class ConfigError(ValueError):
    """One line (a file: one per error): what is wrong and what is allowed."""


class TableChoice(Struct, frozen=True):
    """A checked table and the shoe protocol it is played with."""

    setup: Setup
    shoe: str


class Problem(NamedTuple):
    """What is wrong, and the option it is about."""

    option: str
    text: str


def make_setup(options: Mapping[str, Any]) -> TableChoice:
    setup, problems = judge(options)
    if problems or setup is None:
        raise ConfigError(problems[0].text)
    return TableChoice(setup, options.get("shoe", "angel-eye"))


def judge(options: Mapping[str, Any]) -> tuple[Setup | None, list[Problem]]:
    """The table as far as it can be told, and all that is wrong with it; None for a game nobody knows."""
    try:
        game = games.find(options.get("game", ""))
    except RuleError as error:
        return None, [Problem("game", str(error))]
    rules, problems = _rules(game, options)
    problems += _own(options)
    if rules is None:
        return None, problems
    problems += _panel(game, rules, options.get("panel", "full"))
    return _setup(game, rules, _sound(options, problems)), problems


def _sound(options: Mapping[str, Any], problems: list[Problem]) -> dict[str, Any]:
    wrong = {problem.option for problem in problems}
    return {name: value for name, value in options.items() if name in _OWN and name not in wrong}


def _setup(game: Game, rules: Rules, own: Mapping[str, Any]) -> Setup:
    """`own` has no wrong option left; what it does not say is `Setup`'s default."""
    given = {name: value for name, value in own.items() if name not in ("game", "name", "seats", "shoe")}
    return Setup(
        name=own.get("name") or game.name,
        rules=rules,
        seats=own.get("seats", 7),
        spots=(*game.base_spots, *game.side_spots),
        **given,
    )


def _own(options: Mapping[str, Any]) -> list[Problem]:
    problems = []
    if type(seats := options.get("seats", 7)) is not int or not 0 < seats <= MOST_SEATS:
        problems.append(Problem("seats", f"seats is 1 to {MOST_SEATS}, not {seats!r}"))
    if type(burn := options.get("burn", 0)) is not int or burn < 0:
        problems.append(Problem("burn", f"burn is a number of cards, not {burn!r}"))
    if type(box := options.get("box", True)) is not bool:
        problems.append(Problem("box", f"box is true or false, not {box!r}"))
    return problems


def _rules(game: Game, options: Mapping[str, Any]) -> tuple[Rules | None, list[Problem]]:
    given = {name: value for name, value in options.items() if name not in _OWN}
    problems: list[Problem] = []
    while True:
        try:
            return game.rules(_with_defaults(game, given)), problems
        except RuleError as error:
            option = _culprit(str(error), given)
            problems.append(Problem(option, str(error)))
            if option not in given:
                return None, problems
            for name in (option, *_RESTS_ON.get(option, ())):
                given.pop(name, None)


def _with_defaults(game: Game, given: Mapping[str, object]) -> dict[str, object]:
    """The game's own options, with the defaults a table has and a single round has not."""
    defaults = {"pay_table": 1, "jurisdiction": "SD"}
    taken = {name: value for name, value in defaults.items() if name in game.takes}
    return {"decks": 6, **taken, **given}


def _culprit(text: str, given: Mapping[str, object]) -> str:
    """The option a refusal names first; a refused table that names none is refused for its number."""
    named = [word for word in re.findall(r"\w+", text) if word in given]
    return named[0] if named else "pay_table"


def _panel(game: Game, rules: Rules, panel: object) -> list[Problem]:
    if panel not in PANELS:
        return [Problem("panel", f"panel is full, over29 or none, not {panel!r}")]
    if game.needs_panel and panel != "full":
        return [Problem("panel", f"{game.name} can only be followed with a full panel; use panel full")]
    if rules.jurisdiction == "WA" and panel == "none":
        return [Problem("panel", "WA needs to know totals over 29; use panel over29 or panel full")]
    return []
