"""A connection that does not say a whole request in time is closed.

uvicorn waits for ever for the rest of a request's head, so some hundred connections that say half of one would keep
everybody else from the page. One that was answered, or is being answered, is uvicorn's to close.
"""

from asyncio import Transport
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle


class Patient(H11Protocol):
    """Looks every `seconds` whether a request came since the last look, or one is going on."""

    seconds: ClassVar[float] = 10.0
    _answered: RequestResponseCycle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(self.seconds, self._look)

    def _look(self) -> None:
        if self.transport.is_closing():
            return
        idle = self.cycle is None or self.cycle.response_complete
        if idle and self.cycle is self._answered:
            self.transport.close()
            return
        self._answered = self.cycle
        self.loop.call_later(self.seconds, self._look)
