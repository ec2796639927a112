"""What lies on the felt and in the shoe, as the people around a simulated table know it.

The controller is not asked: a dealer who peeks sees the card that was drawn, a supervisor reads a card that the
shoe could not, and whoever put a chip down knows how much it was.
"""

from controller.outputs import FACE_DOWN, Outputs
from drivers.sim.shoe import Deck

Place = tuple[int, str]


class Felt:
    """`chips` lie there now; `wagered` lay there at the first card of the round or landed after it."""

    def __init__(self, decks: int, seed: int) -> None:
        self.deck = Deck(decks, seed)
        self.chips: dict[Place, int | None] = {}
        self.wagered: dict[Place, int | None] = {}
        self.unread: list[str] = []
        self._drawn: list[str] = []
        self._after: int | None = None
        self._cut_said = False

    def draw(self, picture: Outputs, card: str | None = None) -> str:
        """The next card leaves the shoe, or the named one if it is still in there."""
        ended = picture.last.round if picture.last else 0
        if ended != self._after:
            self._after, self._drawn, self.unread = ended, [], []
        if picture.phase == "betting":
            self.wagered = dict(self.chips)
        if not self.deck.left:
            self.shuffle()
        card = self.deck.take(card) if card else self.deck.draw()
        self._drawn.append(card)
        return card

    def cannot_read(self, card: str) -> None:
        self.unread.append(card)

    def put(self, picture: Outputs, place: Place, cents: int | None) -> None:
        self.chips[place] = self.wagered.get(place) if cents is None else cents
        if picture.phase != "betting":
            self.wagered.setdefault(place, self.chips[place])

    def lift(self, place: Place) -> None:
        self.chips.pop(place, None)

    def shuffle(self) -> None:
        """A full shoe but for the cards that lie on the felt."""
        self.deck.shuffle()
        self._cut_said = False
        for card in self._drawn:
            self.deck.take(card)

    def cut_card_is_out(self) -> bool:
        """Said once a shoe."""
        out, self._cut_said = self.deck.cut_card_out and not self._cut_said, self.deck.cut_card_out
        return out

    def new_round(self) -> None:
        """The cards of the last one are in the discard rack."""
        self._drawn = []

    def hole(self, picture: Outputs) -> str | None:
        """The card that lies face down: what was drawn last of all that nobody sees."""
        if FACE_DOWN not in picture.dealer:
            return None
        unseen = list(reversed(self._drawn))
        for card in (
            *picture.dealer,
            *(card for seat in picture.seats for hand in seat.hands for card in hand.cards),
        ):
            if card in unseen:
                unseen.remove(card)
        return unseen[0] if unseen else None
