"""The words of the games room: what a round looks like to a rule, and what a rule answers.

Decisions
- A rule sees facts, never the table: hands, wagers, and as much of the dealer's hand as may be known
  now (`Dealer`). `settle` returns only what is decided by those facts, in shown order. So one function
  serves the finished round (`upcard settle`) and the live one, and "does any wager still depend on the
  dealer?" is simply "is one undecided?".
- A game is a module with an object `GAME`; `games.find(name)` imports it. Nothing registers itself.
- Amounts may be unknown on a live table: then `wager` and `net` are None, the outcome and odds still hold.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, Protocol

from msgspec import UNSET, Struct, UnsetType

from controller.cards import Card
from controller.money import Cents, Odds

Outcome = Literal["win", "lose", "push", "half", "returned", "award"]


class RuleError(ValueError):
    """Something a rule refuses; the text says what, where and what is allowed."""


class PayTable(Struct, frozen=True):
    """`rows` maps a row's key, as the game looks it up, to what it pays to 1.

    `missing`: rows its source does not give; such a table makes no rules until they are supplied.
    `readings`: rows that rest on a reading of the source. `awards`: fixed sums in cents, by row.
    """

    id: str
    rows: dict[str, int]
    source: str
    version: int = 1
    missing: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    awards: dict[str, Cents] = {}


class Rules(Struct, frozen=True, kw_only=True):
    """One table's choice among what the texts allow; made and checked by `Game.rules`."""

    game: str
    jurisdiction: str | None = None
    pay_table: PayTable | None = None
    decks: int = 6
    hit_soft17: bool = False
    peek: bool = True
    up_card: Literal["first", "second"] = "first"
    natural_pays: Odds = Odds(3, 2)
    surrender: Literal["no", "late"] = "no"
    double: Literal["any", "9-11", "10-11"] = "any"
    double_after_split: bool = True
    max_hands: int = 4
    resplit_aces: bool = False
    smallest_chip: Cents = 100
    dealer_envy: bool = False
    envy: dict[str, Cents] = {}
    cap: Cents | None = None


class Hand(Struct, frozen=True, gc=False):
    cards: tuple[Card, ...] = ()
    doubled: bool = False
    surrendered: bool = False
    from_split: bool = False


class Seat(Struct, frozen=True, gc=False):
    """A seat in a round. `wagers` by spot, None where the amount is unknown.

    A table without a full panel knows no player hands: `hands` is empty and base bets are not settled.
    `over29` says what the panel's key said, where hands are not followed (Washington).
    `opening`: the seat's first two cards, where several splits have hidden which they were.
    """

    seat: int
    hands: tuple[Hand, ...]
    wagers: Mapping[str, Cents | None]
    insurance: Cents | UnsetType | None = UNSET
    player: str | None = None
    over29: bool = False
    opening: tuple[Card, ...] = ()


class Dealer(Struct, frozen=True, gc=False):
    """What may be known of the dealer's hand now: up card first, hole card second once exposed, draws.

    `dealt`: the initial deal is complete. `natural`: None while nobody may know. `complete`: no more cards.
    """

    cards: tuple[Card, ...]
    dealt: bool = True
    natural: bool | None = None
    complete: bool = False


class Known(Struct, frozen=True, gc=False):
    """The dealer's hand as far as anybody may know it; `points` and `bust` only count once complete."""

    cards: tuple[Card, ...]
    points: int
    complete: bool
    bust: bool
    natural: bool | None
    dealt: bool


class Bet(Struct, frozen=True, gc=False):
    seat: int
    spot: str
    wager: Cents | None
    hand: int | UnsetType = UNSET


class Ground(Struct, frozen=True, gc=False):
    """The clauses applied, the sentence for the dealer, and whether it rests on our reading of the text."""

    clauses: tuple[str, ...]
    why: str
    reading: bool = False


class Settlement(Struct, frozen=True, gc=False):
    """One decided wager. `pays` is odds on a win, else None; `net` is what the player gains."""

    seat: int
    spot: str
    outcome: Outcome
    pays: str | None
    wager: Cents | None
    net: Cents | None
    clauses: tuple[str, ...]
    reading: bool
    why: str
    hand: int | UnsetType = UNSET


class Total(Struct, frozen=True, gc=False):
    """A hand's count; `soft` if an ace counts 11 in it."""

    points: int
    soft: bool


class Game(Protocol):
    """What the table asks of a game. Pure; no method reads a clock, a file or a device."""

    @property
    def name(self) -> str: ...
    @property
    def base_spots(self) -> tuple[str, ...]:
        """Spots that put a seat into the deal: `main`, or `p` and `d`."""

    @property
    def side_spots(self) -> tuple[str, ...]:
        """Spots that need a base bet at the same seat."""

    @property
    def takes(self) -> tuple[str, ...]:
        """Which of the options that not every game has this one takes: `jurisdiction`, `pay_table`, …"""

    @property
    def decides_in_deal(self) -> bool:
        """Whether a wager can be decided before the deal is complete."""

    @property
    def needs_panel(self) -> bool:
        """Whether the game can only be followed with a full panel."""

    def rules(self, options: Mapping[str, object]) -> Rules:
        """Checked rules from settle-style options (`soft17`, `pay_table`, …), or RuleError."""

    def tables(self) -> Mapping[str, PayTable]:
        """The pay tables that come with the game, by id."""

    def total(self, cards: tuple[Card, ...]) -> Total:
        """The hand's total as the dealer would call it."""

    def busted(self, cards: tuple[Card, ...]) -> bool: ...

    def dealer_draws(self, rules: Rules, cards: tuple[Card, ...]) -> bool:
        """The dealer's own drawing rule; also that of a D hand."""

    def hand_over(self, rules: Rules, spot: str, hand: Hand) -> bool:
        """The hand takes no more cards by itself: 21, bust, doubled and completed, split aces completed, …"""

    def may(self, rules: Rules, key: str, hand: Hand, hands: tuple[Hand, ...], spot: str = "main") -> bool:
        """Whether `double`, `split`, `surrender` or `insurance` is offered on this hand of these hands.

        That the up card is an ace (insurance) is for the caller to see.
        """

    def no_bet_clauses(self, rules: Rules, word: str) -> tuple[str, ...]:
        """The clauses by which a wager goes back: `NO BET` came too late; other words have no clause."""

    def check(self, rules: Rules, dealer: tuple[Card, ...], seat: Seat) -> None:
        """RuleError for what a seat's record shows and no round of this game can hold."""

    def settle(self, rules: Rules, dealer: Dealer, seats: Iterable[Seat]) -> list[Settlement]:
        """Every wager decided by what is known, in the order shown at the table."""
