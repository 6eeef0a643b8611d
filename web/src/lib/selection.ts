/** Which cards are taken: the mouse habits of the 1997 game, as pure functions on sets of keys. */

import type { Held } from "./order";

export type Selection = ReadonlySet<string>;

/** Left click: the card is taken, or put back. */
export function toggle(selection: Selection, key: string): Selection {
  const next = new Set(selection);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** The cards of that card's suit (or all trumps) from that card to the left, itself included. */
export function toTheLeft(hand: Held[], key: string): string[] {
  const at = hand.findIndex((card) => card.key === key);
  if (at < 0) return [];
  const lane = hand[at].lane;
  return hand
    .slice(0, at + 1)
    .filter((card) => card.lane === lane)
    .map((card) => card.key);
}

/** Right click: those cards are taken, or put back if all of them were taken. */
export function toggleLeft(selection: Selection, hand: Held[], key: string): Selection {
  const keys = toTheLeft(hand, key);
  const next = new Set(selection);
  const all = keys.every((one) => next.has(one));
  for (const one of keys) {
    if (all) next.delete(one);
    else next.add(one);
  }
  return next;
}

/** Drag: all cards between the first and the last card touched get the state of the first one. */
export function sweep(before: Selection, hand: Held[], from: string, to: string): Selection {
  const a = hand.findIndex((card) => card.key === from);
  const b = hand.findIndex((card) => card.key === to);
  if (a < 0 || b < 0) return before;
  const next = new Set(before);
  const take = !before.has(from);
  for (const card of hand.slice(Math.min(a, b), Math.max(a, b) + 1)) {
    if (take) next.add(card.key);
    else next.delete(card.key);
  }
  return next;
}

/** The faces of the taken cards, in the order of the hand. */
export function taken(selection: Selection, hand: Held[]): string[] {
  return hand.filter((card) => selection.has(card.key)).map((card) => card.face);
}

/** Keys of cards in the hand that make up these faces; as many as there are. */
export function keysOf(hand: Held[], faces: string[]): Selection {
  const wanted = [...faces];
  const keys = new Set<string>();
  for (const card of hand) {
    const at = wanted.indexOf(card.face);
    if (at >= 0) {
      wanted.splice(at, 1);
      keys.add(card.key);
    }
  }
  return keys;
}
