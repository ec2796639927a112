"""Every clause of the five rule texts: what it says, the code that applies it, the tests that prove it.

`python -m tests.clauses` writes docs/clauses.md. A test proves a clause with `@pytest.mark.clause("…")`,
a table script with a line `# clause: …`; both are found by reading the files, nothing is run.

A clause about what happens on the felt (`felt=True`) is proven only by a table script.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "clauses.md"


class Clause(NamedTuple):
    id: str
    says: str
    code: str
    felt: bool = False


def sd(number: int, says: str, code: str, felt: bool = False) -> Clause:
    return Clause(f"SD 20:18:15:30.10({number})", says, code, felt)


def wo(number: str, says: str, code: str, felt: bool = False) -> Clause:
    letter = f"({number[-1]})" if number[-1].isalpha() else ""
    return Clause(f"SD 20:18:15:30.08({number.rstrip('abcdefg')}){letter}", says, code, felt)


def wa(number: int, says: str, code: str, felt: bool = False) -> Clause:
    return Clause(f"WA DB21 {number}", says, code, felt)


DB21: Final = "controller.games.dealer_bust_21:DealerBust21"
BASE: Final = "controller.games.blackjack:Blackjack"
WINNERS: Final = "controller.games.winners_option:"
BREAKZ: Final = "controller.games.dealer_breakz:DealerBreakz"
NO_BUST: Final = "controller.games.no_bust_21:"
STUD: Final = "controller.games.stud:"
TABLES: Final = "controller.games.charter:_pay_table"
BETS: Final = "controller.table.bets:"
HANDS: Final = "controller.table.hands:"
DEALER: Final = "controller.table.dealer:"

TEXTS: Final[dict[str, tuple[Clause, ...]]] = {
    "Dealer Bust 21, South Dakota 20:18:15:30.10": (
        sd(1, "A spot of its own beside the main spot, and a box for the up card", f"{DEALER}box_covered", True),
        sd(2, "No db21 without a main bet", f"{DB21}.orphaned"),
        sd(3, "The bet is chips on the db21 spot", f"{BETS}spot_changed", True),
        sd(4, "Chips after the first card are no bet and go back", f"{BETS}late", True),
        sd(5, "A dealer bust wins", f"{DB21}.busts"),
        sd(6, "The first up card sets the pay; it lies in the box once the hole card shows", f"{DB21}.busts", True),
        sd(7, "Deal and play are those of blackjack", f"{BASE}.settle_hand", True),
        sd(8, "A busted player's cards are tucked under a live db21", f"{HANDS}_tuck", True),
        sd(9, "No dealer bust: all db21 lose and come off before the other hands", f"{BASE}.settle", True),
        sd(10, "Dealer bust: from the last seat to the first, main bet before db21", f"{BASE}.settle", True),
        sd(11, "With only db21 bets left the dealer still plays out", f"{DEALER}dealer_hits", True),
        sd(12, "One of four pay tables", TABLES),
    ),
    "Winners Option, South Dakota 20:18:15:30.08": (
        wo("1", "One arrow per seat; the dealer's second card is the up card", f"{WINNERS}WinnersOption.check", True),
        wo("2", "P hands play blackjack", f"{BASE}.may", True),
        wo("3", "D hands draw like the dealer, who hits soft 17", f"{WINNERS}WinnersOption.hand_over", True),
        wo("4", "A busted D hand lies sideways with its bet on top", f"{BETS}_expected_to_clear", True),
        wo("5", "A D blackjack is collected, or ties the dealer's", f"{WINNERS}_settle_d"),
        wo("6", "After P and D hands the dealer shows the hole card and draws", f"{DEALER}start_dealer", True),
        wo("7", "P bets are settled as in blackjack", f"{WINNERS}WinnersOption.settle_hand"),
        wo("8", "D below a dealer who did not bust is paid 1 to 1", f"{WINNERS}_compare"),
        wo("9", "D without blackjack against the dealer's is paid 1 to 1", f"{WINNERS}_against_natural"),
        wo("10", "D that did not bust loses to a dealer bust", f"{WINNERS}_settle_d"),
        wo("11", "A busted D is paid 1 to 1 if the dealer did not bust", f"{WINNERS}_busted"),
        wo("12", "Both busted: half of the D bet is taken, the larger part if uneven", f"{WINNERS}larger_half"),
        wo("13", "Ties neither win nor lose", f"{WINNERS}_compare"),
        wo("14", "Insurance for P and D against an ace", f"{BASE}.insured"),
        wo("15", "No surrender", f"{WINNERS}WinnersOption.may"),
        wo("16", "Bets before the first card, within the posted limit", f"{BETS}check_limits", True),
        wo("16a", "P wins when only the dealer busts", f"{BASE}.compare"),
        wo("16b", "D wins below the dealer, nobody over 21", f"{WINNERS}_compare"),
        wo("16c", "Read as: P wins above the dealer, nobody over 21", f"{BASE}.compare"),
        wo("16d", "P wins with the only blackjack", f"{BASE}.naturals"),
        wo("16e", "D wins when the dealer has the only blackjack", f"{WINNERS}_against_natural"),
        wo("16f", "D wins when only D busts", f"{WINNERS}_busted"),
        wo("16g", "The half loss of (12) once more", f"{WINNERS}larger_half"),
    ),
    "Dealer Bust 21, Washington": (
        wa(1, "Blackjack unchanged, with a second spot and an up-card box", f"{DEALER}box_covered", True),
        wa(2, "No db21 without a main bet", f"{DB21}.orphaned"),
        wa(3, "The bet is chips on the db21 spot", f"{BETS}spot_changed", True),
        wa(4, "Chips after the first card are no bet and go back", f"{BETS}late", True),
        wa(5, "A dealer bust wins unless the player's total is over 29", "controller.games.dealer_bust_21:_over29"),
        wa(6, "The first up card sets the pay; it lies in the box once the hole card shows", f"{DB21}.busts", True),
        wa(7, "There are four pay tables", TABLES),
        wa(8, "Deal and play are those of blackjack", f"{BASE}.settle_hand", True),
        wa(9, "A busted player's cards are tucked under a live db21", f"{HANDS}_tuck", True),
        wa(10, "No dealer bust: all db21 lose and come off before the other hands", f"{BASE}.settle", True),
        wa(11, "Dealer bust: from the last seat to the first, main bet before db21", f"{BASE}.settle", True),
        wa(12, "With only db21 bets left the dealer still plays out", f"{DEALER}dealer_hits", True),
        wa(13, "The table in use sets the pay", TABLES),
    ),
    "Dealer Breakz": (
        Clause("Breakz 1", "A live side bet on the dealer's bust, paid by its cards; Dealer Envy", f"{BREAKZ}.busts"),
        Clause("Breakz 2", "Bet before the deal; the player's cards wait under the bet", f"{HANDS}_tuck", True),
        *(Clause(f"Breakz T{n}", f"Pay table {n}", TABLES) for n in range(1, 14)),
    ),
    "No Bust 21": (
        Clause("NB21 1", "2, 6, 7 or 8 decks without jokers; a house minimum", "controller.games.charter:_decks"),
        Clause("NB21 2", "Dealt like blackjack but for what follows", f"{NO_BUST}NoBust21"),
        Clause("NB21 2a", "Nobody busts: nearest to 21 wins", f"{NO_BUST}_nearest"),
        Clause("NB21 2b", "A player's 21 is paid 1 to 1 at once; no hit above hard 21", f"{NO_BUST}made_21"),
        Clause("NB21 2c", "The dealer hits 17, stands on 18 and on soft 22 to 24", f"{NO_BUST}NoBust21.dealer_draws"),
        Clause("NB21 2d", "Equally near is a push, but the house wins equal totals above 21", f"{NO_BUST}_nearest"),
        Clause("NB21 2e", "Split pairs, double any two cards, also after a split", f"{BASE}.may"),
        Clause("NB21 Stud", "Bonus on the first two cards and the up card; envy of top hands", f"{STUD}settle"),
        Clause("NB21 Stud cap", "A round's payouts may be capped, not below $5000", f"{STUD}_capped"),
    ),
}  # fmt: skip

PROCEDURE: Final[frozenset[str]] = frozenset()
"""Clauses of the felt still waiting for their table script."""


def all_clauses() -> Iterator[Clause]:
    for clauses in TEXTS.values():
        yield from clauses


def proofs() -> dict[str, list[str]]:
    """Clause -> the tests and scripts that name it."""
    found: dict[str, list[str]] = {}
    tests = [(path, _marked(path)) for path in sorted((ROOT / "tests").rglob("*.py"))]
    scripts = [(path, _noted(path)) for path in sorted((ROOT / "tests" / "rounds").rglob("*.txt"))]
    for path, names in tests + scripts:
        for name in dict.fromkeys(names):
            found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return found


def _marked(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
            yield from (ast.literal_eval(argument) for argument in node.args)


def _noted(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8").splitlines():
        _, found, names = line.partition("# clause:")
        if found:
            yield from (name.strip() for name in names.split(","))


def exists(code: str) -> bool:
    """Whether `module:Class.function` is defined in that module's source."""
    module, _, name = code.partition(":")
    stem = ROOT / module.replace(".", "/")
    path = stem / "__init__.py" if stem.is_dir() else stem.with_suffix(".py")
    body: list[ast.stmt] = ast.parse(path.read_text(encoding="utf-8")).body if path.exists() else []
    for part in name.split("."):
        defined = [n for n in body if isinstance(n, ast.ClassDef | ast.FunctionDef) and n.name == part]
        if not defined:
            return False
        body = defined[0].body
    return True


def unproven() -> set[str]:
    found = proofs()
    return {clause.id for clause in all_clauses() if not _proven(clause, found.get(clause.id, []))}


def _proven(clause: Clause, places: list[str]) -> bool:
    return any(place.startswith("tests/rounds/") for place in places) if clause.felt else bool(places)


def page() -> str:
    found = proofs()
    lines = ["# Clauses", "", "Written by `make clauses`: every clause, the code that applies it, and its proof.", ""]
    for text, clauses in TEXTS.items():
        lines += [f"## {text}", "", "| clause | in short | code | proven by |", "|---|---|---|---|"]
        lines += [_row(clause, found.get(clause.id, [])) for clause in clauses]
        lines.append("")
    return "\n".join(lines)


def _row(clause: Clause, places: list[str]) -> str:
    shown = [f"`{place.removeprefix('tests/')}`" for place in places]
    if not _proven(clause, places):
        shown.append("(table script to come)")
    return f"| {clause.id} | {clause.says} | `{clause.code.removeprefix('controller.')}` | {' '.join(shown)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
