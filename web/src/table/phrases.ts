/** The quick phrases; each player reads them in their own language. */

import { m } from "../paraglide/messages.js";
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

/** What somebody said. */
export function saidText(said: Said): string {
  return typeof said.phrase === "number" ? (phrases()[said.phrase] ?? said.text) : said.text;
}
