"""Whole deals through a pseudo-terminal: nothing leaks, nonsense is answered, help is there."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.players import careless
from tests.terminal import HINT, Script, Terminal, cards_in, game_of, play_by_hints
from tuolaji import Card, Cards, Ruleset
from tuolaji.deal.actions import Claim, Pass, RuleFoul
from tuolaji.ruleset.fouls import Foul
from tuolaji.terminal.commands import Quit
from tuolaji.terminal.input import Command
from tuolaji.texts.reader import LANGUAGES, texts

RULESETS = (
    "classic", "meizhusong", "joker-bid", "six-player", "four-deck", "classic(partners=called)",
)  # fmt: skip
NAMES = ("South", "East", "North", "West")


def dealt(ruleset: Ruleset, seed: int) -> list[Cards]:
    """The hands of the seed's first deal, as docs/play.md says they are dealt."""
    deck = [Card(face) for face in range(54)] * ruleset.decks
    random.Random(f"{seed}/deck 1").shuffle(deck)
    first = random.Random(f"{seed}/first").randrange(ruleset.players)
    drawn = deck[: len(deck) - ruleset.kitty]
    starts = [(seat - first) % ruleset.players for seat in range(ruleset.players)]
    return [Cards.of(drawn[start :: ruleset.players]) for start in starts]


def check_the_screen(ruleset: Ruleset, seed: int, seat: int, said: str) -> None:
    """Every card shown is the player's own, or was shown or played by the seat that holds it."""
    hands = dealt(ruleset, seed)
    four = ruleset.players == 4
    names = NAMES if four else tuple(f"Seat {number}" for number in range(1, 7))
    takers = [at for at, name in enumerate(names) if f"{name} takes up the kitty" in said]
    names = (*names[:seat], "You ", *names[seat + 1 :])  # how this player is told of their own seat
    everything = set(map(Card, range(54)))
    own, public = set(hands[seat]), set()
    played = [0] * ruleset.players
    skip, naming = 0, False
    lines = said.splitlines()
    for line, after in pairwise([*lines, ""]):
        skip = ruleset.players + 1 if line == "The last trick:" else max(skip - 1, 0)
        found = cards_in(line)
        shown = {card for cards in found for card in cards}
        who = next((at for at, name in enumerate(names) if line.strip().startswith(name)), None)
        laid = line.startswith("  ") and who is not None and not skip
        asked = naming or line.startswith("Name the partner's card>")
        naming = asked and not NAMES_CARD.search(line)
        advice = HINT.match(after)  # its reason names what others may hold
        if naming or advice or GENERAL.match(line) or TYPED.search(line):
            continue
        if laid:
            played[who] += sum(map(len, found))
        if who not in (None, seat) and (laid or SHOWS.search(line)):
            assert shown <= (everything if who in takers else set(hands[who])), line
            public |= shown
        elif TURNED_UP.match(line) or NAMES_CARD.search(line):
            public |= shown
        elif who == seat and "You take up the kitty:" in line:
            own |= shown
        else:
            assert shown <= own | public, line
    assert played == [ruleset.hand_size] * ruleset.players


GENERAL = re.compile(r"Type S H C D|joker, XL|How cards|repeated for copies|T also means|leave out")
TYPED = re.compile(r"> \S+|You do not have|cannot read")
SHOWS = re.compile(r" (declares|secures|overturns|calls|changes|attacks|throws) ")
NAMES_CARD = re.compile(r" names |You name ")
TURNED_UP = re.compile(r"Bid by|Nobody declared|The kitty is turned up|The attackers win the last")


