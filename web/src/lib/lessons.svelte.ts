/** Lessons: begun at a table of their own, and kept as done in the browser. */

import { post } from "./api";
import { goTo } from "./router.svelte";

const KEY = "tuolaji.lessons";

function kept(): number[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** The numbers of the lessons that were done to the end. */
export const learned = $state({ numbers: kept() });

/** Keeps a lesson as done. */
export function learn(number: number): void {
  if (learned.numbers.includes(number)) return;
  learned.numbers = [...learned.numbers, number];
  try {
    localStorage.setItem(KEY, JSON.stringify(learned.numbers));
  } catch {
    // a browser without storage forgets
  }
}

/** Goes to a table for somebody's first game: the classic rules, and bots that are kind to them. */
export async function firstGame(): Promise<void> {
  const body = { ruleset: "classic", bots: "novice", seats: "me", speed: "slow" };
  const made = await post<{ table: string }>("/api/tables", body);
  goTo(`/t/${made.table}`);
}

/** Goes to a new table for a lesson, or a part of one. */
export async function begin(part: string): Promise<void> {
  const made = await post<{ table: string }>(`/api/lessons/${part}`, {});
  goTo(`/t/${made.table}`);
}
