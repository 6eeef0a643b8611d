import { expect, test } from "vitest";
import { mostCommon, sameTime, type ClockNow } from "./clock";
import { clockLink, finalTable, type StandingsTable } from "./seen";

const table = (of: StandingsTable["of"], complete: boolean): StandingsTable => ({
  of,
  complete,
  title: "",
  rows: [],
  reasons: [],
});

test("prizes are the entrants', also where they have clubs, and the schools' where only these compete", () => {
  expect(finalTable([table("clubs", true), table("entrants", true)])?.of).toBe("entrants");
  expect(finalTable([table("clubs", true)])?.of).toBe("clubs");
  expect(finalTable([table("entrants", false)])).toBeNull();
  expect(finalTable([])).toBeNull();
});

test("an official's own link is never the big clock's", () => {
  expect(clockLink({ role: "organiser", public: "everybody" }, "secret")).toBe("everybody");
  expect(clockLink({ role: "referee", public: "" }, "secret")).toBe("");
  expect(clockLink({ role: "public" }, "everybody")).toBe("everybody");
});

test("in the break tables are compared by the time that is left of it", () => {
  const resting = (rest: number | null, left: number): ClockNow => ({
    phase: "resting",
    left,
    warning: 0,
    breakDue: false,
    rest,
  });
  const [one, two, late] = [resting(300, 1800), resting(300, 1200), resting(60, 1800)];
  expect(sameTime(one, two)).toBe(true);
  expect(sameTime(one, late)).toBe(false);
  expect(mostCommon([late, one, two])).toEqual(one);
  expect(sameTime(resting(null, 1800), resting(null, 1200))).toBe(false);
  expect(mostCommon([])).toBeNull();
});
