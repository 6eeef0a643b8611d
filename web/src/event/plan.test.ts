import { expect, test } from "vitest";
import { clockAfter, clockFace } from "./clock";
import { entrantsOf } from "./plan";

test("entrants are read line by line, with or without club and players", () => {
  expect(entrantsOf("Plum One, Plum: Ann, Bo\n\n 竹二：甲、乙\nPine")).toEqual([
    { id: "n1", name: "Plum One", club: "Plum", players: ["Ann", "Bo"] },
    { id: "n2", name: "竹二", club: "", players: ["甲", "乙"] },
    { id: "n3", name: "Pine", club: "", players: [] },
  ]);
});

test("a clock goes on by itself through its bells", () => {
  const bells = [
    { left: 900, what: "warning", minutes: 15 },
    { left: 600, what: "no-new-deal", minutes: 0 },
    { left: 0, what: "up", minutes: 0 },
  ];
  const clock = { phase: "running" as const, left: 1000, break_due: false, rest: null, bells };
  expect(clockAfter(clock, 0)).toMatchObject({ phase: "running", left: 1000, warning: 0 });
  expect(clockAfter(clock, 100)).toMatchObject({ phase: "running", left: 900, warning: 15 });
  expect(clockAfter(clock, 400)).toMatchObject({ phase: "closing", left: 600 });
  expect(clockAfter(clock, 2000)).toMatchObject({ phase: "up", left: 0 });
  expect(clockAfter({ ...clock, phase: "paused" }, 400)).toMatchObject({ phase: "paused", left: 1000 });
  expect([clockFace(59.2), clockFace(600), clockFace(3661)]).toEqual(["1:00", "10:00", "1:01:01"]);
});

test("in the break its own time runs, and the match's with it", () => {
  const clock = { phase: "resting" as const, left: 1000, break_due: false, rest: 600, bells: [] };
  expect(clockAfter(clock, 100)).toMatchObject({ phase: "resting", left: 900, rest: 500 });
  expect(clockAfter(clock, 700)).toMatchObject({ left: 300, rest: 0 });
});
