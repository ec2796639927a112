"""The page in a real browser, watching a real socket."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect

from controller.outputs import SeatPicture
from drivers.display.web import WebDisplay
from tests.console.conftest import Console, StartCore
from tests.console.felt_pictures import ARROWS, BETTING, LATE, PLAYING, RESOLVING, TABLE, empty, spot


@pytest.fixture
def page(browser: Browser, console: Console) -> Iterator[Page]:
    """A page that must not have complained by the end of the test."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(console.url)
    yield page
    page.close()
    assert complaints == []


def seat(page: Page, number: int) -> Locator:
    return page.locator(f'[data-seat="{number}"]')


def cards(within: Locator) -> list[str | None]:
    return [card.get_attribute("data-card") for card in within.locator(".card").all()]


def bottom(what: Locator) -> float:
    box = what.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


class TestTheFelt:
    def test_seats_spots_and_first_base_at_the_right(self, page: Page, core: WebDisplay) -> None:
        core.show(BETTING)
        expect(page.locator(".plate")).to_have_count(7)
        expect(seat(page, 1).locator("[data-spot]")).to_have_count(2)
        first, last = seat(page, 1).first.bounding_box(), seat(page, 7).first.bounding_box()
        assert first is not None
        assert last is not None
        assert first["x"] > last["x"] + 400
        expect(page.locator("#name")).to_have_text("Table 4")
        expect(page.locator("#title")).to_have_text("Dealer Bust 21 · South Dakota · pay table SD-1")

    def test_the_side_spot_is_at_the_upper_right_of_the_bet(self, page: Page, core: WebDisplay) -> None:
        core.show(BETTING)
        main = seat(page, 4).locator('[data-spot="main"] .spot-bed').bounding_box()
        side = seat(page, 4).locator('[data-spot="db21"] .spot-bed').bounding_box()
        assert main is not None
        assert side is not None
        assert side["x"] > main["x"] + main["width"] / 2
        assert side["y"] + side["height"] < main["y"] + main["height"] / 2

    def test_lamps_say_their_state_in_words(self, page: Page, core: WebDisplay) -> None:
        core.show(PLAYING)
        word = '[data-spot="{}"] .lamp-word'
        expect(seat(page, 1).locator(word.format("db21"))).to_have_text("LOCKED")
        expect(seat(page, 2).locator(word.format("db21"))).to_have_text("NO BET")
        expect(seat(page, 5).locator(word.format("db21"))).to_have_text("REMOVED")
        expect(seat(page, 7).locator(word.format("db21"))).to_have_text("")

    def test_a_chip_shows_where_a_spot_is_covered(self, page: Page, core: WebDisplay) -> None:
        core.show(PLAYING)
        expect(seat(page, 1).locator('[data-spot="main"] .chip-amount')).to_have_text("$10")
        expect(seat(page, 6).locator('[data-spot="main"] .chip')).to_be_visible()
        expect(seat(page, 6).locator('[data-spot="main"] .chip-amount')).to_have_text("")
        expect(seat(page, 5).locator('[data-spot="db21"] .chip')).to_be_hidden()

    def test_cards_totals_and_the_hand_in_turn(self, page: Page, core: WebDisplay) -> None:
        core.show(PLAYING)
        expect(seat(page, 3).locator(".hand")).to_have_count(2)
        assert cards(seat(page, 3)) == ["8c", "8d", "3h", "8h", "2c", "7d"]
        expect(seat(page, 5).locator(".total")).to_have_text("soft 17")
        expect(page.locator("svg .hand.in-turn")).to_have_count(1)
        expect(seat(page, 1).locator(".hand.in-turn .total")).to_have_text("14")

    def test_the_hole_card_is_face_down_until_exposed(self, page: Page, core: WebDisplay) -> None:
        core.show(PLAYING)
        expect(page.locator('.dealer [data-card="??"]')).to_have_count(1)
        expect(page.locator("svg.felt")).to_have_attribute(
            "aria-label",
            "The felt, 7 seats. The dealer has 7 of clubs, a card face down. Up-card box clear.",
        )
        core.show(RESOLVING)
        expect(page.locator('[data-card="??"]')).to_have_count(0)

    def test_the_up_card_goes_into_its_box(self, page: Page, core: WebDisplay) -> None:
        core.show(replace(RESOLVING, box=False))
        expect(page.locator(".dealer .card")).to_have_count(4)
        expect(page.locator(".box .card")).to_have_count(0)
        core.show(RESOLVING)
        expect(page.locator('.box[data-covered="true"] [data-card="Ah"]')).to_have_count(1)
        assert cards(page.locator(".dealer > g:not(.box)")) == ["3s", "9s", "Qd"]

    def test_seat_displays(self, page: Page, core: WebDisplay) -> None:
        core.show(RESOLVING)
        expect(seat(page, 1).locator(".plate")).to_have_attribute("data-text", "PAYS10-1")
        expect(seat(page, 3).locator(".plate")).to_have_attribute("data-text", "PAY 10")
        expect(seat(page, 3).locator(".plate-more")).to_have_text("+1")
        expect(seat(page, 7).locator(".plate")).to_have_attribute("data-text", "SEAT OFF")
        expect(seat(page, 1).locator(".lit path")).to_have_count(8)

    def test_arrows(self, page: Page, start_core: StartCore) -> None:
        bets = SeatPicture(1, (spot("p", "no_bet", covered=False), spot("d", "locked", 2500)))
        others = tuple(empty(number, "p", "d") for number in range(2, 8))
        start_core(ARROWS).show(replace(PLAYING, seats=(bets, *others)))
        expect(seat(page, 1).locator('[data-spot="d"] .lamp-word')).to_have_text("LOCKED")
        expect(seat(page, 1).locator('[data-spot="d"] path.lamp')).to_have_count(1)
        expect(seat(page, 1).locator('[data-spot="p"] .spot-letter')).to_have_text("P")

    def test_a_card_that_lies_there_stays_the_same_node(self, page: Page, core: WebDisplay) -> None:
        core.show(PLAYING)
        card = seat(page, 2).locator('[data-card="Kd"]').element_handle()
        core.show(replace(PLAYING, round=130))
        expect(page.locator("#round")).to_have_text("130")
        assert card.evaluate("node => node.isConnected")


