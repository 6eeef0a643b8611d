"""The arrays that tables side by side read and write, a row a table, and how they are played."""

from __future__ import annotations

from ...rules.tokens import STOP

NO_SIDE = -1


class Sheets:
    """The arrays, and how is played.

    skips: what has only one possible token is done by itself. fresh: every deal is of a match of
    its own. wide: rows have room for every ruleset. The rest is written, or read, where there are
    arrays for it.
    """

    def __init__(self, actions: memoryview[int], skips: int, fresh: int, wide: int) -> None:
        """The tokens that are to be pushed; other arrays come by the `take_` methods."""
        self.actions = actions
        self.skips = skips
        self.fresh = fresh
        self.wide = wide
        self.observes = 0
        self.observes_world = 0
        self.has_house = 0
        self.has_hints = 0

    def take_observations(
        self, words: memoryview[int], scalars: memoryview[int], version: int
    ) -> None:
        """The rows of what the seats to move know, in this version of the observation."""
        self.words = words
        self.scalars = scalars
        self.observes = version

    def take_world(self, world: memoryview[int]) -> None:
        """The rows of what nobody knows."""
        self.world = world
        self.observes_world = 1

    def take_house(self, house: memoryview[int]) -> None:
        """The side at each table whose cards the quick player plays, or NO_SIDE."""
        self.house = house
        self.has_house = 1

    def take_hints(self, hints: memoryview[int]) -> None:
        """The rows of the tokens that the quick player would choose, -1 where it has no idea."""
        self.hints = hints
        self.has_hints = 1

    def stop_hints(self) -> None:
        """No hints any more."""
        self.has_hints = 0

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

    def first_refused(self, rows: int) -> int:
        """The first row whose token may not come next, or -1."""
        for row in range(rows):
            token = self.actions[row]
            if token < 0 or token > STOP or not self.masks[row, token & 3] >> (token >> 2) & 1:
                return row
        return -1
