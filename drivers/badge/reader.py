"""The badge reader of a live table: BadgeIn, BadgeOut, and the reader lost and back.

A card is read on a thread of its own, so a card that hangs delays neither its removal nor another card. What a
reading finds counts only while that very card is still in: each insertion has a ticket, and removal tears it.

The badge that came last is the one that is in; when it goes, none is, even if an earlier one still lies on another
reader. A card that is refused posts nothing. A badge that lies there when pcscd comes back proves itself again.
"""

import threading
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final, Literal, NamedTuple

from controller.events import BadgeIn, BadgeOut, DeviceBack, DeviceLost
from controller.ports import Clock, Post
from drivers.badge import Reason, Refused
from drivers.badge.file import Badge, BadgeFileError, load
from drivers.badge.identify import REQUIRE_9E, hurried, identify
from drivers.badge.pcsc import NoService, Service, card_in, usable
from drivers.badge.watch import States, Watch

NAME: Final = "reader"


class Health(NamedTuple):
    """For diagnostics; never a UID."""

    connected: bool
    recognised: int
    refused: Mapping[Reason, int]


class Ticket(NamedTuple):
    """One insertion: which card it was by the reader's count, and when it was noticed."""

    card: int
    at: int


def _nobody(_: object) -> None:
    """Who is told before anyone asked."""


class BadgeReader:
    def __init__(
        self,
        badges: Path,
        clock: Clock,
        require_9e: Collection[str] = REQUIRE_9E,
        reader: str = "",
        refused: Callable[[Reason], None] = _nobody,
    ) -> None:
        """`refused` hears why a card opened nothing, on the reading's thread."""
        load(badges)  # a wrong configuration is not a lost device: it is a BadgeFileError now
        self._badges, self._clock, self._require_9e, self._tell_refused = badges, clock, require_9e, refused
        self._post: Post = _nobody
        self._watch, self._lock, self._closed = Watch(self._seen, reader), threading.RLock(), False
        self._connected: bool | None = None
        self._found = False
        self._tickets: dict[str, Ticket] = {}
        self._badge_at: str | None = None
        self._recognised, self._refused = 0, Counter[Reason]()

    def start(self, post: Post) -> None:
        self._post = post
        self._watch.start()

    def close(self) -> None:
        self._closed = True
        self._watch.close()

    @property
    def state(self) -> Literal["ok", "no_reader", "lost"]:
        if self._connected:
            return "ok"
        return "lost" if self._found else "no_reader"

    @property
    def health(self) -> Health:
        with self._lock:
            return Health(bool(self._connected), self._recognised, dict(self._refused))

    # the watch's thread

    def _seen(self, states: States) -> None:
        with self._lock:
            if self._closed:
                return
            cards = {name: card for name, state in states.items() if (card := card_in(state)) is not None}
            for name in [name for name, ticket in self._tickets.items() if cards.get(name) != ticket.card]:
                self._removed(name)
            self._announce(any(map(usable, states.values())))
            for name in cards.keys() - self._tickets.keys():
                self._inserted(name, cards[name])

    def _announce(self, connected: bool) -> None:
        before, self._connected = self._connected, connected
        self._found = self._found or connected
        if connected and before is False:
            self._post(DeviceBack(self._clock.now(), NAME))
        elif not connected and before is not False:
            self._post(DeviceLost(self._clock.now(), NAME))

    def _removed(self, name: str) -> None:
        del self._tickets[name]
        if self._badge_at == name:
            self._badge_at = None
            self._post(BadgeOut(self._clock.now()))

    def _inserted(self, name: str, card: int) -> None:
        ticket = self._tickets[name] = Ticket(card, self._clock.now())
        threading.Thread(target=self._read, args=(name, ticket), name="badge-card", daemon=True).start()

    # a reading's thread

    def _read(self, name: str, ticket: Ticket) -> None:
        try:
            self._recognise(name, ticket, self._identify(name))
        except Refused as refused:
            with self._lock:
                self._refused[refused.reason] += 1
            self._tell_refused(refused.reason)

    def _identify(self, name: str) -> Badge:
        """A connection of its own: pcscd serves one call at a time on each."""
        try:
            with closing(Service()) as service, service.card(name) as card:
                return identify(hurried(card, self._clock.now), load(self._badges), self._require_9e)
        except NoService:
            raise Refused("gone") from None
        except BadgeFileError:
            raise Refused("file") from None

    def _recognise(self, name: str, ticket: Ticket, badge: Badge) -> None:
        with self._lock:
            if self._closed or self._tickets.get(name) is not ticket:
                raise Refused("gone")
            self._recognised += 1
            self._badge_at = name
            self._post(BadgeIn(ticket.at, badge.role, badge.name))
