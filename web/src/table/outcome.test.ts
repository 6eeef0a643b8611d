import { describe, expect, it } from "vitest";
import type { Table } from "../lib/table.svelte";
import type { ResultInfo } from "../lib/wire";
import { m } from "../paraglide/messages.js";
import { headline, meaning } from "./outcome";

const OUTCOME = { points: 40, dug: 0, attackers: false, won: false };

/** The end of a deal in which East and West, at A, were promoted to a level, or beyond it. */
function ended(seat: number, level: string | null): [Table, ResultInfo] {
  const table = { you: seat, own: seat, view: { levels: ["K", "A"] }, room: { match: { sides: [0, 1, 0, 1] } } };
  const over = level === null;
  const result = { over, winners: over ? [1] : [], promoted: [{ who: 1, old: "A", new: level }] };
  return [table as unknown as Table, result as unknown as ResultInfo];
}

describe("the end of a deal", () => {
  it("beyond the top is the end of the match, and said as such", () => {
    expect(meaning(...ended(0, null), OUTCOME)).toBe(m.they_pass({ level: "A" }));
    expect(meaning(...ended(1, null), OUTCOME)).toBe(m.we_pass({ level: "A" }));
    expect([0, 1].map((seat) => headline(...ended(seat, null), OUTCOME))).toEqual([m.match_lost(), m.match_won()]);
  });
  it("is told to an onlooker by who sits where, not as theirs", () => {
    const [table, result] = ended(0, "X");
    Object.assign(table, { you: null });
    Object.assign(table.room!, { seats: [0, 0, 0, 0] });
    const name = m.east() + m.between() + m.west();
    expect(meaning(table, result, OUTCOME)).toBe(m.side_rises({ name, old: "A", level: m.joker_level() }));
    const nobody = { ...result, promoted: [] };
    expect(meaning(table, nobody, { ...OUTCOME, attackers: true })).toBe(m.attackers_take_bank());
  });
  it("goes to another level while the match goes on", () => {
    const [table, result] = ended(0, "X");
    expect(meaning(table, result, OUTCOME)).toBe(m.they_rise({ old: "A", level: m.joker_level() }));
  });
});
