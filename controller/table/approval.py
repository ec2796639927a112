"""A new pay table is played only after two supervisors said so, one after the other, within a minute.

The configuration is what says which pay table; a start that brings another one than was played with before leaves
the table closed, and `open` is refused until `pay-table ID` was said with two different badges. The first start
of a new record has nothing to differ from and needs nobody.
"""

from msgspec.structs import replace

from controller.events import Started
from controller.table.state import MS, Setup, State

WITHIN = 60_000 * MS


def propose(state: State, before: Setup | None, event: Started) -> State:
    """At a start: whether the pay table is another one, or still waits for its supervisors."""
    changed = event.two_badges and before is not None and before.rules.pay_table != state.setup.rules.pay_table
    return replace(state, unapproved=True, approved_by=None) if changed or state.unapproved else state


def name(state: State) -> str:
    table = state.setup.rules.pay_table
    return table.id if table else "none"


def approve(state: State, at: int) -> State:
    """The second of two supervisors makes it so; the first, or the same one again, begins the minute."""
    badge, since = state.approved_by or ("", 0)
    if badge in ("", state.badge) or at - since > WITHIN:
        return replace(state, approved_by=(state.badge or "", at), notice="SECOND SUPERVISOR WITHIN 60 S")
    return replace(state, unapproved=False, approved_by=None, notice=f"PAY TABLE {name(state)} APPROVED")
