"""Many deals side by side, a token at a time, without the interpreter: the vector environment.

A list of objects cannot be walked without the interpreter, so a row of tables is a tree: the
table in the middle, and the tables left and right of it. Whatever is random at a table hangs on
the seed and its row alone.
"""

from __future__ import annotations

from ...bots.fast.club_player import ClubPlayer
from ...cards.bits import fetch, unlocked
from ...cards.planes import EMPTY, Planes, contains, count, size, sub
from ...engine.action_tokens import first_face, next_tokens, push, token_at
from ...engine.course import act
from ...engine.match import count_deal, new_match, set_match
from ...engine.observe import observe, observe_world
from ...engine.random_deals import shuffle
from ...engine.state import DONE, OVER, PLAY, State
from ...engine.trail import Trail
from ...rules.dice import Dice
from ...rules.switches import REACH_TOP, Switches
from ...rules.tokens import STOP
from .gate import Gate
from .sheets import Sheets

# over: the deal is, the match is too
DEAL_OVER, MATCH_OVER = 1, 2
# what the tables of a part are told to do
STEP, CHOOSE, DISMISS = 0, 1, 2
NO_HINT = -1
_DEAL_BYTES, _TRAIL_BYTES = State.__basicsize__, Trail.__basicsize__
_FIRST_DEALS = 8  # one fresh match in so many begins with the first deal


def begin_next(deal: State, dice: Dice, fresh: int) -> None:
    """Shuffle for the next deal of the match, or of a fresh one in a random state.

    Where a match has ended the next one begins. A deal in which nobody could say anything and that
    is dealt again has no decision, and is not seen.
    """
    if fresh:
        _random_match(deal, dice)
    elif deal.winners:
        new_match(deal, dice.below(deal.switches.players))
    shuffle(deal, dice)
    while deal.phase == OVER:
        shuffle(deal, dice)


def _random_match(deal: State, dice: Dice) -> None:
    """A match at its beginning, or with any levels and any bank."""
    bank = dice.below(deal.switches.players)
    new_match(deal, bank)
    if dice.below(_FIRST_DEALS):
        rungs = deal.switches.top + (deal.switches.match_end != REACH_TOP)
        for owner in range(deal.switches.owners()):
            deal.set_rung(owner, dice.below(rungs))
        set_match(deal, bank, bank, 1)


def reward_levels(deal: State, seat: int) -> int:
    """The levels a seat's side has won by a deal that is over, below 0: the other side has."""
    if deal.redeal:
        return 0
    return -deal.won if deal.is_bank_side(seat) else deal.won


def reward_points(deal: State, seat: int) -> int:
    """The attackers' points over what takes the bank, turned round for the banker's side."""
    if deal.redeal:
        return 0
    over = deal.attackers_points() - deal.switches.take_over
    return -over if deal.is_bank_side(seat) else over


class Part:
    """A part of all tables, which a thread of its own may serve: `order`, and later `wait`."""

    def __init__(self, switches: Switches, sheets: Sheets, first: int, end: int) -> None:
        """The tables of the rows from first to before end, of which there is at least one."""
        self.tables = Tables(switches, sheets, ClubPlayer(), first, end)
        self.go = Gate()
        self.done = Gate()
        self.ordered = STEP

    def begin(self, seed: int) -> None:
        """Begin a match at every table."""
        with unlocked:
            self.tables._begin(seed)

    def do(self, order: int) -> None:
        """STEP: push the token of every table, which may come next, and go on to its next decision.

        CHOOSE: write a token for every table by luck, each that may come next as likely as another.
        """
        with unlocked:
            self._do(order)

    def order(self, order: int) -> None:
        """Let the thread that serves do it; DISMISS: it is not needed any more."""
        self.ordered = order
        self.go.open()

    def wait(self) -> None:
        """Wait until what was ordered is done."""
        with unlocked:
            self.done.wait()

    def serve(self) -> None:
        """Do what is ordered, until DISMISS; this thread does nothing else."""
        with unlocked:
            self._serve()

    def _serve(self) -> None:
        self.go.wait()
        while self.ordered != DISMISS:
            self._do(self.ordered)
            self.done.open()
            self.go.wait()

    def _do(self, order: int) -> None:
        if order == STEP:
            self.tables._step(self.tables)
        else:
            self.tables._choose()


