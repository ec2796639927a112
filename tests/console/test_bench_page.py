"""The bench on its page: a newcomer plays every game by clicks, breaks the table, and finds it all on the record."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.console.bench_page import Bench, Visitor
from tests.console.conftest import ROOT

AXE = ROOT / "build" / "axe.min.js"
GRAVE = """axe.run().then(found => found.violations.filter(one => ["serious", "critical"].includes(one.impact))
    .map(one => one.id + ": " + one.nodes.map(node => node.target.join(" ")).join(", ")))"""
FOCUSED = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"


@pytest.fixture(scope="module")
def benches() -> Iterator[dict[str, Bench]]:
    benches = {game: Bench(game) for game, *_ in ROUNDS}
    yield benches
    for bench in benches.values():
        bench.process.terminate()
    said = [bench.said() for bench in benches.values()]
    assert [bench.complaints for bench in benches.values()] == [[]] * len(said)
    assert all("Traceback" not in words and "bench closed" in words for words in said)


@pytest.fixture
def visitor(benches: dict[str, Bench], browser: Browser) -> Visitor:
    """At a Dealer Bust 21 table whose felt is clean."""
    visitor = benches["dealer-bust-21"].visit(browser)
    visitor.leaves_the_felt_clean()
    return visitor


def begins(visitor: Visitor) -> None:
    """A round with seat 1 in play: 19 against a dealer who has 6 up and will bust."""
    visitor.places(1, "main", "db21")
    visitor.draws("10h 6c 9d 10s")
    visitor.sees_phase("playing")


def ends(visitor: Visitor) -> None:
    visitor.press("stand")
    visitor.boxes()
    visitor.sees_phase("dealer turn")
    visitor.draws("Kd")
    visitor.sees_phase("resolving")
    visitor.boxes()
    visitor.sees_phase("betting")


ROUNDS = [
    ("dealer-bust-21", ("main", "db21"), "10h 6c 9d 10s", "Kd", ["main▲ win1 to 1+$10", "db21▲ win1 to 1+$10"]),
    ("winners-option", ("p",), "10h 10s 9d 6c", "Kd", ["p▲ win1 to 1+$10"]),
    ("dealer-breakz", ("main", "breakz"), "10h 6c 9d 10s", "Kd", ["main▲ win1 to 1+$10", "breakz▲ win1 to 1+$10"]),
    ("no-bust-21", ("main", "stud"), "10h 9c 10d 10s", "", ["stud▲ win1 to 1+$10", "main▲ win1 to 1+$10"]),
]


@pytest.mark.parametrize(("game", "spots", "deal", "draws", "results"), ROUNDS, ids=[one[0] for one in ROUNDS])
def test_a_newcomers_round(
    benches: dict[str, Bench], browser: Browser, game: str, spots: tuple[str, ...], deal: str, draws: str,
    results: list[str],
) -> None:  # fmt: skip
    visitor = benches[game].visit(browser)
    visitor.places(1, *spots)
    visitor.draws(deal)
    for spot in spots:
        visitor.sees_lamp(1, spot, "LOCKED")
    visitor.press("stand")
    visitor.boxes()
    visitor.draws(draws)
    visitor.sees_phase("resolving")
    expect(visitor.page.locator("#results .line")).to_have_text([f"1{result}" for result in results])
    visitor.boxes()
    visitor.sees_phase("betting")


def test_a_late_chip_is_no_bet(visitor: Visitor) -> None:
    visitor.places(1, "main")
    visitor.draws("10h 6c")
    visitor.places(2, "main")
    visitor.sees_lamp(2, "main", "NO BET")
    visitor.sees_alert("late wager")


def test_a_removed_chip_and_its_return(visitor: Visitor) -> None:
    begins(visitor)
    visitor.lifts(1, "db21")
    visitor.sees_lamp(1, "db21", "REMOVED")
    visitor.sees_alert("wager removed")
    visitor.places(1, "db21")
    visitor.sees_lamp(1, "db21", "LOCKED")


def test_a_supervisor_voids_and_nobody_else(visitor: Visitor) -> None:
    begins(visitor)
    void = visitor.page.get_by_role("button", name=re.compile("^Void"))
    expect(void).to_have_count(0)
    visitor.badge("Dealer")
    expect(visitor.page.get_by_role("button", name="Shuffle", exact=True)).to_be_visible()
    expect(void).to_have_count(0)
    visitor.badge("Supervisor")
    visitor.press("Void round…")
    visitor.press("Cancel")
    visitor.sees_phase("playing")
    visitor.voids()
    expect(visitor.page.locator("#round")).to_contain_text("void")
    expect(visitor.page.locator("#results .outcome")).to_have_text(["↩ returned", "↩ returned"])


def test_a_power_cut_in_mid_round_and_its_recall(visitor: Visitor) -> None:
    begins(visitor)
    number = visitor.page.locator("#round").inner_text()
    visitor.press("Cut power")
    visitor.sees_phase("suspended")
    expect(visitor.page.locator("#alerts .needs")).to_have_text("A supervisor's badge is needed to resume or void.")
    visitor.badge("Supervisor")
    visitor.press("Resume")
    visitor.sees_phase("playing")
    ends(visitor)
    recall(visitor, number)


def recall(visitor: Visitor, number: str) -> None:
    page = visitor.page
    page.get_by_role("link", name="Rounds").click()
    page.get_by_role("button", name=re.compile(f"^Round {number}\\b")).click()
    expect(page.locator(".title h2")).to_have_text(f"Round {number}")
    expect(page.locator(".settled li")).to_have_count(2)
    expect(page.locator(".timeline .chip-mark.admitted")).to_have_count(2)
    last = page.locator(".place").inner_text()
    page.get_by_label("Step of the round").press("Home")
    expect(page.locator(".place")).to_contain_text("step 1 of")
    expect(page.locator(".place")).not_to_have_text(last)
    expect(page.locator(".stage .dealer .card")).to_have_count(0)
    page.get_by_label("Step on").click()
    expect(page.locator(".place")).to_contain_text("step 2 of")
    page.get_by_role("button", name=re.compile("power|restart|controller", re.IGNORECASE)).first.click()
    page.get_by_role("link", name="CSV").wait_for()


def test_the_search_finds_the_round_with_the_alert(visitor: Visitor) -> None:
    visitor.places(1, "db21")
    visitor.places(2, "main")
    visitor.draws("10h 6c")
    visitor.sees_alert("no main wager")
    visitor.voids()
    page = visitor.page
    page.get_by_role("link", name="Rounds").click()
    page.get_by_label("Alert", exact=True).select_option("no_main_wager")
    expect(page.locator(".rounds li")).to_have_count(1)
    expect(page.locator(".rounds .flags")).to_have_text("⚠ no main wager")


def test_an_unplugged_shoe(visitor: Visitor) -> None:
    begins(visitor)
    visitor.press("Unplug shoe")
    visitor.sees_phase("suspended")
    visitor.sees_alert("shoe lost")
    expect(visitor.page.locator(".shoe-state")).to_have_text("LOST")
    visitor.press("Plug in shoe")
    expect(visitor.page.locator(".shoe-state")).to_have_text("READY")
    visitor.badge("Supervisor")
    visitor.press("Resume")
    ends(visitor)


def test_what_cannot_be_done_is_said(visitor: Visitor) -> None:
    visitor.badge("Supervisor")
    visitor.page.locator("summary").click()
    visitor.press("Set amount")
    expect(visitor.page.locator("#toast")).to_have_text("REFUSED: an amount is a number of cents")


def test_a_round_with_the_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.page

    def key(label: str, stroke: str = "Enter") -> None:
        for _ in range(120):
            page.keyboard.press("Tab")
            if page.evaluate(FOCUSED) == label:
                page.keyboard.press(stroke)
                return
        raise AssertionError(f"the keyboard does not reach {label}")

    def card(label: str) -> None:
        lying = page.locator("svg .card").count()
        key("Pick card…")
        key(label)
        expect(page.locator("svg .card")).to_have_count(lying + 1)

    key("Seat 1 main: place a chip", "Space")
    expect(visitor.spot(1, "main").locator(".chip")).to_be_visible()
    for label in ("10 of hearts", "6 of clubs", "9 of diamonds", "10 of spades"):
        card(label)
    key("stand")
    key("Up-card box: put the up card in")
    card("king of diamonds")
    visitor.sees_phase("resolving")
    key("Up-card box: take the card out", "Space")
    visitor.sees_phase("betting")


def test_a_technicians_tests_are_for_service_only(visitor: Visitor) -> None:
    page = visitor.page
    visitor.badge("Technician")
    page.goto("/devices")
    expect(page.locator("#tests .note")).to_contain_text("Tests run in service")
    expect(page.get_by_role("button", name="Walk the lamps")).to_be_hidden()
    expect(page.locator("#spots tbody tr")).to_have_count(4)
    page.goto("/")
    visitor.press("Service")
    visitor.sees_phase("service")
    page.goto("/devices")
    page.get_by_label("Text for every display").fill("HELLO TABLE")
    page.get_by_role("button", name="Show text").click()
    expect(page.locator("#tests .note")).to_contain_text("HELLO TABLE")
    page.goto("/")
    visitor.press("Leave service")
    visitor.badge("Dealer")
    visitor.press("Open table")
    visitor.sees_phase("betting")


def test_everything_is_on_one_tablet_screen_and_large_enough_for_a_finger(visitor: Visitor) -> None:
    visitor.places(1, "main")
    visitor.badge("Supervisor")
    page = visitor.page
    assert page.evaluate("document.documentElement.scrollWidth") == 1024
    assert page.evaluate("document.documentElement.scrollHeight") == 768
    targets = page.locator("a:visible, button:visible, select:visible, summary:visible, .touch").all()
    boxes = [box for target in targets if (box := target.bounding_box())]
    assert len(boxes) > 30
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    assert max(box["y"] + box["height"] for box in boxes) <= 768


class TestForEverybody:
    """axe-core looks at every page: nothing serious or critical."""

    @pytest.mark.parametrize("path", ["/rounds", "/devices", "/meters", "/sign"])
    def test_the_other_pages(self, visitor: Visitor, path: str) -> None:
        visitor.page.goto(path)
        visitor.page.locator(PARTS[path]).first.wait_for()
        assert grave(visitor.page) == []

    def test_the_table_in_mid_round_with_a_badge_an_alert_and_a_question(self, visitor: Visitor) -> None:
        begins(visitor)
        visitor.lifts(1, "main")
        visitor.badge("Supervisor")
        assert grave(visitor.page) == []
        visitor.press("Correct card…")
        assert grave(visitor.page) == []


PARTS = {"/rounds": ".timeline", "/devices": "#spots td", "/meters": ".plot", "/sign": ".pays dd"}


def grave(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(GRAVE)
    return found
