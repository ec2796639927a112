"""Every key of [table], and the sections a file has; those of the hardware are in `hardware`.

A key without a default that matters is checked for in `house`, `pins` or `devices`: what is needed depends on
the game and on `bench`. Options of the rules are UNSET unless said: the game tells "not said" from "said, and
wrong here", and knows the choices.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Struct, UnsetType

from controller.config.hardware import Badge, Console, Display, Gpio, Journal, Shoe
from controller.config.words import Cents, Flag, Pays, Percent, Text, allowed, span, what


class Limit(Struct, frozen=True):
    """What one spot takes."""

    min: Annotated[Cents | UnsetType, what("smallest wager")] = UNSET
    max: Annotated[Cents | UnsetType, what("largest wager")] = UNSET


class Table(Struct, frozen=True):
    """The game and the house's choices. All money is in cents: $5 is 500."""

    game: Annotated[
        str, allowed("dealer-bust-21, winners-option, dealer-breakz or no-bust-21"), what("which game; required")
    ] = ""
    name: Annotated[Text, what("what people call the table; unless said the game")] = ""
    bench: Annotated[Flag, what("a simulated table, which needs no hardware")] = False
    jurisdiction: Annotated[
        str | UnsetType, allowed("SD or WA"), what("whose text; Dealer Bust 21 has both, unless said SD")
    ] = UNSET
    pay_table: Annotated[
        Annotated[int, span(1, 999, "the number of a pay table")] | UnsetType,
        what("Dealer Bust 21 and Breakz; unless said 1"),
    ] = UNSET
    pay_rows: Annotated[
        dict[str, Pays] | UnsetType,
        what('rows of Breakz tables 7 to 12, from the approved document: `{ 6 = …, 7 = …, "8+" = … }`'),
    ] = UNSET
    seats: Annotated[int, span(1, 9), what("how many; seat 1 is first base")] = 7
    decks: Annotated[
        Annotated[int, span(1, 99, "a number of decks")] | UnsetType, what("in the shoe; unless said 6")
    ] = UNSET
    panel: Annotated[
        Literal["full", "over29", "none"],
        allowed("full, over29 or none"),
        what("the dealer's panel; `over29` is a key a seat for totals over 29 (WA)"),
    ] = "full"
    box: Annotated[Flag, what("an up-card box is fitted")] = True
    burn: Annotated[int, span(0, 20), what("cards burned after a shuffle")] = 0
    debounce_ms: Annotated[int, span(1, 500), what("how long a contact must be quiet to count")] = 30
    uncertainty_ms: Annotated[
        int, span(0, 200), what("a wager this near to the first card is for the supervisor to decide")
    ] = 15
    limits: Annotated[dict[str, Limit], what("per spot: `main = { min = 500, max = 50000 }`")] = {}
    edge: Annotated[
        dict[str, Percent], what("within which the side bet's exact house edge must lie: `{ min = 1, max = 15 }`")
    ] = {}
    chips: Annotated[dict[str, Cents], what("spots that take one fixed amount: `db21 = 500`")] = {}
    smallest_chip: Annotated[Cents | UnsetType, what("what halves are rounded to; unless said 100")] = UNSET
    soft17: Annotated[str | UnsetType, allowed("hit or stand"), what("the dealer on soft 17; unless said stand")] = (
        UNSET
    )
    up_card: Annotated[
        str | UnsetType, allowed("first or second"), what("which of the dealer's cards; unless said first")
    ] = UNSET
    peek: Annotated[Flag | UnsetType, what("the dealer looks for a natural; unless said true")] = UNSET
    natural_pays: Annotated[str | UnsetType, allowed("3:2, or 6:5 with one deck in SD"), what("unless said 3:2")] = (
        UNSET
    )
    double: Annotated[str | UnsetType, allowed("any, 9-11 or 10-11"), what("on which two cards; unless said any")] = (
        UNSET
    )
    double_after_split: Annotated[Flag | UnsetType, what("unless said true")] = UNSET
    max_hands: Annotated[
        Annotated[int, span(1, 99, "1 to 4")] | UnsetType, what("hands of a seat by splitting; unless said 4")
    ] = UNSET
    resplit_aces: Annotated[Flag | UnsetType, what("unless said false")] = UNSET
    surrender: Annotated[str | UnsetType, allowed("no or late"), what("unless said no")] = UNSET
    dealer_envy: Annotated[Flag | UnsetType, what("awards to the dealer, Breakz table 13; unless said false")] = UNSET
    envy: Annotated[
        dict[str, Cents] | UnsetType,
        what("No Bust 21: `suited_three_of_a_kind` and `straight_flush`; without them envy is off"),
    ] = UNSET
    cap: Annotated[Cents | UnsetType, what("No Bust 21: the most one round pays, from 500000")] = UNSET


class Sections(Struct, frozen=True):
    """The whole file."""

    table: Table = Table()
    shoe: Shoe = Shoe()
    gpio: Gpio = Gpio()
    display: Display = Display()
    badge: Badge = Badge()
    journal: Journal = Journal()
    console: Console = Console()
