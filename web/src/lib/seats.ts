/** Where the seats are around the table, seen from one of them; play goes counter-clockwise. */

export type Shape = "wide" | "tall" | "low";

export interface Spot {
  seat: number;
  /** Middle of the name plate, in per cent of the table. */
  x: number;
  y: number;
  /** Direction from the middle of the table, as a unit vector. */
  dx: number;
  dy: number;
  side: "bottom" | "right" | "top" | "left";
}

type Place = [number, number, Spot["side"]];

/** Counter-clockwise from the own seat. A low table has its middle column free for cards. */
const PLACES: Record<number, Record<Shape, Place[]>> = {
  4: {
    wide: [
      [50, 100, "bottom"],
      [100, 46, "right"],
      [50, 0, "top"],
      [0, 46, "left"],
    ],
    tall: [
      [50, 100, "bottom"],
      [100, 30, "right"],
      [50, 0, "top"],
      [0, 30, "left"],
    ],
    low: [
      [13, 100, "bottom"],
      [100, 40, "right"],
      [13, 0, "top"],
      [0, 40, "left"],
    ],
  },
  6: {
    wide: [
      [50, 100, "bottom"],
      [100, 72, "right"],
      [100, 20, "right"],
      [50, 0, "top"],
      [0, 20, "left"],
      [0, 72, "left"],
    ],
    tall: [
      [50, 100, "bottom"],
      [100, 54, "right"],
      [100, 13, "right"],
      [50, 0, "top"],
      [0, 13, "left"],
      [0, 54, "left"],
    ],
    low: [
      [50, 100, "bottom"],
      [100, 88, "right"],
      [100, 8, "right"],
      [50, 0, "top"],
      [0, 8, "left"],
      [0, 88, "left"],
    ],
  },
};

/** The shape of a table of that size. */
export function shapeOf(width: number, height: number): Shape {
  if (height < 300) return "low";
  return width < 620 ? "tall" : "wide";
}

/** The spots of all seats, the own seat (or seat 0 for an onlooker) at the bottom. */
export function around(players: number, own: number, shape: Shape = "wide"): Spot[] {
  const places = PLACES[players]?.[shape] ?? circle(players);
  return Array.from({ length: players }, (_, seat) => {
    const [x, y, side] = places[(seat - own + players) % players];
    const [vx, vy] = side === "top" ? [0, -1] : side === "bottom" ? [0, 1] : [x - 50, y - 50];
    const long = Math.hypot(vx, vy) || 1;
    return { seat, x, y, dx: vx / long, dy: vy / long, side };
  });
}

/** Where a play lies, in pixels from the middle of the table; a seat's cards lie before its plate. */
export function playSpot(
  spot: Spot,
  shape: Shape,
  size: { width: number; height: number },
  card: number,
): { x: number; y: number } {
  const tall = card * 1.42;
  const plate = shape === "tall" ? 44 : 54;
  if (spot.side === "top" || spot.side === "bottom") {
    const keep = shape === "low" ? 2 : plate + 6;
    const reach = Math.max(tall * 0.52, size.height / 2 - keep - tall / 2);
    return { x: 0, y: spot.side === "top" ? -reach : reach };
  }
  const sign = spot.dx > 0 ? 1 : -1;
  if (shape === "tall") {
    const y = ((spot.y - 50) / 100) * size.height + plate * (1 - spot.y / 100) + tall / 2;
    return { x: sign * size.width * 0.31, y };
  }
  const six = Math.abs(spot.y - 46) > 6;
  const reach = shape === "low" ? 0.2 : six ? 0.21 : 0.16;
  return { x: sign * size.width * reach, y: six ? ((spot.y - 48) / 100) * size.height * 0.8 : 0 };
}

function circle(players: number): Place[] {
  return Array.from({ length: players }, (_, at) => {
    const turn = (2 * Math.PI * at) / players;
    const x = 50 + 50 * Math.sin(turn);
    const y = 50 + 50 * Math.cos(turn);
    const side = y > 85 ? "bottom" : y < 15 ? "top" : x > 50 ? "right" : "left";
    return [x, y, side];
  });
}
