"""The angel-eye codec: frames, meanings, votes and numbers, as tables of bytes and what they say."""

import pytest

from drivers.shoe import Message, as_json
from drivers.shoe.angel_eye import AngelEye
from tests.shoe.streams import decoded, drawn, kinds

DOCUMENTED = bytes.fromhex("05 31 44 81 B8 03 34 46")


def frame(number: int, data: bytes) -> bytes:
    body = bytes([0x30 + number]) + data + b"\x03"
    check = 0
    for byte in body:
        check ^= byte
    return b"\x05" + body + b"%02X" % check


def card(number: int, card: str) -> bytes:
    return AngelEye().encode(drawn(card), number)


def said(*chunks: bytes) -> list[str]:
    return kinds(decoded(AngelEye(), *chunks))


def live(*chunks: bytes | None) -> list[str]:
    """As on a line: None is silence, `sensed` is shown."""
    codec = AngelEye()
    messages = [m for chunk in chunks for m in (codec.silence() if chunk is None else codec.feed(chunk))]
    return kinds(messages)


def test_the_documented_example_is_an_eight_of_spades_and_its_check_holds() -> None:
    assert [as_json(message) for message in decoded(AngelEye(), DOCUMENTED * 3)] == [
        '{"kind":"card","offset":0,"card":"8s"}'
    ]
    assert card(1, "8s") == DOCUMENTED


@pytest.mark.parametrize(
    ("data", "meaning"),
    [
        (b"D\x81\xb8", "card 8s"),
        (b"d\x81\xb8", "card 8s"),
        (b"D\x91\x9d", "card Kd"),
        (b"D\xa1\xa1", "burn Ac"),
        (b"D\xc0\xca", "card 10h"),
        (b"D\xd0\xca", "card 10h"),
        (b"D\x81\x80", "unread"),
        (b"D\x81\xbe", "unread"),
        (b"R\x81\xb8", "repeat 8s"),
        (b"E\x81", "unread"),
        (b"E\xc1", "unread"),
        (b"E1", "unread"),
        (b"E01", "unread"),
        (b"E\xc4", "error 4"),
        (b"E7", "error 7"),
        (b"e\x84", "cleared"),
        (b"C", "cut"),
        (b"S", "info started"),
        (b"P", "info standby"),
        (b"G\x90", "info result"),
        (b"L\x81", "info lock"),
        (b"M010203", "info preset"),
        (b"Q", "info Q"),
    ],
)
def test_events(data: bytes, meaning: str) -> None:
    assert said(frame(0, data) * 3) == [meaning]


@pytest.mark.parametrize(
    "broken",
    [
        DOCUMENTED[:-1] + b"0",
        frame(0, b"D\x81"),
        frame(0, b"D\x01\xb8"),
        frame(0, b"D\x81\xb8\xb8"),
        frame(0, b"L\x81\xb8"),
        frame(0, b"\x91"),
        frame(11, b"D\x81\xb8"),
        frame(0, b"M" * 11),
        b"\x05\x31\x03\x33\x32",
    ],
)
def test_a_frame_that_says_nothing_is_bad_whole(broken: bytes) -> None:
    assert decoded(AngelEye(), broken) == [Message("bad", 0, noise=broken.hex(), size=len(broken))]


@pytest.mark.parametrize("place", range(8))
def test_a_damaged_copy_never_takes_the_good_one_with_it(place: int) -> None:
    for damage in (0x05, 0x03, 0x00, 0xFF, 0x31):
        damaged = DOCUMENTED[:place] + bytes([damage]) + DOCUMENTED[place + 1 :]
        if damaged != DOCUMENTED:
            assert said(damaged + DOCUMENTED + DOCUMENTED) == ["bad", "card 8s"]
            assert said(DOCUMENTED + damaged + damaged) == ["bad", "card 8s"]


def test_noise_is_one_message_a_run_and_at_most_64_bytes() -> None:
    messages = decoded(AngelEye(), b"\xff" * 150 + DOCUMENTED)
    assert [(m.kind, m.offset, m.size) for m in messages] == [
        ("bad", 0, 64), ("bad", 64, 64), ("bad", 128, 22), ("card", 150, 8),
    ]  # fmt: skip


