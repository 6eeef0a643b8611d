/** Cards as the server writes them: `SAAK5 H10` style text, jokers `XB` and `XL`, hidden `?17`. */

export type Suit = "S" | "H" | "C" | "D" | "X";

/** One card of a set: its face (`SA`, `XB`) and which copy of it this is. */
export interface Card {
  key: string;
  face: string;
  suit: Suit;
  rank: string;
}

const SUITS = "SHCDX";

/** The faces in a text of cards, in its order; nothing for `-`, `?` or no text. */
export function faces(text: string | null | undefined): string[] {
  const found: string[] = [];
  let suit = "";
  for (const letter of (text ?? "").replace(/10/g, "T")) {
    if (SUITS.includes(letter)) suit = letter;
    else if ("23456789TJQKABL".includes(letter) && suit) found.push(suit + letter);
  }
  return found;
}

/** Cards with a key each that stays the same while the card is held. */
export function cardsOf(list: string[]): Card[] {
  const copies: Record<string, number> = {};
  return list.map((face) => {
    const copy = (copies[face] = (copies[face] ?? 0) + 1);
    return { key: `${face}.${copy}`, face, suit: face[0] as Suit, rank: face[1] };
  });
}

/** The text of some faces, suits in the order of the pack. */
export function textOf(list: string[]): string {
  const parts = [...SUITS].map((suit) => {
    const ranks = list.filter((face) => face[0] === suit).map((face) => face[1]);
    return ranks.length ? suit + ranks.join("") : "";
  });
  return parts.join("") || "-";
}

/** The rank as it is printed on a card. */
export const printed = (rank: string): string => (rank === "T" ? "10" : rank);

/** What some faces are worth together, by what the server says of each rank. */
export function pointsOf(list: string[], worth: Record<string, number>): number {
  return list.reduce((sum, face) => sum + (face[0] === "X" ? 0 : (worth[face[1]] ?? 0)), 0);
}

/** How many of each face. */
export function countFaces(list: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const face of list) counts.set(face, (counts.get(face) ?? 0) + 1);
  return counts;
}
