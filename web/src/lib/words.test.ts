import { describe, expect, it } from "vitest";
import { m } from "../paraglide/messages.js";
import type { Room } from "./wire";
import { playersDecks, sideName } from "./words";

/** A table of so many, whose sides sit in turn. */
function table(players: number): Room {
  const seats = Array.from({ length: players }, () => ({}));
  return { seats, match: { sides: seats.map((_, seat) => seat % 2) } } as unknown as Room;
}

describe("a side", () => {
  it("is one's own or the other one for whoever plays", () => {
    expect([0, 1].map((side) => sideName(table(4), side, 3))).toEqual([m.their_side(), m.our_side()]);
  });
  it("is named after its seats for an onlooker, or numbered where there are many", () => {
    expect(sideName(table(4), 1, null)).toBe(`${m.east()}${m.between()}${m.west()}`);
    expect(sideName(table(6), 1, null)).toBe(m.side_number({ number: 2 }));
  });
});

describe("players and decks", () => {
  it("tell one deck from many", () => {
    expect(playersDecks({ players: 4, decks: 1 })).toBe(m.players_one_deck({ players: 4 }));
    expect(playersDecks({ players: 4, decks: 2 })).toBe(m.players_decks({ players: 4, decks: 2 }));
  });
});
