"""The supervised loop: it blocks until a card or a reader comes or goes, and outlives pcscd.

`seen` is called with the state of every reader whenever something may have changed, and with none when pcscd dies.
Only while there is no pcscd does the loop act unasked: it tries again, ever more rarely.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, repeat
from typing import Final

from drivers.badge.pcsc import UNAWARE, NoService, Service

States = Mapping[str, int]
BACKOFF_S: Final = (0.05, 0.1, 0.2, 0.4, 0.5)
CANCEL_EVERY_S, CANCEL_TIMES = 0.02, 100
"""A cancel that falls between two waits is lost, so it is repeated; a pcscd that hangs is not waited for."""


class Watch:
    """All readers, or those whose name contains `reader`."""

    def __init__(self, seen: Callable[[States], None], reader: str = "") -> None:
        self._seen, self._reader = seen, reader
        self._closed = threading.Event()
        self._service: Service | None = None
        self._thread = threading.Thread(target=self._run, name="badge-watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        if not self._thread.is_alive() or self._thread is threading.current_thread():
            return
        for _ in range(CANCEL_TIMES):
            if (service := self._service) is not None:
                service.cancel()
            self._thread.join(CANCEL_EVERY_S)
            if not self._thread.is_alive():
                return

    def _run(self) -> None:
        delays = _delays()
        while not self._closed.is_set():
            try:
                service = self._service = Service()
                delays = _delays()
                self._watch(service)
            except NoService:
                self._seen({})
                self._closed.wait(next(delays))
            finally:
                self._let_go()

    def _watch(self, service: Service) -> None:
        known: dict[str, int] = {}
        while not self._closed.is_set():
            names = [name for name in service.readers() if self._reader in name]
            states = {name: known.get(name, UNAWARE) for name in names}
            if UNAWARE not in states.values():  # else the wait returns at once, with all of them
                self._seen(states)
            known = service.wait(states)

    def _let_go(self) -> None:
        service, self._service = self._service, None
        if service is not None:
            service.close()


def _delays() -> Iterator[float]:
    return chain(BACKOFF_S, repeat(BACKOFF_S[-1]))
