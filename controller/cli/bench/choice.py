"""Which table is played: the file's, with what the command line says above it.

Another game than the file's brings what it needs itself, so that `--game` alone is enough: the house's choices of
one game mean nothing in another.
"""

import argparse
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from controller import config
from controller.cli.assembly import check_shoe
from controller.cli.bench import TABLE
from controller.table import Setup
from drivers.sim.strategy import House

_KEPT: Final = ("seats", "decks", "name")
"""What a file says that holds for any game."""
_GAMES: Final[Mapping[str, Mapping[str, Any]]] = {
    "dealer-bust-21": {"soft17": "hit"},
    "dealer-breakz": {"soft17": "hit", "pay_table": 13},
}
ENVY_TABLE: Final = 13
"""The one pay table of Dealer Breakz with a Dealer Envy."""


def choose(arguments: argparse.Namespace) -> config.TableChoice:
    choice = config.load(arguments.config)
    said = {name: value for name in TABLE if (value := getattr(arguments, name)) is not None}
    if said:
        choice = config.make_setup({**_options(arguments, said), "shoe": choice.shoe})
    try:
        check_shoe(choice)
    except config.ConfigError as error:
        raise config.ConfigError(f"{arguments.config}: {error}") from None
    return choice


def _options(arguments: argparse.Namespace, said: Mapping[str, Any]) -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads(arguments.config.read_text(encoding="utf-8"))["table"]
    game = said.get("game", table["game"])
    if game != table["game"]:
        table = {name: value for name, value in table.items() if name in _KEPT} | dict(_GAMES.get(game, {}))
    options = {name: value for name, value in table.items() if name not in ("bench", "limits")} | dict(said)
    if game == "dealer-breakz":
        options["dealer_envy"] = options.get("pay_table") == ENVY_TABLE
    return options


def house(setup: Setup) -> House:
    """What players read on the sign before they play."""
    rules = setup.rules
    return House(
        double=rules.double,
        double_after_split=rules.double_after_split,
        max_hands=rules.max_hands,
        surrender=rules.surrender == "late",
        busts=rules.game != "no-bust-21",
        followed=setup.panel == "full",
    )
