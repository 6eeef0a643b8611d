"""The game in the terminal: whole deals through a pseudo-terminal, help, refusals, endings."""

from __future__ import annotations

import contextlib
import os
import pty
import random
import re
import select
import string
import subprocess
import sys
from pathlib import Path

import pytest

from tests.table import C
from tuolaji import Card, Cards, Ruleset
from tuolaji.actions import Bury, NamePartner, NameTrump, Pass, Play
from tuolaji.catalogue import LANGUAGES, texts
from tuolaji.cli.play_game import Game, Quit
from tuolaji.cli.play_input import COMMANDS, Unclear, read_cards, read_command
from tuolaji.cli.play_screen import Screen, wrapped
from tuolaji.cli.play_words import Words
from tuolaji.events import (
    KINDS,
    Adjusted,
    Bid,
    BidTurnedUp,
    Buried,
    Claimed,
    Declared,
    Disqualified,
    Dug,
    Flipped,
    Fouled,
    PartnerKnown,
    PartnerNamed,
    Passed,
    Redealt,
    Settled,
    Started,
    TakenBack,
    ThrowFailed,
    TookKitty,
    TrickReopened,
    TrickWon,
    TrumpFixed,
    TrumpNamed,
    name_of,
)
from tuolaji.opponents import choose
from tuolaji.play import Shape, leads, plays, read_lead
from tuolaji.rulings import NotNow
from tuolaji.score import Result
from tuolaji.terms import Terms
from tuolaji.view import seen

RULESETS = (
    "classic", "meizhusong", "joker-bid", "six-player", "four-deck", "classic(partners=called)",
)  # fmt: skip
NAMES = ("South", "East", "North", "West")
CARD = re.compile(r"(?:[♠♥♣♦](?:10|[2-9JQKA])+|\bX[BL])")
HAND_ROW = re.compile(r"^ ([♠♥♣♦]) +((?:(?:10|[2-9JQKA])+ ?)+)$")
HINT = re.compile(r"^Hint: .*\(type (\S+)\)$", re.M)
# The child opens the terminal itself, so that it is its own and Ctrl-C reaches it, and it does
# not inherit that Ctrl-C is ignored, as it is for whatever a script runs in the background.
CHILD = (
    "import os, signal, sys\n"
    "signal.signal(signal.SIGINT, signal.SIG_DFL)\n"
    "fd = os.open(sys.argv[1], os.O_RDWR)\n"
    "for n in range(3): os.dup2(fd, n)\n"
    "os.execv(sys.executable, [sys.executable, '-m', 'tuolaji', 'play', *sys.argv[2:]])\n"
)


SILENT = 6000  # looks for output in vain: a program that hangs must not hang the tests


