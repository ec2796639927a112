"""Makes the golden journal of a version. Run once per layout, when it is new; a golden file is never made again.

python -m tests.recovery.golden tests/recovery/golden-1.db
"""

import sys
from pathlib import Path

from controller.journal import Journal
from controller.runtime import Runtime
from tests.recovery.support import DAY, Stopped, opening
from tests.stateful.rounds import Felt, play_round
from tests.tables import LINES

ROUNDS = 2


class Days(Stopped):
    """A wall clock that a golden file is written by: it moves with the rounds."""

    day = 20_000

    def wall(self) -> int:
        return self.day * DAY


def main(path: Path) -> int:
    if path.exists():
        print(f"{path}: is there already; a golden file is kept, not made again", file=sys.stderr)
        return 2
    journal, clock = Journal(path), Days()
    for line in LINES:
        play_game(journal, clock, line)
    journal.close()
    return 0


def play_game(journal: Journal, clock: Days, line: str) -> None:
    """A new configuration between rounds, then rounds."""
    felt, runtime = Felt(line, seed=1), Runtime(journal, clock)
    for event in opening(line):
        runtime.post(event)
    for _ in range(ROUNDS):
        play_round(felt)
        for event in felt.happened:
            runtime.post(event)
        runtime.flush()
        clock.day += 1
    runtime.close()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
