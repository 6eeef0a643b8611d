"""What each seat may know of a deal at one moment: plain data in the form of docs/views.md.

A card is known to a seat because it holds it, showed it, buried it, or because it lay open on the table and may be
looked at again.
"""

from .cards import show


def knows(deal, seat=None, public=None):
    """All that a seat, or an onlooker, may know now; public: what all know, where that has been asked for before."""
    known = {**(public or all_know(deal)), "seat": seat, "turn": deal.turn()}
    if deal.phase == "draw":  # a seat knows whether it could show something, and nothing of the others
        known["turn"] = seat if seat in deal.may_act() else None
    known["shows"] = [known_show(deal, at, seat) for at in range(len(deal.fixing.shows))]
    known["kitty"] = show(deal.kitty) if may_see_kitty(deal, seat) else None
    known["tricks"] = known_tricks(deal, seat)
    known["told"] = [{"drawn": drawn, **heard(event, seat)} for drawn, event in deal.told]
    if seat is not None:
        known["hand"] = show(deal.hands[seat])
        known["options"] = sorted(deal.options(seat))
    return known


def all_know(deal):
    """What every seat and every onlooker knows now."""
    fixing, known = deal.fixing, {}
    known["deal"], known["levels"] = deal.setup["number"], deal.setup["levels"]
    known["first_seat"], known["phase"] = deal.setup["first_seat"], deal.phase
    known["banker"] = fixing.banker if deal.banker is None else deal.banker
    known["level"] = deal.table.level if deal.table else fixing.level
    secret = deal.rules["declare_style"] == "concealed"
    known["trump"] = deal.table.trump if deal.table else None if secret else fixing.trump
    known["drawn"], known["cards"] = deal.drawn, [len(hand) for hand in deal.hands]
    known["flipped"], known["holder"] = deal.turned, deal.holder
    friends = [known_friend(friend) for friend in deal.friends]
    known["named"], known["partner"] = (friends[0]["card"], friends[0]["seat"]) if friends else (None, None)
    if friends:
        known["friends"] = friends
    known["leader"] = deal.leader if deal.phase == "play" else None
    known["trick"], known["discards"] = [show(cards) for cards in deal.trick], sorted(deal.discards)
    known["exposed"], known["finished"] = [show(cards) for cards in deal.exposed], len(deal.finished)
    known["taken"], known["fines"], known["points"] = deal.taken, deal.fines, known_points(deal)
    known["barred"] = deal.barred
    known["settled"], known["redeal"], known["disqualified"] = deal.settled, deal.redeal, deal.disqualified
    return known


def known_show(deal, at, seat):
    """A declaration; of a bid that lies face down only its size, except to its owner and when it has won."""
    fixing, shown = deal.fixing, deal.fixing.shows[at]
    told = {"seat": shown.seat, "kind": shown.kind, "cards": show(shown.cards)}
    if deal.rules["declare_style"] == "concealed":
        told["total"] = fixing.bid_size(at)
        turned_up = deal.table is not None and fixing.bid_of(shown) == fixing.bid_of(fixing.shows[-1])
        if seat != shown.seat and not turned_up:
            told["cards"] = None
    return told


def known_friend(friend):
    """A friend who is called: the card and copy, and who it is only once that is known."""
    return {"card": friend["card"], "copy": friend["copy"], "seat": friend["seat"] if friend["known"] else None}


def may_see_kitty(deal, seat):
    """Whoever buried, as `kitty_seen` has it; all, when the deal is settled."""
    if deal.phase == "over":
        return deal.settled is not None
    if seat is None or seat != deal.holder or not deal.kitty:
        return False
    return deal.rules["kitty_seen"] or deal.phase not in ("play", "count")


def known_tricks(deal, seat):
    """The finished tricks that may be looked at again (`tricks_seen`)."""
    how = deal.rules["tricks_seen"]
    if how == "none":
        return []
    seen = []
    for leader, plays in deal.finished if how == "all" else deal.finished[-1:]:
        texts = [show(cards) for cards in plays]
        if how == "own_last":
            texts = [text if (leader + at) % len(plays) == seat else None for at, text in enumerate(texts)]
        seen.append({"leader": leader, "plays": texts})
    return seen


def known_points(deal):
    """The attackers' points; every seat's, as long as nobody knows who attacks."""
    if not deal.taken:
        return None
    if not all(friend["known"] for friend in deal.friends):
        return deal.taken
    return deal.attackers_points()


def heard(event, seat):
    """What a seat, or an onlooker, is told of an event."""
    told = dict(event)
    if told.get("seat") == seat and seat is not None:
        return told
    if told["event"] == "drawn":
        told["card"] = None
    if told["event"] in ("took_kitty", "buried"):
        told["number"] = sum(letter not in "SHCDX" for letter in event["cards"])
    if told["event"] in ("took_kitty", "buried", "bid"):
        told["cards"] = None
    return told
