"""Failures that random rounds found, each as the shortest story that shows it."""

import pytest
from msgspec.structs import replace

from controller import events as ev
from controller.games.model import Settlement
from controller.outputs import outputs
from controller.table import State
from controller.table.results import dealer_cards, open_wagers
from controller.table.state import MS
from tests.stateful.checks import check_counts, check_round_end
from tests.stories import go_on, tell
from tests.tables import opened, play, start

DB21 = "dealer-bust-21 SD seats 2"
WINNERS = "winners-option seats 2"
NO_BUST = "no-bust-21 seats 1"


def kinds(state: State) -> list[str]:
    return [alert.kind for alert in state.alerts]


def results(state: State, seat: int, spot: str) -> list[Settlement]:
    return [r.settlement for r in state.results if (r.settlement.seat, r.settlement.spot) == (seat, spot)]


def test_a_card_without_a_turn_or_a_box_is_an_overdraw_when_the_dealer_stands() -> None:
    """No hand is in turn, the box is clear, the dealer has 20: the card starts his turn and is burned."""
    state = tell(DB21, "chip 1 main; chip 1 db21; draw 9h Kc 9d Qs; press stand; draw 5s")
    assert state.phase == "resolving"
    assert dealer_cards(state) == ("Kc", "Qs")
    assert {"box_empty", "overdraw"} <= set(kinds(state))
    assert results(state, 1, "db21")[0].outcome == "lose"


def test_a_winner_with_insurance_may_be_lifted_when_it_is_shown() -> None:
    """Insurance has no spot: its result must not stand before the base bet's for ever."""
    state = tell(DB21, "chip 1 main 1000; draw 10c Ad Ah 6s; press insurance 1; box on; take 1 main")
    assert results(state, 1, "main")[0].outcome == "win"
    assert "winner_removed" not in kinds(state)


def test_losing_side_bets_are_shown_before_a_base_bet_that_lost_earlier() -> None:
    state = tell(DB21, "chip 1 main; chip 2 main; chip 2 db21; draw 9h 9c 10d Kh 7s 8s; press stand; draw Ks; box on")
    assert state.phase == "resolving"
    assert "SEAT 2 DB21 LOSE" in outputs(state).prompt[0]


def test_a_bet_dealt_in_after_all_is_no_longer_returned() -> None:
    """`late_wager` gave it back; `deal-in` takes it: one wager, one result."""
    state = tell(DB21, "chip 1 main; draw 9h; chip 2 main; do deal-in 2; draw 8c 7d 9c 8d 10d")
    before = go_on(state, DB21, "press stand; press stand; box on")
    check_round_end(before, go_on(before, DB21, "box off"))
    assert [one.outcome for one in results(before, 2, "main")] == ["lose"]


def test_a_dealers_card_corrected_in_the_resolution_reopens_his_turn() -> None:
    """3 + 3 + 5 + 10 is 21, but the 10 was a 4: he has 15 and draws on."""
    state = tell(DB21, "chip 1 main; draw 9h 3c 9d 3s; press stand; box on; draw 5d 10d; do correct 4d")
    assert state.phase == "dealer_turn"
    assert list(open_wagers(state)) == [(1, "main")]


def test_a_card_corrected_while_suspended_changes_the_results() -> None:
    """10 + 6 + K busted, but the K was a 4: 20 beats 18."""
    story = "chip 1 main; draw 9h 10c 9d 6s; press stand; box on; draw Kd; shoe unplug; do correct 4d; do resume"
    state = tell(DB21, story)
    assert state.phase == "resolving"
    assert [one.outcome for one in results(state, 1, "main")] == ["lose"]


def test_an_up_card_corrected_to_an_ace_asks_for_the_peek_again() -> None:
    """In Winners Option the up card is the last card of the deal."""
    state = tell(WINNERS, "chip 1 p; draw 9h Kc 9d 9s; do correct As")
    assert state.phase == "playing"
    assert state.natural is None
    assert state.insuring


