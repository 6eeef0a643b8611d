/** Where each card of the own hand lies: rows, overlap and card size for any width. */

import { RATIO } from "./felt";
import type { Held } from "./order";

export interface Place {
  key: string;
  x: number;
  y: number;
  row: number;
  /** How much of the card is not covered by its right neighbour. */
  free: number;
}

export interface HandLayout {
  places: Place[];
  card: { width: number; height: number };
  height: number;
  rows: number;
}

export interface Room {
  width: number;
  /** The most height the hand may take. */
  height: number;
}

/** A card shows so much of its width, and in a back row of its height, that its index is seen. */
const INDEX = 0.34;
const HEAD = 0.47;
const GAP = 0.32;
const [LEAST, MOST] = [42, 300];
/** Room above the first row for the cards that are taken. */
export const LIFT = 18;

/** The layout: as few rows as leave every index in sight, split between suits where possible. */
export function layOut(hand: Held[], room: Room): HandLayout {
  const most = hand.length > 36 ? 3 : 2;
  let count = 1;
  while (count < most && !fits(hand, count, room)) count++;
  const rows = split(hand, count);
  const width = Math.min(cardWidth(room, count), Math.max(LEAST, narrowest(rows, room, count) / INDEX));
  const card = { width: Math.round(width), height: Math.round(width * RATIO) };
  const down = rowStep(card.height, rows.length, room.height);
  const places = rows.flatMap((row, at) => placeRow(row, at, LIFT + at * down, room.width, card.width));
  const height = LIFT + down * (rows.length - 1) + card.height;
  return { places, card, height, rows: rows.length };
}

function fits(hand: Held[], count: number, room: Room): boolean {
  return narrowest(split(hand, count), room, count) >= cardWidth(room, count) * (INDEX + 0.02);
}

/** The smallest step of any row. */
function narrowest(rows: Held[][], room: Room, count: number): number {
  const width = cardWidth(room, count);
  return Math.min(width, ...rows.map((row) => step(row, room.width, width)));
}

function cardWidth(room: Room, rows: number): number {
  const byHeight = (room.height - LIFT) / (RATIO * (1 + HEAD * (rows - 1)));
  const byWidth = room.width < 520 ? room.width / 6.6 : room.width / 11;
  return Math.max(LEAST, Math.min(MOST, byHeight, byWidth));
}

function rowStep(card: number, rows: number, height: number): number {
  const left = rows > 1 ? (height - LIFT - card) / (rows - 1) : 0;
  return Math.round(Math.max(card * HEAD, Math.min(card * 0.62, left)));
}

/** The hand in so many rows, cut at a change of suit if one is near enough to the even cut. */
export function split(hand: Held[], rows: number): Held[][] {
  const out: Held[][] = [];
  let rest = hand;
  for (let left = rows; left > 1; left--) {
    const even = Math.ceil(rest.length / left);
    let cut = even;
    for (let off = 0; off <= Math.max(1, Math.floor(even * 0.22)); off++) {
      const near = [even - off, even + off].find((at) => isSeam(rest, at));
      if (near !== undefined) {
        cut = near;
        break;
      }
    }
    out.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...out, rest].filter((row) => row.length > 0);
}

function isSeam(hand: Held[], at: number): boolean {
  return at > 0 && at < hand.length && hand[at - 1].lane !== hand[at].lane;
}

function seams(row: Held[]): number {
  return row.filter((_, at) => isSeam(row, at)).length;
}

/** How far apart the cards of a row lie, a change of suit taking a little more. */
function step(row: Held[], width: number, card: number): number {
  if (row.length < 2) return card;
  const free = (width - card) / (row.length - 1 + GAP * seams(row));
  return Math.min(free, card * 0.52);
}

function placeRow(row: Held[], at: number, y: number, width: number, card: number): Place[] {
  const by = step(row, width, card);
  const total = card + by * (row.length - 1 + GAP * seams(row));
  let x = (width - total) / 2;
  return row.map((held, index) => {
    if (index > 0) x += by * (isSeam(row, index) ? 1 + GAP : 1);
    const last = index === row.length - 1;
    const free = last ? card : by * (isSeam(row, index + 1) ? 1 + GAP : 1);
    return { key: held.key, x, y, row: at, free };
  });
}
