import { expect, test } from "vitest";
import { lastDraws } from "./opening";

test("of four who draw, two with equal cards draw again: every seat is shown once", () => {
  const first = ["SA", "HA", "C5", "D3"].map((card, seat) => ({ seat, card }));
  const again = [
    { seat: 0, card: "C7" },
    { seat: 1, card: "D9" },
  ];
  const cards = lastDraws([...first, ...again]).map((one) => `${one.seat}${one.card}`);
  expect(cards).toEqual(["0C7", "1D9", "2C5", "3D3"]);
});
