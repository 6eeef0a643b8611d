/** Where the seats are around the table, seen from one of them; play goes counter-clockwise. */

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

const FOUR: [number, number, Spot["side"]][] = [
  [50, 100, "bottom"],
  [100, 46, "right"],
  [50, 0, "top"],
  [0, 46, "left"],
];
const SIX: [number, number, Spot["side"]][] = [
  [50, 100, "bottom"],
  [100, 68, "right"],
  [100, 22, "right"],
  [50, 0, "top"],
  [0, 22, "left"],
  [0, 68, "left"],
];

/** The spots of all seats, the own seat (or seat 0 for an onlooker) at the bottom. */
export function around(players: number, own: number): Spot[] {
  const table = players === 4 ? FOUR : players === 6 ? SIX : circle(players);
  return Array.from({ length: players }, (_, seat) => {
    const [x, y, side] = table[(seat - own + players) % players];
    const [vx, vy] = [x - 50, y - 50];
    const long = Math.hypot(vx, vy) || 1;
    return { seat, x, y, dx: vx / long, dy: vy / long, side };
  });
}

function circle(players: number): [number, number, Spot["side"]][] {
  return Array.from({ length: players }, (_, at) => {
    const turn = (2 * Math.PI * at) / players;
    const x = 50 + 50 * Math.sin(turn);
    const y = 50 + 50 * Math.cos(turn);
    const side = y > 85 ? "bottom" : y < 15 ? "top" : x > 50 ? "right" : "left";
    return [x, y, side];
  });
}
