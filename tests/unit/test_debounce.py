"""Chatter becomes facts: against a reference that looks at the whole history at once."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.debounce import MS, Change, Debounce

SETTLE = 30 * MS


def run(edges: list[tuple[int, bool]]) -> list[Change]:
    """Feed edges in order and ask exactly when told to, as the driver's timers do."""
    debounce = Debounce(SETTLE, level=False)
    asked: list[int] = []
    said: list[Change] = []

    def ask_before(instant: int) -> None:
        while asked and min(asked) < instant:
            when = min(asked)
            asked.remove(when)
            if change := debounce.due(when):
                said.append(change)
                asked.extend([debounce.quiet_at] if change.kind == "flaps" else [])

    for at, level in edges:
        ask_before(at)
        asked.append(debounce.edge(at, level))
    ask_before(1 << 62)
    return said


def test_a_clean_edge_counts_after_the_settle_time_with_its_own_stamp() -> None:
    debounce = Debounce(SETTLE, level=False)
    assert debounce.edge(5 * MS, level=True) == 35 * MS
    assert debounce.due(34 * MS) is None
    assert debounce.due(35 * MS) == Change("level", 5 * MS, True)


def test_chatter_is_one_change_stamped_by_its_first_edge() -> None:
    edges = [(0, True), (2 * MS, False), (3 * MS, True), (9 * MS, False), (11 * MS, True)]
    assert run(edges) == [Change("level", 0, True)]


def test_a_touch_that_goes_back_is_nothing() -> None:
    assert run([(0, True), (10 * MS, False)]) == []


def test_a_sensor_that_flaps_is_reported_once_and_not_believed() -> None:
    edges = [(number * 50 * MS, number % 2 == 0) for number in range(60)]
    said = run(edges)
    flaps = [change for change in said if change.kind == "flaps"]
    assert len(flaps) == 1
    believed = {change.at for change in said if change.at > flaps[0].at}
    assert believed <= {edges[-1][0]}, "only the level it ended with"


def test_after_a_second_of_quiet_a_flapping_sensor_is_believed_again() -> None:
    edges = [(number * 50 * MS, number % 2 == 0) for number in range(41)]
    at, level = edges[-1]
    assert run(edges)[-1] == Change("level", at, level)


def test_also_one_that_fell_silent_with_the_edge_that_was_one_too_many() -> None:
    edges = [(number * 50 * MS, number % 2 == 0) for number in range(21)]
    at, level = edges[-1]
    assert run(edges)[-2:] == [Change("flaps", at, False), Change("level", at, level)]


@given(st.lists(st.integers(1, 99), max_size=25))
def test_it_agrees_with_a_reference(gaps: list[int]) -> None:
    """Bursts shorter than a second: a run of edges closer than the settle time is one candidate."""
    edges, at = [], 0
    for number, gap in enumerate(gaps):
        at += gap * MS if number % 5 else 500 * MS
        edges.append((at, number % 2 == 0))
    assert run(edges) == reference(edges)


def reference(edges: list[tuple[int, bool]]) -> list[Change]:
    found, level, first = [], False, None
    for (at, raw), after in zip(edges, [at for at, _ in edges[1:]] + [1 << 62], strict=False):
        first = at if first is None else first
        if after - at > SETTLE:
            if raw != level:
                level = raw
                found.append(Change("level", first, level))
            first = None
    return found