class TestTheWords:
    def test_phase_prompt_and_header(self, page: Page, core: WebDisplay) -> None:
        core.show(replace(PLAYING, left=187))
        expect(page.locator("#phases [aria-current]")).to_have_text("playing")
        expect(page.locator("#phases .past")).to_have_text(["betting", "locking", "dealing"])
        expect(page.locator("#prompt p")).to_have_text(["SEAT 1 14", "Hit, stand, double: the hand in turn"])
        expect(page.locator("#badge")).to_have_text("dealer · Ana M.")
        expect(page.locator("#shoe")).to_have_text("187 left")

    def test_phases_outside_the_round(self, page: Page, core: WebDisplay) -> None:
        for phase in ("suspended", "closed", "service"):
            core.show(replace(PLAYING, phase=phase))
            expect(page.locator(f"#phases .aside.{phase}[aria-current]")).to_have_text(phase)
            expect(page.locator("#phases [aria-current]")).to_have_count(1)

    def test_results_with_reason_and_clause(self, page: Page, core: WebDisplay) -> None:
        core.show(RESOLVING)
        expect(page.locator("#results li")).to_have_count(5)
        expect(page.locator("#results .net")).to_have_text(["—", "+$50", "+$10", "−$12.50", "+$50"])
        second = page.locator("#results li").nth(1)
        expect(second.locator(".line span")).to_have_text(["3", "db21", "▲ win", "10 to 1", "+$50"])
        expect(second.locator(".why")).to_contain_text("the up card was an ace")
        expect(second.locator(".clauses")).to_contain_text("SD 20:18:15:30.10(12)")
        expect(page.locator("#results .clauses").nth(3)).to_have_text("BJ house (reading)")

    def test_alerts_with_both_sentences_and_their_end(self, page: Page, core: WebDisplay) -> None:
        core.show(PLAYING)
        expect(page.locator("#alerts .for-dealer")).to_have_text(LATE.dealer)
        expect(page.locator("#alerts .for-technician")).to_have_text(LATE.technician)
        expect(page.locator("#alerts .where")).to_have_text("seat 2 db21")
        core.show(replace(PLAYING, alerts=()))
        expect(page.locator("#alerts li")).to_have_count(0)

    def test_text_is_never_markup(self, page: Page, core: WebDisplay) -> None:
        nasty = "<img src=x onerror=alert(1)>"
        core.show(replace(PLAYING, prompt=(nasty, ""), alerts=(replace(LATE, dealer=nasty),), badge=nasty))
        expect(page.locator("#prompt p").first).to_have_text(nasty)
        expect(page.locator("img")).to_have_count(0)

    def test_a_lost_shoe_is_said(self, page: Page, core: WebDisplay) -> None:
        core.show(replace(PLAYING, shoe=False))
        expect(page.locator("#shoe")).to_have_text("lost")
        expect(page.locator(".shoe-state")).to_have_text("LOST")


