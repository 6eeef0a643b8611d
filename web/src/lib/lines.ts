/** What a state tells in words, line by line: the server's sentences, and every play. */

import { m } from "../paraglide/messages.js";
import type { State, Step } from "./wire";
import { seatName, short } from "./words";

export interface Line {
  text: string;
  rule: string | null;
  /** What happened, as the event is called; `late`: it was done for this seat, whose time was up. */
  kind: string;
}

/** The lines of a state; late: whether what this seat did was done for it. */
export function linesOf(state: State, late: boolean): Line[] {
  const lines = state.steps.flatMap((step, at) => {
    const own = step.seat === state.you && ["played", "buried"].includes(step.event);
    if (own && late) return [{ text: m.time_up({ cards: short(String(step.cards)) }), rule: null, kind: "late" }];
    if (step.event === "played") return [{ text: playLine(state, step), rule: null, kind: step.event }];
    const said = state.sentences.find((one) => one.step === at);
    return said ? [{ text: said.text, rule: said.rule, kind: step.event }] : [];
  });
  // Whoever plays two of the cards that make a friend is told of once.
  return lines.filter((line, at) => line.text !== lines[at - 1]?.text);
}

function playLine(state: State, step: Step): string {
  const name = seatName(state.room, step.seat ?? null, state.you);
  return m.played_cards({ name, cards: short(String(step.cards)) });
}
