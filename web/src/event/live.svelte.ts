/** An event that follows what happens: it asks the server again and again for what is new. */

import { get, post, Refusal } from "../lib/api";
import { clockAfter, type ClockNow } from "./clock";
import type { Effect, Seen } from "./seen";

const EVERY = 2000;

export interface Entry {
  what: string;
  [field: string]: unknown;
}

export class LiveEvent {
  seen = $state.raw<Seen | null>(null);
  problem = $state("");
  /** Seconds since the clocks were read. */
  since = $state(0);
  #readAt = 0;

  constructor(readonly link: string) {}

  get path(): string {
    return `/api/event/${encodeURIComponent(this.link)}`;
  }

  /** Follows the event until the returned function is called. */
  follow(): () => void {
    void this.refresh(true);
    const asking = setInterval(() => document.hidden || void this.refresh(), EVERY);
    const ticking = setInterval(() => (this.since = (performance.now() - this.#readAt) / 1000), 500);
    const look = () => document.hidden || void this.refresh();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(asking);
      clearInterval(ticking);
      document.removeEventListener("visibilitychange", look);
    };
  }

  /** Asks for what is new; whole: in any case, as the language may have changed. */
  async refresh(whole = false): Promise<void> {
    const after = whole ? -1 : (this.seen?.version ?? -1);
    try {
      const seen = await get<Seen | null>(`${this.path}?after=${after}`);
      this.problem = "";
      if (!seen) return;
      this.seen = seen;
      this.#readAt = performance.now();
      this.since = 0;
    } catch (error) {
      this.problem = (error as Error).message;
      if (error instanceof Refusal && error.status === 404) this.seen = null;
    }
  }

  /** Writes an entry into the log; the error if it was refused. */
  async write(entry: Entry, why = ""): Promise<void> {
    await post(`${this.path}/do`, { entry, why });
    await this.refresh();
  }

  /** Asks for something else and looks at what came of it. */
  async ask<T>(route: string, body: object = {}): Promise<T> {
    const answer = await post<T>(`${this.path}/${route}`, body);
    await this.refresh();
    return answer;
  }

  /** What an entry would change. */
  effect(entry: Entry, why = ""): Promise<Effect> {
    return post<Effect>(`${this.path}/try`, { entry, why });
  }

  clock(match: string): ClockNow | null {
    const clock = this.seen?.clocks[match];
    return clock ? clockAfter(clock, this.since) : null;
  }
}

/** Runs something that may be refused; what was said against it, "" if nothing. */
export async function tried(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
