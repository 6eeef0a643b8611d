/** Cards, suits, levels and seats in words. */

import { m } from "../paraglide/messages.js";
import { countFaces, faces, printed } from "./cards";
import type { CoachMark, Mark, Room } from "./wire";

/** What plays that stand out are called. */
export const PLAY_MARKS: Record<Mark, () => string> = {
  throw: m.mark_throw,
  tractor: m.mark_tractor,
  bomb: m.mark_bomb,
  ruff: m.mark_ruff,
  overruff: m.mark_overruff,
};

/** What the coach's marks are called. */
export const COACH_MARKS: Record<CoachMark, () => string> = {
  good: m.coach_good,
  doubtful: m.coach_doubtful,
  mistake: m.coach_mistake,
  risk: m.coach_risk,
};

/** Why somebody is reported. */
export const REPORTS = {
  talk: m.report_talk,
  name: m.report_name,
  play: m.report_play,
  leaving: m.report_leaving,
};

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
    .join(m.between());
}

const SIGNS: Record<string, string> = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** Some cards suit by suit, as they are printed; tens stand apart. */
export function bySuit(cards: string | null): { suit: string; text: string }[] {
  const out: { suit: string; ranks: string[] }[] = [];
  for (const face of faces(cards)) {
    const suit = face[0] === "X" ? face : face[0];
    if (out.at(-1)?.suit !== suit) out.push({ suit, ranks: [] });
    out.at(-1)?.ranks.push(printed(face[1]));
  }
  return out.map(({ suit, ranks }) => ({
    suit,
    text:
      suit[0] === "X"
        ? cardName(suit) + (ranks.length > 1 ? ` ×${ranks.length}` : "")
        : SIGNS[suit] + ranks.join(ranks.includes("10") ? " " : ""),
  }));
}

/** Some cards in short: ♠AA, and with tens apart ♥A 10 10. */
export function short(cards: string | null): string {
  return bySuit(cards)
    .map((one) => one.text)
    .join(" ");
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

/** A side: the own one, the other one, and for an onlooker who plays on it. */
export function sideName(room: Room, side: number, you: number | null): string {
  const { sides } = room.match;
  if (you !== null) return side === sides[you] ? m.our_side() : m.their_side();
  if (room.seats.length !== 4) return m.side_number({ number: side + 1 });
  const seats = sides.flatMap((one, seat) => (one === side ? [seat] : []));
  return seats.map((seat) => placeName(4, seat)).join(m.between());
}

/** For how many players and with how many decks a ruleset is. */
export function playersDecks({ players, decks }: { players: number; decks: number }): string {
  return decks === 1 ? m.players_one_deck({ players }) : m.players_decks({ players, decks });
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

/** The speeds of a table, with their names. */
export function speeds(): [string, string][] {
  return [
    ["slow", m.speed_slow()],
    ["normal", m.speed_normal()],
    ["fast", m.speed_fast()],
    ["instant", m.speed_instant()],
  ];
}