@pytest.mark.parametrize("name", RULESETS)
def test_a_whole_deal_through_a_terminal(name):
    ruleset, seed = Ruleset.parse(name), 4
    words = ("--ruleset", name, "--seed", str(seed), "--speed", "0", "--deals", "1", "--seat", "2")
    with Terminal(*words, "--lang", "en", "--save", "match.tlj") as game:
        play_by_hints(game)
        assert game.process.wait() == 0
    assert "Traceback" not in game.said
    assert re.search(
        r"^The attackers took -?\d+ (?:points \(they needed|of the) \d+", game.said, re.M
    )
    assert "\nDeals played: 1.\nThe match is saved in match.tlj. " in game.said
    assert game.said.count("Not allowed: ") >= 1
    assert "There is no rule follow.pear. Near it: follow.pair" in game.said
    assert texts("en")["rules"]["clock.match"]["title"] in game.said
    assert max(len(line) for line in game.said.splitlines() if "> " not in line) <= 80
    check_the_screen(ruleset, seed, 1, game.said)


def test_the_leak_check_finds_a_leak():
    ruleset = Ruleset.parse("classic")
    other = next(card for card in dealt(ruleset, 3)[1] if card not in dealt(ruleset, 3)[0])
    line = f"Hint: {'♠♥♣♦'['SHCD'.index(other.suit)]}{other.rank.replace('T', '10')}\n"
    with pytest.raises(AssertionError, match="Hint"):
        check_the_screen(ruleset, 3, 0, line)


PHASES = [
    ("classic", ["help_declare", "help_bury", "help_lead", "help_follow", "help_wait"]),
    ("classic(partners=called)", ["help_partner"]),
    ("joker-bid", ["help_call", "help_change"]),
    ("four-deck", ["help_bid"]),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "keys"), PHASES)
def test_help_in_every_phase(name, keys, language):
    said: list[str] = []
    wanted = {key: re.split(r"[{:：(（]", texts(language)["terminal"][key])[0] for key in keys}
    for seed in range(60):
        screen = Script(language)
        if "help_wait" in keys:
            screen.interactive, screen.speed = True, "fast"
        with pytest.raises((Quit, EOFError)):
            game_of(screen, name, seed=seed, language=language).play()
        said += screen.said
        if all(any(t.startswith(text) for t in said) for text in wanted.values()):
            break
    missing = [k for k, text in wanted.items() if not any(t.startswith(text) for t in said)]
    assert missing == []
    assert any(texts(language)["terminal"]["help_cards"] == text for text in said)
    assert not any("{" in text for text in said)


class Claiming(Script):
    """Claims, once, when cards are played."""

    def ask(self, prompt: str) -> str:
        if not self.first and prompt.startswith(("Lead", "Follow")) and "claimed" not in self.said:
            self.said.append("claimed")
            self.first = ["claim", "claim north", "claim 2"]
        return super().ask(prompt)


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("classic", ["Whose play?", "You can’t call a foul here", "You can’t call a foul here"]),
        (
            "classic(enforcement=referee,fouls=meizhusong)",
            ["Whose play?", "North is on your own side", "You call an illegal play"],
        ),
    ],
)
def test_claims_are_judged_where_there_is_a_referee(name, answers):
    screen = Claiming("en", most=12)
    with pytest.raises(Quit):
        game_of(screen, name, seed=3).play()
    after = screen.said[screen.said.index("claimed") + 1 :][: len(answers)]
    assert [text[: len(answer)] for text, answer in zip(after, answers, strict=True)] == answers


class Counting(Script):
    """Lays the first hint till the last trick, then asks for help, claims, and passes."""

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if prompt.startswith("Call an illegal play"):
            answers = ("?", "hint", "claim east", "SA", "")
            return answers[sum(p == prompt for p in self.prompts) - 1]
        hinted = HINT.search(self.said[-1]) if self.said else None
        return hinted[1] if hinted else "" if "Enter passes" in prompt else "hint"


