/**
 * Where the seats are on the cloth: each has a cell with its name plate and the room for its play.
 *
 * Seen from one seat; play goes counter-clockwise. No two boxes touch, whatever the window's size.
 */

export type Shape = "wide" | "tall" | "low";
export type Side = "bottom" | "right" | "top" | "left";

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

export interface Spot {
  seat: number;
  side: Side;
  plate: Box;
  /** A line of words beside the play: what it is, and that it has the trick. */
  tag: Box;
  play: Box;
  /** Whether plate and tag stand at the side of the play, not above or below it. */
  beside: boolean;
}

export interface Cloth {
  shape: Shape;
  spots: Spot[];
  /** Where the stock lies while cards are drawn. */
  middle: Box;
}

/** How the cards of a play lie. */
export interface Lie {
  card: number;
  rows: number;
}

export const RATIO = 1.42;
/** How much of a card's width, and in a back row of its height, is seen at least. */
export const INDEX = 0.37;
export const HEAD = 0.47;
const [LEAST, MOST] = [30, 330];

/** A cell: where it is in parts of the table, and on which side of it. Wide tables have free corners. */
type Cell = [x: number, y: number, width: number, height: number, side: Side];

const THIRD = 1 / 3;
const CELLS: Record<number, Record<Shape, Cell[]>> = {
  4: {
    wide: [
      [THIRD, 0.5, THIRD, 0.5, "bottom"],
      [2 * THIRD, 0.28, THIRD, 0.72, "right"],
      [THIRD, 0, THIRD, 0.5, "top"],
      [0, 0.28, THIRD, 0.72, "left"],
    ],
    tall: [
      [0, 0.67, 1, 0.33, "bottom"],
      [0.5, 0.33, 0.5, 0.34, "right"],
      [0, 0, 1, 0.33, "top"],
      [0, 0.33, 0.5, 0.34, "left"],
    ],
    low: [
      [0.29, 0.5, 0.42, 0.5, "bottom"],
      [0.71, 0, 0.29, 1, "right"],
      [0.29, 0, 0.42, 0.5, "top"],
      [0, 0, 0.29, 1, "left"],
    ],
  },
  6: {
    wide: [
      [THIRD, 0.5, THIRD, 0.5, "bottom"],
      [2 * THIRD, 0.5, THIRD, 0.5, "right"],
      [2 * THIRD, 0, THIRD, 0.5, "right"],
      [THIRD, 0, THIRD, 0.5, "top"],
      [0, 0, THIRD, 0.5, "left"],
      [0, 0.5, THIRD, 0.5, "left"],
    ],
    tall: [
      [0, 0.75, 1, 0.25, "bottom"],
      [0.5, 0.5, 0.5, 0.25, "right"],
      [0.5, 0.25, 0.5, 0.25, "right"],
      [0, 0, 1, 0.25, "top"],
      [0, 0.25, 0.5, 0.25, "left"],
      [0, 0.5, 0.5, 0.25, "left"],
    ],
    low: [],
  },
};
CELLS[5] = {
  wide: [
    [0.25, 0.5, 0.5, 0.5, "bottom"],
    [0.75, 0.1, 0.25, 0.9, "right"],
    [0.5, 0, 0.25, 0.5, "top"],
    [0.25, 0, 0.25, 0.5, "top"],
    [0, 0.1, 0.25, 0.9, "left"],
  ],
  tall: [
    [0, 0.67, 1, 0.33, "bottom"],
    [0.5, 0.33, 0.5, 0.34, "right"],
    [0.5, 0, 0.5, 0.33, "right"],
    [0, 0, 0.5, 0.33, "left"],
    [0, 0.33, 0.5, 0.34, "left"],
  ],
  low: CELLS[6].wide,
};
CELLS[7] = {
  wide: [
    [0.25, 0.5, 0.5, 0.5, "bottom"],
    [0.75, 0.5, 0.25, 0.5, "right"],
    [0.75, 0, 0.25, 0.5, "right"],
    [0.5, 0, 0.25, 0.5, "top"],
    [0.25, 0, 0.25, 0.5, "top"],
    [0, 0, 0.25, 0.5, "left"],
    [0, 0.5, 0.25, 0.5, "left"],
  ],
  tall: [
    [0, 0.75, 1, 0.25, "bottom"],
    [0.5, 0.5, 0.5, 0.25, "right"],
    [0.5, 0.25, 0.5, 0.25, "right"],
    [0.5, 0, 0.5, 0.25, "right"],
    [0, 0, 0.5, 0.25, "left"],
    [0, 0.25, 0.5, 0.25, "left"],
    [0, 0.5, 0.5, 0.25, "left"],
  ],
  low: [],
};
CELLS[8] = {
  wide: [
    [0.2, 0.5, 0.6, 0.5, "bottom"],
    [0.8, 0.5, 0.2, 0.5, "right"],
    [0.8, 0, 0.2, 0.5, "right"],
    [0.6, 0, 0.2, 0.5, "top"],
    [0.4, 0, 0.2, 0.5, "top"],
    [0.2, 0, 0.2, 0.5, "top"],
    [0, 0, 0.2, 0.5, "left"],
    [0, 0.5, 0.2, 0.5, "left"],
  ],
  tall: [
    [0, 0.8, 1, 0.2, "bottom"],
    [0.5, 0.6, 0.5, 0.2, "right"],
    [0.5, 0.4, 0.5, 0.2, "right"],
    [0.5, 0.2, 0.5, 0.2, "right"],
    [0, 0, 1, 0.2, "top"],
    [0, 0.2, 0.5, 0.2, "left"],
    [0, 0.4, 0.5, 0.2, "left"],
    [0, 0.6, 0.5, 0.2, "left"],
  ],
  low: [],
};
for (const players of [6, 7, 8]) CELLS[players].low = CELLS[players].wide;

