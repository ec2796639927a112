"""What every shoe protocol must keep, whichever it is; a new module under drivers/shoe is tested by its name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.shoe import Kind, Message, find, names
from drivers.sim.shoe.deck import DECK
from tests.shoe.streams import cards, cut_up, decoded, dirty_streams, drawn, kinds, report

every_protocol = pytest.mark.parametrize("protocol", names())


def test_the_protocols_are_found_by_their_modules() -> None:
    assert names() == ("angel-eye", "bee-tek")


def test_an_unknown_protocol_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"^unknown shoe protocol 'x'; there are angel-eye, bee-tek$"):
        find("x")


@every_protocol
def test_a_helper_module_is_no_protocol(protocol: str) -> None:
    with pytest.raises(ValueError, match="unknown shoe protocol 'votes'"):
        find("votes")


@every_protocol
def test_every_card_comes_back_as_it_was_sent(protocol: str) -> None:
    codec = find(protocol)()
    stream = b"".join(report(codec, drawn(card), number) for number, card in enumerate(DECK))
    assert kinds(decoded(find(protocol)(), stream)) == [f"card {card}" for card in DECK]


@every_protocol
@pytest.mark.parametrize("kind", ["burn", "unread", "cut", "repeat", "error", "cleared"])
def test_a_report_makes_one_message_or_the_shoe_has_no_word_for_it(protocol: str, kind: Kind) -> None:
    codec = find(protocol)()
    stream = report(codec, Message(kind, 0, card="8s", code="4"), 0)
    assert len(decoded(find(protocol)(), stream)) == bool(stream)


@every_protocol
def test_a_card_that_is_none_cannot_be_said(protocol: str) -> None:
    with pytest.raises(ValueError, match="shoe cannot say"):
        find(protocol)().encode(drawn("11s"), 0)


@every_protocol
@given(data=st.data(), cuts=st.lists(st.integers(0, 2000), max_size=40))
def test_chunks_do_not_show(protocol: str, data: st.DataObject, cuts: list[int]) -> None:
    stream = data.draw(dirty_streams(protocol))
    whole = decoded(find(protocol)(), stream)
    assert decoded(find(protocol)(), *cut_up(stream, cuts)) == whole
    assert decoded(find(protocol)(), *(stream[at : at + 1] for at in range(len(stream)))) == whole


@every_protocol
@given(data=st.data())
def test_what_is_shown_lies_in_the_stream(protocol: str, data: st.DataObject) -> None:
    stream = data.draw(dirty_streams(protocol))
    for message in decoded(find(protocol)(), stream):
        end = message.offset + message.size
        assert 0 <= message.offset < end <= len(stream)
        if message.kind == "bad":
            assert bytes.fromhex(message.noise or "") == stream[message.offset : end]


@every_protocol
@given(hands=st.lists(st.tuples(cards, st.binary(max_size=200)), max_size=12))
def test_garbage_between_reports_costs_no_card(protocol: str, hands: list[tuple[str, bytes]]) -> None:
    codec = find(protocol)()
    stream = b"".join(noise + report(codec, drawn(card), n) for n, (card, noise) in enumerate(hands))
    messages = decoded(find(protocol)(), stream)
    assert [said.card for said in messages if said.kind == "card"] == [card for card, _ in hands]


@every_protocol
@pytest.mark.parametrize("length", range(140))
def test_nor_does_garbage_of_any_length_byte_by_byte(protocol: str, length: int) -> None:
    codec = find(protocol)()
    stream = b"\xff" * length + codec.encode(drawn("8s"), 0)
    messages = decoded(find(protocol)(), *(bytes([byte]) for byte in stream))
    assert kinds(messages)[-1] == "card 8s"


@every_protocol
@given(first=cards, second=cards, keep=st.integers(1, 7))
def test_a_truncated_report_does_not_swallow_the_next(protocol: str, first: str, second: str, keep: int) -> None:
    codec = find(protocol)()
    stream = codec.encode(drawn(first), 0)[:keep] + report(codec, drawn(second), 1)
    assert kinds(decoded(find(protocol)(), stream))[-1] == f"card {second}"


@every_protocol
@pytest.mark.parametrize("filling", [b"\xff", b"\x05", b"\x051", b"[", b"<", b"[Game]<", b"\x051D"])
def test_garbage_without_end_is_not_hoarded(protocol: str, filling: bytes) -> None:
    codec, stream = find(protocol)(), filling * 4096
    reported = sum(said.size for at in range(0, len(stream), 100) for said in codec.feed(stream[at : at + 100]))
    assert len(stream) - reported < 256


@every_protocol
def test_frames_are_counted_with_their_copies(protocol: str) -> None:
    codec = find(protocol)()
    codec.feed(report(codec, drawn("8s"), 0) + b"\xffnoise\n")
    assert codec.frames == codec.copies
