"""A real bench, and a visitor who plays it by what the page offers: clicks, and nothing the page does not have."""

import re
import subprocess
import sys

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, ViewportSize, expect

from tests.console.conftest import ROOT

TABLET: ViewportSize = {"width": 1024, "height": 768}


class Bench:
    """A table that is open and plays by hand alone. Its process starts at once, its page when it is visited."""

    def __init__(self, game: str) -> None:
        options = ("--game", game, "--seats", "2", "--port", "0", "--no-autoplay", "--quiet")
        command = [sys.executable, "-m", "controller", "bench", *options]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT
        )
        self.complaints: list[str] = []
        self._visitor: Visitor | None = None

    def visit(self, browser: Browser) -> "Visitor":
        if self._visitor is None:
            page = browser.new_page(viewport=TABLET, base_url=self._address(), reduced_motion="reduce")
            page.on("console", self._note)
            page.on("pageerror", lambda error: self.complaints.append(str(error)))
            self._visitor = Visitor(page)
        self._visitor.page.goto("/")
        return self._visitor

    def _address(self) -> str:
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            if found := re.search(r"http://\S+/", line):
                return found.group()
            said.append(line)
        raise AssertionError("the bench ended: " + "".join(said))

    def _note(self, message: ConsoleMessage) -> None:
        """A refusal is an answer, though the browser notes it."""
        if "409 (Conflict)" not in message.text:
            self.complaints.append(message.text)

    def said(self) -> str:
        """All that it printed until its end."""
        return self.process.communicate(timeout=30)[0]


class Visitor:
    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def badge(self, name: str) -> None:
        self.press(name)
        expect(self.page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")

    def places(self, seat: int, *spots: str) -> None:
        for spot in spots:
            self.press(f"Seat {seat} {spot}: place a chip")
            expect(self.spot(seat, spot).locator(".chip")).to_be_visible()

    def lifts(self, seat: int, spot: str) -> None:
        self.press(f"Seat {seat} {spot}: lift the chip")
        expect(self.spot(seat, spot).locator(".chip")).to_be_hidden()

    def draws(self, cards: str) -> None:
        """Cards by name, each seen on the felt before the next is drawn."""
        for card in cards.split():
            lying = self.page.locator("svg .card").count()
            self.press("Pick card…")
            self.page.locator(f'[data-pick="{card}"]').click()
            expect(self.page.locator("svg .card")).to_have_count(lying + 1)

    def boxes(self) -> None:
        """The up card goes into its box, or out of it."""
        self.page.locator(".box").click()

    def spot(self, seat: int, spot: str) -> Locator:
        return self.page.locator(f'[data-seat="{seat}"] [data-spot="{spot}"]')

    def sees_phase(self, phase: str) -> None:
        expect(self.page.locator("#phases [aria-current]")).to_have_text(phase)

    def sees_lamp(self, seat: int, spot: str, word: str) -> None:
        expect(self.spot(seat, spot).locator(".lamp-word")).to_have_text(word)

    def sees_alert(self, kind: str) -> None:
        expect(self.page.locator("#alerts .kind b").filter(has_text=kind)).to_have_count(1)

    def leaves_the_felt_clean(self) -> None:
        """What a round left goes: a supervisor voids it, chips, card and badge are taken, the shoe is shuffled."""
        if self.page.locator("#phases [aria-current]").inner_text().lower() != "betting":
            self.voids()
        if self.page.locator('.box[data-covered="true"]').count():
            self.boxes()
        for chip in self.page.get_by_role("button", name=re.compile("lift the chip")).all()[::-1]:
            chip.click()
        expect(self.page.locator(".spot.covered")).to_have_count(0)
        self.badge("No badge")
        self.press("shuffle")

    def voids(self) -> None:
        self.badge("Supervisor")
        self.page.get_by_role("button", name=re.compile("^Void")).first.click()
        self.page.get_by_label("Reason, for the record").fill("a test")
        self.press("Void the round")
        self.sees_phase("betting")
