import { describe, expect, it } from "vitest";
import { climbed, colourOf, linesOf, type Story } from "./matchPicture";

describe("the picture of a match", () => {
  it("draws the levels of each side from deal to deal", () => {
    const box = { x: 0, y: 0, width: 100, height: 40 };
    const lines = linesOf(
      [
        ["2", "2"],
        ["3", "2"],
        ["3", "4"],
      ],
      ["2", "3", "4"],
      box,
    );
    expect(lines).toEqual(["0.0,40.0 50.0,20.0 100.0,20.0", "0.0,40.0 50.0,40.0 100.0,0.0"]);
  });
  it("shows the part of the ladder that was climbed", () => {
    const story = { levels: [["2"], ["8"]] } as Story;
    const ladder = [..."23456789TJQKA"];
    expect(climbed(story, ladder)).toEqual([..."23456789"]);
    expect(climbed({ levels: [["2"], ["3"]] } as Story, ladder)).toHaveLength(5);
  });
  it("gives the own side always the same colour", () => {
    expect(colourOf(1, 1)).toBe(colourOf(0, 0));
    expect(new Set([0, 1, 2, 3].map((who) => colourOf(who, 2))).size).toBe(4);
  });
});
