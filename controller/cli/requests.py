"""What may be asked of a running table over its socket, and who answers: a command, its devices, a bench's line.

Decisions
- A command is an event with the badge that is in at the table, and `step` decides. Where no badge is in, nothing is
  posted: whoever can open a page could otherwise write into the record and on the dealer's display.
- The last card, its frame and the number of bytes (a ten may be written longer than a nine) are left out from the
  lock until the hole card is exposed, and after a void, which exposes none.
- Called on the socket's thread: nothing here waits, and a request that is none is answered in one line.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.cli.assembly import Table
from controller.events import Command
from controller.table import State
from drivers.health import Devices, Journal

Request = dict[str, Any]
Answer = dict[str, Any]
Asked = Callable[[Request], Answer]
MOST_WORDS: Final = 12
LONGEST_WORD: Final = 40
LONGEST_REASON: Final = 200
OK: Final[Answer] = {"ok": True}
NO_BENCH: Final = "this is a live table: it has no bench"


def answerer(
    table: Callable[[], Table], devices: Callable[[], Devices], bench: Callable[[str], None] | None
) -> Asked:
    """`bench` does a line, or raises ValueError with a sentence; None on a live table."""

    def answer(request: Request) -> Answer:
        try:
            if "do" in request:
                return _do(table(), request)
            if "bench" in request:
                return _bench(bench, request["bench"])
            return _ask(table(), devices, request.get("ask"))
        except ValueError as error:
            return {"error": str(error)}

    return answer


def _do(table: Table, request: Request) -> Answer:
    words, reason = _words(request["do"]), _reason(request.get("reason", ""))
    badge = table.state.badge if table.state else None
    if badge is None:
        return {"error": f"REFUSED: {words[0]} needs a badge at the table"}
    notice = table.ask(Command(table.now(), words, badge, reason or " ".join(("do", *words)))).notice
    return {"error": notice} if notice.startswith("REFUSED") else OK


def _words(said: object) -> tuple[str, ...]:
    if not isinstance(said, list) or not 0 < len(said) <= MOST_WORDS:
        raise ValueError('a command is a list of words, as in ["amount", "1", "main", "500"]')
    if not all(isinstance(word, str) and 0 < len(word) <= LONGEST_WORD and word.isprintable() for word in said):
        raise ValueError(f"each word of a command is a text of 1 to {LONGEST_WORD} characters")
    return tuple(said)


def _reason(said: object) -> str:
    if not isinstance(said, str) or len(said) > LONGEST_REASON or not said.isprintable():
        raise ValueError(f"a reason is a line of at most {LONGEST_REASON} characters")
    return said


def _bench(bench: Callable[[str], None] | None, line: object) -> Answer:
    if bench is None:
        raise ValueError(NO_BENCH)
    if not isinstance(line, str):
        raise ValueError("a bench's line is a text, as in `chip 1 main`")
    bench(line)
    return OK


def _ask(table: Table, devices: Callable[[], Devices], what: object) -> Answer:
    if what != "devices":
        raise ValueError("ask for devices, do a command, or say a bench's line")
    found, state = devices(), table.state
    journal = Journal(table.seq, *table.written)
    badge = replace(found.badge, role=state.role if state else None)
    hidden = replace(found.shoe, last_card=None, last_frame=None, bytes=None)
    shoe = found.shoe if state and may_tell(state) else hidden
    return {"devices": replace(found, shoe=shoe, badge=badge, journal=journal)}


def may_tell(state: State) -> bool:
    """Whether the card that left the shoe last is known to everybody."""
    return state.exposed if state.status == "partial" else state.status != "void"
