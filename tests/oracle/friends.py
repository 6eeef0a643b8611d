"""Friends the banker calls (`partner.call`, `partner.cards`, `partner.nth-play`), typed from classic.md and more.md.

A friend is a card, which copy of it, the seat it makes a friend (None as long as that depends on who plays it; the
banker where it is nobody else) and whether all know.
"""

from .cards import points


def may_be_named(table, card):
    """`friend_cards`: no trumps; any; no trumps and no 5, 10, K; no trumps and not the highest of a suit."""
    which, suit = table.rules["friend_cards"], table.suit_of[card]
    if which == "any":
        return True
    if suit == "T":
        return False
    if which == "no_points":
        return not points([card])
    return which == "plain" or card not in table.orders[suit][-1]


def holder(deal, card):
    """The nearest after the banker who holds the card, the banker if nobody else does; None where its play counts."""
    if deal.rules["friend_by"] == "nth_play":
        return None
    after = [(deal.banker + k) % len(deal.seats) for k in range(1, len(deal.seats))]
    return next((seat for seat in after if card in deal.hands[seat]), deal.banker)


def notice(deal, seat, cards):
    """Cards were played: who joins by them, or is known now."""
    plays = [cards for _, trick in all_plays(deal) for cards in trick]
    for at, friend in enumerate(deal.friends):
        card = friend["card"]
        if friend["known"] or card not in cards:
            continue
        seen = sum(play.count(card) for play in plays)
        out = seen == deal.rules["decks"]
        if deal.rules["friend_by"] == "holder":
            if out or seat == friend["seat"] != deal.banker:
                tell(deal, at, friend["seat"])
            continue
        counted = seen if deal.rules["self_friend"] else seen - played_by(deal, deal.banker, card)
        if counted >= friend["copy"]:
            tell(deal, at, seat)
        elif out:
            tell(deal, at, deal.banker)


def all_plays(deal):
    """Every trick with its leader, the open one too."""
    return [*deal.finished, (deal.leader, deal.trick)]


def played_by(deal, seat, card):
    """How many copies of a card a seat has played."""
    total = 0
    for leader, trick in all_plays(deal):
        for at, cards in enumerate(trick):
            if (leader + at) % len(deal.seats) == seat:
                total += cards.count(card)
    return total


def tell(deal, at, seat):
    """All know now who the friend is, or that it is nobody."""
    deal.friends[at].update(seat=seat, known=True)
    deal.tell("partner_known", seat=seat, **({"friend": at} if at else {}))


def tell_all(deal):
    """The deal ends: a copy that was never played has made nobody a friend."""
    for at, friend in enumerate(deal.friends):
        if not friend["known"]:
            tell(deal, at, deal.banker if friend["seat"] is None else friend["seat"])
