"""The clause matrix holds: every clause has code that exists and a proof, and the page is fresh."""

import pytest

from tests import clauses

CLAUSES = list(clauses.all_clauses())
LISTED = [clause.id for clause in CLAUSES]


def test_every_clause_is_listed_once() -> None:
    assert len(LISTED) == len(set(LISTED)) == 12 + 16 + 7 + 13 + 2 + 13 + 9


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_every_clause_names_code_that_exists(clause: clauses.Clause) -> None:
    assert clauses.exists(clause.code), f"{clause.id}: {clause.code} is not defined; say what applies the clause now"


def test_code_that_does_not_exist_is_noticed() -> None:
    assert not clauses.exists("controller.games.blackjack:Blackjack.shuffle")
    assert not clauses.exists("controller.games.roulette:Wheel")


def test_every_clause_is_proven() -> None:
    assert clauses.unproven() <= clauses.PROCEDURE
    assert {clause.id for clause in CLAUSES if clause.felt} >= clauses.PROCEDURE


def test_proofs_name_clauses_that_exist() -> None:
    assert set(clauses.proofs()) <= set(LISTED)


def test_the_page_is_fresh() -> None:
    fresh = clauses.PAGE.read_text(encoding="utf-8") == clauses.page()
    assert fresh, "docs/clauses.md is stale; run make clauses"
