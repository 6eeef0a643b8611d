/** The levels of a match from deal to deal, kept in the browser until it is closed. */

const KEY = "tuolaji.story.";
type Story = Record<number, string[]>;

/** The levels of a table's deals in order, once a deal, counted from 1, has begun at these levels. */
export function told(table: string, deal: number, levels: string[]): string[][] {
  const story = deal > 1 ? kept(table) : {};
  if (String(story[deal]) !== String(levels)) {
    story[deal] = levels;
    try {
      sessionStorage.setItem(KEY + table, JSON.stringify(story));
    } catch {
      // a browser without storage shows only the last deal
    }
  }
  return Object.values(story);
}

function kept(table: string): Story {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + table) ?? "{}") as Story;
  } catch {
    return {};
  }
}
