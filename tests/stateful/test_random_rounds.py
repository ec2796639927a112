"""Random rounds of every game end settled or voided, with their wagers conserved (`rounds`)."""

import pytest

from tests.stateful.rounds import Felt, play_round
from tests.tables import LINES

ROUNDS = 300


@pytest.mark.parametrize("line", LINES)
def test_random_rounds_end_and_conserve_their_wagers(line: str) -> None:
    felt = Felt(line, seed=4)
    for _ in range(ROUNDS):
        play_round(felt)
    assert felt.tally["settled"] + felt.tally["void"] == ROUNDS
    assert felt.tally["compared"] > ROUNDS // 3
    assert felt.tally["suspended on the way"] > ROUNDS // 20
