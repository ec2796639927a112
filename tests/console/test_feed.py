"""The one reader of the runtime's socket, against a core that says what the test wants."""

import asyncio
import tempfile
from pathlib import Path

import pytest

from controller.console.events import difference
from controller.console.feed import LONGEST_LINE, OFFLINE, Feed, Moment

FACTS, PICTURE = b'{"table":{}}', b'{"phase":"betting"}'


async def moments(said: bytes, count: int) -> list[Moment]:
    """The first moments of a feed whose core says this and hangs up."""

    async def speak(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        writer.close()

    with tempfile.TemporaryDirectory(prefix="upcard") as folder:
        path = Path(folder) / "table.sock"
        feed = Feed(path)
        seen: list[Moment] = []
        feed.ring = lambda: seen.append(feed.now)  # type: ignore[method-assign]
        async with await asyncio.start_unix_server(speak, path), asyncio.timeout(10):
            task = asyncio.create_task(feed.run())
            while len(seen) < count:
                await asyncio.sleep(0)
            task.cancel()
    return seen[:count]


def test_passes_the_lines_on_and_is_offline_at_the_end() -> None:
    said = FACTS + b"\n" + PICTURE + b"\n"
    assert asyncio.run(moments(said, 3)) == [Moment(FACTS), Moment(FACTS, PICTURE), OFFLINE]


def test_half_a_line_is_no_picture() -> None:
    said = FACTS + b"\n" + PICTURE + b"\n" + PICTURE[:9]
    assert asyncio.run(moments(said, 4)) == [Moment(FACTS), Moment(FACTS, PICTURE), OFFLINE, Moment(FACTS)]


def test_a_line_beyond_the_limit_is_given_up_and_tried_again() -> None:
    said = FACTS + b"\n" + b"x" * (2 * LONGEST_LINE) + b"\n"
    assert asyncio.run(moments(said, 3)) == [Moment(FACTS), OFFLINE, Moment(FACTS)]


NEW = b'{"phase":"locking"}'


@pytest.mark.parametrize(
    ("seen", "now", "names"),
    [
        (None, OFFLINE, [b"offline"]),
        (OFFLINE, OFFLINE, []),
        (None, Moment(FACTS), [b"table"]),
        (None, Moment(FACTS, PICTURE), [b"table", b"picture"]),
        (OFFLINE, Moment(FACTS, PICTURE), [b"table", b"picture"]),
        (Moment(FACTS, PICTURE), Moment(FACTS, PICTURE), []),
        (Moment(FACTS, PICTURE), Moment(FACTS, NEW), [b"picture"]),
        (Moment(FACTS, PICTURE), OFFLINE, [b"offline"]),
    ],
)
def test_a_stream_says_the_difference(seen: Moment | None, now: Moment, names: list[bytes]) -> None:
    said = difference(seen, now)
    assert [line[7:] for line in said.splitlines() if line.startswith(b"event: ")] == names
    assert said.endswith(b"\n\n")
