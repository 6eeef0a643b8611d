import type { DrawnInfo } from "./wire";

/** What each seat drew last for who begins: those with equal cards have drawn again. */
export function lastDraws(drawn: DrawnInfo[]): DrawnInfo[] {
  return [...new Map(drawn.map((one) => [one.seat, one])).values()];
}
