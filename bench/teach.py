"""How the nets of tuolaji/bots/nets are taught: rows are made, a net learns them, and is written.

python bench/teach.py rows classic ROWS --seconds 400   deals, and what other plays came to
python bench/teach.py train ROWS NET.npz --seconds 60   needs PyTorch, and wants a GPU
python bench/teach.py write classic NET.npz... FILE.net  nets that went on from each other
python bench/teach.py stamp FILE.net...                 their traits were only put in other words

`ClubPlayer` plays deals with itself. At some of its choices other plays are tried in the true
cards, and the same player goes on from there; a row holds what the seat saw, the plays, and what
they came to. Since it is the true cards that decide, a net that has learnt the mean of many rows
has also learnt what plays tell of hidden cards.
"""

from __future__ import annotations

import argparse
import lzma
import multiprocessing
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tuolaji.arena.board import Board
from tuolaji.bots import make
from tuolaji.bots.experience import net_file, traits_digest
from tuolaji.bots.fast.club_player import ClubPlayer
from tuolaji.bots.fast.features import PlayFeatures
from tuolaji.bots.fast.net import CELLS_BEHIND, MOST_CELLS
from tuolaji.bots.fast.search import LEVEL, Search
from tuolaji.bots.fast.worth import POINT
from tuolaji.bots.host import Host, choice
from tuolaji.cards.planes import EMPTY, Planes, add, size, sub
from tuolaji.deal import Deal, begun
from tuolaji.deal.actions import cards_of
from tuolaji.deal.phase import PLAY as PLAYING
from tuolaji.engine.course import act
from tuolaji.engine.state import DONE, PLAY, State
from tuolaji.rules.dice import Dice
from tuolaji.rules.numbers import strict_switches_of
from tuolaji.rules.random_plays import random_follow
from tuolaji.ruleset import Ruleset

_PLAYS = 5  # in a row, the player's choice first
_LUCKY = 2  # of them follows by luck
_SHARE = 0.35  # of the choices that become rows
_ASTRAY = 0.08  # of the choices where another play is made
_USES = 8  # deals that are made of one start
_CHUNK = 50_000  # rows in a file


class Row(NamedTuple):
    """A choice: its plays, their features, and the gains over the first play, in levels."""

    plays: list[Planes]
    sight: list[int]
    words: list[list[int]]
    gains: list[float]