class TestTheLine:
    def test_no_table_at_all(self, page: Page) -> None:
        expect(page.locator("#offline")).to_have_text("The table is not answering")

    def test_a_table_that_does_not_answer_and_comes_back(
        self, page: Page, core: WebDisplay, start_core: StartCore
    ) -> None:
        core.show(BETTING)
        expect(page.locator("#offline")).to_be_hidden()
        expect(page.locator("#phases [aria-current]")).to_have_text("betting")
        core.close()
        expect(page.locator("#offline")).to_contain_text("The table is not answering")
        start_core({**TABLE, "name": "Table 5", "seats": 5}).show(replace(PLAYING, seats=PLAYING.seats[:5]))
        expect(page.locator("#offline")).to_be_hidden()
        expect(page.locator("#name")).to_have_text("Table 5")
        expect(page.locator(".plate")).to_have_count(5)


class TestTheRoom:
    @pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (400, 800)])
    def test_nothing_is_wider_than_the_screen(self, page: Page, core: WebDisplay, width: int, height: int) -> None:
        page.set_viewport_size({"width": width, "height": height})
        core.show(RESOLVING)
        expect(page.locator("#results li")).to_have_count(5)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert bottom(page.locator("svg.felt")) <= height
        assert bottom(page.locator("svg.felt")) > height / 2

    def test_a_low_screen_and_the_banner_still_show_the_whole_felt(self, page: Page, core: WebDisplay) -> None:
        page.set_viewport_size({"width": 1280, "height": 640})
        core.show(RESOLVING)
        expect(page.locator("#results li")).to_have_count(5)
        core.close()
        expect(page.locator("#offline")).to_be_visible()
        assert bottom(page.locator("svg.felt")) <= 640

    def test_on_a_phone_the_seats_are_also_a_list(self, page: Page, core: WebDisplay) -> None:
        page.set_viewport_size({"width": 400, "height": 800})
        core.show(RESOLVING)
        expect(page.locator("#seats li").first).to_be_visible()
        expect(page.locator("#seats .text").first).to_have_text("PAYS10-1")

    def test_nothing_blinks_for_those_who_asked(self, page: Page, core: WebDisplay) -> None:
        page.emulate_media(reduced_motion="reduce")
        core.show(PLAYING)
        lamp = seat(page, 5).locator('[data-lamp="removed"] .lamp')
        expect(lamp).to_have_css("animation-name", "none")
        expect(lamp).to_have_css("stroke", "rgb(255, 90, 69)")