class TestVotes:
    def test_sensed_at_the_first_copy_and_final_at_the_second(self) -> None:
        codec = AngelEye()
        assert kinds(codec.feed(DOCUMENTED)) == ["sensed"]
        assert kinds(codec.feed(DOCUMENTED)) == ["card 8s"]
        assert codec.feed(DOCUMENTED) == []

    def test_only_a_play_card_is_sensed(self) -> None:
        for data in (b"D\xa1\xb8", b"R\x81\xb8", b"E\xc1", b"C"):
            assert AngelEye().feed(frame(0, data)) == []

    @pytest.mark.parametrize("copies", [1, 2, 3, 4, 7])
    def test_any_number_of_copies_is_one_card(self, copies: int) -> None:
        assert said(card(1, "8s") * copies + card(2, "8s")) == ["card 8s", "card 8s"]

    def test_a_copy_after_silence_is_still_a_copy(self) -> None:
        assert live(DOCUMENTED * 3, None, DOCUMENTED, None) == ["sensed", "card 8s"]

    def test_silence_makes_a_single_vote_a_card(self) -> None:
        assert live(DOCUMENTED, None) == ["sensed", "card 8s"]

    @pytest.mark.parametrize("third", ["8s", "9s", "7s"])
    def test_copies_that_disagree_are_an_unread_card_whatever_the_third_says(self, third: str) -> None:
        stream = card(1, "8s") + card(1, "9s") + card(1, third) + card(2, "2c") * 3
        assert [kind for kind in said(stream) if kind != "bad"] == ["unread", "card 2c"]

    def test_three_copies_that_all_disagree_are_one_unread_card(self) -> None:
        line = live(card(1, "8s"), card(1, "9s"), card(1, "7s"), None)
        assert line == ["sensed", "unread", "bad"]

    def test_a_card_against_anything_else_is_unread(self) -> None:
        assert said(frame(1, b"C") + card(1, "8s")) == ["unread"]

    def test_two_that_disagree_and_carry_no_card_are_bad(self) -> None:
        assert said(frame(1, b"C") + frame(1, b"P")) == ["bad"]

    def test_a_third_copy_that_disagrees_is_outvoted(self) -> None:
        assert said(card(1, "8s") * 2 + card(1, "9s") + card(2, "2c") * 3) == ["card 8s", "bad", "card 2c"]


class TestNumbers:
    def test_the_first_number_is_no_gap(self) -> None:
        assert said(card(7, "8s") * 3) == ["card 8s"]

    def test_a_gap_is_reported_before_the_card_behind_it(self) -> None:
        assert said(card(1, "8s") * 3 + card(4, "9s") * 3) == ["card 8s", "lost 2", "card 9s"]

    def test_a_gap_between_single_copies(self) -> None:
        assert said(card(1, "8s") + card(3, "9s") + card(4, "9s")) == ["card 8s", "lost 1", "card 9s", "card 9s"]

    def test_numbers_come_round(self) -> None:
        stream = b"".join(card(number, "8s") * 3 for number in range(25))
        assert said(stream) == ["card 8s"] * 25

    def test_the_wrap_is_a_setting(self) -> None:
        shoe = AngelEye(first_seq=0x41, last_seq=0x43)
        stream = b"".join(shoe.encode(drawn("8s"), number) * 3 for number in (0, 1, 2, 3, 5))
        assert kinds(decoded(AngelEye(0x41, 0x43), stream)) == ["card 8s"] * 4 + ["lost 1", "card 8s"]

    @pytest.mark.parametrize("wrap", [(0x30, 0x30), (0x00, 0x39), (0x30, 0x100)])
    def test_a_wrap_that_cannot_be(self, wrap: tuple[int, int]) -> None:
        with pytest.raises(ValueError, match=r"give a range inside 0x10-0xff"):
            AngelEye(*wrap)

    def test_the_same_number_with_other_data_later_is_a_full_round_lost(self) -> None:
        assert said(card(1, "8s") * 3 + card(1, "9s") * 3) == ["card 8s", "lost 9", "card 9s"]

    def test_and_as_a_single_vote_it_names_no_card(self) -> None:
        assert said(card(1, "8s") * 3 + card(1, "9s")) == ["card 8s", "lost 9", "unread"]

    def test_a_retransmission_takes_a_number_and_is_no_card(self) -> None:
        stream = card(1, "8s") * 3 + frame(2, b"R\x81\xb8") * 3 + card(3, "9s") * 3
        assert said(stream) == ["card 8s", "repeat 8s", "card 9s"]

    @pytest.mark.parametrize("number", [1, 3, 2])
    def test_a_retransmission_under_an_old_number_loses_nothing(self, number: int) -> None:
        stream = card(3, "8s") * 3 + frame(number, b"R\x81\xb8") * 3 + card(4, "9s") * 3
        assert said(stream) == ["card 8s", "repeat 8s", "card 9s"]

    @pytest.mark.parametrize(("ahead", "lost"), [(5, ["lost 4"]), (6, [])])
    def test_half_a_round_ahead_is_a_gap_and_further_is_an_old_number(self, ahead: int, lost: list[str]) -> None:
        stream = card(0, "8s") * 3 + frame(ahead, b"R\x81\xb8") * 3
        assert said(stream) == ["card 8s", *lost, "repeat 8s"]

    def test_a_shoe_that_starts_counts_anew(self) -> None:
        stream = card(7, "8s") * 3 + frame(0, b"S") * 3 + card(1, "9s") * 3
        assert said(stream) == ["card 8s", "info started", "card 9s"]

    def test_after_a_reconnect_the_next_number_is_no_gap(self) -> None:
        codec = AngelEye()
        codec.feed(card(1, "8s") * 3)
        codec.restart(forget=True)
        assert kinds(decoded(codec, card(5, "9s") * 3)) == ["card 9s"]

    @pytest.mark.parametrize(("forget", "expected"), [(False, []), (True, ["card 8s"])])
    def test_a_copy_behind_a_short_break_is_a_copy(self, forget: bool, expected: list[str]) -> None:
        codec = AngelEye()
        codec.feed(card(1, "8s") * 2)
        codec.restart(forget)
        assert kinds(decoded(codec, card(1, "8s"))) == expected


