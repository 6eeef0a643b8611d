/** Which puzzles were solved, kept in the browser: by part, and whether at the first try. */

const KEY = "tuolaji.puzzles";
const MOST = 400;

function kept(): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const solved = $state<{ parts: Record<string, boolean> }>({ parts: kept() });

/** Keeps a puzzle as solved; what was kept of it before stands. */
export function keepSolved(part: string, atOnce: boolean): void {
  if (part in solved.parts) return;
  const all = [...Object.entries(solved.parts), [part, atOnce] as const];
  solved.parts = Object.fromEntries(all.slice(-MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify(solved.parts));
  } catch {
    // a browser without storage forgets
  }
}
