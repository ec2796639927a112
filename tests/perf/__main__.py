"""`make perf`."""

import pkgutil
import sys
import time
from collections.abc import Callable
from importlib import import_module

from rich.console import Console
from rich.table import Table

from tests import perf

Measure = Callable[[], list[perf.Row]]


def names() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(perf.__path__) if module.name != "__main__"]


def main(wanted: list[str]) -> int:
    unknown = sorted(set(wanted) - set(names()))
    if unknown:
        print(f"nothing measures {', '.join(unknown)}; there are {', '.join(names())}", file=sys.stderr)
        return 2
    table, begun = Table("what", "measured", "how", caption_justify="left"), time.perf_counter()
    for name in wanted or names():
        measure: Measure = import_module(f"tests.perf.{name}").measure
        for row in measure():
            table.add_row(*row)
    table.caption = f"{time.perf_counter() - begun:.0f} s"
    Console(width=None if sys.stdout.isatty() else 140).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
