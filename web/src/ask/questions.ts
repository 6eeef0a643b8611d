/** The referee's questions: which fields each has, and how they make a line of the protocol. */

import type { Preset } from "../lib/api";

/** One show of a declaration's history. */
export interface Show {
  seat: number;
  cards: string;
  phase: string;
}

/** All that can be filled in; a question takes what it needs. */
export interface Fields {
  level: string;
  trump: string;
  led: string;
  hand: string;
  play: string;
  cards: string;
  a: string;
  b: string;
  plays: string;
  others: string;
  kitty: string;
  last: boolean;
  leads: boolean;
  winner_side: string;
  attacked_by: string;
  attackers: number;
  last_jack_dig: boolean;
  from: string;
  steps: number;
  first_deal: boolean;
  banker: number;
  seat: number;
  shown: string;
  phase: string;
  even: string;
  odd: string;
  history: Show[];
  rule: string;
  by: string;
  number: number;
  found: string;
  times: number;
  variant: string;
  friend: string;
  copy: number;
}

export type Field = keyof Fields;

export const KINDS = [
  "follow", "plays", "shape", "compare", "throw", "trick", "dig", "result", "promote", "declare", "friend", "foul",
] as const; // prettier-ignore
export type Kind = (typeof KINDS)[number];

export function firstFields(): Fields {
  return {
    level: "2",
    trump: "S",
    led: "♥QQ",
    hand: "♥9953 ♦K",
    play: "♥93",
    cards: "♥AAKK9",
    a: "♠2",
    b: "♠A",
    plays: "♥A, ♥4, ♠3, ♥10",
    others: "♥Q7, ♥86, ♥5",
    kitty: "♥K10 ♣5",
    last: false,
    leads: false,
    winner_side: "attackers",
    attacked_by: "",
    attackers: 120,
    last_jack_dig: false,
    from: "2",
    steps: 1,
    first_deal: true,
    banker: 0,
    seat: 0,
    shown: "♠2",
    phase: "call",
    even: "2",
    odd: "2",
    history: [],
    rule: "",
    by: "attackers",
    number: 1,
    found: "",
    times: 1,
    variant: "",
    friend: "♥A",
    copy: 1,
  };
}

/** The questions that a preset has: not everywhere friends are called. */
export function kindsOf(preset: Preset | undefined): Kind[] {
  return KINDS.filter((kind) => kind !== "friend" || !!preset?.friends);
}

/** The fields of a question under a preset. */
export function fieldsOf(kind: Kind, preset: Preset | undefined, values: Fields): Field[] {
  const asked: Record<Kind, Field[]> = {
    follow: ["level", "trump", "led", "hand", "play"],
    plays: ["level", "trump", "leads", ...(values.leads ? [] : (["led"] as Field[])), "hand"],
    shape: ["level", "trump", "cards"],
    compare: ["level", "trump", "a", "b"],
    throw: ["level", "trump", "led", "others"],
    trick: ["level", "trump", "plays", "last"],
    dig: ["level", "trump", "plays", ...(preset?.kitty ? (["kitty"] as Field[]) : []), "winner_side"],
    result: ["attackers", "level", "last_jack_dig"],
    promote: ["from", "steps"],
    declare: declareFields(preset, values),
    friend: ["level", "trump", "friend", "copy"],
    foul: ["rule", ...foulFields(preset, values.rule)],
  };
  if (kind === "dig" && preset?.declare_style === "call" && values.trump === "N") asked.dig.push("attacked_by");
  return asked[kind];
}

function declareFields(preset: Preset | undefined, values: Fields): Field[] {
  if (preset?.declare_style === "call") return ["even", "odd", "history", "seat", "shown", "phase"];
  const bank: Field[] = values.first_deal ? [] : ["banker"];
  return ["level", "first_deal", ...bank, "history", "seat", "shown"];
}

const OF_FOUL: Record<string, Field> = {
  by: "by",
  attackers: "attackers",
  cards: "number",
  found: "found",
  times: "times",
  variant: "variant",
};

function foulFields(preset: Preset | undefined, rule: string): Field[] {
  const asks = preset?.fouls.find((foul) => foul.rule === rule)?.asks ?? [];
  return asks.flatMap((name) => OF_FOUL[name] ?? []);
}

const listed = (text: string): string[] =>
  text
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** The question as the protocol has it. */
export function questionOf(kind: Kind, preset: Preset | undefined, values: Fields): Record<string, unknown> {
  const has = new Set(fieldsOf(kind, preset, values));
  const out: Record<string, unknown> = { ask: kind, ruleset: preset?.name ?? "classic" };
  const put = (field: Field, name: string, value: unknown) => has.has(field) && value !== "" && (out[name] = value);
  for (const field of ["level", "trump", "hand", "play", "cards", "a", "b", "last", "winner_side"] as const)
    put(field, field, values[field]);
  for (const field of ["attackers", "last_jack_dig", "from", "first_deal", "banker", "seat"] as const)
    put(field, field, values[field]);
  for (const field of ["phase", "rule", "by", "found", "times", "variant"] as const) put(field, field, values[field]);
  put("friend", "card", values.friend);
  put("copy", "copy", values.copy);
  put("led", "lead", values.led);
  put("leads", "lead", values.leads ? "-" : values.led);
  put("plays", "plays", listed(values.plays));
  put("others", "others", listed(values.others));
  put("kitty", "kitty", values.kitty || "-");
  put("attacked_by", "attacked_by", values.attacked_by || null);
  put("steps", "by", values.steps);
  put("shown", "cards", values.shown);
  put("even", "levels", [values.even, values.odd]);
  put("number", "cards", values.number);
  if (kind === "declare")
    out.history = values.history.map(({ seat, cards, phase }) =>
      preset?.declare_style === "call" ? { seat, cards, phase } : { seat, cards },
    );
  return out;
}
