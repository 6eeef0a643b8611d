import { describe, expect, it } from "vitest";
import { before, laid, leads, next, trickAt, type Moment } from "./moments";

function moment(at: number, event: string, trick: string[], finished = 0): Moment {
  const view = { trick, finished, leader: 1, phase: "play" };
  return { at, step: { event }, text: "", hands: [], kitty: "", lanes: {}, view } as unknown as Moment;
}

const frames = [
  moment(0, "started", []),
  moment(3, "played", ["SA"]),
  moment(4, "played", ["SA", "S3"]),
  moment(4, "trick_won", [], 1),
  moment(5, "played", ["HK"], 1),
];

describe("moments of a replay", () => {
  it("finds the moment before an action", () => {
    expect(before(frames, 3)).toBe(1);
    expect(before(frames, 4)).toBe(3); // what follows the play is seen, too
    expect(before(frames, -1)).toBe(0);
  });
  it("jumps from trick to trick", () => {
    expect(leads(frames)).toEqual([1, 4]);
    expect(next(leads(frames), 1, 1)).toBe(4);
    expect(next(leads(frames), 4, 1)).toBe(4);
    expect(next(leads(frames), 3, -1)).toBe(1);
  });
  it("counts tricks from one", () => {
    expect(frames.map(trickAt)).toEqual([1, 1, 1, 1, 2]);
  });
  it("knows who laid what", () => {
    expect(laid(frames[2].view, 1, 4)).toBe("SA");
    expect(laid(frames[2].view, 2, 4)).toBe("S3");
    expect(laid(frames[2].view, 0, 4)).toBeNull();
  });
});
