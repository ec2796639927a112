"""docs/odds.md and its pictures: the text stands here, every figure in it is computed.

`python -m tests.math.page` writes them (`make odds`); test_page.py says when they are stale.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

from controller import games
from controller.cli.math.chart import svg
from controller.cli.math.pictures import picture
from controller.games.blackjack import Blackjack
from controller.games.model import PayTable
from controller.math.evidence import TOLERANCE
from controller.math.figures import bounds, figures
from controller.math.law import Law
from controller.math.pair import PairOdds, pair_odds
from controller.math.shoe import full
from controller.math.side_bets import dealer_envy, rows_of, side_edge
from controller.math.tree import NATURAL, tree
from tests.math.support import pairs, rules

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
SOFT17: Final = {"stand": "stands on soft 17", "hit": "hits soft 17"}

TEXT: Final = """# Odds

What the bets of each game give and take, computed exactly, and how a table notices that its results have left those
odds. This page is written by `make odds` from the code that computes; a test says when it is stale.

    upcard math dealer-bust-21 --decks 6 --soft17 hit
    upcard math dealer-breakz --pay-table BREAKZ-7 --pay-rows 6:40 7:100 8+:250
    upcard math winners-option --simulate 1000000
    upcard math dealer-bust-21 --plot edge.svg
    upcard math no-bust-21 --json

`--left` gives the cards that are left of each rank, A to K, instead of a full shoe. `--json` also holds every
probability as a fraction (`exact`). A `.png` needs Pillow; a `.svg` needs nothing.

## What the figures are

Per unit wagered: **hit** is how often the bet wins, **RTP** what comes back with the stake, **edge** what the house
keeps, **variance** that of the net. They hold for any bet placed before the first card of a freshly shuffled shoe,
and for every later round too as long as nobody looks at the cards: a card not yet seen is as likely as any other. A
dealer's natural is no bust.

- **Peek** makes no difference to a bet on the dealer's bust: the same cards lie there, looked at early or late. It
  does change what a player knows after it (`bust_after_peek`), and it costs the mimic of No Bust 21 the 21 that he
  would have drawn against a natural.
- **Washington's limit of 29** depends on the player. The WA figures are for a seat that never draws on a hard 20 or
  21.
- **Tables 7 to 12 of Breakz** lack rows in their source. They have no edge, only bounds, until the rows are given.

## How they are computed

A dealer draws by a rule that sees only his cards. So all the orders of the same cards which the rule allows are
equally likely, whatever the shoe. There are {ends:,} hands that he can end with; the orders of each, by up card,
are counted once with the game's own drawing rule (`controller/math/tree.py`), and a shoe only says how likely one
order is: a product of whole numbers (`law.py`). Everything stays an integer until it is printed.

Two hands from one shoe (the D bet, the mimic) are one such law for each hand of the first: {ends:,} of them, a
second of work. What a pair of results pays is asked of the game's own `settle`. The 3 Card Stud Bonus goes through
every three cards. The base game is the only figure that is simulated, by basic strategy; it is marked as such and
carries its error.

The tests hold every figure against a way that shares no code with it: a walk card by card with Fractions, every
order of a few cards, counting by formula, symmetry (the D bet loses half of what both busts take), and rounds
settled by the game within four standard errors.
"""

LIVE: Final = """## The live statistics

`controller/math/drift.py` answers after any round: have the results left the odds?

