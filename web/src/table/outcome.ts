/** What the end of a deal means for who looks at it. */

import type { Table } from "../lib/table.svelte";
import type { ResultInfo } from "../lib/wire";
import { levelName, seatName, sideName } from "../lib/words";
import { m } from "../paraglide/messages.js";

export interface Outcome {
  /** The attackers' points, and what of them the last trick's bonus brought. */
  points: number;
  dug: number;
  /** Whether the attackers take the bank. */
  attackers: boolean;
  /** Whether the own side is better off; null for an onlooker. */
  won: boolean | null;
}

/** The outcome of a deal that was settled. */
export function outcomeOf(table: Table, result: ResultInfo): Outcome | null {
  const { view, room, you } = table;
  const settled = view?.settled as { attackers?: number; result?: { side: string } } | null;
  if (!view || !room || typeof settled?.attackers !== "number") return null;
  const attackers = settled.result?.side === "attackers";
  const { sides } = room.match;
  const bank = view.banker === null ? null : sides[view.banker];
  const own = you === null ? null : sides[you];
  const won = own === null || bank === null ? null : (own !== bank) === attackers;
  return { points: settled.attackers, dug: result.dig?.total ?? 0, attackers, won };
}

/** Who won. */
export function headline(table: Table, result: ResultInfo, outcome: Outcome | null): string {
  if (result.over) {
    const who = (table.view?.levels.length ?? 2) > 2 ? table.you : table.room?.match.sides[table.own];
    if (table.you === null || !result.winners.length) return m.match_over();
    return typeof who === "number" && result.winners.includes(who) ? m.match_won() : m.match_lost();
  }
  if (!outcome || outcome.won === null) return m.deal_over({ number: table.view?.deal ?? 0 });
  return outcome.won ? m.deal_won() : m.deal_lost();
}

/** What it changes: who rises, or who takes the bank. */
export function meaning(table: Table, result: ResultInfo, outcome: Outcome): string {
  const owners = (table.view?.levels.length ?? 2) > 2;
  const own = owners ? table.you : table.room?.match.sides[table.own];
  const change = result.promoted.find((one) => one.who === own) ?? result.promoted.at(0);
  if (table.you === null) return told(table, change ?? null, owners, outcome);
  if (change && result.over && !change.new) {
    const level = levelName(change.old);
    return change.who === own ? m.we_pass({ level }) : m.they_pass({ level });
  }
  if (change) {
    const facts = { old: levelName(change.old), level: levelName(change.new) };
    return change.who === own ? m.we_rise(facts) : m.they_rise(facts);
  }
  if (!outcome.attackers) return m.bank_stays();
  return outcome.won ? m.we_take_bank() : m.they_take_bank();
}

/** The same for an onlooker, who is on nobody's side. */
function told(
  { room }: Table,
  change: ResultInfo["promoted"][number] | null,
  owners: boolean,
  { attackers }: Outcome,
): string {
  if (!change) return attackers ? m.attackers_take_bank() : m.bank_stays();
  const name = owners || !room ? seatName(room, change.who) : sideName(room, change.who, null);
  if (!change.new) return m.side_passes({ name, level: levelName(change.old) });
  return m.side_rises({ name, old: levelName(change.old), level: levelName(change.new) });
}
