"""The records process, asked over its unix socket: past rounds, meters, exports."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import msgspec

WITHIN: Final = 60.0
"""Seconds for an answer: meters of a long record are counted from its beginning once."""
CHUNK: Final = 1 << 16
WHOLE: Final = b"\0"
"""What follows the last byte of an export that is complete."""


class NoRecords(Exception):
    """The records process is not answering."""


class Records:
    def __init__(self, path: Path) -> None:
        self._path = path

    async def ask(self, **request: object) -> bytes:
        """One line of JSON."""
        try:
            async with asyncio.timeout(WITHIN):
                line = b"".join([chunk async for chunk in self.stream(**request)])
        except TimeoutError:
            raise NoRecords from None
        if not line.endswith(b"\n"):
            raise NoRecords
        return line

    async def stream(self, **request: object) -> AsyncIterator[bytes]:
        """All that is said, as it comes."""
        try:
            reader, writer = await asyncio.open_unix_connection(self._path)
        except OSError:
            raise NoRecords from None
        try:
            writer.write(msgspec.json.encode(request) + b"\n")
            while chunk := await reader.read(CHUNK):
                yield chunk
        except OSError:
            raise NoRecords from None
        finally:
            writer.close()
