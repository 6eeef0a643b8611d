/** The moments of a replayed deal: its frames, where tricks begin, and where a seat had to choose. */

import type { Lanes } from "../lib/order";
import type { Step, View } from "../lib/wire";

export interface Moment {
  /** How many actions of the deal were done by then. */
  at: number;
  step: Step | null;
  text: string;
  hands: string[];
  kitty: string;
  view: View;
  lanes: Lanes;
  /** Of a throw that failed: who could have beaten it, and with what. */
  beaten?: { seat: number; cards: string }[];
}

export interface Replayed {
  title: string;
  players: number;
  number: number;
  /** Whoever sat at each seat, by the record. */
  called: string[];
  /** Which of them are bots. */
  bots: boolean[];
  frames: Moment[];
  deals?: number;
}

/** The last moment at which no more than so many actions were done: before the next one. */
export function before(frames: Moment[], actions: number): number {
  return Math.max(
    0,
    frames.findLastIndex((one) => one.at <= actions),
  );
}

/** Where a replay opens: all cards are dealt, and the first lead is next. */
export function opening(frames: Moment[]): number {
  return Math.max(0, (leads(frames)[0] ?? 0) - 1);
}

/** The moments at which a trick is led. */
export function leads(frames: Moment[]): number[] {
  return frames.flatMap((one, at) => (one.step?.event === "played" && one.view.trick.length === 1 ? [at] : []));
}

/** The next of some moments after one, or the last before it; itself if there is none. */
export function next(moments: number[], at: number, by: 1 | -1): number {
  const found = by > 0 ? moments.find((one) => one > at) : moments.findLast((one) => one < at);
  return found ?? at;
}

/** The trick that is played at a moment, counted from 1. */
export function trickAt(moment: Moment): number {
  const over = moment.step?.event === "trick_won" || moment.view.phase === "over";
  return moment.view.finished + (over ? 0 : 1);
}

/** What a seat has laid to the trick of a moment. */
export function laid(view: View, seat: number, players: number): string | null {
  if (view.leader === null || !view.trick.length) return null;
  return view.trick[(seat - view.leader + players) % players] ?? null;
}
