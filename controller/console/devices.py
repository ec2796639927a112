"""The devices' counters, asked of the runtime once a second for all who look at them, and by nobody else."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

import msgspec

from controller.console.feed import Feed, Offline, TooMuch

EVERY: Final = 1.0


class DevicesWatch:
    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._watchers = 0
        self._task: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def looked_at(self) -> AsyncIterator[None]:
        self._watchers += 1
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            self._watchers -= 1
            if not self._watchers and self._task:
                self._task.cancel()
                self._task = None

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(Offline, TooMuch):
                answer = await self._feed.ask(ask="devices")
                if "devices" in answer:
                    self._feed.show_devices(msgspec.json.encode(answer))
            await asyncio.sleep(EVERY)
