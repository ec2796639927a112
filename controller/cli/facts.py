"""What a client of the table's socket must know of the table that never changes while it runs."""

from typing import Final

from controller.cli.check import limit_words
from controller.cli.odds import edge_lines
from controller.ports import Wiring
from controller.table import Setup

STATES: Final = {"SD": "South Dakota", "WA": "Washington"}


def facts(setup: Setup, wiring: Wiring, *, bench: bool, records: bool) -> dict[str, object]:
    """`records`: a process beside the table answers for its past rounds. Of `keys`, seat 0 is the dealer's panel;
    `notes` stand on the sign below what pays."""
    rules = setup.rules
    game = rules.game.replace("-", " ").title()
    table = f"pay table {rules.pay_table.id}" if rules.pay_table else ""
    return {
        "name": setup.name,
        "game": rules.game,
        "title": " · ".join(part for part in (game, STATES.get(rules.jurisdiction or ""), table) if part),
        "seats": setup.seats,
        "spots": setup.spots,
        "up_card": rules.up_card,
        "bench": bench,
        "keys": list(wiring.keys),
        "box": wiring.box is not None,
        "decks": rules.decks,
        "records": records,
        "uncertainty_ms": setup.uncertainty_ms,
        "notes": [*_limits(setup), *edge_lines(rules)],
    }


def _limits(setup: Setup) -> list[str]:
    return [f"{spot.upper()} {limit_words(*limit)}" for spot, limit in setup.limits.items()]
