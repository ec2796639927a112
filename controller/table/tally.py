"""What the table has counted for its statistics: hits by row and cards by rank, whole numbers only.

They are kept in the state, so a restart loses nothing and a replay counts the same; whether they have left the odds
is for `math` to say. A new configuration begins them anew, and so does a technician who leaves `service`: whatever
was wrong has been seen to.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from controller.cards import RANKS
from controller.games.rows import hit_of
from controller.table.state import Past, State, Tally


def counted(state: State, past: Past) -> Tally | None:
    """With the round that just ended, if it says something about the odds."""
    if state.tally is None or past.status != "settled":
        return state.tally
    found = hit_of(state.setup.rules, past.dealer, past.settlements)
    if found is None:
        return state.tally
    hits = state.tally.hits
    return replace(state.tally, hits={**hits, found: hits.get(found, 0) + 1})


def shuffled(state: State, seen: Mapping[str, int]) -> Tally | None:
    """The shoe's cards are put with those of the shoes before, but for what is `seen` again in the new one."""
    return state.tally and replace(state.tally, ranks=_less(ranks(state), _by_rank(seen)))


def ranks(state: State) -> tuple[int, ...]:
    """All cards drawn, in the order of `cards.RANKS`."""
    before = (state.tally and state.tally.ranks) or (0,) * len(RANKS)
    return tuple(a + b for a, b in zip(before, _by_rank(state.seen), strict=True))


def _by_rank(seen: Mapping[str, int]) -> tuple[int, ...]:
    found = dict.fromkeys(RANKS, 0)
    for card, count in seen.items():
        if card[:-1] in found:
            found[card[:-1]] += count
    return tuple(found.values())


def _less(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a - b for a, b in zip(one, other, strict=True))
