"""Byte streams for codec tests: what a shoe would send, whole, cut and dirty."""

from itertools import pairwise

from hypothesis import strategies as st

from drivers.shoe import Codec, Message, find
from drivers.sim.shoe.deck import DECK

cards = st.sampled_from(DECK)


def drawn(card: str) -> Message:
    return Message("card", 0, card=card)


def report(codec: Codec, message: Message, number: int) -> bytes:
    return codec.encode(message, number) * codec.copies


def decoded(codec: Codec, *chunks: bytes) -> list[Message]:
    """All that is printed of a stream that then ends."""
    messages = [message for chunk in chunks for message in codec.feed(chunk)]
    messages += codec.silence(end=True)
    return [message for message in messages if message.kind != "sensed"]


def kinds(messages: list[Message]) -> list[str]:
    return [f"{said.kind} {said.card or said.code or said.count or said.name or ''}".strip() for said in messages]


def cut_up(stream: bytes, cuts: list[int]) -> list[bytes]:
    marks = [0, *sorted(cut % (len(stream) + 1) for cut in cuts), len(stream)]
    return [stream[start:end] for start, end in pairwise(marks)]


@st.composite
def dirty_streams(draw: st.DrawFn, protocol: str) -> bytes:
    """Reports, parts of reports and garbage in any order."""
    codec = find(protocol)()
    whole = st.builds(lambda card, number: report(codec, drawn(card), number), cards, st.integers(0, 30))
    part = st.builds(lambda frame, start, end: frame[start:-end], whole, st.integers(0, 9), st.integers(1, 9))
    return b"".join(draw(st.lists(st.one_of(whole, part, st.binary(max_size=90)), max_size=12)))