class Terminal:
    """The program in a pseudo-terminal, and what it has printed."""

    def __init__(self, *words: str, term: str = "dumb") -> None:
        self.master, slave = pty.openpty()
        env = {**os.environ, "TERM": term, "LC_ALL": "C.UTF-8", "COLUMNS": "80", "LINES": "24"}
        env.pop("NO_COLOR", None)
        command = [sys.executable, "-c", CHILD, os.ttyname(slave), "--terminal", *words]
        self.process = subprocess.Popen(command, env=env, start_new_session=True)
        self.slave = slave
        self.said = ""

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def read(self, until: str = r"> $") -> str | None:
        """What is printed up to the next prompt; None when the program has ended."""
        new = b""
        silent = 0
        while True:
            ended = self.process.poll() is not None
            silent += 1
            assert silent < SILENT, f"nothing more came after: {self.said[-300:]}"
            if select.select([self.master], [], [], 0.05)[0]:
                silent = 0
                new += os.read(self.master, 65536)
                text = new.decode("utf-8", "replace").replace("\r", "")
                if re.search(until, text):
                    self.said += text
                    return text
            elif ended:
                self.said += new.decode("utf-8", "replace").replace("\r", "")
                return None

    def interrupt(self, typed: bytes = b"") -> None:
        """Ctrl-C as a person presses it, again when nothing happens, and all that is still said.

        Python may receive the signal between printing a prompt and waiting for the line; it then
        notices it only when something more is typed.
        """
        os.write(self.master, typed)
        while self.process.poll() is None:
            os.write(self.master, b"\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
        assert self.read() is None

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def ask(self, line: str) -> str | None:
        """Type a line and read the answer, without the echo of the line."""
        self.type(line)
        text = self.read()
        return None if text is None else text.partition("\n")[2]

    def prompt(self) -> str:
        return self.said.rpartition("\n")[2]


def play_by_hints(game: Terminal, *, eager: bool = True) -> None:
    """Play to the end by what `hint` suggests, with wrong answers mixed in at every question."""
    tried: set[str] = set()
    text = game.read()
    while text is not None:
        prompt = game.prompt()
        kind = prompt.split(" ")[0]
        if kind not in tried:
            tried.add(kind)
            for nonsense in (
                "?",
                "xyzzy",
                "♠",
                "7" * 3000,
                "\x01\x7f\x1b[A",
                "r follow.pear",
                "r clock.match",
                "t",
            ):
                text = game.ask(nonsense)
                assert game.prompt() == prompt, text
            for wrong in ("XBB XLL S2345678", "S2H3C4D5"):
                text = game.ask(wrong)
                assert text is None or game.prompt() == prompt, text
        if kind == "Follow" and game.said.count("Not allowed: ") < 2:
            for row in game.said.splitlines()[-6:]:
                if found := HAND_ROW.match(row):
                    number = sum(map(len, cards_in(prompt)))
                    ranks = found[2].replace("10", "T").replace(" ", "")[:number]
                    text = game.ask(found[1] + ranks)
                    break
            if text is None or game.prompt() != prompt:
                continue
        offer = re.search(r"\(type (\S+)\)", game.said.rpartition("You could show")[2])
        if eager and offer and "passes" in prompt:
            text = game.ask(offer[1])
            continue
        hint = game.ask("hint") or ""
        found = HINT.search(hint)
        text = game.ask(found[1] if found else "")


def cards_in(line: str) -> list[Cards]:
    """All cards that a line shows."""
    if row := HAND_ROW.match(line):
        line = " ".join(row[1] + ranks for ranks in row[2].split())
    return [Cards.parse(text) for text in CARD.findall(line)]


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
    takers += [seat] if f"{names[seat]} (you) takes up the kitty" in said else []
    everything = set(map(Card, range(54)))
    own, public = set(hands[seat]), set()
    played = [0] * ruleset.players
    skip, naming = 0, False
    for line in said.splitlines():
        skip = ruleset.players + 1 if line == "The last trick:" else max(skip - 1, 0)
        found = cards_in(line)
        shown = {card for cards in found for card in cards}
        who = next((at for at, name in enumerate(names) if line.strip().startswith(name)), None)
        laid = line.startswith("  ") and who is not None and not skip
        naming = (naming or line.startswith("Name the partner's card>")) and " names " not in line
        if naming or GENERAL.match(line) or TYPED.search(line):
            continue
        if laid:
            played[who] += sum(map(len, found))
        if who not in (None, seat) and (laid or SHOWS.search(line)):
            assert shown <= (everything if who in takers else set(hands[who])), line
            public |= shown
        elif TURNED_UP.match(line) or " names " in line:
            public |= shown
        elif who == seat and "takes up the kitty:" in line:
            own |= shown
        else:
            assert shown <= own | public, line
    assert played == [ruleset.hand_size] * ruleset.players


GENERAL = re.compile(r"Cards are typed|joker, XL|How cards|repeated for copies|one\. T is|left out")
TYPED = re.compile(r"> \S+|You do not have|cannot read")
SHOWS = re.compile(r" (declares|calls|changes|attacks|throws) ")
TURNED_UP = re.compile(r"The bid of|Nobody declared|The kitty is turned up|The last trick digs")


@pytest.mark.parametrize("name", RULESETS)
def test_a_whole_deal_through_a_terminal(name):
    ruleset, seed = Ruleset.parse(name), 3
    words = ("--ruleset", name, "--seed", str(seed), "--speed", "0", "--deals", "1", "--seat", "2")
    with Terminal(*words, "--lang", "en") as game:
        play_by_hints(game)
        assert game.process.wait() == 0
    assert "Traceback" not in game.said
    assert re.search(r"^The attackers have -?\d+ points and needed \d+: ", game.said, re.M)
    assert game.said.endswith("Deals played: 1.\n")
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


def test_ctrl_c_at_a_question_leaves_one_clear_line():
    with Terminal("--seed", "3", "--speed", "0", "--lang", "en") as game:
        game.read()
        game.interrupt(b"SA")
        assert game.process.wait() == 130
    last = game.said.rpartition("> ")[2].splitlines()
    assert last[-2:] == [
        "Interrupted. The same cards again:",
        "tuolaji play --terminal --ruleset classic --seat 1 --seed 3",
    ]
    assert "Traceback" not in game.said
    assert "Aborted" not in game.said


def test_ctrl_c_while_cards_are_drawn_ends_the_line_first():
    with Terminal("--seed", "3", "--speed", "slow", "--lang", "en") as game:
        game.read(r"declare\.\n.*♦5")
        game.interrupt()
        assert game.process.wait() == 130
    assert "\nInterrupted. " in game.said
    assert "Traceback" not in game.said


def test_the_end_of_the_input_ends_the_game_politely():
    with Terminal("--seed", "3", "--speed", "0", "--lang", "en") as game:
        game.read()
        os.write(game.master, b"\x04")
        assert game.read() is None
        assert game.process.wait() == 0
    assert "\nThe input ended, and so does the game. " in game.said


def run_piped(typed: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tuolaji", "play", "--terminal", *words]
    env = {**os.environ, "LC_ALL": "C.UTF-8"}
    return subprocess.run(command, input=typed, capture_output=True, check=False, env=env)


@pytest.mark.parametrize("typed", [b"", b"\n", b"\xff\xfe\x00\n\x80SA\n", b"h\nhint"])
def test_without_a_terminal_there_are_no_pauses_colours_or_crashes(typed):
    done = run_piped(typed, "--seed", "3", "--speed", "slow", "--lang", "en")
    said = done.stdout.decode()
    assert done.returncode == 0
    assert done.stderr == b""
    assert "The input ended" in said
    assert "\x1b" not in said
    assert "Enter goes on" not in said


def test_the_same_seed_gives_the_same_cards_and_q_says_how():
    words = ("--ruleset", "joker-bid(throw=off)", "--seat", "2", "--lang", "en")
    first = run_piped(b"q\n", *words, "--seed", "9").stdout.decode()
    assert "Good-bye" in first
    again = first.splitlines()[-1]
    assert again == ("tuolaji play --terminal --ruleset 'joker-bid(throw=off)' --seat 2 --seed 9")
    assert run_piped(b"q\n", *words, "--seed", "9").stdout.decode() == first
    assert run_piped(b"q\n", *words, "--seed", "10").stdout.decode() != first


def test_colours_on_a_terminal_the_shape_of_the_suit_always():
    with Terminal("--seed", "3", "--speed", "0", "--lang", "en", term="xterm-256color") as game:
        game.read()
    assert "\x1b[31m♥5" in game.said
    assert " ♠" in game.said


def test_the_drawing_can_be_stopped_and_a_trick_looked_at():
    with Terminal("--seed", "3", "--speed", "fast", "--lang", "en") as game:
        game.read(r"♦5")
        game.type("")
        game.read(r"You will be asked|Declare")
        text = game.read()
        while "Enter goes on" not in game.prompt():
            hint = HINT.search(game.ask("hint"))
            text = game.ask(hint[1] if hint else "")
            assert text is not None
        assert re.search(r"→ \S+ .*wins the trick", game.said)
        before = game.said.count("Trick 2")
        assert "The last trick:" in game.ask("t")
        assert "not your turn" in game.ask("?")
        assert "Enter goes on" in game.ask("SA")
        assert before == 0
        assert "Trick 2" in game.ask("")


def test_speed_0_typed_in_the_game_ends_the_pauses():
    screen = Script("en")
    screen.interactive = True
    screen.first = ["speed 0"]
    with pytest.raises(Quit):
        Game(screen, Words(Ruleset.parse("classic"), 0, "en"), seed=3, deals=0).play()
    assert screen.speed == "0"
    assert not any("Enter goes on" in prompt for prompt in screen.prompts)


class Script(Screen):
    """A screen without a terminal: it asks for help at every question, then does the hint."""

    def __init__(self, language: str, most: int = 60) -> None:
        super().__init__("0")
        self.said: list[str] = []
        self.prompts: list[str] = []
        self.first: list[str] = []
        self.most = most
        self.offer = {"en": "type", "zh-Hans": "输入", "zh-Hant": "輸入"}[language]

    def line(self, text: str = "", **_: bool) -> None:
        self.said.append(text)

    def part(self, word: str) -> None:
        self.said.append(word)

    def page(self, markdown: str) -> None:
        self.said.append(markdown)

    def wait(self, kind: int) -> None:
        pass

    def listen(self) -> str | None:
        return None

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if len(self.prompts) > 3 * self.most:
            raise Quit
        if self.first:
            return self.first.pop(0)
        if self.prompts[-2:-1] != [prompt]:
            return "?"
        if len(self.prompts) < 3 or self.prompts[-3] != prompt:
            shows = next((t for t in reversed(self.said) if f"{self.offer} " in t), "")
            found = re.search(rf"[(（]{self.offer} ([^)）]+)[)）]", shows)
            return found[1] if found else "hint"
        found = re.search(rf"[(（]{self.offer} (\S+?)[)）]", self.said[-1])
        self.prompts.append("")
        return found[1] if found else "hint" if len(self.prompts) % 2 else ""


PHASES = [
    ("classic", ["help_declare", "help_bury", "help_lead", "help_follow", "help_wait"]),
    ("classic(partners=called)", ["help_partner"]),
    ("joker-bid", ["help_call", "help_change"]),
    ("four-deck", ["help_bid"]),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "keys"), PHASES)
def test_help_in_every_phase(name, keys, language):
    ruleset = Ruleset.parse(name)
    said: list[str] = []
    wanted = {key: re.split(r"[{:：(（]", texts(language)["terminal"][key])[0] for key in keys}
    for seed in range(60):
        screen = Script(language)
        if "help_wait" in keys:
            screen.interactive, screen.speed = True, "fast"
        with pytest.raises((Quit, EOFError)):
            Game(screen, Words(ruleset, 0, language), seed=seed, deals=0).play()
        said += screen.said
        if all(any(t.startswith(text) for t in said) for text in wanted.values()):
            break
    missing = [k for k, text in wanted.items() if not any(t.startswith(text) for t in said)]
    assert missing == []
    assert any(texts(language)["terminal"]["help_cards"] == text for text in said)
    assert not any("{" in text for text in said)


# What is typed, and what is said.


def test_lines_are_wrapped_by_the_columns_they_take():
    assert wrapped("aa bb cc", 5) == ["aa bb", "cc"]
    assert wrapped("", 5) == [""]
    assert wrapped("  aa   bb", 20) == ["  aa   bb"]
    assert wrapped("南北东西 南北", 6) == ["南北东", "西 南", "北"]
    assert wrapped("南北，东（西）", 6) == ["南北，", "东", "（西）"]
    assert wrapped("abcdefg", 3) == ["abc", "def", "g"]


def test_cards_are_read_with_or_without_their_suit():
    hand = C("SAKKT5HA77XBL")
    assert read_cards("sakk", hand) == C("SAKK")
    assert read_cards("♠10", hand) == C("ST")
    assert read_cards("10", hand) == C("ST")
    assert read_cards("7 7", hand) == C("H77")
    assert read_cards("大王 小王", hand) == C("XBL")
    assert read_cards("a", hand, "H") == C("HA")
    with pytest.raises(Unclear) as several:
        read_cards("A", hand)
    assert several.value.fitting == [C("SA"), C("HA")]
    with pytest.raises(Unclear) as none:
        read_cards("3", hand)
    assert none.value.fitting == []
    for nonsense in ("-", "S", "hello", "XK"):
        with pytest.raises(ValueError, match="cannot read"):
            read_cards(nonsense, hand)


def test_commands_are_whole_lines_and_cards_are_not_commands():
    assert read_command(" H ").name == "hand"
    assert read_command("？").name == "help"
    assert read_command("R follow.pair").word == "follow.pair"
    assert [read_command(text) for text in ("SA", "s a", "h10", "t 5", "hint me", "")] == [None] * 6


def facts_in(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_sentence_has_the_same_facts_in_every_language(language):
    for table in ("terminal", "refusals"):
        for key, text in texts("en")[table].items():
            if isinstance(text, str):
                assert facts_in(texts(language)[table][key]) == facts_in(text), key


def test_every_refusal_the_deal_can_give_has_its_sentence():
    source = Path(__file__).parent.parent / "src" / "tuolaji"
    files = [source / "deal.py", *(source / "phases").glob("*.py")]
    codes = {c for f in files for c in re.findall(r'NotNow\("([a-z-]+)"', f.read_text("utf-8"))}
    assert codes == set(texts("en")["refusals"])
    errors = [
        NotNow("not-in-hand", cards=C("S10XB")),
        NotNow("wrong-number", wanted=2, given=1),
        NotNow("not-your-turn", seat=3),
        NotNow("own-side", seat=2),
        NotNow("no-such-foul", why="foul.misplay"),
    ]
    said = [Words(Ruleset.parse("classic"), 0, "en").refusal(error) for error in errors]
    assert said[0] == "You do not have ♠10 XB to play or show."
    assert "2" in said[1]
    assert "West" in said[2]
    assert "North" in said[3]
    assert "foul.misplay" in said[4]


EVENTS = [
    Started(1, ("2", "T"), None, 0), Declared(1, C("S22"), "S"), Bid(1, C("S3XL"), 1, False),
    Bid(0, C("S3XL"), 1, False), Passed(1), BidTurnedUp(1, C("S33")), Flipped((Card(3), Card(52))),
    TrumpFixed("2", "N", 0), TookKitty(1, C("S3456")), TookKitty(0, C("S3456")),
    Buried(1, C("S3456")), Buried(0, C("S3456")), PartnerNamed(0, Card(12)), PartnerKnown(1),
    PartnerKnown(0), ThrowFailed(1, C("SAK"), C("SK"), 0), ThrowFailed(1, C("SAK"), C("SK"), 20),
    TrickWon(1, 15), Dug(C("S5"), 2, 10), Dug(C("S5"), 0, 0), Claimed(0, 1, None),
    Claimed(0, 1, "follow.suit"), TakenBack(1, C("S3")), Adjusted(-5),
    Fouled("foul.misplay", "bankers", 10, None), Redealt("nobody"), Redealt("referee"),
    TrickReopened(1, 15), TrumpNamed(1, "N"), Disqualified(1),
    Settled(80, Result("attackers", 0)), Settled(120, Result("attackers", 1)),
    Settled(0, Result("bankers", 3)),
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_its_sentence_and_hides_what_the_seat_may_not_see(language):
    told_elsewhere = {"drawn", "played"}
    assert {name_of(event) for event in EVENTS} | told_elsewhere == set(KINDS)
    words = Words(Ruleset.parse("classic"), 0, language)
    for event in EVENTS:
        for phase in ("draw", "call", "change"):
            said = words.told(seen(event, 0), phase=phase, banker=0)
            assert said
            assert not re.search(r"[{}]|None|Cards", said)
            if isinstance(event, Bid | TookKitty | Buried):
                assert ("♠" in said) == (event.seat == 0)


# The simple opponents.


def seen_by(seat: int, hand: str, **fields):
    shown = {
        "ruleset": "classic", "levels": ["2", "2"], "level": "2", "trump": "S", "phase": "play",
        "seat": seat, "turn": seat, "banker": 0, "partner": None, "named": None, "hand": hand,
        "kitty": None, "trick": [], "leader": 0, "shows": [], "options": [], "drawn": 0,
    }  # fmt: skip
    return {**shown, **fields}


def played_by(seat: int, hand: str, trick: list[str], leader: int) -> Cards:
    terms = Terms.of(Ruleset.parse("classic"), "2", "S")
    lead = read_lead(terms, C(trick[0]))
    assert isinstance(lead, Shape)
    shown = seen_by(seat, hand, trick=trick, leader=leader)
    action = choose(shown, plays(terms, lead, C(hand)), random.Random(1))
    assert isinstance(action, Play)
    return action.cards


def test_opponents_give_points_to_a_winning_partner_and_none_to_the_others():
    assert played_by(2, "HK93", ["HA", "H4"], 0) == C("HK")
    assert played_by(3, "HK93", ["HA", "H4", "H6"], 0) in (C("H9"), C("H3"))


def test_opponents_ruff_where_points_lie():
    assert played_by(3, "S43C93", ["HA", "HK", "HK"], 0) in (C("S4"), C("S3"))


def test_opponents_bury_low_plain_cards_without_points():
    hand = "SA3XBH5KK9743C86DT43AA"
    action = choose(seen_by(0, hand, phase="bury"), None, random.Random(1))
    assert isinstance(action, Bury)
    assert len(action.cards) == 8
    assert action.cards.points == 0
    assert not any(card.suit in "SX" for card in action.cards)


def test_opponents_name_their_longest_suit_and_claim_nothing():
    shown = seen_by(1, "S34H567D8", phase="name", ruleset="four-deck")
    assert choose(shown, None, random.Random(1)) == NameTrump(1, "H")
    assert choose(seen_by(1, "-", phase="count"), None, random.Random(1)) == Pass(1)


def test_opponents_name_an_ace_they_do_not_hold():
    shown = seen_by(0, "HADA", phase="partner", ruleset="classic(partners=called)")
    action = choose(shown, None, random.Random(1))
    assert isinstance(action, NamePartner)
    assert action.card == Card.parse("CA")


def test_opponents_lead_a_tractor_before_a_single():
    terms = Terms.of(Ruleset.parse("classic"), "2", "S")
    hand = "H9988C73D64"
    action = choose(seen_by(0, hand), leads(terms, C(hand)), random.Random(1))
    assert isinstance(action, Play)
    assert action.cards == C("H9988")


# The page about it.

PAGE = (Path(__file__).parent.parent / "docs" / "play.md").read_text("utf-8")


def test_the_game_on_the_page_is_a_real_one():
    block = re.search(r"```text\n\$ tuolaji play --terminal (.*)\n((?:.*\n)*?)```", PAGE)
    typed = re.findall(r"^(?:Declare \(Enter passes\)|Follow \S+)> ?(.*)$", block[2], re.M)
    assert len(typed) == 5
    with Terminal(*block[1].split()) as game:
        game.read()
        for line in typed:
            game.ask(line)
        assert game.process.wait() == 0
    said = "".join(line.rstrip() + "\n" for line in game.said.splitlines())
    assert said == block[2]


def test_every_command_is_on_the_page_and_in_the_help():
    section = PAGE.partition("## Commands")[2].partition("\n## ")[0]
    listed = set(re.findall(r"^\| .*?`(\S+?)(?: [A-Z]+)?` \|", section, re.M))
    longer = {"help", "hand", "pass", "quit", "exit"}
    assert set(COMMANDS) - longer == listed - {"p"}
    helped = " ".join(text for key, text in texts("en")["terminal"].items() if "help_" in key)
    assert all(re.search(rf"\b{command}\b", helped) for command in listed - {"?"})


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
        ("classic", ["Claim against whom?", "Nothing can be claimed", "Nothing can be claimed"]),
        (
            "classic(enforcement=referee,fouls=meizhusong)",
            ["Claim against whom?", "North is on your own side", "South (you) claims a wrong play"],
        ),
    ],
)
def test_claims_are_judged_where_there_is_a_referee(name, answers):
    screen = Claiming("en", most=12)
    with pytest.raises(Quit):
        Game(screen, Words(Ruleset.parse(name), 0, "en"), seed=3, deals=0).play()
    after = screen.said[screen.said.index("claimed") + 1 :][: len(answers)]
    assert [text[: len(answer)] for text, answer in zip(after, answers, strict=True)] == answers


class Counting(Script):
    """Lays the first hint till the last trick, then asks for help, claims, and passes."""

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if prompt.startswith("Claim a wrong play"):
            return ("?", "claim east", "SA", "")[sum(p == prompt for p in self.prompts) - 1]
        hinted = HINT.search(self.said[-1]) if self.said else None
        return hinted[1] if hinted else "" if "Enter passes" in prompt else "hint"


def test_after_the_last_trick_a_player_may_claim_before_the_deal_is_counted():
    screen = Counting("en")
    rules = Ruleset.parse("classic(enforcement=referee,fouls=meizhusong)")
    Game(screen, Words(rules, 0, "en"), seed=3, deals=1).play()
    assert screen.prompts[-4:] == [screen.prompts[-1]] * 4
    said = "\n".join(screen.said)
    assert said.count("The last trick is played.") == 1
    assert "South (you) claims a wrong play of East: there is none." in said
    assert "Deals played: 1." in said
