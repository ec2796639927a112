"""[table]: the game, the house's choices, limits and fixed chips; the rules judge, here they get their lines."""

from collections.abc import Mapping

from controller import games
from controller.config.choice import judge
from controller.config.findings import Findings
from controller.config.schema import Limit, Table
from controller.config.typed import given
from controller.games.model import Rules
from controller.math.side_bets import Edge as SideEdge
from controller.math.side_bets import side_edge
from controller.money import Cents, dollars
from controller.table.state import Setup

_TOML_WORDS = {"panel full": 'panel = "full"', "panel over29": 'panel = "over29"'}


def house(table: Table, found: Findings) -> Setup | None:
    """The table as far as it can be told; None while nobody knows the game."""
    if not table.game:
        if not found.wrong("table", "game"):
            found.error(("table", "game"), f"[table] needs a game; the games are {', '.join(games.names())}")
        return None
    setup, problems = judge(_options(table))
    for problem in problems:
        found.error(("table", problem.option), _spelled(problem.text))
    if setup is not None:
        _money(table, setup, found)
        _edge(table.edge, setup.rules, found)
        _warnings(setup.rules, found)
    return setup


def _options(table: Table) -> dict[str, object]:
    options = {name: value for name, value in given(table).items() if name not in ("bench", "edge")}
    options["limits"] = {spot: _limit(limit) for spot, limit in table.limits.items()}
    return options


def _limit(limit: Limit) -> tuple[Cents | None, Cents | None]:
    said = given(limit)
    return said.get("min"), said.get("max")


def _spelled(text: str) -> str:
    """A refusal's way out as a file writes it; scripts write it without the sign."""
    for script, toml in _TOML_WORDS.items():
        text = text.replace(f"use {script}", f"use {toml}").replace(f"or {script}", f"or {toml}")
    return text


def _money(table: Table, setup: Setup, found: Findings) -> None:
    for part in ("limits", "chips"):
        for spot in getattr(table, part):
            if spot not in setup.spots:
                found.unknown(("table", part, spot), f"spot of {setup.rules.game}", setup.spots)
    for spot, (low, high) in setup.limits.items():
        _check_limit(spot, low, high, found)
    for spot, chip in setup.chips.items():
        _check_chip(spot, chip, setup, found)


def _check_limit(spot: str, low: Cents | None, high: Cents | None, found: Findings) -> None:
    place = ("table", "limits", spot)
    if low is None and high is None and not found.wrong(*place):
        found.error(place, f"limits of {spot} say nothing; give min, max or both, in cents")
    if low is not None and high is not None and low > high:
        found.error(place, f"limits of {spot}: min ${dollars(low)} is more than max ${dollars(high)}; swap them")


def _check_chip(spot: str, chip: Cents, setup: Setup, found: Findings) -> None:
    place, smallest = ("table", "chips", spot), setup.rules.smallest_chip
    low, high = setup.limits.get(spot, (None, None))
    if not (low or 0) <= chip <= (high or chip):
        found.error(place, f"the fixed chip of {spot}, ${dollars(chip)}, is outside that spot's limits")
    if chip % smallest:
        text = f"is no multiple of smallest_chip, ${dollars(smallest)}; change one of them"
        found.error(place, f"the fixed chip of {spot}, ${dollars(chip)}, {text}")


def _edge(band: Mapping[str, float], rules: Rules, found: Findings) -> None:
    """The exact odds are counted only where somebody asked for a band: they take a moment."""
    for end in band.keys() - {"min", "max"}:
        found.unknown(("table", "edge", end), "end of edge", ("min", "max"))
    side = side_edge(rules) if band else None
    if band and side is None:
        found.error(("table", "edge"), f"{rules.game} has no side bet with an edge of its own; take edge out")
    if side is not None:
        _within(band, side, found)


def _within(band: Mapping[str, float], side: SideEdge, found: Findings) -> None:
    edge = float(side.edge) * 100
    if band.get("min", edge) <= edge <= band.get("max", edge):
        return
    ends = (("at least", "min"), ("at most", "max"))
    allowed = " and ".join(f"{word} {band[end]:g}%" for word, end in ends if end in band)
    found.error(
        ("table", "edge"),
        f"pay table {side.pay_table} has a house edge of {edge:.3f}%; {allowed} is allowed:"
        " choose another pay table or other pay_rows",
    )


def _warnings(rules: Rules, found: Findings) -> None:
    if "envy" in games.find(rules.game).takes and not rules.envy and not found.wrong("table", "envy"):
        found.warn(
            ("table",),
            "envy amounts are missing: envy is off and the sign says so;"
            " for envy give suited_three_of_a_kind and straight_flush in [table.envy]",
        )
