"""`upcard shoe decode FILE`: what a line said, from the bytes that were kept of it.

FILE is a ring written by the link (known by its magic, its older half read with it) or a plain dump. A ring
has stamps, so silence and reopened lines end votes as they did live; in a dump only the end of file does.
Offsets count the bytes of the line, in a ring from its oldest byte.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from drivers.shoe import SILENCE_NS, Codec, Message, as_json, find
from drivers.shoe.capture import is_ring, records

_CHUNK: Final = 65536
_WORDS: Final = {
    "card": "card {0.card}",
    "burn": "burn {0.card}",
    "unread": "unread card",
    "cut": "cut card",
    "repeat": "repeat {0.card}",
    "error": "error {0.code}",
    "cleared": "error cleared",
    "lost": "{0.count} reports lost",
    "bad": "bad bytes {0.noise}",
    "info": "{0.name} {0.code}",
}


def decode_file(path: Path | str, protocol: str, as_json: bool) -> Iterator[str]:
    """One line per message. ValueError for an unknown protocol, OSError for a file that cannot be read."""
    show = _object if as_json else _sentence
    codec, path = find(protocol)(), Path(path)
    messages = _from_ring(codec, path) if is_ring(path) else _from_dump(codec, path)
    return (show(message) for message in messages if message.kind != "sensed")


def _from_dump(codec: Codec, path: Path) -> Iterator[Message]:
    with path.open("rb") as file:
        while data := file.read(_CHUNK):
            yield from codec.feed(data)
    yield from codec.silence(end=True)


def _from_ring(codec: Codec, path: Path) -> Iterator[Message]:
    last = None
    for at, data in records(path):
        quiet = last is None or not 0 <= at - last <= SILENCE_NS
        if quiet or not data:
            yield from codec.silence()
        if not data:
            codec.restart(forget=quiet)
        yield from codec.feed(data)
        last = at if data else last
    yield from codec.silence(end=True)


def _object(message: Message) -> str:
    return as_json(message)


def _sentence(message: Message) -> str:
    return f"{message.offset:>8}  {_WORDS[message.kind].format(message).replace(' None', '')}"
