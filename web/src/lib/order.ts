/** How a hand is laid out: by effective suit, as the server ranks the cards now. */

import { cardsOf, type Card } from "./cards";

/** Of each effective suit (`T` are the trumps) its faces, strongest first. */
export type Lanes = Record<string, string[]>;

export interface Held extends Card {
  lane: string;
}

/** Black and red by turns, whatever is missing. */
const ROUND = ["S", "H", "C", "D"];

/** The hand sorted by effective suit and strength; the trumps at the left or at the right. */
export function sorted(hand: string[], lanes: Lanes, trumpsLeft: boolean): Held[] {
  const place = new Map<string, [string, number]>();
  for (const [lane, list] of Object.entries(lanes)) {
    list.forEach((face, at) => place.set(face, [lane, at]));
  }
  const groups = suitsInOrder(hand, place, trumpsLeft);
  const rank = (card: Card) => place.get(card.face) ?? [card.suit, 0];
  return cardsOf(hand)
    .map((card) => ({ ...card, lane: rank(card)[0] }))
    .sort((a, b) => {
      const [laneA, atA] = rank(a);
      const [laneB, atB] = rank(b);
      return groups.indexOf(laneA) - groups.indexOf(laneB) || atA - atB || a.key.localeCompare(b.key);
    });
}

/** The plain suits that are held, colours alternating where they can, and the trumps at one end. */
function suitsInOrder(hand: string[], place: Map<string, [string, number]>, left: boolean) {
  const held = new Set(hand.map((face) => place.get(face)?.[0] ?? face[0]));
  const black = ["S", "C"].filter((suit) => held.has(suit));
  const red = ["H", "D"].filter((suit) => held.has(suit));
  const [first, second] = red.length > black.length ? [red, black] : [black, red];
  const plain: string[] = [];
  for (let at = 0; at < 2; at++) {
    if (first[at]) plain.push(first[at]);
    if (second[at]) plain.push(second[at]);
  }
  const rest = ROUND.filter((suit) => !plain.includes(suit));
  return left ? ["T", "X", ...plain, ...rest] : [...plain, ...rest, "X", "T"];
}
