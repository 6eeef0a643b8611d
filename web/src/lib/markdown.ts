/** The little Markdown of the rule pages as blocks; nothing in it is ever run as HTML. */

export type Span = { kind: "text" | "code" | "strong"; text: string } | { kind: "link"; text: string; href: string };
export type Block =
  | { kind: "heading"; depth: number; spans: Span[] }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] };

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** A line as spans of text, code, strong words and links. */
export function spans(line: string): Span[] {
  const out: Span[] = [];
  let at = 0;
  for (const found of line.matchAll(INLINE)) {
    if (found.index > at) out.push({ kind: "text", text: line.slice(at, found.index) });
    if (found[1]) out.push({ kind: "code", text: found[1] });
    else if (found[2]) out.push({ kind: "strong", text: found[2] });
    else out.push({ kind: "link", text: found[3], href: found[4] });
    at = found.index + found[0].length;
  }
  if (at < line.length) out.push({ kind: "text", text: line.slice(at) });
  return out;
}

/** The blocks of a page. */
export function blocks(markdown: string): Block[] {
  const out: Block[] = [];
  for (const part of markdown.split(/\n\s*\n/)) {
    const lines = part.split("\n").filter((line) => line.trim());
    if (!lines.length) continue;
    const heading = /^(#+)\s+(.*)/.exec(lines[0]);
    if (heading) {
      out.push({ kind: "heading", depth: heading[1].length, spans: spans(heading[2]) });
      if (lines.length > 1) out.push(...blocks(lines.slice(1).join("\n")));
    } else if (lines.every((line) => /^\s*([-*]|\d+\.)\s/.test(line))) {
      out.push({ kind: "list", items: lines.map((line) => spans(line.replace(/^\s*([-*]|\d+\.)\s+/, ""))) });
    } else if (lines.length > 1 && /^\s*\|?[\s:|-]+$/.test(lines[1]) && lines[0].includes("|")) {
      const [head, , ...rows] = lines.map(cells);
      out.push({ kind: "table", head, rows });
    } else out.push({ kind: "paragraph", spans: spans(lines.join(" ")) });
  }
  return out;
}

function cells(line: string): Span[][] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => spans(cell.trim()));
}
