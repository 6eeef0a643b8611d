/** The story of a match as a picture to share: levels from deal to deal, and what stood out. */

import { picture, row, words } from "../lib/picture";
import { levelName } from "../lib/words";
import { m } from "../paraglide/messages.js";

export interface Story {
  /** The levels before each deal and at the end. */
  levels: string[][];
  deals: { deal: number; banker: number | null; points: number | null }[];
  throw: { deal: number; seat: number; cards: string; size: number } | null;
  dig: { deal: number; seat: number; points: number; factor: number } | null;
  turn: { deal: number; side: number } | null;
}

export interface Facts {
  title: string;
  headline: string;
  ladder: string[];
  own: number;
  /** What is said of throw, dig and turn. */
  lines: string[];
  sides: string[];
  /** Those who have won: a star stands where their line ends. */
  winners: number[];
}

const WIDE = 1200;
const HIGH = 630;
const BOX = { x: 90, y: 176, width: 1030, height: 252 };
const COLOURS = ["#7cb6e8", "#e0a07f", "#c9d68a", "#d9b3e6", "#f0d37a", "#9fe0cf"];

/** Where levels lie in a box: one line of points for each side. */
export function linesOf(levels: string[][], ladder: string[], box: typeof BOX): string[] {
  const by = box.width / Math.max(1, levels.length - 1);
  const up = box.height / Math.max(1, ladder.length - 1);
  return (levels[0] ?? []).map((_, who) =>
    levels
      .map((one, at) => [box.x + by * at, box.y + box.height - up * Math.max(0, ladder.indexOf(one[who]))])
      .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(" "),
  );
}

/** The part of the ladder that was climbed, and a step more: a short match is no flat line. */
export function climbed(story: Story, ladder: string[]): string[] {
  const top = Math.max(0, ...story.levels.flat().map((level) => ladder.indexOf(level)));
  return ladder.slice(0, Math.max(5, top + 2));
}

/** The colour of a side: the own one is always the first. */
export const colourOf = (who: number, own: number): string => COLOURS[who === own ? 0 : who < own ? who + 1 : who];

/** The size of a headline that has one line: Chinese signs are twice as wide as letters. */
export function fitting(text: string): number {
  const wide = [...text].reduce((sum, sign) => sum + (sign > "\u2e80" ? 1 : 0.62), 0);
  return Math.floor(Math.min(46, (WIDE - 120) / wide));
}

export function matchPicture(story: Story, facts: Facts): string {
  const paths = linesOf(story.levels, facts.ladder, BOX);
  const lines = paths
    .map(
      (points, who) =>
        `<polyline points="${points}" fill="none" stroke="${colourOf(who, facts.own)}" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"/>`,
    )
    .join("");
  const stars = facts.winners
    .map((who) => paths[who]?.split(" ").at(-1)?.split(",").map(Number) ?? [])
    .map(([x, y]) => words(x, y + 17, "★", { size: 48, fill: "#f3cf7a", anchor: "middle" }))
    .join("");
  const grid = facts.ladder
    .map((level, at) => {
      const y = BOX.y + BOX.height - (BOX.height * at) / Math.max(1, facts.ladder.length - 1);
      const label = words(BOX.x - 14, y + 8, levelName(level), { size: 22, anchor: "end", fill: "#f3f6efb0" });
      return `<line x1="${BOX.x}" x2="${BOX.x + BOX.width}" y1="${y}" y2="${y}" stroke="#fff" stroke-opacity="0.12"/>${label}`;
    })
    .join("");
  const legend = facts.sides
    .map((name, who) =>
      words(BOX.x + (who % 3) * 350, facts.sides.length > 3 ? 128 + 28 * Math.floor(who / 3) : 152, `● ${name}`, {
        size: 25,
        fill: colourOf(who, facts.own),
      }),
    )
    .join("");
  const said = facts.lines.map((line, at) => words(60, 484 + at * 42, line, { size: 27 })).join("");
  const cards = story.throw
    ? row(story.throw.cards, WIDE - 70 - Math.min(360, 60 + story.throw.size * 28), 470, 60)
    : "";
  return picture(
    WIDE,
    HIGH,
    words(60, 60, `${facts.title} · ${m.match_story({ deals: story.deals.length })}`, { size: 22, fill: "#f3f6efc0" }) +
      words(60, 104, facts.headline, { size: fitting(facts.headline), weight: 800, fill: "#f3cf7a" }) +
      legend +
      grid +
      lines +
      stars +
      said +
      cards +
      words(WIDE - 60, HIGH - 22, "Tuolaji", { size: 18, anchor: "end", fill: "#f3f6efaa" }),
  );
}
