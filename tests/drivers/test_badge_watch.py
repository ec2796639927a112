"""The watch's own order of things, on a scripted pcscd: what the real one here cannot be made to do.

vpcd's reader never leaves the list of readers: a reader that comes or goes by USB is played here.
"""

import threading
from collections.abc import Iterable

import pytest

from drivers.badge import watch
from drivers.badge.pcsc import NoService
from drivers.badge.watch import States, Watch

EMPTY, CARD = 16, (1 << 16) | 32


class Script:
    """Stands in for Service: lists of readers and answers to `wait`, then the watch is told to stop."""

    def __init__(self, lists: Iterable[list[str]], answers: Iterable[dict[str, int]], end: threading.Event) -> None:
        self._lists, self._answers, self._end = iter(lists), iter(answers), end
        self.asked: list[States] = []

    def readers(self) -> list[str]:
        return next(self._lists, [])

    def wait(self, known: States) -> dict[str, int]:
        self.asked.append(dict(known))
        answer = next(self._answers, None)
        if answer is None:
            self._end.set()
        return answer or dict(known)

    def close(self) -> None:
        pass


def run(
    monkeypatch: pytest.MonkeyPatch, lists: list[list[str]], answers: list[dict[str, int]], name: str = ""
) -> list[States]:
    seen: list[States] = []
    watching = Watch(lambda states: seen.append(dict(states)), name)
    script = Script(lists, answers, watching._closed)
    monkeypatch.setattr(watch, "Service", lambda: script)
    watching._run()
    return seen


def test_a_new_reader_is_asked_before_it_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = run(
        monkeypatch, [["a"], ["a"], ["a", "b"], ["a", "b"]], [{"a": EMPTY}, {"a": EMPTY}, {"a": EMPTY, "b": CARD}]
    )
    assert seen == [{"a": EMPTY}, {"a": EMPTY, "b": CARD}]


def test_a_reader_that_leaves_is_reported_before_the_next_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = run(monkeypatch, [["a"], ["a"], []], [{"a": CARD}, {"a": CARD}])
    assert seen == [{"a": CARD}, {}]


def test_a_reader_that_leaves_between_list_and_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """pcscd then says "unknown reader", and `wait` gives back what was known."""
    seen = run(monkeypatch, [["a"], ["a"], ["b"], ["b"]], [{"a": EMPTY}, {"a": EMPTY}, {"b": EMPTY}])
    assert seen == [{"a": EMPTY}, {"b": EMPTY}]


def test_only_the_readers_of_that_name(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = run(monkeypatch, [["Pit 1", "Cage"], ["Pit 1", "Cage"]], [{"Pit 1": EMPTY}], name="Pit")
    assert seen == [{"Pit 1": EMPTY}]


def test_without_pcscd_it_tries_ever_more_rarely(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[States] = []
    watching, waited = Watch(seen.append), Waits(8)

    def nobody() -> None:
        raise NoService

    monkeypatch.setattr(watch, "Service", nobody)
    monkeypatch.setattr(watching, "_closed", waited)
    watching._run()
    assert waited.delays == [0.05, 0.1, 0.2, 0.4, 0.5, 0.5, 0.5, 0.5]
    assert seen == [{}] * 8


class Waits(threading.Event):
    """Lets no time pass, and is set after so many waits."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self._times, self.delays = times, list[float | None]()

    def wait(self, timeout: float | None = None) -> bool:
        self.delays.append(timeout)
        if len(self.delays) == self._times:
            self.set()
        return self.is_set()
