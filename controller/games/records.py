"""`upcard settle`: a round per line in, its results per line out (formats.md).

Decisions
- Never a guess: a line is settled whole or refused with one sentence that names the seat and the way out.
- The game decides what its hands may look like (`Game.check`); here is what holds for every game: cards
  and their number, wagers, the dealer's hand.
- "Does a wager depend on the unfinished dealer hand?" is asked of the game's own `settle`.
- Rules are made once per set of options: a file of rounds has few.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from controller import games
from controller.cards import DECK, Card, CardError, parse_card
from controller.games.charter import LARGEST
from controller.games.lines import RoundRecord, SeatRecord, decode
from controller.games.model import Dealer, Game, Hand, Outcome, RuleError, Rules, Seat, Settlement
from controller.games.options import OPTION_NAMES
from controller.money import Cents


class Result(Struct, frozen=True, gc=False):
    """A settlement with its keys in the order of formats.md."""

    seat: int
    spot: str
    hand: int | UnsetType
    outcome: Outcome
    pays: str | None
    wager: Cents | None
    net: Cents | None
    clauses: tuple[str, ...]
    reading: bool
    why: str


_ENCODER: Final = msgspec.json.Encoder()
_RULES: Final[dict[tuple[object, ...], Rules]] = {}
_CARDS: Final[dict[str, Card]] = {str(card): card for card in DECK}
_MOST_RULES: Final = 1000


def settle_stream(lines: Iterable[bytes], out: BinaryIO) -> int:
    """Answer each line; 1 if any could not be settled."""
    code = 0
    for number, line in enumerate(lines, 1):
        answer, settled = _answer(line, number)
        out.write(answer + b"\n")
        code = code if settled else 1
    return code


def settle_line(line: bytes, number: int) -> bytes:
    """The answer to one line, without its newline."""
    return _answer(line, number)[0]


def _answer(line: bytes, number: int) -> tuple[bytes, bool]:
    try:
        results = [as_result(one) for one in settle_record(line)]
    except RuleError as error:
        return _ENCODER.encode({"error": str(error), "line": number}), False
    return _ENCODER.encode({"settlements": results}), True


def as_result(one: Settlement) -> Result:
    return Result(
        one.seat, one.spot, one.hand, one.outcome, one.pays, one.wager, one.net, one.clauses, one.reading,
        one.why,
    )  # fmt: skip


def settle_record(line: bytes) -> list[Settlement]:
    """The results of one round, or RuleError."""
    record = decode(line)
    game = games.find(record.game)
    rules = _rules(game, record)
    dealer = _cards(record.dealer, "dealer")
    seats = _seats(game, rules, record.seats)
    _check_copies(rules.decks, dealer, seats)
    for seat in seats:
        game.check(rules, dealer, seat)
    return _settle(game, rules, _check_dealer(game, rules, dealer), seats)


# -- reading -------------------------------------------------------------------------------------------


def _rules(game: Game, record: RoundRecord) -> Rules:
    values = tuple([getattr(record, name) for name in OPTION_NAMES])
    key = (record.game, *[tuple(v.items()) if type(v) is dict else v for v in values])
    rules = _RULES.get(key)
    if rules is None:
        given = {name: value for name, value in zip(OPTION_NAMES, values, strict=True) if value is not UNSET}
        rules = game.rules(given)
        if len(_RULES) < _MOST_RULES:
            _RULES[key] = rules
    return rules


def _cards(texts: tuple[str, ...], *place: object) -> tuple[Card, ...]:
    try:
        return tuple([_CARDS[text] for text in texts])
    except KeyError as error:
        raise RuleError(f"{' '.join(map(str, place))}: {_no_card(error.args[0])}") from None


def _no_card(text: str) -> str:
    try:
        return parse_card(text)
    except CardError as error:
        return str(error)


def _seats(game: Game, rules: Rules, records: tuple[SeatRecord, ...]) -> list[Seat]:
    seen: set[int] = set()
    for record in records:
        if record.seat in seen:
            raise RuleError(f"seat {record.seat} is given twice; give each seat once")
        seen.add(record.seat)
        _check_wagers(game, rules, record)
    return [_seat(record) for record in records]


def _seat(record: SeatRecord) -> Seat:
    split = len(record.hands) > 1
    hands = []
    for number, hand in enumerate(record.hands, 1):
        cards = _cards(hand.cards, "seat", record.seat, "hand", number)
        hands.append(Hand(cards, hand.doubled, hand.surrendered, hand.from_split or split))
    return Seat(record.seat, tuple(hands), record.wagers, record.insurance, record.player)


def _check_wagers(game: Game, rules: Rules, record: SeatRecord) -> None:
    chip = rules.smallest_chip
    for spot, cents in record.wagers.items():
        if spot not in game.base_spots and spot not in game.side_spots:
            spots = ", ".join(game.base_spots + game.side_spots)
            raise RuleError(f"seat {record.seat}: unknown spot {spot!r}; {game.name} has {spots}")
        if cents <= 0 or cents % chip:
            allowed = f"a positive multiple of the smallest chip, {chip} cents"
            raise RuleError(f"seat {record.seat} {spot}: {cents} is not {allowed}")
        if cents > LARGEST:
            raise RuleError(f"seat {record.seat} {spot}: {cents} is more than the {LARGEST} cents a wager may be")
    if not record.wagers:
        raise RuleError(f"seat {record.seat}: no wager; leave the seat out")
    if not record.hands and not record.wagers.keys().isdisjoint(game.base_spots):
        raise RuleError(f"seat {record.seat}: no hand for its bet; give its cards in hands")


# -- checking ------------------------------------------------------------------------------------------


def _check_copies(decks: int, dealer: tuple[Card, ...], seats: list[Seat]) -> None:
    cards = list(dealer)
    for seat in seats:
        for hand in seat.hands:
            cards += hand.cards
    if len(cards) - len(set(cards)) < decks:
        return
    card, count = Counter(cards).most_common(1)[0]
    if count > decks:
        raise RuleError(f"{card} is shown {count} times; the shoe holds {decks} of it")


def _check_dealer(game: Game, rules: Rules, cards: tuple[Card, ...]) -> Dealer:
    """The dealer's hand with what it says: whether it is finished, and a natural or not."""
    if not cards:
        raise RuleError("dealer: no cards; give at least the up card")
    for end in range(2, len(cards)):
        if not game.dealer_draws(rules, cards[:end]):
            total = game.total(cards[:end]).points
            raise RuleError(f"dealer: {cards[end]} was drawn on {total}, where the dealer stands")
    if len(cards) == 1:
        return Dealer(cards, natural=_excluded(game, cards))
    return Dealer(cards, natural=False, complete=not game.dealer_draws(rules, cards))


def _excluded(game: Game, up: tuple[Card, ...]) -> bool | None:
    """Only an ace or a ten-valued up card can become a natural."""
    return None if game.total(up).points >= 10 else False


def _settle(game: Game, rules: Rules, dealer: Dealer, seats: list[Seat]) -> list[Settlement]:
    results = game.settle(rules, dealer, seats)
    if dealer.complete:
        return results
    settled = {(one.seat, one.spot, one.hand or 1) for one in results}
    for wager in _wagers(game, seats):
        if wager not in settled:
            shown = " ".join(dealer.cards)
            raise RuleError(f"seat {wager[0]} {wager[1]} depends on the dealer's hand {shown}, which is not finished")
    return results


def _wagers(game: Game, seats: list[Seat]) -> Iterator[tuple[int, str, int]]:
    """Every wager that a finished round settles: seat, spot, hand."""
    for seat in seats:
        for spot in seat.wagers:
            hands = len(seat.hands) if spot in game.base_spots else 1
            yield from ((seat.seat, spot, number) for number in range(1, hands + 1))
        if seat.insurance is not UNSET:
            yield seat.seat, "insurance", 1