**Method.** A test by betting. Somebody who does not believe the odds starts with a stake of 1 and bets on every
round at the fair price; `evidence` is what the stake has become. If the odds are right it cannot be expected to
grow, and it *ever* reaches 1,000 with a probability of at most 1 in 1,000 (Ville's inequality). That is the alarm.
The stake is spread by a mixture of Dirichlet laws around the exact odds, which has a closed form in the counts: no
history is kept. For cards half of it is bet on the usual fault, that some of one rank are read as another.

**Why not a chi-square test or three sigma.** They keep their promise at one look. Looked at after every round they
are sure to alarm some day, and a table is looked at for years.

**Why the shoe does not hurt.** Cards are drawn without replacement, so the rounds of a shoe depend on each other.
For ranks that helps: counts drawn without replacement are never more spread out than independent ones (Hoeffding
1963), so from shoe to shoe the bet is fair or worse than fair. For hits every round by itself has the exact odds,
and one round's cards are too few of a shoe to tell much about the next. For looks inside a shoe neither is a
theorem; the runs below look at every round. The cut card lets the cards decide how many rounds a shoe has, which
moved the bust frequency by 0.15% ± 0.09% of itself in three million rounds of six decks; results are held against
the nearest odds within {tolerance:.0%} of the exact ones, so that this never becomes an alarm.

**Which rounds count.** Only those where a side bet made the dealer play out: the bet lay there before the first
card, so the cards did not choose the round. How players draw decides which cards the dealer gets, not how likely
they are. A round that he plays out because a player is still in is chosen by the cards and does not count.

**What it names.** The row or rank furthest from its odds, and the usual cause: another pay table, another rule on
soft 17 or number of decks than dealt, a rank that the shoe reads as another, cards missing. A player who bets only
when the shoe is rich moves the hits too.

`bands` gives each row an interval that holds at every look at once, for a plot beside the exact odds.

Measured by `python -m tests.math.drift` (three seats that draw as the dealer does, six decks, cut at three
quarters, looked at after every round):

| what is wrong | runs | alarm at round, Dealer Bust 21: middle, last | Breakz: middle, last |
|---|---|---|---|
| settled by another pay table (SD-2 for SD-1, BREAKZ-5 for BREAKZ-3) | 50 | 52, 419 | 33, 170 |
| one 9 in 5 read as 10 | 50 | 447, 713 | 424, 764 |
| one 9 in 8 read as 10 | 50 | 1,250, 1,948 | 1,265, 1,819 |
| one 9 in 12 read as 10 | 5 | 2,942, 3,544 | 3,343, 3,684 |
| one 9 in 20 read as 10 | 5 | 9,670, 13,823 | 8,523, 12,216 |
| dealt by the other rule on soft 17 | 5 | none in 20,000 | none in 20,000 |
| nothing | 50 | none in 20,000 | none in 20,000 |

A wrong setting of soft 17 moves the hits so little that it does not show in 20,000 rounds. It shows on the felt
instead: a card drawn where the rule stands is an `overdraw`.
"""


def pages() -> dict[Path, str]:
    """Every generated file and what it must hold."""
    found = {DOCS / "odds.md": odds_page()}
    for game in ("dealer-bust-21", "dealer-breakz"):
        found[DOCS / "images" / f"odds-{game}.svg"] = svg(picture(rules(game), full(6), list(tables(game).values())))
    return found


def odds_page() -> str:
    ends = sum(map(len, tree("dealer-breakz", True).ends.values()))
    parts = [TEXT.format(ends=ends), *_busts(), *_side_bets(), *_no_bust(), *_d_bet()]
    return "\n".join([*parts, LIVE.format(tolerance=TOLERANCE)])


def tables(game: str) -> dict[str, PayTable]:
    found = games.find(game)
    assert isinstance(found, Blackjack)
    return dict(found.tables())


def _busts() -> Iterator[str]:
    yield "## The dealer's bust, six decks\n"
    laws = {soft17: Law(tree("dealer-breakz", soft17 == "hit"), full(6)) for soft17 in SOFT17}
    first = next(iter(laws.values())).by_up_card()
    yield from _table(("up card", *first, "all"), [
        (f"dealer {SOFT17[name]}", *map(_percent, law.by_up_card().values()), _percent(law.labels()["bust"]))
        for name, law in laws.items()
    ])  # fmt: skip
    rows = {soft17: rows_of(rules("dealer-breakz", soft17=soft17), full(6)) or {} for soft17 in SOFT17}
    yield from _table(("cards", *rows["hit"]), [
        (f"dealer {SOFT17[name]}", *(f"{float(odds):.6f}" for odds in row.values())) for name, row in rows.items()
    ])  # fmt: skip


def _side_bets() -> Iterator[str]:
    for game, title in (("dealer-bust-21", "Dealer Bust 21"), ("dealer-breakz", "Dealer Breakz")):
        found = games.find(game)
        assert isinstance(found, Blackjack)
        for soft17, words in SOFT17.items():
            yield f"## {title}, dealer {words}\n"
            decks = found.charter.decks
            heads = (
                "table",
                *(f"edge, {n} deck{'s' if n > 1 else ''}" for n in decks),
                "RTP, 6",
                "hit, 6",
                "variance, 6",
            )
            yield from _table(heads, [_row(table, soft17, decks) for table in tables(game).values()])
        yield f"![House edge by pay table and decks, bust probability by up card](images/odds-{game}.svg)\n"
    yield from _envy()


def _row(table: PayTable, soft17: str, decks: Sequence[int]) -> Sequence[str]:
    game = "dealer-breakz" if table.id.startswith("BREAKZ") else "dealer-bust-21"
    rows = {n: rows_of(rules(game, soft17=soft17, decks=n), full(n)) or {} for n in decks}
    if table.missing:
        return (table.id, *(f"≤ {_percent(bounds(rows[n], table).edge_at_most)}" for n in decks), "", "", "")
    made = {n: figures(rows[n], table.rows) for n in decks}
    edges = (_percent(made[n].edge) for n in decks)
    return (table.id, *edges, _percent(made[6].rtp), _percent(made[6].hit), f"{float(made[6].variance):.3f}")


def _envy() -> Iterator[str]:
    table = tables("dealer-breakz")["BREAKZ-13"]
    costs = {
        words: dealer_envy(rows_of(rules("dealer-breakz", soft17=soft17), full(6)) or {}, table)
        for soft17, words in SOFT17.items()
    }
    told = ", ".join(f"${float(cost):.4f} where the dealer {words}" for words, cost in costs.items())
    yield f"Dealer Envy (table 13) costs on average {told}, per wager of at least $5, with six decks.\n"


def _no_bust() -> Iterator[str]:
    yield "## No Bust 21\n"
    law = Law(tree("no-bust-21", True), full(6)).labels()
    law["21"] += law.pop(NATURAL)
    yield from _table(("dealer's total, 6 decks", *law), [("probability", *map(_percent, law.values()))])
    mimics = {peek: pair_odds(rules("no-bust-21", peek=peek), "main", pairs("no-bust-21")) for peek in (True, False)}
    yield "A player who draws as the dealer does, six decks:\n"
    names = ("win", "lose", "push", "edge")
    yield from _table(("", *names), [
        ("peek" if peek else "no peek", *_told(odds, names)) for peek, odds in mimics.items()
    ])  # fmt: skip
    studs = {decks: side_edge(rules("no-bust-21", decks=decks)) for decks in (2, 6, 7, 8)}
    yield from _table(("3 Card Stud", "edge", "RTP", "hit", "variance"), [
        (f"{decks} decks", _percent(odds.edge), _percent(odds.rtp), _percent(odds.hit), f"{float(odds.variance):.3f}")
        for decks, odds in studs.items() if odds
    ])  # fmt: skip


def _d_bet() -> Iterator[str]:
    yield "## Winners Option, the D bet\n"
    odds = pair_odds(rules("winners-option"), "d", pairs("winners-option"))
    names = ("win", "lose", "push", "half", "edge")
    yield from _table(("", *names), [("6 decks", *_told(odds, names))])
    yield "For wagers that divide evenly; of an uneven one the house takes the larger half.\n"


def _told(odds: PairOdds, names: Sequence[str]) -> Iterator[str]:
    return (_percent(getattr(odds, name)) for name in names)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}"
    yield "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _percent(value: Fraction) -> str:
    return f"{float(value):.3%}"


def main() -> None:
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
