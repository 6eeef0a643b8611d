"""Many deals side by side, a token at a time, without the interpreter: the vector environment.

A list of objects cannot be walked without the interpreter, so a row of tables is a tree: the
table in the middle, and the tables left and right of it. Whatever is random at a table hangs on
the seed and its row alone.
"""

from __future__ import annotations

from .bits import unlocked
from .dice import Dice
from .observe import observe, observe_world
from .planes import size
from .rawdeal import OVER, RawDeal
from .rawluck import shuffle
from .rawmatch import count_deal, new_match, set_match
from .rawtokens import next_tokens, push, token_at
from .switches import REACH_TOP, Switches

# over: the deal is, the match is too
DEAL_OVER, MATCH_OVER = 1, 2
_FIRST_DEALS = 8  # one fresh match in so many begins with the first deal


def begin_next(deal: RawDeal, dice: Dice, fresh: int) -> None:
    """Shuffle for the next deal of the match, or of a fresh one in a random state.

    Where a match has ended the next one begins. A deal in which nobody could say anything and that
    is dealt again has no decision, and is not seen.
    """
    if fresh:
        _match_by_luck(deal, dice)
    elif deal.winners:
        new_match(deal, dice.below(deal.switches.players))
    shuffle(deal, dice)
    while deal.phase == OVER:
        shuffle(deal, dice)


def _match_by_luck(deal: RawDeal, dice: Dice) -> None:
    """A match at its beginning, or with any levels and any bank."""
    bank = dice.below(deal.switches.players)
    new_match(deal, bank)
    if dice.below(_FIRST_DEALS):
        rungs = deal.switches.top + (deal.switches.match_end != REACH_TOP)
        for owner in range(deal.switches.owners()):
            deal.set_rung(owner, dice.below(rungs))
        set_match(deal, bank, bank, 1)


def reward_levels(deal: RawDeal, seat: int) -> int:
    """The levels a seat's side has won by a deal that is over, below 0: the other side has."""
    if deal.redeal:
        return 0
    return -deal.won if deal.is_bank_side(seat) else deal.won


def reward_points(deal: RawDeal, seat: int) -> int:
    """The attackers' points over what takes the bank, turned round for the banker's side."""
    if deal.redeal:
        return 0
    over = deal.attackers_points() - deal.switches.take_over
    return -over if deal.is_bank_side(seat) else over


class Sheets:
    """The arrays that the tables read and write, a row a table, and how they are played.

    skips: what has only one possible token is done by itself. fresh: every deal is of a match of
    its own. Observations and full information are written where there are arrays for them.
    """

    def __init__(self, actions: memoryview[int], skips: int, fresh: int) -> None:
        """The tokens that are to be pushed; what is written to comes by the `take_` methods."""
        self.actions = actions
        self.skips = skips
        self.fresh = fresh
        self.observes = 0
        self.observes_world = 0

    def take_observations(self, words: memoryview[int], scalars: memoryview[int]) -> None:
        """The rows of what the seats to move know."""
        self.words = words
        self.scalars = scalars
        self.observes = 1

    def take_world(self, world: memoryview[int]) -> None:
        """The rows of what nobody knows."""
        self.world = world
        self.observes_world = 1

    def take_results(
        self,
        masks: memoryview[int],
        seats: memoryview[int],
        levels: memoryview[int],
        points: memoryview[int],
        over: memoryview[int],
    ) -> None:
        """The rows of masks, seats to move, rewards and what is over."""
        self.masks = masks
        self.seats = seats
        self.levels = levels
        self.points = points
        self.over = over


class Tables:
    """The tables of the rows from first to before end; there is at least one."""

    def __init__(self, switches: Switches, sheets: Sheets, first: int, end: int) -> None:
        """Nothing is dealt yet."""
        self.row = (first + end) // 2
        self.has_left = first < self.row
        self.has_right = self.row + 1 < end
        self.left = Tables(switches, sheets, first, self.row) if self.has_left else self
        self.sheets = sheets
        self.deal = RawDeal(switches)
        self.dice = Dice(0)
        self.luck = Dice(0)
        self.right = Tables(switches, sheets, self.row + 1, end) if self.has_right else self

    def begin(self, seed: int) -> None:
        """Begin a match at every table."""
        with unlocked:
            self._begin(seed)

    def step(self) -> None:
        """Push the token of every table, which may come next, and go on to the next decision."""
        with unlocked:
            self._step()

    def choose(self) -> None:
        """Write a token for every table by luck, each that may come next as likely as another."""
        with unlocked:
            self._choose()

    def _begin(self, seed: int) -> None:
        if self.has_left:
            self.left._begin(seed)
        self.dice.seed(seed, 2 * self.row)
        self.luck.seed(seed, 2 * self.row + 1)
        new_match(self.deal, self.dice.below(self.deal.switches.players))
        begin_next(self.deal, self.dice, self.sheets.fresh)
        self._go_on()
        self._clear()
        if self.has_right:
            self.right._begin(seed)

    def _step(self) -> None:
        if self.has_left:
            self.left._step()
        self._clear()
        self._push(self.sheets.actions[self.row])
        self._go_on()
        if self.has_right:
            self.right._step()

    def _choose(self) -> None:
        if self.has_left:
            self.left._choose()
        tokens = (
            self.sheets.masks[self.row, 0],
            self.sheets.masks[self.row, 1],
            self.sheets.masks[self.row, 2],
            self.sheets.masks[self.row, 3],
        )
        self.sheets.actions[self.row] = token_at(tokens, self.luck.below(size(tokens)))
        if self.has_right:
            self.right._choose()

    def _clear(self) -> None:
        """No reward, nothing over."""
        self.sheets.over[self.row] = 0
        for seat in range(self.deal.switches.players):
            self.sheets.levels[self.row, seat] = 0
            self.sheets.points[self.row, seat] = 0

    def _push(self, token: int) -> None:
        push(self.deal, token)
        if self.deal.phase == OVER:
            self._finish()

    def _finish(self) -> None:
        """Give the rewards, count the deal, begin the next."""
        for seat in range(self.deal.switches.players):
            self.sheets.levels[self.row, seat] = reward_levels(self.deal, seat)
            self.sheets.points[self.row, seat] = reward_points(self.deal, seat)
        count_deal(self.deal)
        self.sheets.over[self.row] = DEAL_OVER | MATCH_OVER if self.deal.winners else DEAL_OVER
        begin_next(self.deal, self.dice, self.sheets.fresh)

    def _go_on(self) -> None:
        """Write what the seat to move sees, at the next decision."""
        tokens = next_tokens(self.deal)
        while self.sheets.skips and size(tokens) == 1:
            self._push(token_at(tokens, 0))
            tokens = next_tokens(self.deal)
        self.sheets.masks[self.row, 0] = tokens[0]
        self.sheets.masks[self.row, 1] = tokens[1]
        self.sheets.masks[self.row, 2] = tokens[2]
        self.sheets.masks[self.row, 3] = tokens[3]
        self.sheets.seats[self.row] = self.deal.turn
        if self.sheets.observes:
            observe(self.deal, self.deal.turn, self.sheets.words, self.sheets.scalars, self.row)
        if self.sheets.observes_world:
            observe_world(self.deal, self.deal.turn, self.sheets.world, self.row)
