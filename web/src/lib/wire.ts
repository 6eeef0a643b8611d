/** What server and page tell each other: the shapes of the messages. */

export type Lang = "en" | "zh-Hans" | "zh-Hant";

export interface SeatInfo {
  name: string;
  kind: "human" | "bot" | "empty";
  bot: string | null;
  connected: boolean;
  ready: boolean;
  auto: boolean;
  stand_in?: boolean;
}

export interface MatchInfo {
  levels: string[];
  banker: number | null;
  deals: number;
  over: number[] | null;
  ladder: string[];
  must?: string[];
  sides?: (number | null)[];
}

export interface Room {
  table: string;
  title: string;
  seats: SeatInfo[];
  ruleset: string;
  host: number | null;
  solo: boolean;
  alone: boolean;
  bots: string;
  started: boolean;
  speed: string;
  paused: boolean;
  watchers: number;
  commit: string | null;
  match: MatchInfo;
  chat_open: boolean;
  need?: { take_over: number; step: number };
  deck_points?: number;
  players?: number;
  worth?: Record<string, number>;
  decks?: number;
  kitty?: number;
  deal_cards?: number;
  declare_style?: string;
  tricks_seen?: string;
  partners?: string;
  enforcement?: string;
  talk?: boolean;
  chat?: Said[];
  waiting?: number[];
}

export type Step = { event: string; seat?: number; cards?: string | null } & Record<string, unknown>;

export interface Show {
  seat: number;
  kind: string;
  cards: string | null;
  total?: number;
}

export interface View {
  ruleset: string;
  deal: number;
  levels: string[];
  first_seat: number;
  phase: string;
  seat: number | null;
  turn: number | null;
  banker: number | null;
  level: string;
  trump: string | null;
  drawn: number;
  cards: number[];
  hand?: string;
  options?: string[];
  shows: Show[];
  flipped: string[];
  holder: number | null;
  kitty: string | null;
  named: string | null;
  partner: number | null;
  leader: number | null;
  trick: string[];
  discards: number[];
  exposed: string[];
  finished: number;
  tricks: { leader: number; plays: (string | null)[] }[];
  taken: number[];
  fines: number[];
  points: number | number[] | null;
  told: Step[];
  settled: Step | null;
  redeal: string | null;
}

export interface Clock {
  left: number;
  of: number;
}

export interface Option {
  cards: string;
  text?: string;
}

export interface Turn {
  phase: string;
  options: (string | Option)[];
  playable: string | null;
  count: number;
  forced: string | null;
  clock: Clock | null;
  can_pass: boolean;
  undo: boolean;
  rest: boolean;
}

export interface Sentence {
  step?: number;
  text: string;
  rule?: string | null;
}

export interface Result {
  lines: Sentence[];
  kitty: string | null;
  dig: { points: number; factor: number; total: number } | null;
  promoted: { who: number; old: string; new: string | null }[];
  next_banker: number | null;
  seed: Record<string, string> | null;
  deal: number;
  over: boolean;
  winners: number[];
}

/** The lesson of the table: what is to be done, and what is said about what was done. */
export interface Lesson {
  part: string;
  number: number;
  title: string;
  step: number;
  steps: number;
  said: string | null;
  other: string | null;
  ask: string | null;
  done: boolean;
  last: boolean;
  next: string | null;
}

export interface State {
  is: "state";
  seq: number;
  you: number | null;
  room: Room;
  view: View | null;
  turn: Turn | null;
  out?: { seat: number | null; clock: Clock | null } | null;
  undo?: boolean;
  unseen?: string | null;
  steps: Step[];
  sentences?: Sentence[];
  result?: Result | null;
  lesson?: Lesson | null;
  lanes?: Record<string, string | string[]> | null;
}

export interface Said {
  seat: number | null;
  name: string;
  text: string;
  phrase?: number | null;
}

export interface Tried {
  cards: string;
  ok: boolean;
  text: string | null;
  rule: string | null;
  shape: string | null;
}

export interface Hinted {
  cards: string | null;
  text: string | null;
}

export interface Refused {
  id: string | null;
  code: string;
  text: string;
  rule: string | null;
}

export type FromServer =
  | State
  | ({ is: "tried" } & Tried)
  | ({ is: "hinted" } & Hinted)
  | { is: "done"; id: string; seq: number }
  | ({ is: "refused" } & Refused)
  | ({ is: "said" } & Said)
  | { is: "gone"; reason: string }
  | { is: "pong"; t: number };
