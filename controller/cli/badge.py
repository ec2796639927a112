"""`upcard badge`: enroll the card that lies on the reader, and list who is enrolled. No hash or UID is shown."""

import json
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from drivers.badge import BadgeError
from drivers.badge.file import Badge, Role, add, already, check_name, load, make
from drivers.badge.identify import REQUIRE_9E

T = TypeVar("T")
NO_LIBRARY = "{} is not installed: pip install 'upcard[pi]' (it builds with gcc, python3-dev and libpcsclite-dev)"


def enroll(file: Path, name: str, role: Role, certificate: bool) -> int:
    check_name(name)
    _not_yet(file, name)
    badge = _interruptible(lambda: _enroll(file, name, role, certificate))
    print(f"{badge.name} is enrolled as {badge.role}, {_proof(badge)}")
    if badge.role in REQUIRE_9E and not badge.has_9e:
        print(f"note: a table asks a {badge.role} for a 9E key unless its file says otherwise", file=sys.stderr)
    return 0


def list_badges(file: Path, as_json: bool) -> int:
    badges = load(file)
    width = max((len(badge.name) for badge in badges), default=0)
    for badge in badges:
        line = {"name": badge.name, "role": badge.role, "9e": badge.has_9e}
        print(json.dumps(line) if as_json else f"{badge.name:{width}}  {badge.role:10}  {_proof(badge)}")
    return 0


def _not_yet(file: Path, name: str) -> None:
    """Said before anyone looks for the card."""
    for badge in load(file) if file.exists() else []:
        if badge.name == name:
            raise already(file, badge)


def _enroll(file: Path, name: str, role: Role, certificate: bool) -> Badge:
    try:
        from drivers.badge.enroll import next_card, read_card
        from drivers.badge.pcsc import Service

        with closing(Service()) as service:
            if service.readers():
                print("Put the badge on the reader (Ctrl-C ends it)", file=sys.stderr, flush=True)
            card = read_card(service, next_card(service), certificate)
    except ImportError as error:
        raise BadgeError(NO_LIBRARY.format(error.name)) from error
    badge = make(name, role, card.uid, card.certificate)
    add(file, badge, card.uid)
    return badge


def _proof(badge: Badge) -> str:
    return "with a 9E key" if badge.has_9e else "by its UID alone"


def _interruptible(work: Callable[[], T]) -> T:
    """Waiting for a card is a call into C that does not hear Ctrl-C; waiting for a thread does."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except Exception as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future.result()
