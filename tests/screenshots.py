"""`make screenshots`: the pictures in the README, taken of benches that play, on a record with some history."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.console.conftest import ARGUMENTS, CHROMIUM

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
BENCH = (sys.executable, "-m", "controller", "bench")
GAMES = {
    "dealer-bust-21": "table",
    "winners-option": "table-winners-option",
    "dealer-breakz": "table-dealer-breakz",
    "no-bust-21": "table-no-bust-21",
}
HISTORY = ("--rounds", "400", "--speed", "max", "--faults", "--seed", "5", "--json")


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        journal = Path(folder) / "journal.db"
        subprocess.run([*BENCH, *HISTORY, "--journal", str(journal)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for game, name in GAMES.items():
            options = ("--journal", str(journal)) if name == "table" else ()
            with playing(browser, "--game", game, *options) as page:
                shoot_table(page, name)
                if name == "table":
                    shoot_others(page)
        browser.close()


@contextmanager
def playing(browser: Browser, *options: str) -> Iterator[Page]:
    """A page at a bench whose people play fast."""
    command = [*BENCH, "--port", "0", "--speed", "5", "--seed", "5", "--quiet", *options]
    bench = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert bench.stdout is not None
        found = (re.search(r"http://\S+/", line) for line in bench.stdout)
        url = next(match.group() for match in found if match)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, base_url=url, reduced_motion="reduce")
        page.goto("/")
        yield page
        page.close()
    finally:
        bench.terminate()
        bench.communicate()


def shoot_table(page: Page, name: str) -> None:
    """At a moment at which there is something to see: results are on the displays."""
    while True:
        state = page.request.get("/state").json()
        if state["phase"] == "resolving" and len(state["results"]) > 5:
            page.screenshot(path=IMAGES / f"{name}.png")
            return
        page.wait_for_timeout(50)


def shoot_others(page: Page) -> None:
    page.goto("/rounds")
    page.get_by_label("Alert", exact=True).select_option("late_wager")
    page.locator(".rounds .flags").first.click()
    page.locator(".timeline .late").first.wait_for()
    page.screenshot(path=IMAGES / "rounds.png")
    for name, part in (("devices", "#spots td"), ("meters", ".plot"), ("sign", ".pays dd")):
        page.goto(f"/{name}")
        page.locator(part).first.wait_for()
        page.wait_for_timeout(3000 if name == "devices" else 300)  # rates need a few samples
        page.screenshot(path=IMAGES / f"{name}.png")


if __name__ == "__main__":
    main()
