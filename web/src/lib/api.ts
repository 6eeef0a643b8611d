/** Questions to the server over HTTP. */

import { m } from "../paraglide/messages.js";
import { lang } from "./lang.svelte";

export interface Preset {
  name: string;
  title: string;
  about: string;
  players: number;
  decks: number;
  kitty: number;
  /** The levels, first to top. */
  ladder: string[];
  declare_style: string;
  /** How many the banker calls. */
  friends: number;
  /** The fouls of its table; asks: what has to be known of one. */
  fouls: { rule: string; title: string; asks: string[] }[];
}

export interface Strength {
  name: string;
  title: string;
  about: string;
}

export interface KeptMatch {
  table: string;
  title: string;
  when: string | number;
  ruleset: string;
  levels: string[];
  over: boolean;
  deals?: number;
  solo?: boolean;
  /** Its first deal is the one of a day. */
  daily?: boolean;
  /** The sides that have won, once it is over. */
  winners?: number[] | null;
}

export interface LessonTitle {
  number: number;
  title: string;
  part: string;
}

export interface Home {
  me: { name: string; login: string | null };
  presets: Preset[];
  bots: Strength[];
  lessons?: LessonTitle[];
  matches: KeptMatch[];
  house?: { name: string; text: string }[];
  addresses?: string[];
}

/** A refusal in the server's words. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** What the server answers; where it is not reached, that is said in the language of the page. */
async function asked(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(inLanguage(path), init);
  } catch {
    throw new Refusal(m.not_reached(), "not-reached", 0);
  }
}

async function answer<T>(response: Response): Promise<T> {
  const text = await response.text();
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    body = null;
  }
  if (response.ok) return body as T;
  const detail = (body as { detail?: unknown } | null)?.detail;
  const said = (detail && typeof detail === "object" ? detail : { text: detail }) as { text?: unknown; code?: string };
  const plain = response.status === 413 ? m.file_too_large() : `${response.status} ${response.statusText}`;
  const words = typeof said.text === "string" ? said.text : plain;
  throw new Refusal(words, said.code ?? "", response.status);
}

/** The address with the language of the page. */
export function inLanguage(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${lang.now}`;
}

const AGAIN = 3000;

/** Asks until the server is reached, and says meanwhile that it is not; the answer stops it. */
export function keepAsking<T>(path: string, got: (answer: T) => void, say: (problem: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let wanted = true;
  function ask(): void {
    get<T>(path).then(
      (answer) => {
        if (!wanted) return;
        say("");
        got(answer);
      },
      (error: Refusal) => {
        if (!wanted) return;
        say(error.message);
        if (error.code === "not-reached") timer = setTimeout(ask, AGAIN);
      },
    );
  }
  ask();
  return () => {
    wanted = false;
    clearTimeout(timer);
  };
}

export async function get<T>(path: string, headers: Record<string, string> = {}): Promise<T> {
  return answer<T>(await asked(path, { headers: { accept: "application/json", ...headers } }));
}

export async function post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  const raw = body instanceof Blob || body instanceof ArrayBuffer;
  return answer<T>(
    await asked(path, {
      method: "POST",
      headers: { "content-type": raw ? "application/octet-stream" : "application/json", ...headers },
      body: raw ? (body as BodyInit) : JSON.stringify(body),
    }),
  );
}

export async function remove<T>(path: string): Promise<T> {
  return answer<T>(await asked(path, { method: "DELETE" }));
}

/** Asks for a file and hands it to the browser to keep. */
export async function download(path: string, name: string): Promise<void> {
  const response = await asked(path, { method: "POST" });
  if (!response.ok) return answer<void>(response);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
