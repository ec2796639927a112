"""`make screenshots`: the pictures in the README, taken of a bench that plays."""

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "controller", "bench", "--port", "0", "--seed", "5"]
    bench = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        shoot(address(bench))
    finally:
        bench.terminate()
        bench.communicate()


def address(bench: "subprocess.Popen[str]") -> str:
    assert bench.stdout is not None
    return next(found.group() for line in bench.stdout if (found := re.search(r"http://\S+/", line)))


def shoot(url: str) -> None:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 800}, base_url=url)
        page.goto(url)
        resolving(page)
        page.screenshot(path=IMAGES / "table.png")
        browser.close()


def resolving(page: Page) -> None:
    """A moment at which there is something to see: results are on the displays."""
    while True:
        state = page.request.get("/state").json()
        if state["phase"] == "resolving" and len(state["results"]) > 5:
            return
        page.wait_for_timeout(200)


if __name__ == "__main__":
    main()
