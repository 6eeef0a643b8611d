/** Cards, suits, levels and seats in words. */

import { m } from "../paraglide/messages.js";
import { countFaces, faces, printed } from "./cards";
import type { Room } from "./wire";

/** A suit's name; no trump for `N`. */
export function suitName(suit: string | null): string {
  const names: Record<string, () => string> = {
    S: m.spades,
    H: m.hearts,
    C: m.clubs,
    D: m.diamonds,
    N: m.no_trump,
    T: m.trumps,
  };
  return suit ? (names[suit]?.() ?? suit) : m.open();
}

/** One card, as it is read out. */
export function cardName(face: string): string {
  if (face === "XB") return m.big_joker();
  if (face === "XL") return m.small_joker();
  return m.card({ suit: suitName(face[0]), rank: printed(face[1]) });
}

/** Some cards, as they are read out. */
export function spoken(cards: string | null, hidden = 0): string {
  const list = faces(cards);
  if (!list.length) return hidden ? m.hidden_cards({ number: hidden }) : m.no_cards();
  return [...countFaces(list)]
    .map(([face, number]) => (number > 1 ? `${cardName(face)} ×${number}` : cardName(face)))
    .join(m.comma());
}

const SIGNS: Record<string, string> = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** Some cards in short, as they are printed: ♠AA ♥10. */
export function short(cards: string | null): string {
  const out: string[] = [];
  for (const face of faces(cards)) {
    if (face[0] === "X") out.push(cardName(face));
    else {
      const sign = SIGNS[face[0]];
      const last = out.at(-1);
      if (last?.startsWith(sign)) out[out.length - 1] = last + printed(face[1]);
      else out.push(sign + printed(face[1]));
    }
  }
  return out.join(" ");
}

/** A level as it is said. */
export function levelName(level: string | null | undefined): string {
  if (!level) return m.beyond();
  return level === "X" ? m.joker_level() : printed(level);
}

/** The name of a seat: you, the player's name, else South, East and so on. */
export function seatName(room: Room | null, seat: number | null, you?: number | null): string {
  if (seat === null) return m.open();
  if (seat === you) return m.you();
  const name = room?.seats[seat]?.name;
  return name || placeName(room?.seats.length ?? 4, seat);
}

/** Where a seat is: South, East, North, West of four; else its number. */
export function placeName(players: number, seat: number): string {
  if (players !== 4) return m.seat_number({ number: seat + 1 });
  return [m.south, m.east, m.north, m.west][seat]();
}

/** Who won a trick, and what it was worth. */
export function wonBy(name: string, { points, yours }: { points: number; yours: boolean }): string {
  if (yours) return points ? m.trick_yours_points({ points }) : m.trick_yours();
  return points ? m.trick_won_points({ name, points }) : m.trick_won({ name });
}