def test_after_the_last_trick_a_player_may_claim_before_the_deal_is_counted():
    screen = Counting("en")
    game = game_of(screen, "classic(enforcement=referee,fouls=meizhusong)", seed=3)
    game.deals = 1
    game.play()
    assert screen.prompts[-5:] == [screen.prompts[-1]] * 5
    said = "\n".join(screen.said)
    assert said.count("The last trick has been played.") == 1
    assert said.count("Hint: pass (press Enter)") == 1
    assert "You call an illegal play by East: there was none." in said
    assert "Deals played: 1." in said


class Looking(Script):
    """Looks at every trick, and claims against East while it does."""

    pauses = True

    def ask(self, prompt: str) -> str:
        if prompt.startswith("Press Enter"):
            self.prompts.append(prompt)
            first = self.prompts.count(prompt)
            return {1: "claim", 2: "claim north", 3: "claim east"}.get(first, "")
        return super().ask(prompt)


def test_a_player_may_claim_while_a_trick_is_looked_at():
    screen = Looking("en", most=30)
    game = game_of(screen, "classic(enforcement=referee,fouls=meizhusong)", seed=3)
    with pytest.raises(Quit):
        game.play()
    said = "\n".join(screen.said)
    order = ["Whose play?", "North is on your own side", "You call an illegal play"]
    places = [said.index(text) for text in order]
    assert places == sorted(places)
    assert len(re.findall("wins? the trick", said[: places[-1]])) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_after_the_last_trick_and_after_a_false_bid_are_in_words(language):
    screen = Script(language)
    game = game_of(screen, "four-deck(enforcement=referee)", seed=3, language=language)
    game.course.begin_deal()
    game.course.apply(RuleFoul(Foul("foul.false-bid"), 1))
    while game.course.deal.turn != 0:
        game.course.apply(Pass(game.course.deal.turn))
    assert game.course.deal.phase == "name"
    action = game._own()
    assert action.seat == 0
    assert game.course.deal.refuses(action) is None
    assert not any("{" in text for text in screen.said)
    game.course._asked = lambda: (Claim(0, 1), None)
    game.commands.do(Command("hint"))
    assert str(game.words.name(1)) in screen.said[-1]
    assert "claim 2" in screen.said[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_others_claim_what_the_player_has_done_wrong(language, monkeypatch):
    screen, rng = Script(language), random.Random(1)
    name = "classic(enforcement=referee,fouls=meizhusong,tricks_seen=all)"
    game = game_of(screen, name, seed=3, language=language)
    game.deals = 2

    def own():
        while game.course.deal.refuses(action := careless(game.course.deal, rng)):
            pass
        return action

    monkeypatch.setattr(game, "_own", own)
    game.play()
    words = game.words
    claims = [
        words.say("claimed", name=words.name(seat), against=words.name(0), rule=words.rule(rule))
        for seat in (1, 3)
        for rule in ("follow.suit", "follow.pair", "follow.throw", "follow.tractor")
    ]
    assert set(claims) & set(screen.said)
    assert any(words.rule("foul.card-count") in text for text in screen.said)


class Cutting(Script):
    """Answers the question for the cut, and nothing else."""

    pauses = True

    def __init__(self, *answers: str) -> None:
        super().__init__("en")
        self.answers = list(answers)

    def ask(self, prompt: str) -> str:
        if not self.answers or not prompt.startswith("You may cut"):
            raise Quit
        return self.answers.pop(0)


def test_the_cut_is_the_players_where_the_rules_give_it_to_them():
    """`before_banker`: South cuts where West begins; 30 cards from the top come to the bottom."""
    decks = {}
    for answers in (("",), ("nonsense", "0", "108", "30")):
        screen = Cutting(*answers)
        game = game_of(screen, "meizhusong", seed=3)
        course = game.course
        course.match = replace(course.match, first_seat=1)
        with pytest.raises(Quit):
            game.play()
        assert not screen.answers
        decks[answers[-1]] = course.deal.deck
    assert decks["30"] == (*decks[""][30:], *decks[""][:30])
    assert "A number from 1 to 107, or Enter." in screen.said
