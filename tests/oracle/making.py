"""Random cards for questions: packs to draw from, leads, hands rich in structure, answers to a lead."""

from collections import Counter

from .cards import FACES, canonical, handfuls
from .follow import is_lead


class Pack:
    """The cards of the decks that are not yet dealt out in a question."""

    def __init__(self, rng, at):
        self.rng, self.at, self.left = rng, at, Counter(dict.fromkeys(FACES, at.rules["decks"]))

    def take(self, cards):
        """The cards, if they are still there, now taken; else None."""
        if Counter(cards) - self.left:
            return None
        self.left -= Counter(cards)
        return canonical(cards)

    def face_at(self, suit, height, copies):
        """A face of the step of which so many are left, or None."""
        faces = [face for face in self.at.orders[suit][height] if self.left[face] >= copies]
        return self.rng.choice(faces) if faces else None

    def heights(self, suit, length, *, bias=None):
        """A row of adjacent steps; often one that crosses the level, the jokers or the top."""
        rows = list(self.at.runs(suit, length))
        if not rows:
            return None
        odd = [row for row in rows if any(self.is_odd_join(suit, low) for low in row[:-1])]
        if odd and length > 1 and self.rng.random() < 0.45:
            return self.rng.choice(odd)
        if bias == "high" or (suit == "T" and self.rng.random() < 0.4):
            rows = rows[-max(3, len(rows) // 3) :]
        return self.rng.choice(rows)

    def is_odd_join(self, suit, low):
        """Whether two adjacent steps are not simply neighbouring ranks."""
        a, b = self.at.orders[suit][low][0], self.at.orders[suit][low + 1][0]
        natural = self.at.is_natural(a) and self.at.is_natural(b)
        return not natural or FACES.index(a) - FACES.index(b) != 1

    def row(self, suit, ranks, copies, *, bias=None, within=None):
        """So many adjacent faces, so many of each, taken from the pack; None if it did not work out."""
        for _ in range(6):
            heights = self.heights(suit, ranks, bias=bias)
            if heights is None or (within and not set(heights) <= within):
                continue
            faces = [self.face_at(suit, height, copies) for height in heights]
            if all(faces):
                return self.take([face for face in faces for _ in range(copies)])
        return None

    def unit(self, suit, length, *, bias=None, within=None):
        """A single (0), a pair (1) or a tractor."""
        ranks, copies = (1, 1) if length == 0 else (length, 2)
        if length and self.at.rules["units"] == "tuples":
            copies = self.rng.randint(2, max(2, self.at.rules["decks"]))
        return self.row(suit, ranks, copies, bias=bias, within=within)

    def units(self, suit, lengths, *, bias=None, within=None):
        """Units of these lengths together, or None."""
        before, cards = self.left.copy(), []
        for length in lengths:
            unit = self.unit(suit, length, bias=bias, within=within)
            if unit is None:
                self.left = before
                return None
            cards += unit
        return canonical(cards)

    def rich(self, suit, number):
        """So many cards of a suit, in clusters of neighbouring pairs (or more of a kind); fewer if it runs out."""
        cards, top = [], len(self.at.orders[suit])
        if not top:
            return ()
        height = self.rng.randrange(top)
        most = 4 if self.at.rules["decks"] > 2 else 2
        for _ in range(12 * number):
            if len(cards) >= number:
                break
            copies = min(self.rng.choice([1, 2, 2, 2, 3, 4][: 4 + (most > 2) * 2]), number - len(cards))
            face = self.face_at(suit, height, copies) or self.face_at(suit, height, 1)
            if face:
                cards += self.take([face] * (copies if self.left[face] >= copies else 1))
            step = self.rng.choice([-1, 1, 1, None])
            height = self.rng.randrange(top) if step is None else (height + step) % top
        return canonical(cards)

    def any(self, number, *, but=None):
        """So many cards of any suits but one, mostly a few together."""
        suits = [suit for suit in self.at.orders if suit != but and self.at.orders[suit]]
        cards = []
        while len(cards) < number:
            suit = self.rng.choice(suits)
            got = self.rich(suit, min(number - len(cards), self.rng.randint(1, 3)))
            cards += got
        return canonical(cards)


def suit_of_lead(pack):
    """A suit to lead, often trumps."""
    plain = [suit for suit in pack.at.orders if suit != "T"]
    return "T" if pack.rng.random() < 0.35 else pack.rng.choice(plain)


def throw_lengths(rng, size):
    """Lengths of the units of a throw, of at most about `size` cards."""
    lengths, cards = [], 0
    while len(lengths) < 2 or (cards < size and rng.random() < 0.5):
        length = rng.choice([0, 0, 1, 1, 1, 2, 2, 3])
        lengths.append(length)
        cards += max(1, 2 * length)
    return sorted(lengths, reverse=True)


def lead_with_bombs(pack, suit):
    """A lead where bombs are played: (ranks, copies)."""
    rows = [(1, 1), (1, 2), (3, 3), (4, 2), *[(2, 2), (3, 2), (2, 3), (2, 4)] * 2, *[(1, 4)] * 3]
    if pack.rng.random() < 0.03:
        rows = [(3, 4), (4, 3), (6, 2)]
    return pack.row(suit, *pack.rng.choice(rows))


def lead(pack, *, several=0.4, bias=None, size=8):
    """A legal lead, several units with probability `several` where that is allowed."""
    rng, rules = pack.rng, pack.at.rules
    for _ in range(60):
        suit, before = suit_of_lead(pack), pack.left.copy()
        if rules["bombs"]:
            cards = lead_with_bombs(pack, suit)
        elif rules["gapped_runs"] and rng.random() < 0.25:
            cards = pack.units(suit, [1] * rng.choice([2, 2, 2, 3, 4]), bias=bias)
        elif rules["throw"] != "off" and rng.random() < several + 0.15 * rules["gapped_runs"]:
            cards = pack.units(suit, throw_lengths(rng, size), bias=bias)
        else:
            cards = pack.unit(suit, rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 4]), bias=bias)
        if cards and len(cards) <= 2 * size and is_lead(pack.at, cards):
            return cards
        pack.left = before
    return pack.any(1)