def test_a_hole_card_corrected_after_the_turn_of_the_box_is_no_natural_any_more() -> None:
    state = tell(DB21, "chip 1 main; draw 9h Ac 9d Ks; box on; do correct 6s")
    assert state.natural is False
    assert results(state, 1, "main")[0].outcome == "win"


@pytest.mark.parametrize("cut", ["power cut", "power cut all clear", "power cut 2 main"])
def test_a_round_goes_on_after_a_power_cut_whatever_the_sensors_say(cut: str) -> None:
    story = f"chip 1 main; draw 9h 10c 9d 6s; shoe unplug; take 1 main; {cut}; do resume"
    assert tell(DB21, story).phase == "playing"


def test_a_chip_that_came_during_a_power_cut_is_late() -> None:
    state = tell(DB21, "chip 1 main; draw 9h 10c 9d 6s; power cut 2 main; do resume")
    assert state.seats[1].spots[0].bet == "late"
    assert state.seats[1].spot is None
    assert state.phase == "playing"


def test_a_live_bet_lifted_during_a_power_cut_is_removed() -> None:
    state = tell(DB21, "chip 1 main; draw 9h 10c 9d 6s; power cut all clear; do resume")
    assert outputs(state).seats[0].spots[0].lamp == "removed"
    assert "wager_removed" in kinds(state)


def test_an_early_bet_does_not_change_the_money_of_the_bet_before_it() -> None:
    story = "chip 1 main 1000; draw 9h 10c 9d Ks; press stand; box on; take 1 main; chip 1 main 700"
    state = tell(DB21, story)
    assert "early_wager" in kinds(state)
    assert [one.net for one in results(state, 1, "main")] == [-1000]


def test_an_amount_keyed_while_suspended_counts_after_it() -> None:
    story = "chip 1 main; draw 9h 10c 9d Ks; press stand; box on; shoe unplug; do amount 1 main 700; do resume"
    assert [one.net for one in results(tell(DB21, story), 1, "main")] == [-700]


def test_an_amount_keyed_after_two_splits_still_prices_the_bonus() -> None:
    """The seat's first two cards are the deal's, whatever the splits made of them."""
    story = "chip 1 main; chip 1 stud; draw Kc 2d Kh 9s; press split; draw Qc; press split; do amount 1 stud 500"
    assert [one.net for one in results(tell(NO_BUST, story), 1, "stud")] == [500]


def test_a_corrected_impossible_card_is_not_taken_from_the_count() -> None:
    """The second ace of hearts of one deck was never counted: correcting it uncounts nothing."""
    line = "dealer-bust-21 SD seats 2 panel none decks 1"
    state = tell(line, "chip 1 main; draw Ah 10c Ah; do correct 9d")
    assert state.seen.get("Ah") == 1
    assert state.seen.get("9d") == 1


def test_a_card_held_while_suspended_can_be_assigned() -> None:
    """ "Cards drawn meanwhile are held and applied in order at `resume` unless a supervisor assigns them"."""
    state = tell(DB21, "chip 1 main; draw 9h 10c 4d 6s; shoe unplug; draw 5d; do assign burn; do resume")
    assert state.seats[0].hands[0].cards == ("9h", "4d")
    assert dealer_cards(state) == ("10c", "6s")


def test_a_card_held_when_the_box_ends_the_round_at_resume_is_answered() -> None:
    """The box was cleared and a card drawn while suspended: the round is over, the card was nobody's."""
    story = "chip 1 main; draw 9h 10c 9d Ks; press stand; box on; shoe unplug; box off; draw 5s; do resume"
    state = tell(DB21, story)
    assert state.past is not None
    assert state.held == ()


