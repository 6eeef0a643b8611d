/** The levels of a match from deal to deal, kept in the browser until it is closed. */

const KEY = "tuolaji.story.";

/** The story of a table after a deal, counted from 1, began at these levels. */
export function told(table: string, deal: number, levels: string[]): string[][] {
  const story = kept(table);
  const same = story.length === deal && String(story[deal - 1]) === String(levels);
  if (same || deal < 1) return story;
  const next = [...story.slice(0, deal - 1), levels];
  try {
    sessionStorage.setItem(KEY + table, JSON.stringify(next));
  } catch {
    // a browser without storage shows only what it has seen
  }
  return next;
}

function kept(table: string): string[][] {
  try {
    const story = JSON.parse(sessionStorage.getItem(KEY + table) ?? "[]");
    return Array.isArray(story) ? story : [];
  } catch {
    return [];
  }
}