/** The shape of a table of that size; rem: the size of its letters. */
export function shapeOf({ width, height }: Size, rem = 16): Shape {
  if (width < 39 * rem && height > width * 0.8) return "tall";
  return height < 19 * rem ? "low" : "wide";
}

/** The cloth of that size, the own seat (or seat 0 for an onlooker) at the bottom. */
export function clothOf(players: number, own: number, size: Size, rem = 16): Cloth {
  const shape = shapeOf(size, rem);
  const cells = CELLS[players]?.[shape] ?? CELLS[6][shape];
  // What is played stays near the middle of a very wide table.
  const width = Math.min(size.width, Math.max(size.height * 2.4, 60 * rem));
  const left = (size.width - width) / 2;
  const spots = Array.from({ length: players }, (_, seat) => {
    const [x, y, w, h, side] = cells[(seat - own + players) % players];
    const cell = { x: left + x * width, y: y * size.height, width: w * width, height: h * size.height };
    return { seat, side, ...inside(cell, side, shape, rem) };
  });
  return { shape, spots, middle: middleOf(spots, size, shape, rem) };
}

/** A cell's plate, tag and room for a play. */
function inside(cell: Box, side: Side, shape: Shape, rem: number): Omit<Spot, "seat" | "side"> {
  const small = shape !== "wide";
  const gap = small ? 0.25 * rem : 0.5 * rem;
  const height = (small ? 2.3 : 3) * rem;
  const tag = (small ? 1.25 : 1.5) * rem;
  const whole = { x: cell.x + gap, y: cell.y + gap, width: cell.width - 2 * gap, height: cell.height - 2 * gap };
  const low = whole.height < height + tag + (small ? 4 : 6) * rem;
  // Above a play there is room for a guest's number and the banker's badge.
  const most = small ? (low ? 7.6 : 9.1) : 11.5;
  const plate = { width: Math.min(most * rem, whole.width), height };
  return low ? sideBySide(whole, plate, tag, side, gap) : stacked(whole, plate, tag, side, gap);
}

function sideBySide(whole: Box, plate: Size, tag: number, side: Side, gap: number): Omit<Spot, "seat" | "side"> {
  const right = side === "right";
  const lines = Math.min(2 * tag, whole.height - plate.height);
  const y = whole.y + Math.max(0, (whole.height - plate.height - lines) / 2);
  const x = right ? whole.x + whole.width - plate.width : whole.x;
  return {
    beside: true,
    plate: { x, y, ...plate },
    tag: { x, y: y + plate.height, width: plate.width, height: lines },
    play: {
      x: right ? whole.x : whole.x + plate.width + gap,
      y: whole.y,
      width: whole.width - plate.width - gap,
      height: whole.height,
    },
  };
}

