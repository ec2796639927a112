"""The one reader of the runtime's socket, against a core that says what the test wants."""

import asyncio
import json
import tempfile
from pathlib import Path

import pytest

from controller.console.events import difference
from controller.console.feed import LONGEST_LINE, MOST_ASKED, OFFLINE, Feed, Moment, Offline, TooMuch

FACTS, PICTURE = b'{"table":{}}', b'{"phase":"betting"}'
BENCH = b'{"bench":{"autoplay":true}}'


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


def test_answers_are_not_pictures_and_a_bench_s_note_is_told_on() -> None:
    said = FACTS + b"\n" + b'{"answer":1}\n' + BENCH + b"\n" + PICTURE + b"\n"
    seen = asyncio.run(moments(said, 4))
    assert seen == [Moment(FACTS), Moment(FACTS, None, BENCH), Moment(FACTS, PICTURE, BENCH), OFFLINE]


def test_half_a_line_is_no_picture() -> None:
    said = FACTS + b"\n" + PICTURE + b"\n" + PICTURE[:9]
    assert asyncio.run(moments(said, 4)) == [Moment(FACTS), Moment(FACTS, PICTURE), OFFLINE, Moment(FACTS)]


def test_a_line_beyond_the_limit_is_given_up_and_tried_again() -> None:
    said = FACTS + b"\n" + b"x" * (2 * LONGEST_LINE) + b"\n"
    assert asyncio.run(moments(said, 3)) == [Moment(FACTS), OFFLINE, Moment(FACTS)]


def test_a_flood_never_reaches_the_table() -> None:
    """Which would drop the console for it."""

    async def flood() -> list[object]:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(FACTS + b"\n")
            while line := await reader.readline():
                writer.write(b'{"answer":%d,"ok":true}\n' % json.loads(line)["id"])

        with tempfile.TemporaryDirectory(prefix="upcard") as folder:
            feed = Feed(Path(folder) / "table.sock")
            async with await asyncio.start_unix_server(answer, Path(folder) / "table.sock"), asyncio.timeout(10):
                task = asyncio.create_task(feed.run())
                while feed.now is OFFLINE:
                    await asyncio.sleep(0)
                said = await asyncio.gather(*(feed.ask(ask="x") for _ in range(60)), return_exceptions=True)
                task.cancel()
        return list(said)

    said = asyncio.run(flood())
    assert said[:MOST_ASKED] == [{"ok": True}] * MOST_ASKED
    assert {type(one) for one in said[MOST_ASKED:]} == {TooMuch}


def test_nobody_can_be_asked_where_nobody_answers() -> None:
    with pytest.raises(Offline):
        asyncio.run(Feed(Path("nowhere.sock")).ask(ask="devices"))


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
        (Moment(FACTS), Moment(FACTS, None, BENCH), [b"bench"]),
        (Moment(FACTS), Moment(FACTS, None, None, b"{}"), []),
    ],
)
def test_a_stream_says_the_difference(seen: Moment | None, now: Moment, names: list[bytes]) -> None:
    said = difference(seen, now)
    assert [line[7:] for line in said.splitlines() if line.startswith(b"event: ")] == names
    assert not said or said.endswith(b"\n\n")
