"""From an event posted at the table to a browser that shows it: journal, socket, console process, page."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from controller.events import BadgeIn, Command, SpotChanged
from controller.journal import Journal
from controller.runtime import Runtime, SystemClock
from drivers.display.web import WebDisplay
from tests.console.conftest import ARGUMENTS, CHROMIUM, Console
from tests.console.felt_pictures import TABLE
from tests.perf import Row, spread
from tests.tables import start

LINE = "dealer-bust-21 SD pay-table 1 seats 7"
CHIPS = 60
SHOWN = """covered => document.querySelector('[data-seat="1"] [data-spot="main"]')
  ?.classList.contains('covered') === covered"""


def measure() -> list[Row]:
    if not Path(CHROMIUM).exists():
        return [Row("event → page", "not measured", "no browser here: tests/install-packages brings one")]
    with tempfile.TemporaryDirectory(prefix="upcard-perf-") as folder, _table(Path(folder)) as (runtime, page):
        took = [_chip(runtime, page, number % 2 == 0) for number in range(CHIPS)]
    return [Row("event → page", spread(took, "ms", 95), f"{CHIPS} chips moved, as Playwright sees them")]


def _chip(runtime: Runtime, page: Page, covered: bool) -> float:
    begun = time.perf_counter()
    runtime.post(SpotChanged(time.monotonic_ns(), 1, "main", covered))
    page.wait_for_function(SHOWN, arg=covered)
    return (time.perf_counter() - begun) * 1000


@contextmanager
def _table(folder: Path) -> Iterator[tuple[Runtime, Page]]:
    web, clock = WebDisplay(folder / "table.sock", TABLE), SystemClock()
    runtime, console = Runtime(Journal(folder / "journal.db"), clock, displays=[web]), Console(folder / "table.sock")
    for event in (start(LINE), BadgeIn(0, "dealer", "d"), Command(0, ("open",))):
        runtime.post(event)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        page.goto(console.url)
        page.wait_for_function(SHOWN, arg=False)
        yield runtime, page
        browser.close()
    console.stop()
    clock.close()
    runtime.close()
    web.close()