class Teacher:
    """Deals of one ruleset, and their rows."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        """ValueError where partners are called: who is one is a secret the traits would tell."""
        if ruleset.partners != "fixed":
            raise ValueError("nets are taught for fixed partners only")
        self.ruleset, self.seed = ruleset, seed
        self.rng, self.dice = random.Random(seed), Dice(seed)
        switches = strict_switches_of(ruleset)
        self.deal, self.search = State(switches), Search(switches)
        self.quick, self.traits = ClubPlayer(), PlayFeatures()

    def rows(self) -> Iterator[Row]:
        """Rows without end."""
        number = 0
        while True:
            start = self._start(number)
            for use in range(_USES if start else 0):
                self.deal.copy_from(start)
                if use:
                    self._shuffle_hidden()
                yield from self._play()
            number += 1

    def _start(self, number: int) -> State | None:
        """A deal that `club` declared and buried, before the first lead."""
        board = Board(self.ruleset, self.seed, number)
        deck = board.deck()
        raw = begun(self.ruleset, board.setup, deck)
        bots = [make("club", seat, board.seed_of(seat)) for seat in range(self.ruleset.players)]
        host = Host(enumerate(bots), Deal.begin(self.ruleset, board.setup, deck))
        while host.deal.turn is not None and host.deal.phase != PLAYING:
            action = choice(bots[host.deal.turn], host.deal)
            host.apply(action)
            cards = cards_of(action)
            act(raw, EMPTY if cards is None else cards.planes)
        return raw if raw.phase == PLAY else None

    def _shuffle_hidden(self) -> None:
        """Deal the cards of all who do not know the kitty anew."""
        seats = [seat for seat in range(self.ruleset.players) if seat != self.deal.holder]
        cards = EMPTY
        for seat in seats:
            cards = add(cards, self.deal.hand(seat))
        for seat in seats:
            hand = self.dice.cards(cards, size(self.deal.hand(seat)))
            cards = sub(cards, hand)
            self.deal.set_hand(seat, hand)

    def _play(self) -> Iterator[Row]:
        while self.deal.phase == PLAY:
            prices = {}
            for at in range(self.quick.ideas(self.deal)):
                prices[self.quick.offers.cards(at)] = self.quick.offers.price(at)
            chosen = self.quick.choose(self.deal)
            prices.pop(chosen, None)
            others = self._some(chosen, prices)
            if others and self.rng.random() < _SHARE and (row := self._row([chosen, *others])):
                yield row
            if prices and self.rng.random() < _ASTRAY:
                chosen = self.rng.choice(others)
            if act(self.deal, chosen) != DONE:
                return

    def _some(self, chosen: Planes, prices: dict[Planes, int]) -> list[Planes]:
        """A few other plays, rather those that seem good, and of follows some by luck."""
        most = max(prices.values(), default=0)

        def luck(cards: Planes) -> float:
            return -(2.0 ** ((prices[cards] - most) / (3 * POINT)) + 0.03) * self.rng.random()

        lucky = _LUCKY if self.deal.in_trick else 0
        some = sorted(prices, key=luck)[: _PLAYS - 1 - lucky]
        hand = self.deal.hand(self.deal.turn)
        for _ in range(4 * lucky):
            cards = random_follow(self.deal.order, self.deal.lead, hand, self.dice)
            if cards != chosen and cards not in some and len(some) < _PLAYS - 1:
                some.append(cards)
        return some

    def _row(self, plays: list[Planes]) -> Row | None:
        deal, search = self.deal, self.search
        search.begin(0, deal.turn, LEVEL // self.ruleset.step, weighing=False)
        search.base.copy_from(deal)
        self.traits.look(deal)
        sight = [self.traits.word(at) for at in range(self.traits.seen)]
        words = []
        for cards in plays:
            search.add_candidate(cards)
            self.traits.look_at(deal, self.quick, cards)
            words.append(
                [self.traits.word(at) for at in range(self.traits.seen, self.traits.number)]
            )
        if not search.run(1):
            return None
        return Row(plays, sight, words, [search.gain(at) / (2 * LEVEL) for at in range(len(plays))])


def make_rows(name: str, seed: int, seconds: float, folder: Path) -> int:
    """Write files of rows for so long; how many rows there are."""
    until, number, rows = time.monotonic() + seconds, 0, []
    for row in Teacher(Ruleset.parse(name), seed).rows():
        rows.append(row)
        over = time.monotonic() > until
        if len(rows) == _CHUNK or over:
            _save(folder / f"{seed}-{number}.npz", rows)
            number += len(rows)
            rows = []
        if over:
            break
    return number


def _save(file: Path, rows: list[Row]) -> None:
    sights = np.array([row.sight for row in rows], np.uint64)
    words = np.zeros((len(rows), _PLAYS, len(rows[0].words[0])), np.uint64)
    gains = np.full((len(rows), _PLAYS), np.nan, np.float32)
    for at, row in enumerate(rows):
        words[at, : len(row.words)] = row.words
        gains[at, : len(row.gains)] = row.gains
    np.savez(file, sights=sights, plays=words, gains=gains)


def _rows(told: argparse.Namespace) -> None:
    told.folder.mkdir(parents=True, exist_ok=True)
    seeds = range(told.seed, told.seed + (os.cpu_count() or 1))
    with multiprocessing.Pool() as pool:
        work = [(told.ruleset, seed, told.seconds, told.folder) for seed in seeds]
        print(f"{sum(pool.starmap(make_rows, work, 1)):,} rows")


def _train(told: argparse.Namespace) -> None:
    import torch  # noqa: PLC0415

    device = "cuda" if torch.cuda.is_available() else "cpu"
    short = torch.bfloat16 if device == "cuda" else torch.float32
    columns: dict[str, Any] = {}
    if not (rows := sorted(told.folder.glob("*.npz"))):
        raise SystemExit(f"there are no rows in {told.folder}; `teach.py rows` makes some")
    for name in ("sights", "plays", "gains"):
        files = [np.load(file)[name] for file in rows]
        column = np.concatenate(files)
        columns[name] = torch.from_numpy(column if name == "gains" else column.view(np.uint8))
        columns[name] = columns[name].to(device)
    sights, plays, gains = columns.values()
    held = min(400_000, len(gains) // 20)  # rows that are held back, of other deals
    bits = torch.arange(8, device=device, dtype=torch.uint8)

    def ones(words: Any) -> Any:
        return ((words.unsqueeze(-1) >> bits) & 1).flatten(-2).to(short)

    class Net(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.sight = torch.nn.Linear(8 * sights.shape[1], told.cells)
            self.play = torch.nn.Linear(8 * plays.shape[2], told.cells, bias=False)
            self.behind = torch.nn.Linear(told.cells, CELLS_BEHIND)
            self.last = torch.nn.Linear(CELLS_BEHIND, 1, bias=False)
            torch.nn.init.normal_(self.sight.weight, std=0.06)
            torch.nn.init.normal_(self.play.weight, std=0.1)

        def forward(self, at: Any) -> Any:
            """By how much the plays of rows are better than the first."""
            with torch.autocast(device, short, enabled=short is not torch.float32):
                cells = torch.relu(
                    self.sight(ones(sights[at])).unsqueeze(1) + self.play(ones(plays[at]))
                )
                out = self.last(torch.relu(self.behind(cells))).squeeze(-1).float()
            return out - out[:, :1]

    def loss(at: Any) -> Any:
        told_of = ~torch.isnan(gains[at])
        told_of[:, 0] = False
        return ((net(at) - gains[at])[told_of] ** 2).mean()

    net = Net().to(device)
    if told.begin:
        begin = np.load(told.begin)
        net.load_state_dict({name: torch.from_numpy(begin[name]) for name in begin.files})
    steps = torch.optim.AdamW(net.parameters(), weight_decay=1e-4)
    learnt, back = len(gains) - held, torch.arange(len(gains) - held, len(gains), device=device)
    start, done = time.monotonic(), 0
    while (part := (time.monotonic() - start) / told.seconds) < 1:
        order = torch.randperm(learnt, device=device)
        for at in order.split(8192):
            part = min(1.0, (time.monotonic() - start) / told.seconds)
            for group in steps.param_groups:
                group["lr"] = told.rate * min(1, done / 200) * (0.5 + 0.5 * np.cos(np.pi * part))
            steps.zero_grad(set_to_none=True)
            loss(at).backward()
            steps.step()
            done += 1
            if part == 1.0:
                break
    with torch.no_grad():
        found = torch.cat([net(at) for at in back.split(8192)])
        truth = gains[back]
        known = ~torch.isnan(truth)
        known[:, 0] = False
        found, truth = found[known], truth[known]
        trust = ((found * truth).sum() / (found**2).sum()).item()
        net.last.weight *= trust
        print(f"{done} steps, {done * 8192 / learnt:.1f} times {learnt:,} rows; trust {trust:.2f}")
        print(f"held back: {((trust * found - truth) ** 2).mean():.5f} of {(truth**2).mean():.5f}")
    np.savez(
        told.net, **{name: row.float().cpu().numpy() for name, row in net.state_dict().items()}
    )


def _write(told: argparse.Namespace) -> None:
    nets = [np.load(net) for net in told.nets]
    mean = {name: np.mean([net[name] for net in nets], 0) for name in nets[0].files}
    ruleset = Ruleset.parse(told.ruleset)
    data = weights(mean, ruleset.players, ruleset.decks)
    told.file.write_bytes(net_file(lzma.compress(data.astype("<i2").tobytes(), preset=9)))
    print(f"{told.file}: {told.file.stat().st_size:,} bytes")


def _stamp(told: argparse.Namespace) -> None:
    for file in told.files:
        file.write_bytes(net_file(file.read_bytes()[len(traits_digest()) :]))


def weights(net: dict[str, Any], players: int, decks: int) -> Any:
    """The weights as `Net` wants them; those of places without a card become 0.

    ValueError if they are too large, or the cells too many.
    """
    first = np.concatenate([net["sight.weight"].T, net["play.weight"].T])
    sight = net["sight.weight"].shape[1] // 64
    for word in (*range(decks * (1 + 2 * players)), *range(sight, sight + decks)):
        first[64 * word + 58 : 64 * word + 64] = 0
    first = np.round(128 * first) / 128  # as fine as it needs to be, and packs better
    parts = [
        first,
        net["sight.bias"],
        net["behind.weight"].T,
        net["behind.bias"],
        net["last.weight"],
    ]
    numbers = np.concatenate([np.round(1024 * part).ravel() for part in parts])
    cells = net["behind.weight"].shape[1]
    sums = 32767 * np.round(1024 * np.abs(net["behind.weight"])).sum(1).max()
    if cells > MOST_CELLS or np.abs(numbers).max() > 32767 or sums >= 2**31:
        raise ValueError("the net has too many cells, or weights that are too large")
    return np.concatenate([[cells], numbers]).astype(np.int16)


def main() -> None:
    """Read the command line, and do it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    doing = parser.add_subparsers(required=True)
    rows = doing.add_parser("rows")
    rows.add_argument("ruleset")
    rows.add_argument("folder", type=Path)
    rows.add_argument("--seconds", type=float, default=400)
    rows.add_argument("--seed", type=int, default=1000, help="of the first process; others follow")
    rows.set_defaults(do=_rows)
    train = doing.add_parser("train")
    train.add_argument("folder", type=Path)
    train.add_argument("net", type=Path)
    train.add_argument("--seconds", type=float, default=60)
    train.add_argument("--cells", type=int, default=512)
    train.add_argument("--rate", type=float, default=1.5e-3)
    train.add_argument("--begin", type=Path, help="a net to go on with")
    train.set_defaults(do=_train)
    stamp = doing.add_parser("stamp")
    stamp.add_argument("files", type=Path, nargs="+")
    stamp.set_defaults(do=_stamp)
    write = doing.add_parser("write")
    write.add_argument("ruleset")
    write.add_argument(
        "nets", type=Path, nargs="+", help="one, or several of which one began another"
    )
    write.add_argument("file", type=Path)
    write.set_defaults(do=_write)
    told = parser.parse_args()
    try:
        told.do(told)
    except (ImportError, OSError, ValueError) as error:
        raise SystemExit(f"teach.py: {error}") from None


if __name__ == "__main__":
    main()