/** The plate above the play; the own plate below, nearer to the hand. */
function stacked(whole: Box, plate: Size, tag: number, side: Side, gap: number): Omit<Spot, "seat" | "side"> {
  const x = whole.x + (whole.width - plate.width) / 2;
  const line = { x: whole.x, width: whole.width, height: tag };
  // At the sides the cell may be higher than what lies in it: plate and play stay together.
  const most = Math.min(whole.height, plate.height + tag + whole.width * 0.75);
  const top = side === "left" || side === "right" ? whole.y + (whole.height - most) / 2 : whole.y;
  const height = side === "left" || side === "right" ? most : whole.height;
  const room = height - plate.height - tag - gap;
  const play = { x: whole.x, width: whole.width, height: room };
  if (side === "bottom") {
    return {
      beside: false,
      tag: { ...line, y: top },
      play: { ...play, y: top + tag },
      plate: { x, y: top + tag + room + gap, ...plate },
    };
  }
  return {
    beside: false,
    plate: { x, y: top, ...plate },
    play: { ...play, y: top + plate.height + gap },
    tag: { ...line, y: top + plate.height + gap + room },
  };
}

function middleOf(spots: Spot[], size: Size, shape: Shape, rem: number): Box {
  const width = (shape === "wide" ? 4 : 3) * rem;
  const height = Math.min(width * RATIO, size.height * (shape === "tall" ? 0.09 : 0.34));
  const own = spots.find((spot) => spot.side === "bottom");
  const right = shape !== "tall" && own?.beside ? own.play.x + own.play.width : (size.width + width) / 2;
  return { x: right - width, y: (size.height - height) / 2, width, height };
}

/** How so many cards lie in every box: as large as they can, each index in sight. */
export function lieOf(number: number, boxes: Size[], most: number): Lie {
  const room = { width: Math.min(...boxes.map((b) => b.width)), height: Math.min(...boxes.map((b) => b.height)) };
  let best = { card: 0, rows: 1 };
  for (let rows = 1; rows <= Math.min(3, number); rows++) {
    const each = Math.ceil(number / rows);
    const byWidth = room.width / (1 + (each - 1) * INDEX);
    const byHeight = room.height / (RATIO * (1 + HEAD * (rows - 1)));
    const card = Math.min(byWidth, byHeight, most);
    if (card > best.card * 1.08) best = { card, rows };
  }
  return { card: Math.floor(Math.max(LEAST, Math.min(MOST, best.card))), rows: best.rows };
}

/** The box that a play takes up in its spot: near the plate. */
export function laidBox(spot: Spot, number: number, lie: Lie): Box {
  const each = Math.ceil(number / lie.rows);
  const rows = Math.ceil(number / Math.max(1, each));
  const step = stepOf(each, lie.card, spot.play.width);
  const width = lie.card + step * (each - 1);
  const height = lie.card * RATIO * (1 + HEAD * (rows - 1));
  const { play } = spot;
  if (spot.beside) {
    const x = spot.side === "right" ? play.x + play.width - width : play.x;
    return { x, y: play.y + (play.height - height) / 2, width, height };
  }
  const y = spot.side === "bottom" ? play.y + play.height - height : play.y;
  return { x: play.x + (play.width - width) / 2, y, width, height };
}

/** How far apart the cards of a row lie. */
export function stepOf(number: number, card: number, width: number): number {
  return number > 1 ? Math.min(card * 0.48, (width - card) / (number - 1)) : 0;
}

/** The box of the words beside a play of that size: right after the cards. */
export function tagBox(spot: Spot, laid: Box): Box {
  if (spot.beside) return spot.tag;
  const y = spot.side === "bottom" ? laid.y - spot.tag.height : laid.y + laid.height;
  return { ...spot.tag, y };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width - 0.5 && b.x < a.x + a.width - 0.5 && a.y < b.y + b.height - 0.5 && b.y < a.y + a.height - 0.5;
