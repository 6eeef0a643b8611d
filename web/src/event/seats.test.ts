import { expect, test } from "vitest";
import { seatLabel } from "./seats";
import type { EventMatch } from "./seen";

test("in the second room home has the odd seats", () => {
  const match = { names: ["Plum", "Pine"], seats: [] as string[] } as EventMatch;
  const sides = [0, 1].map((room) => [0, 1].map((seat) => seatLabel(match, seat, 4, room).split(" ")[1]));
  expect(sides).toEqual([
    ["Plum", "Pine"],
    ["Pine", "Plum"],
  ]);
});
