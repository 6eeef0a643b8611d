/** Where each card of the own hand lies: rows, overlap and card size for any width. */

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

const RATIO = 1.42;
/** A card must show at least so much of itself to be read and clicked. */
const READABLE = 24;
const TIGHT = 17;
const GAP = 0.32;
/** Room above the first row for the cards that are taken. */
export const LIFT = 18;

/** The layout: as few rows as leave every card readable, split between suits where possible. */
export function layOut(hand: Held[], room: Room): HandLayout {
  const width = cardWidth(room, hand.length);
  const card = { width, height: Math.round(width * RATIO) };
  const most = hand.length > 36 ? 3 : 2;
  let rows = [hand];
  for (let count = 1; count <= most; count++) {
    rows = split(hand, count);
    const need = count < most ? Math.min(READABLE, width * 0.42) : TIGHT;
    if (rows.every((row) => step(row, room.width, width) >= need)) break;
  }
  const down = rowStep(card, rows.length, room.height);
  const places = rows.flatMap((row, at) => placeRow(row, at, LIFT + at * down, room.width, width));
  const height = LIFT + down * (rows.length - 1) + card.height;
  return { places, card, height, rows: rows.length };
}

function cardWidth(room: Room, number: number): number {
  const byHeight = (room.height - LIFT) / (number > 28 ? 1.9 : 1.62);
  const byWidth = room.width < 520 ? room.width / 6.6 : room.width / 9;
  return Math.round(Math.max(44, Math.min(96, byHeight, byWidth)));
}

function rowStep(card: { height: number }, rows: number, height: number): number {
  const left = rows > 1 ? (height - LIFT - card.height) / (rows - 1) : 0;
  return Math.round(Math.max(Math.min(34, card.height * 0.5), Math.min(card.height * 0.62, left)));
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
