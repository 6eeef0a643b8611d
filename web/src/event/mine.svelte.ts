/** The events whose links this browser was given: kept here, so that nobody has to find them again. */

export interface MyEvent {
  link: string;
  name: string;
  role: string;
}

const KEPT = "events";
const MOST = 20;

function read(): MyEvent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? (kept as MyEvent[]).filter((one) => typeof one?.link === "string") : [];
  } catch {
    return [];
  }
}

export const mine = $state<{ events: MyEvent[] }>({ events: read() });

function write(events: MyEvent[]): void {
  mine.events = events;
  try {
    localStorage.setItem(KEPT, JSON.stringify(events));
  } catch {
    // nothing can be kept here
  }
}

/** Puts an event at the top of the list. */
export function remember(event: MyEvent): void {
  const known = mine.events[0];
  if (known && known.link === event.link && known.name === event.name) return;
  write([event, ...mine.events.filter((one) => one.link !== event.link)].slice(0, MOST));
}

const TABLES = "event-tables";

/** Notes by which link somebody came to a table of an event, for the way back. */
export function cameTo(table: string, link: string): void {
  try {
    const known = JSON.parse(sessionStorage.getItem(TABLES) ?? "{}") as Record<string, string>;
    sessionStorage.setItem(TABLES, JSON.stringify({ ...known, [table]: link }));
  } catch {
    // then there is no way back but the link itself
  }
}

/** The link by which this browser came to a table, or "". */
export function eventOf(table: string): string {
  try {
    return (JSON.parse(sessionStorage.getItem(TABLES) ?? "{}") as Record<string, string>)[table] ?? "";
  } catch {
    return "";
  }
}

/** Takes an event off the list. */
export function forgetEvent(link: string): void {
  write(mine.events.filter((one) => one.link !== link));
}