def like(pack, suit, units, cards, *, within=None):
    """Cards of a suit that answer a lead: of the same shape, or nearly, or otherwise as strong."""
    rng, lengths = pack.rng, [unit.length for unit in units]
    if pack.at.rules["bombs"]:
        size = len(cards)
        rows = [(1, size)] if size in (1, 2, 4) else []
        rows += [(size // copies, copies) for copies in (2, 3, 4) if size % copies == 0 and size > copies]
        return pack.row(suit, *rng.choice(rows), within=within) if rows else None
    if pack.at.rules["bombs_beat"] != "off" and len(cards) == 4 and rng.random() < 0.4:
        return pack.row(rng.choice([one for one in pack.at.orders if pack.at.orders[one]]), 1, 4)
    if rng.random() < 0.3:  # the same number of cards in richer units
        if lengths.count(1) >= 2:
            lengths.remove(1), lengths.remove(1)
            lengths.append(2)
        elif lengths.count(0) >= 2:
            lengths.remove(0), lengths.remove(0)
            lengths.append(1)
    return pack.units(suit, lengths, within=within)


def legal_play(rng, duty, hand):
    """A random legal play of the hand, found by trying clusters first and everything afterwards."""
    held = list(duty.held)
    others = [card for card in hand if duty.table.suit_of[card] != duty.suit]
    for _ in range(30):
        rng.shuffle(others)
        start = rng.randrange(20)
        copies = Counter(held)
        held.sort(key=lambda card: (-min(2, copies[card]), (duty.table.step_of[card] - start) % 20, card))
        play = canonical((held + others)[: duty.size])
        if rng.random() < 0.5:
            play = canonical(rng.sample(held, min(len(held), duty.size)) + others[: max(0, duty.size - len(held))])
        if not duty.broken_rule(play):
            return play
    for play in handfuls(hand, duty.size):
        if not duty.broken_rule(play):
            return play
    raise AssertionError("every hand has a legal play")


def exchange_one(rng, play, hand):
    """The play with one card exchanged for another of the hand."""
    rest = list((Counter(hand) - Counter(play)).elements())
    if not rest:
        return play
    play = list(play)
    play[rng.randrange(len(play))] = rng.choice(rest)
    return canonical(play)
