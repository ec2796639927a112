"""PC/SC: the only importer of smartcard, and of it only the thin `scard` layer.

pyscard's CardMonitor is not used: its thread ends for good when pcscd dies. `wait` blocks in SCardGetStatusChange
with the special reader that reports readers coming and going; pyscard lets go of the interpreter meanwhile.

Before pcsc-lite 2.3 that special reader compares with the readers of the moment the call began: one that is plugged
in within the microseconds since `readers` is seen at the next event of any kind. Since then it counts events, and
we hand the count back, so nothing is missed.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from smartcard import scard

from drivers.badge import BadgeError, Refused, Transmit

PLUGGED: Final = "\\\\?PnP?\\Notification"
MOST_READERS: Final = 15
"""pcsc-lite watches 16 at once, the special one among them."""
UNAWARE: Final[int] = scard.SCARD_STATE_UNAWARE
_NOTHING_NEW: Final = {
    scard.SCARD_E_TIMEOUT, scard.SCARD_E_CANCELLED, scard.SCARD_E_UNKNOWN_READER, scard.SCARD_E_READER_UNAVAILABLE,
}  # fmt: skip
_PROTOCOLS: Final = scard.SCARD_PROTOCOL_T0 | scard.SCARD_PROTOCOL_T1


class NoService(BadgeError):
    """There is no pcscd, or it went away."""


def usable(state: int) -> bool:
    return not state & (scard.SCARD_STATE_UNKNOWN | scard.SCARD_STATE_UNAVAILABLE)


def card_in(state: int) -> int | None:
    """Which card is in, by the reader's count of cards coming and going; none, None."""
    return state >> 16 if state & scard.SCARD_STATE_PRESENT else None


class Service:
    """One connection to pcscd. When anything says NoService, make another."""

    def __init__(self) -> None:
        status, self._context = scard.SCardEstablishContext(scard.SCARD_SCOPE_SYSTEM)
        if status != scard.SCARD_S_SUCCESS:
            raise NoService(_explain(status))
        self._plugged = UNAWARE

    def readers(self) -> list[str]:
        status, names = scard.SCardListReaders(self._context, [])
        if status == scard.SCARD_E_NO_READERS_AVAILABLE:
            return []
        if status != scard.SCARD_S_SUCCESS:
            raise NoService(_explain(status))
        return list(names)

    def wait(self, known: Mapping[str, int]) -> dict[str, int]:
        """Blocks until a reader's state is not as known, a reader comes or goes, or `cancel`."""
        asked = [*list(known.items())[:MOST_READERS], (PLUGGED, self._plugged)]
        status, states = scard.SCardGetStatusChange(self._context, scard.INFINITE, asked)
        if status in _NOTHING_NEW:
            return dict(known)
        if status != scard.SCARD_S_SUCCESS:
            raise NoService(_explain(status))
        found = {name: state & ~scard.SCARD_STATE_CHANGED for name, state, _ in states}
        self._plugged = found.pop(PLUGGED)
        return found

    def cancel(self) -> None:
        """Ends a `wait` of another thread; does nothing between two waits."""
        scard.SCardCancel(self._context)

    def close(self) -> None:
        scard.SCardReleaseContext(self._context)

    @contextmanager
    def card(self, reader: str) -> Iterator[Transmit]:
        """The card in this reader, ours alone until the block ends. Every failure is Refused."""
        status, handle, protocol = scard.SCardConnect(self._context, reader, scard.SCARD_SHARE_SHARED, _PROTOCOLS)
        _or_gone(status)

        def transmit(apdu: bytes) -> bytes:
            status, answer = scard.SCardTransmit(handle, protocol, list(apdu))
            _or_gone(status)
            if not answer:  # so some drivers say that the card was pulled
                raise Refused("gone")
            return bytes(answer)

        try:
            _or_gone(scard.SCardBeginTransaction(handle))
            yield transmit
        finally:
            scard.SCardDisconnect(handle, scard.SCARD_LEAVE_CARD)


def _or_gone(status: int) -> None:
    if status != scard.SCARD_S_SUCCESS:
        raise Refused("gone")


def _explain(status: int) -> str:
    if status == scard.SCARD_W_SECURITY_VIOLATION:
        return (
            "pcscd turned this user away: allow org.debian.pcsc-lite.access_pcsc in polkit; see journalctl -u pcscd"
        )
    if status == scard.SCARD_E_NO_SERVICE:
        return "pcscd does not run: apt-get install pcscd, then systemctl enable --now pcscd.socket"
    return f"pcscd failed: {scard.SCardGetErrorMessage(status).rstrip('.')}; see journalctl -u pcscd"
