"""What a badge may do on the Table page, live and on a bench; the table itself still decides."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from controller.access import MAY
from controller.outputs import AlertPicture
from drivers.display.web import WebDisplay
from tests.console.conftest import Console
from tests.console.felt_pictures import ARROWS, BETTING, PLAYING, TABLE, empty

LIVE: dict[str, object] = {**TABLE, "bench": False, "keys": [["stand", 0]], "box": True}
CLOSE_CALL = AlertPicture(
    "photo_finish", 3, "db21", "SEAT 3 DB21: CLOSE CALL: supervisor decides", "the edge lies near"
)
UNREAD = AlertPicture("unread_card", None, None, "CARD NOT READ: call the supervisor", "the shoe could not read it")
ARROW = AlertPicture("both_arrows", 2, None, "P AND D COVERED: supervisor admits one", "both were covered")


class Core:
    """A table that remembers what it was asked, and refuses when told to."""

    def __init__(self, console: Console, facts: dict[str, object]) -> None:
        self.orders: list[list[str]] = []
        self.reasons: list[str] = []
        self.refusal = ""
        self.display = WebDisplay(console.path, facts, self._asked)

    def _asked(self, request: dict[str, Any]) -> dict[str, Any]:
        self.orders.append(request["do"])
        self.reasons.append(request["reason"])
        return {"error": self.refusal} if self.refusal else {"ok": True}


@pytest.fixture
def live(console: Console) -> Iterator[Core]:
    core = Core(console, LIVE)
    yield core
    core.display.close()


@pytest.fixture
def page(browser: Browser, console: Console) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1024, "height": 768}, reduced_motion="reduce")
    page.goto(console.url)
    yield page
    page.close()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def orders(page: Page, name: str) -> None:
    """Press it, and wait for the table's answer."""
    with page.expect_response("**/api/do"):
        press(page, name)


def test_a_live_table_has_no_hands(page: Page, live: Core) -> None:
    live.display.show(replace(PLAYING, badge=None))
    expect(page.locator("svg.felt[role=img]")).to_be_visible()
    expect(page.locator(".bench")).to_have_count(0)
    expect(page.locator("svg [role=button], svg [tabindex]")).to_have_count(0)
    expect(page.locator("button:visible, select:visible, input:visible")).to_have_count(0)


NOTHING = {("technician", "playing"), ("technician", "suspended"), ("dealer", "service"), ("supervisor", "service")}


@pytest.mark.parametrize("role", ["dealer", "supervisor", "technician"])
def test_only_what_the_role_may_do_is_offered(page: Page, live: Core, role: str) -> None:
    for phase in ("closed", "betting", "playing", "suspended", "service"):
        live.display.show(replace(PLAYING, phase=phase, badge=role))
        expect(page.locator("#phases [aria-current]")).to_have_text(phase)
        expect(page.locator("#commands h2")).to_have_text(f"{role}'s actions")
        offered = page.locator("[data-order]:visible").evaluate_all("all => all.map(node => node.dataset.order)")
        assert set(offered) <= MAY[role]
        assert bool(offered) == ((role, phase) not in NOTHING)


def test_a_close_call_is_decided_beside_its_alert(page: Page, live: Core) -> None:
    live.display.show(replace(PLAYING, alerts=(CLOSE_CALL,), badge=None))
    expect(page.locator("#alerts .needs")).to_have_text("A supervisor's badge is needed to admit or refuse.")
    live.display.show(replace(PLAYING, alerts=(CLOSE_CALL,), badge="supervisor"))
    orders(page, "Refuse")
    orders(page, "Admit")
    assert live.orders == [["refuse", "3", "db21"], ["admit", "3", "db21"]]


def test_one_of_two_arrows_is_admitted(page: Page, console: Console) -> None:
    core = Core(console, {**ARROWS, "bench": False})
    seats = tuple(empty(number, "p", "d") for number in range(1, 8))
    core.display.show(replace(PLAYING, seats=seats, alerts=(ARROW,), badge="supervisor"))
    orders(page, "Admit D")
    assert core.orders == [["admit", "2", "d"]]
    core.display.close()


def test_an_unread_card_is_corrected_then_assigned(page: Page, live: Core) -> None:
    live.display.show(replace(PLAYING, phase="suspended", alerts=(UNREAD,), badge="supervisor"))
    page.locator("#alerts").get_by_role("button", name="Correct card…").click()
    orders(page, "queen of hearts")
    page.locator("#alerts").get_by_role("button", name="Assign card…").click()
    orders(page, "Dealer")
    assert live.orders == [["correct", "Qh"], ["assign", "dealer"]]


def test_one_seat(page: Page, live: Core) -> None:
    live.display.show(replace(BETTING, badge="supervisor"))
    page.get_by_text("One seat…").click()
    page.get_by_label("Seat", exact=True).select_option("4")
    page.get_by_label("Spot").select_option("db21")
    page.get_by_label("Amount in dollars").fill("12.50")
    for name in ("Set amount", "Seat off", "Seat on"):
        orders(page, name)
    orders(page, "Shuffle")
    expect(page.get_by_role("button", name="Deal in")).to_be_hidden()
    assert live.orders == [["amount", "4", "db21", "1250"], ["seat", "4", "off"], ["seat", "4", "on"], ["shuffle"]]


def test_a_void_has_its_reason_on_record(page: Page, live: Core) -> None:
    live.display.show(replace(PLAYING, badge="supervisor"))
    press(page, "Void round…")
    page.get_by_label("Reason, for the record").fill("cards fell off the table")
    orders(page, "Void the round")
    assert (live.orders, live.reasons) == ([["void"]], ["cards fell off the table"])


def test_a_new_pay_table_is_approved_by_its_name(page: Page, live: Core) -> None:
    sign = ("DEALER BUST 21 · SD-2", "A pays 10 to 1")
    prompt = ("NEW PAY TABLE SD-2", "Two supervisors approve it within 60 s")
    live.display.show(replace(BETTING, phase="closed", badge="supervisor", sign=sign, prompt=prompt))
    orders(page, "Approve pay table")
    assert live.orders == [["pay-table", "SD-2"]]


def test_a_refusal_is_said_on_the_page(page: Page, live: Core) -> None:
    live.refusal = "REFUSED: admit P or D first"
    live.display.show(replace(PLAYING, phase="suspended", badge="supervisor"))
    press(page, "Resume")
    expect(page.locator("#toast")).to_have_text("REFUSED: admit P or D first")