def test_an_undecided_close_call_goes_back_where_base_bets_are_not_followed_too() -> None:
    """ "A flagged photo finish ... undecided at the end of the round it is returned"."""
    line = "dealer-bust-21 SD seats 2 panel none"
    close = (ev.SpotChanged(1000 * MS, 1, "main", True), ev.CardDrawn(1005 * MS, "9h"), ev.TimeUp(2000 * MS))
    state = go_on(play(opened(line), *close), line, "draw 10c 9d 7s; box on; box off", at=3000 * MS)
    assert state.past is not None
    assert [(one.spot, one.outcome) for one in state.past.settlements] == [("main", "returned")]


@pytest.mark.parametrize("order", ["amount 1 main 500", "player 1 2", "shuffle", "resume"])
@pytest.mark.parametrize("played", ["", "; press stand; box on"])
def test_an_order_is_answered_while_a_card_on_the_felt_is_unread(played: str, order: str) -> None:
    state = tell(DB21, f"chip 1 main; draw 9h 10c 4d 5s{played}; unread; do {order}")
    assert state.phase == "suspended"


def test_a_close_call_is_decided_while_a_card_on_the_felt_is_unread() -> None:
    close = (ev.SpotChanged(1000 * MS, 1, "main", True), ev.CardDrawn(1005 * MS, "9h"), ev.TimeUp(2000 * MS))
    dealt = go_on(play(opened(DB21), *close), DB21, "draw 10c 4d 5s; unread; do admit 1 main", at=3000 * MS)
    assert dealt.phase == "suspended"
    assert dealt.seats[0].spots[0].bet == "admitted"


@pytest.mark.parametrize("order", ["assign 1", "assign dealer", "correct As"])
def test_a_burned_card_taken_back_after_a_shuffle_is_counted(order: str) -> None:
    """The shuffle took it for a card of the shoe again; an order says that it lies on the felt."""
    state = tell(DB21, f"chip 1 main; draw 9h 10c 4d; do assign burn; do shuffle; do {order}")
    check_counts(state)


def test_both_arrows_still_stop_the_table_when_a_deal_out_ends_the_deal() -> None:
    """ "A both-arrows seat is dealt in, and the table suspends at the end of the deal"."""
    state = tell(WINNERS, "chip 1 p; chip 1 d; chip 2 p; draw 2h 6h Jh 9h Kh; do deal-out 2")
    assert state.phase == "suspended"
    assert state.reason is not None
    assert state.reason.kind == "both_arrows"


def test_a_box_that_changed_while_the_power_was_off_takes_effect_at_resume() -> None:
    state = tell(DB21, "chip 1 main; draw 9h Kc 9d Qs; press stand; box on")
    assert state.phase == "resolving"
    off = play(state, replace(start(DB21, 9000 * MS), covered=((1, "main"),), box=False))
    assert off.phase == "suspended"
    resumed = play(off, ev.BadgeIn(9000 * MS, "supervisor", "s"), ev.Command(9000 * MS, ("resume",)))
    assert (resumed.phase, resumed.status) == ("betting", "settled")


def test_a_side_bet_that_settles_late_without_a_base_bet_goes_back_at_once() -> None:
    """Its edge is older than the lock and chattered past its end; nobody waits for the dealer's turn to hear it."""
    state = tell(DB21, "chip 1 main; draw 9h Kc 9d Qs")
    late = ev.SpotChanged(state.lock_at - 1, 2, "db21", True)
    state = play(state, late)
    assert "no_main_wager" in kinds(state)
    assert [one.outcome for one in results(state, 2, "db21")] == ["returned"]
    assert outputs(state).seats[1].texts == ("NO BET",)


def test_an_edge_that_settles_in_the_resolution_takes_no_result_back() -> None:
    state = tell(DB21, "chip 1 main 1000; draw 10h 9c 10d 8s; press stand; box on")
    state = play(state, ev.SpotChanged(state.lock_at - 1, 1, "main", False))
    assert "photo_finish" in kinds(state)
    assert [one.net for one in results(go_on(state, DB21, "box off"), 1, "main")] == [1000]
