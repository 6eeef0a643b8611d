import { describe, expect, it } from "vitest";
import { clothOf, laidBox, lieOf, overlap, tagBox, type Box, type Size } from "./felt";

/** Cloths as they are left by a status bar, buttons and a hand, from a phone at 200 % to 4K. */
const SIZES: [number, number, number][] = [
  [640, 150, 16],
  [844, 190, 16],
  [740, 165, 16],
  [360, 430, 16],
  [390, 560, 16],
  [1024, 470, 16],
  [990, 430, 16],
  [1150, 560, 16.6],
  [1480, 690, 19.5],
  [3000, 1400, 31],
];

function boxes(players: number, size: Size, rem: number, number: number): Box[] {
  const { spots } = clothOf(players, 0, size, rem);
  const lie = lieOf(
    number,
    spots.map((spot) => spot.play),
    size.height * 0.22,
  );
  return spots.flatMap((spot) => {
    const laid = laidBox(spot, number, lie);
    return [spot.plate, laid, tagBox(spot, laid)];
  });
}

/** Twelve cards of each of seven or eight do not lie apart on the smallest phones at 200 %. */
const sizesFor = (players: number): typeof SIZES => SIZES.filter(([, height]) => players < 7 || height > 165);

describe.each([4, 5, 6, 7, 8])("the cloth of %i players", (players) => {
  it.each(sizesFor(players))("of %i × %i px keeps everything apart and inside", (width, height, rem) => {
    for (const number of [1, 2, 4, 6, 9, 12]) {
      const all = boxes(players, { width, height }, rem, number);
      for (const [at, one] of all.entries()) {
        expect(one.x).toBeGreaterThanOrEqual(-0.5);
        expect(one.x + one.width).toBeLessThanOrEqual(width + 0.5);
        expect(one.y).toBeGreaterThanOrEqual(-0.5);
        expect(one.y + one.height).toBeLessThanOrEqual(height + 0.5);
        for (const other of all.slice(at + 1)) expect(overlap(one, other)).toBe(false);
      }
    }
  });
});

it("has room on a phone for a guest's name, with its number, beside the banker's badge", () => {
  const { spots } = clothOf(4, 0, { width: 360, height: 430 }, 16);
  for (const { plate } of spots) expect(plate.width).toBeGreaterThan(144.3); // as measured in Chromium
});

describe.each([4, 5, 6, 7, 8])("the stock of %i players", (players) => {
  it.each([...SIZES, [1260, 360, 16.6]])("on %i × %i px covers no plate", (width, height, rem) => {
    const { spots, middle } = clothOf(players, 0, { width, height }, rem);
    for (const { plate } of spots) expect(overlap(plate, middle)).toBe(false);
  });
});

describe("plays of six cards", () => {
  it.each([
    [390, 560, 60],
    [844, 190, 50],
    [990, 430, 75],
    [1480, 690, 130],
  ])("at %i × %i px have cards of at least %i px", (width, height, least) => {
    const { spots } = clothOf(4, 0, { width, height });
    const lie = lieOf(
      6,
      spots.map((spot) => spot.play),
      height,
    );
    expect(lie.card).toBeGreaterThanOrEqual(least);
  });
});

it("turns around the own seat, counter-clockwise", () => {
  const { spots } = clothOf(4, 2, { width: 1000, height: 500 });
  expect(spots.map((spot) => spot.side)).toEqual(["top", "left", "bottom", "right"]);
});
