import { describe, expect, it } from "vitest";
import { faces } from "./cards";
import { sorted } from "./order";
import { keysOf, sweep, taken, toggle, toggleLeft, toTheLeft } from "./selection";

// Level 2, hearts are trump.
const lanes = {
  T: faces("XB XL H2 S2 C2 D2 HAKQJT9876543"),
  S: faces("SAKQJT9876543"),
  C: faces("CAKQJT9876543"),
  D: faces("DAKQJT9876543"),
};
const hand = sorted(faces("SAA5H2K9C2DTT3XL"), lanes, true);

describe("sorting", () => {
  it("puts trumps at the left, strongest first", () => {
    expect(hand.map((card) => card.face).join(" ")).toBe("XL H2 C2 HK H9 SA SA S5 DT DT D3");
  });
  it("or at the right, colours alternating", () => {
    const right = sorted(faces("SA5CKH9DT"), lanes, false).map((card) => card.face);
    expect(right.join(" ")).toBe("SA S5 DT CK H9");
  });
});

describe("the habits of the 1997 game", () => {
  const none: ReadonlySet<string> = new Set();
  it("left click takes and puts back", () => {
    const one = toggle(none, "SA.1");
    expect([...one]).toEqual(["SA.1"]);
    expect(toggle(one, "SA.1").size).toBe(0);
  });
  it("right click takes that suit from the card to the left", () => {
    expect(toTheLeft(hand, "SA.2")).toEqual(["SA.1", "SA.2"]);
    expect(taken(toggleLeft(none, hand, "S5.1"), hand)).toEqual(["SA", "SA", "S5"]);
  });
  it("right click on a trump takes trumps of every suit", () => {
    expect(taken(toggleLeft(none, hand, "C2.1"), hand)).toEqual(["XL", "H2", "C2"]);
  });
  it("a second right click puts them back", () => {
    expect(toggleLeft(toggleLeft(none, hand, "S5.1"), hand, "S5.1").size).toBe(0);
  });
  it("a drag takes everything it crosses", () => {
    expect(taken(sweep(none, hand, "DT.2", "SA.2"), hand)).toEqual(["SA", "S5", "DT", "DT"]);
    const all = sweep(none, hand, "SA.1", "S5.1");
    expect(sweep(all, hand, "SA.1", "S5.1").size).toBe(0);
  });
  it("finds the cards of a hint", () => {
    expect([...keysOf(hand, faces("DTT"))]).toEqual(["DT.1", "DT.2"]);
  });
});
