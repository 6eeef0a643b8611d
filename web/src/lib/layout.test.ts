import { describe, expect, it } from "vitest";
import { layOut, split } from "./layout";
import type { Held } from "./order";

function handOf(number: number, perSuit: number): Held[] {
  return Array.from({ length: number }, (_, at) => {
    const lane = "TSHCD"[Math.min(4, Math.floor(at / perSuit))];
    return { key: `${at}`, face: "SA", suit: "S", rank: "A", lane };
  });
}

describe("a hand on a small screen", () => {
  it.each([
    [25, 352, 17],
    [33, 352, 17],
    [54, 382, 17],
    [54, 352, 16],
    [25, 1200, 24],
  ])("of %i cards at %i px shows at least %i px of each", (number, width, least) => {
    const { places, height } = layOut(handOf(number, 9), { width, height: 230 });
    expect(Math.min(...places.map((place) => place.free))).toBeGreaterThanOrEqual(least);
    expect(height).toBeLessThanOrEqual(235);
    for (const place of places) expect(place.x).toBeGreaterThanOrEqual(-0.01);
  });
  it("stays inside the width", () => {
    const { places, card } = layOut(handOf(33, 7), { width: 352, height: 220 });
    expect(Math.max(...places.map((place) => place.x + card.width))).toBeLessThanOrEqual(352.01);
  });
  it("never hides an index behind the next card or row", () => {
    for (const [number, width] of [
      [25, 352],
      [33, 352],
      [54, 382],
      [54, 1200],
      [25, 700],
    ]) {
      const { places, card } = layOut(handOf(number, 11), { width, height: 200 });
      expect(Math.min(...places.map((place) => place.free)) / card.width).toBeGreaterThan(0.32);
    }
  });
  it("uses one row where there is room", () => {
    expect(layOut(handOf(25, 6), { width: 1100, height: 200 }).rows).toBe(1);
  });
});

describe("rows", () => {
  it("are cut between suits when a seam is near", () => {
    const rows = split(handOf(25, 7), 2);
    expect(rows.map((row) => row.length)).toEqual([14, 11]);
  });
});
