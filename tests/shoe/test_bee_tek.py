"""The bee-tek codec: lines and what they say."""

import pytest

from drivers.shoe import Message, as_json
from drivers.shoe.bee_tek import BeeTek
from tests.shoe.streams import decoded, kinds


def said(text: str, codec: BeeTek | None = None) -> list[str]:
    return kinds(decoded(codec or BeeTek(), text.encode("latin-1")))


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("[Game]<Card:4S>", "card 4s"),
        ("[Game]<Card:10H>", "card 10h"),
        ("[Game]<Card:TD>", "card 10d"),
        ("[Manual Burn Cards]<Card:KH>", "card Kh"),
        (" [Game]<Card:AC> ", "card Ac"),
        ("[Game]<Game>", "unread"),
        ("[Manual Burn Cards]<Game>", "unread"),
        ("[Game]<Card:1S>", "unread"),
        ("[Game]<Card:4X>", "unread"),
        ("[Other]<Card:4S>", "unread"),
        ("[Gane]<Game>", "unread"),
        ("[Game]<G\x00me>", "unread"),
        ("me]<Card:4S>", "unread"),
        ("[Game]<Cord:4H>", "unread"),
        ("[Game]<Card;4H>", "unread"),
        ("[Game]<Crd:4H>", "unread"),
        ("[Game]<Card4H>", "unread"),
        ("[Game]<Ca", "unread"),
        ("[Game]<Ca>", "unread"),
        ("Card:3S>", "unread"),
        ("]<Card:QD>", "unread"),
        ("[GameAlarm]<Alarm:E3 Card Not Read>", "error E3"),
        ("[Game]<Alarm:E5 Jam>", "error E5"),
        ("<W0x01>", "info 0x01"),
        ("[Game]<Shuffle>", "info game: shuffle"),
        ("hello", "bad"),
        ("[GameAlarm]<Al", "bad"),
        ("[GameAlarm]<Alarm:E3 Card Not Read", "bad"),
    ],
)
def test_lines(line: str, meaning: str) -> None:
    assert said(line + "\r\n") == [meaning]
    assert said(line + "\n") == [meaning]
    assert said(line) == [meaning]


@pytest.mark.parametrize("place", range(len("[Game]<Card:")))
@pytest.mark.parametrize("damage", [b"", b"\x00", b"#", b"\n", b"(", b">"])
def test_one_damaged_byte_loses_no_card_silently(place: int, damage: bytes) -> None:
    line = b"[Game]<Card:4H>\r\n"
    messages = decoded(BeeTek(), line[:place] + damage + line[place + 1 :])
    assert [said for said in kinds(messages) if said != "bad"] == ["unread"]


def test_the_rest_of_a_line_that_broke_is_no_card_of_its_own() -> None:
    assert said("[Game]<\nCard:4H>\n[Game]<Card:5H>\n") == ["unread", "bad", "card 5h"]
    assert said("[Game]<\n[Game<Card:4H>\nCard:5H>\n") == ["unread", "unread", "unread"]


def test_the_object_of_a_card() -> None:
    messages = decoded(BeeTek(), b"\r\n[Game]<Card:10S>\r\n")
    assert [as_json(message) for message in messages] == ['{"kind":"card","offset":2,"card":"10s"}']


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (Message("card", 0, card="10h"), b"[Game]<Card:10H>\r\n"),
        (Message("burn", 0, card="Ad"), b"[Manual Burn Cards]<Card:AD>\r\n"),
        (Message("unread", 0), b"[Game]<Game>\r\n"),
        (Message("error", 0, code="4"), b"[GameAlarm]<Alarm:E4>\r\n"),
        (Message("error", 0, code="E3"), b"[GameAlarm]<Alarm:E3>\r\n"),
        (Message("info", 0, name="warning", code="0x02"), b"<W0x02>\r\n"),
        (Message("cut", 0), b""),
        (Message("repeat", 0, card="8s"), b""),
        (Message("cleared", 0), b""),
    ],
)
def test_what_the_simulated_shoe_writes(message: Message, line: bytes) -> None:
    assert BeeTek().encode(message, 0) == line


def test_what_it_cannot_write() -> None:
    with pytest.raises(ValueError, match="a bee-tek shoe cannot say"):
        BeeTek().encode(Message("info", 0, name="standby"), 0)


def test_an_alarm_right_after_an_unread_card_adds_nothing() -> None:
    alarm = "[GameAlarm]<Alarm:E3 Card Not Read>\r\n"
    assert said("[Game]<Game>\r\n" + alarm) == ["unread"]
    assert said("[Game]<Game>\r\n" + alarm + alarm) == ["unread", "error E3"]
    assert said("[Game]<Game>\r\n[Game]<Card:4S>\r\n" + alarm) == ["unread", "card 4s", "error E3"]


def test_which_prefix_means_what_is_a_setting() -> None:
    codec = BeeTek(cards=("Manual Burn Cards",), burns=("Game",))
    assert said("[Game]<Card:4S>\n[Manual Burn Cards]<Card:4S>\n", codec) == ["burn 4s", "card 4s"]


@pytest.mark.parametrize(("cards", "burns"), [((), ()), (("Game",), ("Game",))])
def test_each_prefix_has_one_meaning(cards: tuple[str, ...], burns: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="give each prefix one meaning"):
        BeeTek(cards, burns)


def test_reports_run_together_both_count() -> None:
    assert said("[Game]<Card:4S>\x7f[Game]<Card:5H>\r\n") == ["card 4s", "bad", "card 5h"]


def test_an_overlong_line_gives_up_where_a_report_may_begin() -> None:
    assert said("x" * 120 + "[Manual Burn Cards]<Card:KH>\r\n") == ["bad", "card Kh"]
