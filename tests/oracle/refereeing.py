"""The referee in a deal: claims, fouls by the table of the ruleset's page, adjusted points, a void deal."""

from .cards import Nonsense, canonical, points, show
from .fixing import Fixing
from .foul import EFFECTS, TABLES, foul
from .playing import in_turn, settle, side_of
from .units import Refused

# An illegal follow falls under the first of these that the table has.
AT_ONCE = ("foul.misplay", "foul.retract", "foul.revoke")
LATER = ("foul.revoke", "foul.misplay", "foul.card-count", "foul.retract")


def speak(deal, kind, action):
    """A claim of a seat, or the referee's word."""
    if kind == "claim":
        claim(deal, action["seat"], action["against"])
    elif kind == "rule_foul":
        rule_foul(deal, action["foul"], action["seat"])
    elif kind == "void":
        deal.deal_again(action["reason"])
    elif deal.phase not in ("play", "count"):
        raise Refused("wrong-phase")
    else:
        deal.adjusted += action["points"]
        deal.tell("adjusted", points=action["points"])


def claim(deal, seat, against):
    """A seat says that another has played what it may not."""
    if deal.phase not in ("play", "count") or deal.rules["enforcement"] != "referee":
        raise Refused("no-referee")
    if seat == against or (deal.rules["partners"] == "fixed" and seat % 2 == against % 2):
        raise Refused("own-side")
    found = [wrong for wrong in deal.wrong if wrong[0] == against]
    if not found:
        deal.tell("claimed", seat=seat, against=against, rule=None)
        return
    wrong = found[-1]
    _, trick, cards, broken = wrong
    # at once: nothing has been led since its trick
    at_once = trick == (len(deal.finished) if deal.trick else len(deal.finished) - 1)
    rule = next(rule for rule in (AT_ONCE if at_once else LATER) if rule in TABLES[deal.rules["fouls"]])
    found = "at_once" if at_once else "later"
    deal.tell("claimed", seat=seat, against=against, rule=broken)
    by = side_of(deal, against)
    rule_foul(deal, {"rule": rule, "by": by, "cards": len(cards), "found": found, "times": 1}, against)
    deal.wrong.remove(wrong)
    if at_once and deal.phase != "over":
        take_back(deal, against, cards)


def take_back(deal, seat, cards):
    """A wrong play found at once goes back to the hand, and its seat plays instead; four-deck: what cannot win."""
    if not deal.trick:
        worth = points([card for _, plays in deal.finished[-1:] for play in plays for card in play])
        deal.tell("trick_reopened", seat=deal.leader, points=worth)
        deal.taken[deal.leader] -= worth
        deal.leader, deal.trick = deal.finished.pop()
        deal.lead = deal.trick[0]
    deal.trick[(seat - deal.leader) % len(deal.seats)] = ()
    deal.hands[seat] = canonical([*deal.hands[seat], *cards])
    deal.exposed[seat] = canonical([*deal.exposed[seat], *cards])
    if deal.rules["fouls"] == "four-deck":
        deal.discards.append(seat)
    deal.tell("taken_back", seat=seat, cards=show(cards))


def cost(deal, committed):
    """What the table says of a foul; Refused where it has no answer."""
    rule = committed["rule"]
    question = {field: value for field, value in committed.items() if value is not None}
    question.pop("attackers", None)
    if question.get("variant") == "plain":
        del question["variant"]
    if rule in EFFECTS or rule == "foul.conduct":
        question["by"] = "bankers"  # whose it was does not matter
    if deal.banker is not None:
        question["attackers"] = deal.attackers_points()
    if not deal.trick and not deal.finished:
        question.setdefault("found", "at_once")  # nothing has been led since
    try:
        told = foul(question, deal.rules, set())
    except Nonsense as nonsense:
        raise Refused("no-such-foul") from nonsense
    if "side" in told and deal.banker is None:
        raise Refused("no-such-foul")  # there are no sides yet
    return told


def rule_foul(deal, committed, seat):
    """A foul costs what the table says; seat: who committed it."""
    told = cost(deal, committed)
    effect, rule, change = told.get("effect"), committed["rule"], 0
    check_effect(deal, effect, seat)
    if "attackers" in told:
        change = told["attackers"] - deal.attackers_points()
    deal.tell("fouled", rule=rule, by=committed.get("by"), points=change, effect=effect)
    if effect:
        apply_effect(deal, effect, rule, seat)
    elif "side" in told:
        settle(deal, told)
    else:
        deal.adjusted += change


def check_effect(deal, effect, seat):
    """Refuse an effect that cannot be at this moment."""
    if effect in ("disqualify", "name_trump", "lose_bid") and seat is None:
        raise Refused("no-such-foul")
    silent = deal.rules["declare_style"] == "call" or deal.fixing.level == "X"
    if effect == "name_trump" and (silent or deal.trick or deal.finished):
        raise Refused("wrong-phase")
    if effect == "lose_bid" and deal.phase != "draw":
        raise Refused("wrong-phase")


def apply_effect(deal, effect, rule, seat):
    """What an effect other than points and levels does."""
    if effect in ("redeal", "rebid"):
        deal.rebid = effect == "rebid" and deal.rules["declare_style"] != "call"
        deal.deal_again(rule)
    elif effect == "disqualify":
        deal.phase, deal.disqualified = "over", seat
        deal.tell("disqualified", seat=seat)
    elif effect == "lose_bid":
        lose_bid(deal, seat)
    elif effect == "name_trump":
        false_bid(deal, seat)


def bar(deal, seat):
    """A seat, and its fixed partners with it, may not bid any more."""
    fixed = deal.rules["partners"] == "fixed"
    lost = {other for other in deal.seats if other == seat or (fixed and other % 2 == seat % 2)}
    deal.barred = sorted(lost.union(deal.barred))


def lose_bid(deal, seat):
    """`foul.bid-exposed`: the side's bids are void; the others are asked again from the seat that drew last."""
    bar(deal, seat)
    deal.fixing = deal.fixing.without_seats(deal.setup, deal.barred)
    if not deal.ask_drawers():
        deal.draw_on()


def false_bid(deal, seat):
    """`foul.false-bid`: nobody bids any more; when all cards are drawn the other side names trump."""
    bar(deal, seat)
    deal.forget_trump()
    deal.fixing = Fixing(deal.rules, deal.setup)
    deal.namers = [other for other in in_turn(seat, len(deal.seats)) if other not in deal.barred]
    deal.hands, deal.kitty, deal.asking = [()] * len(deal.seats), (), []
    for at, card in enumerate(deal.deck[: deal.drawn]):  # cards and kitty lie as they were dealt
        drawer = (deal.setup["first_seat"] + at) % len(deal.seats)
        deal.hands[drawer] = canonical([*deal.hands[drawer], card])
    deal.phase = "draw"
    deal.draw_on()
