"""What every codec promises about any bytes at all. The suite asks hypothesis for them, `make fuzz` atheris.

A story is what happens on a line: bytes that come in one piece, a silence, a cable out and in again.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, Literal

from drivers.shoe import SILENCE_NS, Codec, Message, as_json, find
from drivers.shoe.listener import Listener
from tests.shoe.witness import CARD, contradicted

Step = bytes | Literal["silence", "cable", "long cable"]
Story = list[Step]

MOST_HELD: Final = 2048
"""Bytes that a codec may keep of what it heard, whatever that was."""
MS: Final = 1_000_000
_TAKES: Final = {"silence": 101 * MS, "cable": 10 * MS, "long cable": 500 * MS}
SENSED_ENDS: Final = ("card", "unread", "bad")


def check(protocol: str, story: Story) -> list[Message]:
    """AssertionError, or whatever the codec raised, if a promise is broken; else what it said."""
    stream = b"".join(step for step in story if isinstance(step, bytes))
    said = tell(find(protocol)(), story)
    assert tell(find(protocol)(), story, byte_by_byte=True) == said, "pieces show"
    _places(stream, said)
    _order(said)
    _sensed_ends(said)
    _no_card_without_its_frame(protocol, stream, said)
    _no_card_that_is_contradicted(protocol, story, said)
    _listener(protocol, [*story, "silence"])
    return said


def tell(codec: Codec, story: Story, byte_by_byte: bool = False) -> list[Message]:
    said, last = list[Message](), -SILENCE_NS
    for at, step in _timed(story):
        if isinstance(step, bytes):
            pieces = [bytes([byte]) for byte in step] if byte_by_byte else [step]
            said += [one for piece in pieces for one in codec.feed(piece)]
            assert held(codec) <= MOST_HELD, f"holds {held(codec)} bytes"
            last = at
        else:
            said += codec.silence()
            if step != "silence":
                codec.restart(forget=at - last > SILENCE_NS)
    return said + codec.silence(end=True)


def _timed(story: Story) -> Iterator[tuple[int, Step]]:
    at = 0
    for step in story:
        at += _TAKES.get(step, MS) if isinstance(step, str) else MS
        yield at, step


def held(thing: object) -> int:
    """Bytes of the line in an object, however deep."""
    if isinstance(thing, bytes):
        return len(thing)
    if isinstance(thing, (list, tuple, set, dict)):
        return len(thing) + sum(held(part) for part in thing)
    return sum(held(part) for part in getattr(thing, "__dict__", {}).values())


def _places(stream: bytes, said: list[Message]) -> None:
    """In the stream, each byte in one message at most, and noise as it came."""
    ends = [(one.offset, one.offset + one.size) for one in said if one.kind not in ("sensed", "lost")]
    assert all(0 <= start < end <= len(stream) for start, end in ends)
    assert all(end <= start for (_, end), (start, _) in pairwise(sorted(ends))), "two messages of the same bytes"
    for one in said:
        as_json(one)
        if one.kind == "bad":
            assert bytes.fromhex(one.noise or "") == stream[one.offset : one.offset + one.size]


def _order(said: list[Message]) -> None:
    """Reports in the order they came; noise between copies may be told before the vote it stands in ends."""
    offsets = [one.offset for one in said if one.kind not in ("bad", "sensed")]
    assert offsets == sorted(offsets), "reports out of order"
    assert all((one.count or 0) > 0 for one in said if one.kind == "lost")


def _sensed_ends(said: list[Message]) -> None:
    """A card that was announced becomes a card, an unread one or noise, once and later."""
    for at, one in enumerate(said):
        if one.kind == "sensed":
            same = [later.kind for later in said[at + 1 :] if later.offset == one.offset and later.kind != "lost"]
            assert len(same) == 1, f"announced, then {same}"
            assert same[0] in SENSED_ENDS, f"announced, then {same}"


def _no_card_without_its_frame(protocol: str, stream: bytes, said: Iterable[Message]) -> None:
    """The bytes a card is said to come from say that card: to a witness, and to a codec that knows nothing else."""
    for one in said:
        if one.kind in ("card", "burn"):
            codec, frame = find(protocol)(), stream[one.offset : one.offset + one.size]
            assert protocol not in CARD or CARD[protocol](frame) == one.card, f"{frame!r} is not {one.card}"
            alone = [*codec.feed(frame * codec.copies), *codec.silence(end=True)]
            assert [(s.kind, s.card) for s in alone if s.kind != "sensed"] == [(one.kind, one.card)]


def _no_card_that_is_contradicted(protocol: str, story: Story, said: Iterable[Message]) -> None:
    """Unless a silence ended the vote between the two."""
    stream, pauses = b"", set[int]()
    for step in story:
        if isinstance(step, bytes):
            stream += step
        else:
            pauses.add(len(stream))
    for one in said:
        if one.kind in ("card", "burn") and not pauses & set(range(one.offset, one.offset + 2 * one.size)):
            assert not contradicted(protocol, stream, one.offset, one.size), f"a guess at {one.offset}"


def _listener(protocol: str, story: Story) -> None:
    """Behind the listener each message but noise, information and retransmissions is one event."""
    listener, events = Listener(find(protocol)()), 0
    for at, step in _timed(story):
        events += len(listener.hear(at, step) if isinstance(step, bytes) else listener.silence())
        if step in ("cable", "long cable"):
            listener.opened(at)
    said = tell(find(protocol)(), story)
    assert events == sum(one.kind not in ("bad", "info", "repeat") for one in said), "not one event each"
