"""What a bot would do in a seat's place, and why: from what the seat knew, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..bots import Bot, Reason, make
from ..bots.club import Club
from ..bots.expert import Expert
from ..bots.master import nets_of
from ..bots.position import is_plain
from ..bots.thinking import Held, Tried, held
from ..deal.actions import Action, Pass, Play, cards_of
from ..deal.phase import COUNT, PLAY
from ..deal.turn import choices
from ..deal.view import Told, View
from ..notation.record import DealRecord
from ..ruleset import Ruleset
from .questions import At, Question, question
from .teach import plan_of, position
from .tips import tip_of

Maker = Callable[[int, int], Bot]
_MASTERED = (4, 2)  # players and decks with which `master` was measured to beat `expert`
_SEARCHED = 5  # players up to whom `expert` was not measured to lose to `club` with friends


@dataclass(frozen=True)
class Hint:
    """What a bot would do at a moment, why, and the number of the tip that applies.

    tried: the plays it weighed in imagined worlds, best first, if it is one that searches. held:
    who it thinks holds the highest cards that are out, if it keeps count of them.
    """

    question: Question
    action: Action
    why: Reason
    tip: int | None = None
    tried: tuple[Tried, ...] = ()
    held: tuple[Held, ...] = ()


def adviser(ruleset: Ruleset) -> str:
    """Who is asked if nobody else is named: the strongest bot there, as measured."""
    if (ruleset.players, ruleset.decks) == _MASTERED and nets_of(ruleset) is not None:
        return "master"
    return "club" if ruleset.players > _SEARCHED and ruleset.friend_count else "expert"


def hint(
    record: DealRecord,
    at: At = None,
    *,
    bot: str | Maker | None = None,
    think: float | None = None,
    seed: int = 0,
) -> Hint:
    """What the bot would do for the seat to move; at: as in `question`.

    bot: a name, or what makes one of a seat and a seed; `adviser` says who if left out.
    think: seconds, for a bot that searches.
    """
    asked = question(record, at)
    player = seated(asked, bot or adviser(record.ruleset), think=think, seed=seed)
    action = player.choose(asked.view)
    why, tip = taught(asked.view, asked.heard, action, player.why)
    tried = player.tried if isinstance(player, Expert) else ()
    return Hint(asked, action, why, tip, tuple(tried), tuple(_held(player, asked.view)))


def _held(player: Bot, shown: View) -> list[Held]:
    """Who a bot that counts cards thinks holds the highest of them, while cards are played."""
    if isinstance(player, Club) and shown.phase == PLAY and is_plain(shown):
        return held(player.believed(shown))
    return []


def seated(asked: Question, bot: str | Maker, *, think: float | None, seed: int) -> Bot:
    """The bot in the seat that is asked, having heard what the seat heard."""
    if isinstance(bot, str):
        player = make(bot, asked.seat, seed, think=think)
    else:
        player = bot(asked.seat, seed)
    for event in asked.heard:
        player.hear(event)
    return player


def taught(
    shown: View, heard: Iterable[Told], action: Action, why: Reason | None
) -> tuple[Reason, int | None]:
    """Why an action is a good one in a player's words, and the tip that applies.

    why: what the bot that chose it says of it; of a play the position itself says more.
    """
    reason, at = reason_of(shown, action, why), position(shown, heard)
    if at is not None and isinstance(action, Play) and reason.key != "only":
        reason = plan_of(at, action.cards)
    return reason, tip_of(shown, reason, cards_of(action), action=action)


def reason_of(shown: View, action: Action, why: Reason | None) -> Reason:
    """The reason a bot gave, or what can be said of the action without it."""
    cards = cards_of(action)
    if cards is None:
        return why or (_of_pass(shown) if isinstance(action, Pass) else Reason("claim"))
    if choices(shown).count() == 1 and not shown.options:
        return Reason("only", {"cards": cards})
    return why or Reason("silent", {"cards": cards})


def _of_pass(shown: View) -> Reason:
    """Why nothing is shown or claimed: what could have been, and how long that suit is."""
    if shown.phase == COUNT:
        return Reason("no_claim")
    if not shown.options:
        return Reason("nothing_to_show")
    suits = {card.suit for cards in shown.options for card in cards} - {"X"}
    hand = [card.suit for card in shown.hand]
    if not suits:
        return Reason("pass_jokers", {"cards": shown.options[0]})
    suit = max(sorted(suits), key=hand.count)
    return Reason("pass", {"suit": suit, "number": hand.count(suit), "size": len(hand)})
