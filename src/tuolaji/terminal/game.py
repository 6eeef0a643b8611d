"""A match in the terminal: the player is asked for one seat, bots play the others."""

from __future__ import annotations

from contextlib import nullcontext

from ..cards import Cards, CardTextError
from ..deal import Deal, clock
from ..deal.actions import Action, Claim, Pass, Void, cards_of
from ..deal.events import Event
from ..deal.phase import COUNT, DRAW, NAME, PARTNER, PLAY, SHOWING
from ..deal.turn import action_of, terms_of
from ..deal.view import Told, View, seen
from ..texts.explain import explain
from ..verdicts.ruling import NotNow, Ruling
from .commands import Commands, Quit
from .course import Course
from .input import ENTER, PAUSE_KEYS, Unclear, is_pass, read_cards, read_command
from .screen import PLAY_WAIT, Screen
from .words import Words


class Game:
    """One match of a player against bots."""

    def __init__(self, screen: Screen, words: Words, course: Course, *, deals: int = 0) -> None:
        """deals: stop after this many; 0: at the end of the match."""
        self.screen, self.words, self.course, self.deals = screen, words, course, deals
        self.ruleset, self.seat = words.ruleset, words.seat
        self.commands = Commands(screen, words, course)
        self._told_keys = self._hurries = False
        self._own_claim: Claim | None = None

    def _say(self, key: str, **facts: object) -> None:
        self.screen.line(self.words.say(key, **facts))

    # The match.

    def play(self) -> None:
        """Play until the match, or the wanted number of deals, is over."""
        self._welcome()
        course = self.course
        while course.match.over is None:
            if self.deals and course.match.deals >= self.deals:
                self._say("deals_over", number=course.match.deals)
                return
            if course.deal is not None:
                if course.break_due:
                    self._say("break_now", minutes=self.ruleset.break_minutes)
                self._pause("next_deal")
            ended = course.end_by_clock()
            if not ended:
                self._play_deal()
                ended = course.end_deal()
            for _, text in self.words.match_events(ended, course.match.levels):
                self.screen.line(text)

    def _welcome(self) -> None:
        r = self.ruleset
        self._say("welcome", ruleset=self.words.title, seed=self.course.seed)
        partners = [s for s in range(r.players) if r.same_side(self.seat, s) and s != self.seat]
        name = self.words.seat_name(self.seat)
        if partners:
            self._say("you_are", name=name, partners=self.words.names(partners))
        else:
            self._say("you_are_alone", name=name)
        self._say("cards_short")

    def _play_deal(self) -> None:
        """A deal from its first card, or from where it was left, to its end."""
        self._hurries = False
        course = self.course
        if events := course.begin_deal(self._cut()):
            self._tell(events, DRAW)
        else:
            self._catch_up()
        while (deal := course.deal) is not None and deal.turn is not None:
            events = course.apply(self._in_time(deal))
            self._tell(events, deal.phase, standing=deal.contest.trump)
            if claim := self._own_claim or course.claim(deal, events):
                self._own_claim = None
                self._tell(course.apply(claim), deal.phase)

    def _cut(self) -> int:
        """How many cards the player takes from the top where the cut is theirs; 0: none."""
        most = 54 * self.ruleset.decks - 1
        while self.course.cuts and self.screen.pauses:
            line = self.screen.ask(self.words.say("cut", most=most) + "> ")
            command = read_command(line)
            if is_pass(line):
                break
            if line.strip().isdecimal() and 1 <= int(line) <= most:
                return int(line)
            if command and command.name == "quit":
                raise Quit
            self._say("cut_how", most=most)
        return 0

    def _in_time(self, deal: Deal) -> Action:
        """What is done next, or what the clocks make of it (`clock.match`, `clock.play`)."""
        clocks, own = self.course.clocks, deal.turn == self.seat
        if clocks.is_up:
            return Void(clock.MATCH)
        clocks.ask()
        action = self._own() if own else self.course.other()
        if clocks.is_up:
            return Void(clock.MATCH)
        if own and self.screen.pauses and clocks.late(deal):
            action = clock.out_of_time(deal)
            self._say("out_of_time", cards=self.words.cards(cards_of(action) or Cards()))
        return action

    # Telling what happens.

    def _catch_up(self) -> None:
        """Show where a resumed deal stands."""
        mine = self.commands.mine()
        self.screen.line()
        self.commands.score()
        for at, cards in enumerate(mine.trick):
            if cards and mine.leader is not None:
                self._row((mine.leader + at) % self.ruleset.players, cards)
        if mine.turn != self.seat:
            self.commands.hand()

    def _tell(self, events: list[Event], phase: str, *, standing: str | None = None) -> None:
        """Show events as the player may see them, with time to look."""
        if self.course.lost:
            self._say("not_kept", why=self.course.lost)
            self.course.lost = ""
        banker = self.commands.mine().banker
        with self.screen.keys() if phase == DRAW else nullcontext():
            for event in events:
                self._tell_one(seen(event, self.seat), phase, banker, standing)

    def _tell_one(self, data: Told, phase: str, banker: int | None, standing: str | None) -> None:
        kind = data["event"]
        if kind == "drawn":
            self._drawn(data)
            return
        if kind == "played":
            self._played(data)
            return
        if kind == "started" or (kind in ("settled", "trump_fixed") and self.screen.pauses):
            self.screen.line()
        if text := self.words.told(data, phase=phase, banker=banker, standing=standing):
            self.screen.line(text)
        if kind == "trick_won":
            self._pause("go_on")
        if kind == "started":
            self._say("drawing")
            if self.screen.has_keys and not self._told_keys:
                self._say("drawing_keys")
                self._told_keys = True

    def _drawn(self, data: Told) -> None:
        if data["seat"] == self.seat:
            self.screen.part(self.words.cards(data["card"]))
        key = self.screen.key(0) if self._hurries else self.screen.key_after_card()
        paused = False
        while key or paused:
            if key in PAUSE_KEYS:
                paused = not paused
                if paused:
                    self._say("paused")
            elif key == ENTER:
                self._hurries, paused = not paused, False
            elif key == "?":
                self._say("drawing_keys")
            elif key == "q":
                raise Quit
            key = self.screen.key(None if paused else 0)

    def _played(self, data: Told) -> None:
        deal = self.course.deal
        assert deal is not None
        if len(deal.trick) == 1 and data["seat"] != self.seat:
            self.screen.line()
            self._status(self.commands.mine())
        self._row(data["seat"], data["cards"])
        if data["seat"] != self.seat:
            self.screen.wait(PLAY_WAIT)

    def _status(self, mine: View) -> None:
        """Show where the deal stands, and the time that is left for the match."""
        parts = [self.words.status(mine, self.commands.trick)]
        if (left := self.course.clocks.left) is not None:
            minutes, seconds = divmod(int(left), 60)
            parts.append(self.words.say("clock_left", time=f"{minutes}:{seconds:02}"))
        self.screen.line(" · ".join(parts))

    def _row(self, seat: int, cards: Cards | str) -> None:
        label = f"  {self.words.padded(seat)}  "
        self.screen.row(label, self.words.cards(cards).split(" "))

    def _pause(self, key: str) -> None:
        """Wait for Enter; commands are answered meanwhile."""
        while self.screen.pauses:
            line = self.screen.ask(self.words.say(key) + "> ")
            if is_pass(line):
                return
            command = read_command(line)
            if command and command.name == "claim" and key == "go_on":
                self._own_claim = self._claim_now(command.word)
                if self._own_claim:
                    return
            elif command and command.name != "hint":
                self.commands.do(command)
            else:
                self._say("enter_goes_on")

    # Asking the player.

    def _own(self) -> Action:
        """What the player does."""
        deal, mine = self.course.deal, self.commands.mine()
        assert deal is not None
        if mine.phase in SHOWING:
            asked = mine.phase != DRAW or self._worth_asking(mine)
            if not mine.options or not asked:
                return Pass(self.seat)
        self._hurries = False
        self._present(mine)
        while True:
            action = self._answer(self.screen.ask(self._prompt(mine)), mine)
            if action is None:
                continue
            refusal = deal.refuses(action)
            if refusal is None:
                return action
            self._refused(refusal)

    def _worth_asking(self, mine: View) -> bool:
        """Whether there is something new to show, it is the last chance, or they asked for it."""
        window = self.ruleset.declare_window
        last = 54 * self.ruleset.decks - self.ruleset.kitty - (0 if window else 1)
        return self._hurries or mine.options != self.course.passed or mine.drawn >= last

    def _present(self, mine: View) -> None:
        """Show what the question is about."""
        self.screen.line()
        if (minutes := self.course.clocks.warning()) is not None:
            self._say("clock_warning", minutes=minutes)
        if mine.phase == PLAY and not mine.trick:
            self._status(mine)
        if mine.phase != COUNT:
            self.commands.hand()
        if mine.options:
            self._say(self._could(mine), options=self.words.options(mine.options))

    def _could(self, mine: View) -> str:
        """The sentence that lists what may be shown now."""
        if mine.phase == DRAW:
            return "could_bid" if self.ruleset.declare_style == "concealed" else "could_declare"
        return f"could_{mine.phase}"

    def _prompt(self, mine: View) -> str:
        """The question, as short as it can be."""
        phase = mine.phase
        key = f"ask_{phase}"
        if phase == DRAW:
            key = "ask_bid" if self.ruleset.declare_style == "concealed" else "ask_declare"
        elif phase == PLAY:
            key = "ask_follow" if mine.trick else "ask_lead"
        lead = self.words.cards(mine.trick[0] if mine.trick else Cards())
        return self.words.say(key, kitty=self.ruleset.kitty, lead=lead) + "> "

    def _answer(self, line: str, mine: View) -> Action | None:
        """The action that a line means; None if it was a command or cannot be read."""
        command = read_command(line)
        if command and command.name == "claim":
            return self._claim(command.word)
        if command:
            self.commands.do(command)
            return None
        if is_pass(line):
            if mine.options or mine.phase in (NAME, COUNT):
                return Pass(self.seat)
            self._say("no_passing")
            return None
        cards = self._cards(line, mine)
        if cards is None:
            return None
        if mine.phase in (PARTNER, NAME) and len(set(cards)) != 1:
            self._say("one_card")
            return None
        return action_of(mine, cards)

    def _cards(self, line: str, mine: View) -> Cards | None:
        led = None
        if mine.trick:
            led = terms_of(mine).suit(mine.trick[0])
        try:
            return read_cards(line, mine.hand, led)
        except Unclear as error:
            if error.fitting:
                options = self.words.options(error.fitting)
                self._say("which_suit", options=options)
            else:
                self._say("no_such_rank", text=line)
        except CardTextError as error:
            self._say("unreadable", part=error.part, column=error.column)
        return None

    def _claim_now(self, word: str) -> Claim | None:
        """A claim before anybody leads to the next trick, if it is possible."""
        deal, claim = self.course.deal, self._claim(word)
        assert deal is not None
        if claim and (refusal := deal.refuses(claim)):
            self._refused(refusal)
            return None
        return claim

    def _claim(self, word: str) -> Claim | None:
        """A claim against the seat a word names."""
        for seat in range(self.ruleset.players):
            name = self.words.seat_name(seat)
            if word.lower() in (str(seat + 1), name.lower()):
                return Claim(self.seat, seat)
        self._say("claim_whom")
        return None

    def _refused(self, refusal: Ruling | NotNow) -> None:
        if isinstance(refusal, NotNow):
            self.screen.line(self.words.refusal(refusal))
            return
        self.commands.rule = refusal.rule
        reason = explain(refusal, self.words.language)
        self._say("refused", reason=reason, rule=refusal.rule)
