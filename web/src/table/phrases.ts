/** The quick phrases; each player reads them in their own language. */

import { m } from "../paraglide/messages.js";
import type { Table } from "../lib/table.svelte";
import type { Said } from "../lib/wire";

export function phrases(): string[] {
  return [
    m.phrase_hello(),
    m.phrase_well_played(),
    m.phrase_your_turn(),
    m.phrase_sorry(),
    m.phrase_thanks(),
    m.phrase_moment(),
    m.phrase_again(),
    m.phrase_bye(),
  ];
}

/** Announces a ruff; the one thing that may be said where the rules close the chat. */
export const RUFF = 8;

function all(): string[] {
  return [...phrases(), m.phrase_ruff()];
}

/** What somebody said. */
export function saidText(said: Said): string {
  return typeof said.phrase === "number" ? (all()[said.phrase] ?? said.text) : said.text;
}

/** Whether this client has ruffed in the trick that lies on the table. */
export function ruffed(table: Table): boolean {
  const at = (table.trick?.plays ?? []).findIndex((play) => play.seat === table.you);
  return at >= 0 && ["ruff", "overruff"].includes(table.marks?.marks[at] ?? "");
}
