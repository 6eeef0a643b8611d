"""A match in the terminal: the player's seat is asked, the others are played by `opponents`."""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable

from ..actions import Action, Bury, Claim, Declare, NamePartner, Pass, Play
from ..cards import Cards, CardTextError
from ..catalogue import registry
from ..deal import Deal, full_deck
from ..events import Event
from ..explain import explain
from ..handbook import rule_index, rule_page
from ..match import Match
from ..opponents import choose, terms_of
from ..phases.state import BURY, CALL, CHANGE, COUNT, DRAW, PARTNER, PLAY
from ..rulings import NotNow, Ruling
from ..view import View, seen, view
from .play_help import help_lines
from .play_input import Command, Unclear, is_pass, read_cards, read_command
from .play_screen import PLAY_WAIT, SPEEDS, Screen
from .play_words import Words, typed


class Quit(Exception):
    """The player wants to stop."""


class Game:
    """One match of a player against simple opponents."""

    def __init__(self, screen: Screen, words: Words, *, seed: int, deals: int) -> None:
        self.screen, self.words, self.seed, self.deals = screen, words, seed, deals
        self.ruleset, self.seat = words.ruleset, words.seat
        self.match = Match.begin(self.ruleset, self._lot("first").randrange(self.ruleset.players))
        self.deal: Deal | None = None
        self._others = self._lot("others")
        self._dealt = self._hints = 0
        self._trick, self._laid = 0, 0
        self._passed: list[str] | None = None
        self._typed: str | None = None
        self._wish = False
        self._rule = ""
        self._run: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "hand": lambda _: self._hand(),
            "last": self._last_trick,
            "score": self._score,
            "rule": self._explain,
            "hint": self._hint,
            "speed": self._speed,
            "quit": self._quit,
        }

    def _lot(self, what: str) -> random.Random:
        """A random generator of its own, so that nothing the player does changes the cards."""
        return random.Random(f"{self.seed}/{what}")

    def _say(self, key: str, **facts: object) -> None:
        self.screen.line(self.words.say(key, **facts))

    # The match.

    def play(self) -> None:
        """Play until the match, or the wanted number of deals, is over."""
        self._welcome()
        while self.match.over is None:
            self._play_deal()
            assert self.deal is not None
            self.match, events = self.match.after(self.deal)
            for event in events:
                self.screen.line(self.words.match_event(event))
            if self.deals and self.match.deals >= self.deals:
                self._say("deals_over", number=self.match.deals)
                return
            if self.match.over is None:
                self._pause("next_deal")

    def _welcome(self) -> None:
        r = self.ruleset
        self._say("welcome", ruleset=str(r), seed=self.seed)
        partners = [s for s in range(r.players) if r.same_side(self.seat, s) and s != self.seat]
        name = self.words.seat_name(self.seat)
        if partners:
            self._say("you_are", name=name, partners=self.words.names(partners))
        else:
            self._say("you_are_alone", name=name)
        self._say("cards_short")

    def _play_deal(self) -> None:
        """A deal from its first card to its end."""
        self._dealt += 1
        deck = full_deck(self.ruleset)
        self._lot(f"deck {self._dealt}").shuffle(deck)
        self._trick = self._laid = 0
        self._passed, self._typed, self._wish = None, None, False
        deal, events = Deal.begin(self.ruleset, self.match.setup(), deck)
        self._tell(deal, events, DRAW)
        while deal.turn is not None:
            phase = deal.phase
            action = self._own(deal) if deal.turn == self.seat else self._other(deal)
            deal, events = deal.apply(action)
            self._tell(deal, events, phase)

    def _other(self, deal: Deal) -> Action:
        """What another seat does, by what it may see itself."""
        assert deal.turn is not None
        plays = deal.plays() if deal.phase == PLAY else None
        return choose(view(deal, deal.turn), plays, self._others)

    # Telling what happens.

    def _tell(self, deal: Deal, events: list[Event], phase: str) -> None:
        """Show events as the player may see them, with time to look."""
        self.deal = deal
        banker = view(deal, self.seat)["banker"]
        for event in events:
            data = seen(event, self.seat)
            kind = data["event"]
            if kind == "drawn":
                self._drawn(data)
            elif kind == "played":
                self._played(data)
            else:
                if kind == "started":
                    self.screen.line()
                if kind in ("settled", "trump_fixed") and self.screen.pauses:
                    self.screen.line()
                if text := self.words.told(data, phase=phase, banker=banker):
                    self.screen.line(text)
                if kind == "started":
                    stops = self.screen.pauses and self.ruleset.declare_style != "call"
                    self._say("drawing" if stops else "drawing_at_once")
                if kind == "trick_reopened":
                    self._laid = self.ruleset.players
                if kind == "taken_back":
                    self._laid -= 1
                if kind == "trick_won":
                    self._laid = 0
                    self._pause("go_on")
        self._heed()

    def _drawn(self, data: View) -> None:
        if data["seat"] == self.seat:
            self.screen.part(self.words.cards(data["card"]))
        heard = self.screen.listen()
        if self._typed is None:
            self._typed = heard

    def _heed(self) -> None:
        """Do what was typed while cards were drawn, as far as it is not an answer."""
        if self._typed is None:
            return
        command = read_command(self._typed)
        if command:
            self._typed = None
            self._do(command)
        elif self._mine()["phase"] != DRAW:
            self._typed, self._wish = None, False
        elif not self._wish:
            self._wish = True
            self._say("will_be_asked")

    def _played(self, data: View) -> None:
        seat, players = data["seat"], self.ruleset.players
        if not self._laid:
            self._trick += 1
            if seat != self.seat:
                self.screen.line()
                self.screen.line(self.words.status(self._mine(), self._trick))
        self._laid = (self._laid + 1) % (players + 1)
        label = f"  {self.words.padded(seat)}  "
        self.screen.row(label, self.words.cards(data["cards"]).split(" "))
        if seat != self.seat:
            self.screen.wait(PLAY_WAIT)

    def _pause(self, key: str) -> None:
        """Wait for Enter; commands are answered meanwhile."""
        while self.screen.pauses:
            line = self.screen.ask(self.words.say(key) + "> ")
            if is_pass(line):
                return
            command = read_command(line)
            if command and command.name not in ("hint", "claim"):
                self._do(command)
            else:
                self._say("enter_goes_on")

    # Asking the player.

    def _own(self, deal: Deal) -> Action:
        """What the player does."""
        self.deal = deal
        mine = view(deal, self.seat)
        if mine["phase"] in (DRAW, CALL, CHANGE):
            asked = mine["phase"] != DRAW or self._worth_asking(mine)
            if not mine["options"] or not asked:
                return Pass(self.seat)
        line = self._typed or None
        self._typed, self._wish = None, False
        if line is None:
            self._present(mine)
        while True:
            if line is None:
                line = self.screen.ask(self._prompt(mine))
            action = self._answer(line, mine)
            line = None
            if action is None:
                continue
            refusal = deal.refuses(action)
            if refusal is None:
                self._passed = mine["options"] if isinstance(action, Pass) else None
                return action
            self._refused(refusal)

    def _worth_asking(self, mine: View) -> bool:
        """Whether something new could be shown, or it is the last chance, or he asked for it."""
        window = self.ruleset.declare_window
        last = 54 * self.ruleset.decks - self.ruleset.kitty - (0 if window else 1)
        return self._wish or mine["options"] != self._passed or mine["drawn"] >= last

    def _present(self, mine: View) -> None:
        """Show what the question is about."""
        phase = mine["phase"]
        if phase == PLAY and not self._laid:
            self.screen.line()
            self.screen.line(self.words.status(mine, self._trick + 1))
        else:
            self.screen.line()
        if phase != COUNT:
            self._hand()
        if mine["options"]:
            self._say("could_show", options=self.words.options(mine["options"]))

    def _prompt(self, mine: View) -> str:
        """The question, as short as it can be."""
        phase = mine["phase"]
        key = f"ask_{phase}"
        if phase == DRAW:
            key = "ask_bid" if self.ruleset.declare_style == "concealed" else "ask_declare"
        elif phase == PLAY:
            key = "ask_follow" if mine["trick"] else "ask_lead"
        led = Cards.parse(mine["trick"][0]) if mine["trick"] else Cards()
        lead = self.words.cards(led)
        return self.words.say(key, kitty=self.ruleset.kitty, lead=lead) + "> "

    def _answer(self, line: str, mine: View) -> Action | None:
        """The action a line stands for; None if it was a command or cannot be read."""
        command = read_command(line)
        if command and command.name == "claim":
            return self._claim(command.word)
        if command:
            self._do(command)
            return None
        if is_pass(line):
            if mine["options"] or mine["phase"] == COUNT:
                return Pass(self.seat)
            self._say("no_passing")
            return None
        cards = self._cards(line, mine)
        if cards is None:
            return None
        phase = mine["phase"]
        if phase == PARTNER:
            if len(cards) == 1:
                return NamePartner(self.seat, next(iter(cards)))
            self._say("one_card")
            return None
        if phase == BURY:
            return Bury(self.seat, cards)
        return Play(self.seat, cards) if phase == PLAY else Declare(self.seat, cards)

    def _cards(self, line: str, mine: View) -> Cards | None:
        led = None
        if mine["trick"]:
            led = terms_of(mine).suit(Cards.parse(mine["trick"][0]))
        try:
            return read_cards(line, Cards.parse(mine["hand"]), led)
        except Unclear as error:
            if error.fitting:
                options = self.words.options([str(cards) for cards in error.fitting])
                self._say("which_suit", options=options)
            else:
                self._say("no_such_rank", text=line)
        except CardTextError as error:
            self._say("unreadable", part=error.part, column=error.column)
        return None

    def _claim(self, word: str) -> Action | None:
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
        self._rule = refusal.rule
        reason = explain(refusal, self.words.language)
        self._say("refused", reason=reason, rule=refusal.rule)

    # Commands.

    def _do(self, command: Command) -> None:
        if command.name == "claim":
            self._say("enter_goes_on")
            return
        self._run[command.name](command.word)

    def _mine(self) -> View:
        assert self.deal is not None
        return view(self.deal, self.seat)

    def _hand(self) -> None:
        for label, row, red in self.words.hand(self._mine()):
            self.screen.row(label, row, red=red)

    def _help(self, _: str) -> None:
        mine = self._mine()
        self.screen.line()
        for line in help_lines(self.words, mine, self._suggestions(mine)):
            self.screen.line(line)

    def _suggestions(self, mine: View) -> list[Cards]:
        """A few things that may be done now, from the player's own hand."""
        if mine["turn"] != self.seat or mine["options"]:
            return [Cards.parse(text) for text in mine["options"]]
        first = self._suggestion(mine)
        if isinstance(first, Pass):
            return []
        found = [Cards.of([first.card]) if isinstance(first, NamePartner) else first.cards]  # type: ignore[union-attr]
        if mine["phase"] == PLAY:
            assert self.deal is not None
            lot = self._lot(f"help {self._hints}")
            drawn = [self.deal.plays().draw(lot.randrange) for _ in range(6)]
            short = [cards for cards in drawn if len(cards) <= 4 or mine["trick"]]
            found += [cards for cards in dict.fromkeys(short) if cards not in found][:2]
        return found

    def _suggestion(self, mine: View) -> Action:
        assert self.deal is not None
        self._hints += 1
        plays = self.deal.plays() if mine["phase"] == PLAY else None
        return choose(mine, plays, self._lot(f"hint {self._hints}"))

    def _hint(self, _: str) -> None:
        mine = self._mine()
        if mine["turn"] != self.seat:
            self._say("no_hint")
            return
        action = self._suggestion(mine)
        if isinstance(action, Pass):
            self._say("hint_pass")
            return
        assert isinstance(action, Bury | Declare | NamePartner | Play)
        cards = Cards.of([action.card]) if isinstance(action, NamePartner) else action.cards
        self._say("hint", cards=self.words.cards(cards), text=typed(cards))

    def _last_trick(self, _: str) -> None:
        tricks = self._mine()["tricks"]
        if not tricks:
            self._say("no_tricks" if self.ruleset.tricks_seen == "none" else "no_trick_yet")
            return
        last = tricks[-1]
        self._say("last_trick")
        for at, text in enumerate(last["plays"]):
            seat = (last["leader"] + at) % self.ruleset.players
            label = f"  {self.words.padded(seat)}  "
            shown = self.words.say("not_seen") if text is None else self.words.cards(text)
            self.screen.row(label, shown.split(" "))

    def _score(self, _: str) -> None:
        mine = self._mine()
        trick = self._trick + (0 if self._laid else 1)
        for line in self.words.score(mine, trick if mine["phase"] == PLAY else 0):
            self.screen.line(line)

    def _explain(self, word: str) -> None:
        """The page of a rule; without a word that of the last refusal, or the list."""
        rule = word.lower() or self._rule
        if not rule:
            self.screen.page(rule_index(self.words.language))
        elif rule in registry():
            self.screen.page(rule_page(rule, self.words.language, ruleset=self.ruleset))
        else:
            near = difflib.get_close_matches(rule, registry(), n=3, cutoff=0.3)
            self._say("no_rule", rule=rule, near=", ".join(near) or "follow.suit")

    def _speed(self, word: str) -> None:
        if word in SPEEDS:
            self.screen.speed = word
            self._say("speed_is", speed=word)
        else:
            self._say("speeds", speed=self.screen.speed, speeds=", ".join(SPEEDS))

    def _quit(self, _: str) -> None:
        raise Quit
