/** The referee's answers in a sentence. */

import { lang } from "../lib/lang.svelte";
import { levelName, placeName, short, suitName } from "../lib/words";
import { m } from "../paraglide/messages.js";
import type { Kind } from "./questions";

export type Answer = Record<string, unknown> & {
  error?: { message: string };
  why?: Record<string, string>;
  rule?: string;
};

const EFFECTS: Record<string, () => string> = {
  redeal: m.effect_redeal,
  lose_bid: m.effect_lose_bid,
  rebid: m.effect_rebid,
  name_trump: m.effect_name_trump,
  warn: m.effect_warn,
  disqualify: m.effect_disqualify,
};

/** What the answer says; players: how many sit at the table. */
export function sentence(kind: Kind, given: Answer, players: number): string {
  if (given.error) return given.error.message;
  if (given.legal === false) return given.why?.[lang.now] ?? m.answer_illegal();
  const told: Partial<Record<Kind, () => string>> = {
    follow: m.answer_legal,
    friend: m.answer_legal,
    plays: () => m.answer_plays({ number: Number(given.count) }),
    shape: () => m.answer_units({ units: (given.units as string[]).map(short).join(m.between()) }),
    compare: () => compared(given.order),
    throw: () => (given.stands ? m.answer_stands() : m.answer_fails({ played: short(String(given.played)) })),
    trick: () => m.answer_winner({ number: Number(given.winner) + 1, points: Number(given.points) }),
    dig: () => m.answer_dig({ points: Number(given.points), factor: Number(given.multiplier) }),
    promote: () => (given.won ? m.answer_won() : m.answer_level({ level: levelName(String(given.level)) })),
    declare: () => declared(given, players),
  };
  return told[kind]?.() ?? penalty(given);
}

function compared(order: unknown): string {
  if (order === null) return m.answer_neither();
  return order === 1 ? m.answer_first_higher() : order === -1 ? m.answer_second_higher() : m.answer_equal();
}

function declared(given: Answer, players: number): string {
  const facts = {
    trump: suitName(String(given.trump)),
    banker: typeof given.banker === "number" ? placeName(players, given.banker) : m.open(),
  };
  return m.answer_declared(facts) + (given.final ? m.answer_final() : "");
}

/** What a foul costs, or a deal brings. */
function penalty(given: Answer): string {
  if (typeof given.effect === "string") return EFFECTS[given.effect]?.() ?? given.effect;
  if (typeof given.attackers === "number") return m.answer_attackers({ points: given.attackers });
  const levels = Number(given.levels);
  const result = given.side === "attackers" ? m.answer_attackers_up({ levels }) : m.answer_bankers_up({ levels });
  return result + (given.back_to ? m.answer_back({ level: levelName(String(given.back_to)) }) : "");
}