class Tables:
    """The tables of the rows from first to before end; there is at least one."""

    def __init__(
        self, switches: Switches, sheets: Sheets, player: ClubPlayer, first: int, end: int
    ) -> None:
        """Nothing is dealt yet; player: plays for the house, and gives hints."""
        self.row = (first + end) // 2
        self.has_left = first < self.row
        self.has_right = self.row + 1 < end
        self.left = Tables(switches, sheets, player, first, self.row) if self.has_left else self
        self.first: Tables = self.left.first if self.has_left else self
        self.sheets = sheets
        self.player = player
        self.deal = State(switches)
        self.trail = Trail()
        self.dice = Dice(0)
        self.luck = Dice(0)
        self.wanted = EMPTY
        self.right = self
        if self.has_right:
            self.right = Tables(switches, sheets, player, self.row + 1, end)

    def _begin(self, seed: int) -> None:
        if self.has_left:
            self.left._begin(seed)
        self.dice.seed(seed, 2 * self.row)
        self.luck.seed(seed, 2 * self.row + 1)
        new_match(self.deal, self.dice.below(self.deal.switches.players))
        self._deal_next()
        self._go_on()
        self._clear()
        if self.has_right:
            self.right._begin(seed)

    def _step(self, after: Tables) -> None:
        """Step all tables from here down; after: the one whose turn it is then.

        Thousands of tables do not fit into the cache: the next one is fetched while this one plays.
        """
        if self.has_left:
            self.left._step(self)
        if self.has_right:
            self.right.first._fetch()
        else:
            after._fetch()
        self._clear()
        self._push(self.sheets.actions[self.row])
        self._go_on()
        if self.has_right:
            self.right._step(after)

    def _fetch(self) -> None:
        fetch(self.deal, _DEAL_BYTES)
        fetch(self.trail, _TRAIL_BYTES)

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
        self.trail.before(self.deal)
        if push(self.deal, token):
            self._acted()

    def _acted(self) -> None:
        """An action is finished, and perhaps the deal."""
        self.trail.after(self.deal)
        if self.deal.phase == OVER:
            self._finish()

    def _finish(self) -> None:
        """Give the rewards, count the deal, begin the next."""
        for seat in range(self.deal.switches.players):
            self.sheets.levels[self.row, seat] = reward_levels(self.deal, seat)
            self.sheets.points[self.row, seat] = reward_points(self.deal, seat)
        count_deal(self.deal)
        self.sheets.over[self.row] = DEAL_OVER | MATCH_OVER if self.deal.winners else DEAL_OVER
        self._deal_next()

    def _deal_next(self) -> None:
        self.trail.clear()
        begin_next(self.deal, self.dice, self.sheets.fresh)

    def _go_on(self) -> None:
        """Write what the seat to move sees, at the next decision."""
        tokens = next_tokens(self.deal)
        while True:
            self._think_ahead()
            if self._is_house():
                self._play_house(tokens)
            elif self.sheets.skips and size(tokens) == 1:
                self._push(token_at(tokens, 0))
            else:
                break
            tokens = next_tokens(self.deal)
        self.sheets.masks[self.row, 0] = tokens[0]
        self.sheets.masks[self.row, 1] = tokens[1]
        self.sheets.masks[self.row, 2] = tokens[2]
        self.sheets.masks[self.row, 3] = tokens[3]
        self.sheets.seats[self.row] = self.deal.turn
        if self.sheets.has_hints:
            self.sheets.hints[self.row] = self._hint()
        seat, wide = self.deal.turn, self.sheets.wide
        if self.sheets.observes:
            observe(self.deal, seat, self.sheets.words, self.sheets.scalars, self.row, wide)
        if self.sheets.observes > 1:
            self.trail.observe(
                self.deal, seat, self.sheets.words, self.sheets.scalars, self.row, wide
            )
        if self.sheets.observes_world:
            observe_world(self.deal, seat, self.sheets.world, self.row, wide)

    def _is_house(self) -> bool:
        """Whether it is for the house to play: it plays cards, and neither declares nor buries."""
        if not self.sheets.has_house or self.deal.phase != PLAY or self.deal.chosen[0]:
            return False
        return self.sheets.house[self.row] == self.deal.turn % 2

    def _play_house(self, tokens: Planes) -> None:
        self.trail.before(self.deal)
        if act(self.deal, self.player.choose(self.deal)) == DONE:
            self._acted()
        else:
            self._push(token_at(tokens, 0))

    def _think_ahead(self) -> None:
        """What the quick player would play, before the first token, be it forced or not."""
        if self.sheets.has_hints and self.deal.phase == PLAY and not self.deal.chosen[0]:
            self.wanted = self.player.choose(self.deal)

    def _hint(self) -> int:
        """The token with which the quick player would go on, or NO_HINT."""
        if self.deal.phase != PLAY:
            return NO_HINT
        if not contains(self.wanted, self.deal.chosen):
            return NO_HINT
        rest = sub(self.wanted, self.deal.chosen)
        if not rest[0]:
            return STOP
        face = first_face(self.deal, rest)
        return 4 * face + count(rest, face) - 1
