"""A training from beginning to end: play, learn, measure, save, again and again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import torch

from ..bots.taught import CRITIC, POLICY
from ..bots.told import layout_of
from ..files import without_number, write_whole
from ..ruleset import Ruleset
from .board import Board
from .checkpoint import BadCheckpoint, Checkpoint, read
from .collect import new_rollout
from .collectors import FarRollout
from .duel import HOUSE, RIVAL, Strength, against
from .league import League
from .nets import Nets, Shape
from .policy import Policy, tensors
from .ppo import Teacher, Weights
from .primer import Primer
from .settings import Settings
from .watch import Measured, Watchers

_HOUSE_ROWS, _HOUSE_DEALS = 2048, 1
_PAST_EVERY = 40  # lessons between two snapshots for the league
_PRIMED = 2  # batches of the primer a lesson
_SEAT_EVERY = 8  # lessons that a past self plays in a group

Say = Callable[[str], None]


@dataclass
class Counters:
    """What a net has gone through, all its runs together."""

    decisions: int = 0
    deals: int = 0
    seconds: float = 0.0
    lessons: int = 0


class Training:
    """Nets, the deals they learn from, and the files that are written."""

    def __init__(self, settings: Settings, out: Path, *, start: Path | None, say: Say) -> None:
        """Begin, or go on from the file `start`; say: is told what happens, in lines."""
        settings.check()
        self.settings, self.out, self._say = settings, out, say
        self.rulesets = settings.rulesets
        self.device = device_of(settings.device)
        torch.manual_seed(settings.seed)
        self.counters = Counters()
        self._layout = layout_of(self.rulesets[0])
        before = None if start is None else read(start)
        if before is not None:
            with _named(start):
                before.check(self.rulesets, self._layout.version)
                shape = Shape(**before.shape)
            shape = shape.grown(settings.grow, settings.grow_critic)
            self.settings = settings = replace(settings, shape=shape)
        self.nets = Nets(self._layout, settings.shape).to(self.device)
        if before is not None:
            with _named(start):
                self._take_up(before)
        first = settings.seed + self.counters.lessons * len(settings.groups)
        make = FarRollout if settings.collectors else new_rollout
        self._rollout = make(settings, self.nets, self.device, first)
        self._teacher = Teacher(self.nets, settings, self._rollout)
        if start is not None:
            self._take_up_optimizer(_memory_of(start))
        rival = self._read_rival()
        self._league = League(settings.seed, None if rival is None else tensors(rival, POLICY))
        self._rival = None if rival is None else Policy.of(rival, str(self.device))
        self._primers: list[Primer] = []
        if settings.primer:
            deals, seed = settings.primer, settings.seed
            self._primers = [Primer(ruleset, deals, seed) for ruleset in self.rulesets]
        self.log = out.with_suffix(".jsonl")
        self._board = Board(out.with_suffix(".board"))

    def _take_up(self, before: Checkpoint) -> None:
        try:
            shape = Shape(**before.shape)
            self.nets.policy.take_up(tensors(before, POLICY), shape.blocks)
            if critic := tensors(before, CRITIC):
                self.nets.critic.take_up(critic, shape.critic_blocks)
        except RuntimeError as error:
            raise BadCheckpoint(f"its weights do not fit its shape: {error}") from error
        self.counters = Counters(**before.counters)  # type: ignore[arg-type]
        fresh = [str(one) for one in self.rulesets if str(one) not in before.rulesets]
        if fresh:
            self._say(f"It was taught {before.names}; new to it: {', '.join(fresh)}.")

    def _take_up_optimizer(self, memory: Path) -> None:
        """Go on with what the optimizer remembered, where that was kept."""
        if not memory.exists():
            return
        try:
            self._teacher.take_up(memory.read_bytes())
        except ValueError:
            self._say(f"{memory} is of other nets; the optimizer begins anew.")

    def _read_rival(self) -> Checkpoint | None:
        """The frozen opponent, if there is one."""
        if not self.settings.rival:
            return None
        rival = read(Path(self.settings.rival))
        with _named(self.settings.rival):
            rival.check(self.rulesets, self._layout.version)
        if not Shape(**rival.shape).plays_as(self.settings.shape):
            raise BadCheckpoint(f"{self.settings.rival} has another shape than the learner")
        return rival

    def run(self) -> None:
        """Train as long as the settings say; what was learnt is saved, also when it is stopped."""
        begun = saved = perf_counter()
        seconds = 60 * self.settings.minutes
        self._league.add(self.nets.policy)
        self._rollout.seat(self._league)
        self.save()
        settings = self.settings
        watchers = Watchers(self.out, self.rulesets, settings.opponents, settings.jobs)
        try:
            while (now := perf_counter()) - begun < seconds:
                self._lesson((now - begun) / seconds, now - begun)
                if perf_counter() - saved > 60 * settings.save_minutes:
                    self._save_or_say()
                    self._measure(watchers)
                    saved = perf_counter()  # measuring many rulesets may take minutes
            self.save()
            self._measure(watchers)
        except KeyboardInterrupt:
            self.save()
            raise
        finally:
            watchers.close()
            self._rollout.close()
            self._board.close()

    def _save_or_say(self) -> None:
        """Save; a disk that is full now may have room at the next time."""
        try:
            self.save()
        except OSError as error:
            self._say(f"Not saved: {without_number(error)}")

    def _lesson(self, part: float, seconds: float) -> None:
        settings, counters = self.settings, self.counters
        begun = perf_counter()
        self._rollout.fill()
        played = perf_counter()
        hinted = 1 - seconds / (60 * settings.hint_minutes) if settings.hint_minutes else 0.0
        weights = Weights(
            rate=settings.rate.at(part),
            entropy=settings.entropy.at(part),
            hints=settings.hints * max(0.0, hinted),
            levels=settings.levels,
            points=settings.points.at(part),
        )
        if settings.hints and not weights.hints:
            self._rollout.stop_hints()
        figures = self._teacher.lesson(weights)
        if self._primers and weights.hints:
            primer = self._primers[counters.lessons % len(self._primers)]
            figures["unlike_primer"] = self._teacher.imitate(primer, _PRIMED)
        learnt = perf_counter()
        decisions = self._rollout.answers.numel()
        deals = int(self._rollout.noted("over").sum())
        counters.lessons += 1
        counters.decisions += decisions
        counters.deals += deals
        counters.seconds += learnt - begun
        if counters.lessons % _PAST_EVERY == 0:
            self._league.add(self.nets.policy)
        if counters.lessons % _SEAT_EVERY == 0:
            self._rollout.seat(self._league)
        rates = {
            "played_a_second": decisions / (played - begun),
            "learnt_a_second": decisions / (learnt - played),
        }
        self._write({**vars(counters), **figures, **rates, "rate": weights.rate})

    def _measure(self, watchers: Watchers) -> None:
        """Measure against the quick player and a rival; what the watchers found is logged too."""
        found = [self._against(HOUSE, ruleset) for ruleset in self.rulesets]
        if self._rival is not None:
            found += [self._against(RIVAL, ruleset) for ruleset in self.rulesets]
        for one in found + watchers.measured():
            where = {"against": one.bot, "ruleset": one.ruleset, "decisions": one.decisions}
            strength = Strength.of(one.results)
            self._write({**where, **vars(strength)})
            said = f"{strength} over {one.bot} in {one.ruleset}"
            self._say(f"{one.decisions / 1e6:8.1f} M decisions: {said}")

    def _against(self, name: str, ruleset: Ruleset) -> Measured:
        results = against(
            Policy(self.nets.features, self.nets.policy, self.device),
            ruleset,
            rows=_HOUSE_ROWS if self.device.type == "cuda" else _HOUSE_ROWS // 8,
            deals=_HOUSE_DEALS,
            seed=self.settings.seed + 10**6,
            threads=self.settings.threads,
            rival=self._rival if name == RIVAL else None,
        )
        return Measured(name, str(ruleset), float(self.counters.decisions), results)

    def save(self) -> None:
        """Write the checkpoint; if that fails, what was there before stays."""
        arrays = {
            prefix + name: one.detach().float().cpu().numpy()
            for prefix, net in ((POLICY, self.nets.policy), (CRITIC, self.nets.critic))
            for name, one in net.state_dict().items()
        }
        checkpoint = Checkpoint(
            rulesets=tuple(map(str, self.rulesets)),
            observation=self._layout.version,
            shape=self.settings.shape.plain(),
            counters=dict(vars(self.counters)),
            arrays=arrays,
        )
        checkpoint.write(self.out)
        write_whole(_memory_of(self.out), [self._teacher.state()])

    def _write(self, line: dict[str, object]) -> None:
        try:
            with self.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(line) + "\n")
        except OSError as error:
            self._say(f"{self.log} was not written: {error.strerror or error}")
        self._board.write(line, self.counters.decisions)


@contextmanager
def _named(file: object) -> Iterator[None]:
    """Name the file of a net that does not fit."""
    try:
        yield
    except BadCheckpoint as error:
        raise BadCheckpoint(f"{file}: {error}") from None
    except TypeError as error:
        raise BadCheckpoint(f"{file} is damaged: {error}") from error


def _memory_of(net: Path) -> Path:
    """Where the memory of the optimizer lies."""
    return net.with_suffix(".adam")


def device_of(name: str) -> torch.device:
    """The device that is meant; `auto`: a GPU if there is one."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError):
        raise ValueError(f"device: there is no {name!r} here") from None
    return device
