"""A bot for Tuolaji's line protocol that needs nothing but Python itself.

It keeps its points unless its own side is winning, and its trumps while it can. Where more than
64 actions are allowed it does what the program proposes. Try it with

    tuolaji arena "exec:python3 examples/bots/cautious.py" random --deals 20
"""

import json
import sys

POINTS = {"5": 5, "T": 10, "K": 10}
RANKS = "23456789TJQKA"


def cards(text):
    """The cards of a card text: 'SAAK H5' is S A, S A, S K, H 5."""
    found, suit = [], ""
    for letter in text.replace(" ", ""):
        if letter in "SHCDX":
            suit = letter
        elif letter != "-":
            found.append(suit + letter)
    return found


def points(text):
    """What the cards of a text count."""
    return sum(POINTS.get(card[1], 0) for card in cards(text))


def height(card, view):
    """How dear a card is: trumps after plain cards, high after low."""
    suit, rank = card[0], card[1]
    if suit == "X":
        return 40 + (rank == "B")
    trump = rank == view["level"] or suit == view["trump"]
    return RANKS.index(rank) + 20 * trump


def partner_leads(view):
    """Whether the partner led the trick with its highest card so far, as far as one can tell."""
    trick, players = view["trick"], len(view["cards"])
    if not trick or (view["seat"] - view["leader"]) % players % 2:
        return False
    best = max(height(card, view) for card in cards(trick[0]))
    return all(height(card, view) <= best for play in trick[1:] for card in cards(play))


def choose(question):
    """The action for a question."""
    view, actions = question["view"], question["actions"]
    if not actions or view["phase"] != "play":
        return question["default"]
    sign = -1 if partner_leads(view) else 1

    def cost(action):
        laid = cards(action["cards"])
        if not view["trick"]:  # lead many cards, and high plain ones
            return -len(laid), -sum(height(card, view) % 20 for card in laid)
        return sign * points(action["cards"]), sum(height(card, view) for card in laid)

    return min(actions, key=cost)


def main():
    """Answer line by line."""
    for text in sys.stdin:
        word, _, rest = text.strip().partition(" ")
        if word == "hello":
            answer = 'hello {"protocol": 1, "name": "cautious"}'
        elif word == "choose":
            question = json.loads(rest)
            answer = "action " + json.dumps({"id": question["id"], **choose(question)})
        elif word == "bye":
            return
        else:
            continue
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


main()