class TestDamagedNumbers:
    """A copy whose number was damaged, with a check that holds, is not a card of its own."""

    stray = card(5, "9s")

    def test_between_the_copies(self) -> None:
        stream = card(1, "8s") + self.stray + card(1, "8s") + card(2, "2c") * 3
        assert said(stream) == ["card 8s", "bad", "card 2c"]

    def test_as_the_last_copy(self) -> None:
        assert said(card(1, "8s") * 2 + self.stray + card(2, "2c") * 3) == ["card 8s", "bad", "card 2c"]

    def test_as_the_last_copy_before_silence(self) -> None:
        line = live(card(1, "8s") * 2 + self.stray, None, card(2, "2c") * 3)
        assert line == ["sensed", "card 8s", "sensed", "bad", "sensed", "card 2c"]

    def test_as_the_first_copy(self) -> None:
        stream = card(1, "8s") * 3 + self.stray + card(2, "2c") * 2
        assert said(stream) == ["card 8s", "bad", "card 2c"]

    def test_as_the_next_number_between_the_copies_it_is_unread(self) -> None:
        stream = card(1, "8s") + card(2, "9s") + card(1, "8s") + card(3, "2c") * 3
        assert said(stream) == ["card 8s", "unread", "card 2c"]

    def test_a_lone_copy_unlike_its_damaged_copies_is_unread(self) -> None:
        damaged = card(2, "10s")[:-1] + b"?"
        assert said(card(1, "8s") * 3 + card(2, "9h") + damaged * 2) == ["card 8s", "bad", "unread"]

    def test_so_it_is_behind_them_and_behind_a_damaged_copy_of_the_report_before(self) -> None:
        before, damaged = card(1, "8s")[:-1] + b"?", card(2, "10s")[:-1] + b"?"
        stream = card(1, "8s") * 2 + before + damaged * 2 + card(2, "9h")
        assert said(stream) == ["card 8s", "bad", "unread"]

    def test_damaged_copies_of_the_neighbours_do_not_speak_against_it(self) -> None:
        before, own, after = (card(number, name)[:-1] + b"?" for number, name in ((1, "8s"), (2, "9h"), (3, "Kd")))
        stream = card(1, "8s") * 2 + before + card(2, "9h") + own * 2 + after * 2 + card(3, "Kd")
        assert [kind for kind in said(stream) if kind != "bad"] == ["card 8s", "card 9h", "card Kd"]

    def test_a_lone_copy_where_no_copy_was_due_is_a_card(self) -> None:
        line = live(card(1, "8s") * 2 + card(1, "8s")[:-1] + b"?" + card(2, "9h"), None)
        assert line == ["sensed", "card 8s", "bad", "sensed", "card 9h"]

    def test_a_lone_copy_like_its_damaged_copies_is_a_card(self) -> None:
        damaged = card(2, "9h")[:-1] + b"?"
        for copies in (
            damaged * 2 + card(2, "9h"),
            damaged + card(2, "9h") + damaged,
            card(2, "9h") + damaged * 2,
        ):
            assert [kind for kind in said(card(1, "8s") * 3 + copies) if kind != "bad"] == ["card 8s", "card 9h"]


class TestCommands:
    def test_the_check_leaves_stx_out_unless_told(self) -> None:
        assert AngelEye().command("LK", "01", "00") == b"\x02LK0100\x0305"
        assert AngelEye(stx_in_bcc=True).command("LK", "01", "00") == b"\x02LK0100\x0307"

    def test_an_unknown_command_is_refused(self) -> None:
        with pytest.raises(ValueError, match=r"^no such command XX 00 00; there are LK, EC, GP xx nn$"):
            AngelEye().command("XX")

    @pytest.mark.parametrize(("answer", "meaning"), [(b"\x06", "info ack"), (b"\x15\x21", "info 21")])
    def test_an_answer_is_one_only_while_a_command_waits(self, answer: bytes, meaning: str) -> None:
        codec = AngelEye()
        codec.command("EC")
        assert kinds(decoded(codec, answer + DOCUMENTED * 3 + answer)) == [meaning, "card 8s", "bad"]
