"""`club`: a full rule player. It counts cards and weighs what a play wins and spends."""

from __future__ import annotations

from ..cards import SUITS, Cards
from ..deal.actions import Action, Bury, Declare, NameTrump, Pass, Play
from ..deal.view import Told, View
from . import bury, declare
from .belief import Belief
from .bot import Bot, Reason
from .counting import Memory
from .greedy import Greedy
from .ideas import ideas
from .position import is_plain
from .reading import Reading
from .table import friend_card


class Club(Bot):
    """A player as one meets them in a club."""

    def __init__(self, seat: int, seed: int) -> None:
        super().__init__(seat, seed)
        self.memory = Memory()
        self.reading = Reading()

    def hear(self, event: Told) -> None:
        """Remember the cards played."""
        if event["event"] == "started":
            self.reading = Reading()
        self.memory.hear(event)

    def declare(self, view: View) -> Action:
        """A suit that is long for the hand so far."""
        shown = declare.choose(view)
        if shown is None:
            return Pass(self.seat)
        cards, self.why = shown
        return Declare(self.seat, cards)

    def name(self, view: View) -> Action:
        """The longest suit."""
        hand = [card.suit for card in view.hand]
        suit = max(SUITS, key=hand.count)
        self.why = Reason("name", {"suit": suit, "number": hand.count(suit)})
        return NameTrump(self.seat, suit)

    def bury(self, view: View) -> Action:
        """Short suits, and points only under strong trumps."""
        cards, self.why = bury.Bury(view).choose()
        return Bury(self.seat, cards)

    def partner(self, view: View) -> Action:
        """The highest plain card it does not hold."""
        named = friend_card(view)
        self.why = Reason("call", {"cards": Cards.of([named.card])})
        return named

    def lead(self, view: View) -> Action:
        """The lead that promises most."""
        best = ideas(self.believed(view))[0]
        self.why = best.why
        return Play(self.seat, Cards(best.cards))

    def follow(self, view: View) -> Action:
        """The follow that promises most; as `greedy` where a play of the trick was taken back."""
        if is_plain(view):
            return self.lead(view)
        return Greedy(self.seat, 0).follow(view)

    def believed(self, view: View) -> Belief:
        """What it knows at this moment, and thinks likely."""
        return Belief(view, self.memory, self.reading)
