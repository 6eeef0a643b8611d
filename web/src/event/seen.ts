/** An event as the server tells it to a role; the texts in it are in the language of the page. */

export type EventRole = "organiser" | "referee" | "player" | "public";

export interface Entrant {
  id: string;
  name: string;
  club: string;
  players: string[];
  present: boolean;
  out: string;
}

export interface CountedDeal {
  deal: number;
  level: string;
  banker: number;
  points: number;
  dig: number | null;
  text: string;
  replay: number | null;
}

export interface EventMatch {
  id: string;
  round: number;
  table: number;
  home: string;
  away: string;
  names: [string, string];
  status: "waiting" | "playing" | "unconfirmed" | "disputed" | "over";
  winner: 0 | 1 | null;
  levels: string[];
  scores: string[];
  said: string;
  seats: string[];
  /** The server's tables it is played at, by room; "" before they are opened. */
  played_at: string[];
  deals: CountedDeal[];
  open: number;
  disputed: number;
}

export interface Round {
  round: number;
  begins: string;
  matches: EventMatch[];
}

export interface StandingRow {
  place: number;
  who: string;
  name: string;
  out: string;
  /** Among the first three, and not disqualified. */
  honoured: boolean;
  points: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  gained: number;
  conceded: number;
  ties: { name: string; value: string }[];
}

export interface StandingsTable {
  of: "clubs" | "entrants";
  title: string;
  complete: boolean;
  rows: StandingRow[];
  reasons: string[];
}

export interface LogLine {
  number: number;
  at: number;
  role: string;
  by: string;
  what: string;
  text: string;
  why: string;
  match: string;
  about: string;
  appeal: string;
  appealed: boolean;
  ruling: boolean;
  counts: boolean;
}

export interface Call extends LogLine {
  name: string;
  about: "" | "claim" | "flag";
  asks: string;
  room: number;
}

/** What a claim is about, as the referee sees it. */
export interface Claimed {
  trick?: number;
  plays?: { seat: number; name: string; cards: string }[];
  against?: number;
  right?: boolean;
  rule?: string;
  text?: string;
}

export interface OwnSeat {
  room: number;
  seat: number;
  name: string;
  table: string;
}

export interface BoardSeen {
  round: number;
  board: number;
  level: string;
  banker: number | null;
  hands: string[];
  kitty: string;
  results: {
    match: string;
    room: number;
    names: [string, string];
    banker: number;
    points: number;
    even: number;
    won: string;
    redealt: boolean;
    table: string;
    replay: number | null;
  }[];
}

export interface LastTrickTold {
  by: "attackers" | "bankers";
  pairs?: number;
  cards?: number;
  points?: number;
  kitty?: number;
  hard?: string;
}

export interface FoulTold {
  rule: string;
  side: number;
  cards?: number;
  found?: string;
  variant?: string;
}

export interface Report {
  attackers: number;
  banker?: number;
  last?: LastTrickTold;
  jack?: boolean;
  fouls?: FoulTold[];
}

export interface Told {
  report: Report & { levels?: [string, string]; winner?: 0 | 1 | null };
  text: string;
}

export interface SaidDeal {
  room: 0 | 1;
  deal: number;
  sides: [Told | null, Told | null];
  counts: Told | null;
  disputed: boolean;
  settled: boolean;
  fouls: string[];
  adjusted: number;
}

export interface TableSaid {
  said: SaidDeal[];
  next: { deal: number; banker: number | null; level: string } | null;
  boards: number[];
  rooms: number;
  started: boolean;
  here: boolean;
  /** The deal that is played now, by room. */
  playing: (number | null)[];
  seats?: OwnSeat[];
  /** The room in which whoever comes sits, where there are two and it is known. */
  room?: 0 | 1 | null;
}

export interface FoulAsked {
  rule: string;
  title: string;
  cost: string;
  cards: boolean;
  found: string[];
  variant: string[];
}

export interface Form {
  players: number;
  dig: "off" | "kitty" | "last_trick";
  hard: boolean;
  jack: boolean;
  kitty: number;
  duplicate: boolean;
  ladder: { level: string; text: string }[];
  fouls: FoulAsked[];
  cases: Record<string, string>;
}

export interface EventClock {
  phase: "waiting" | "running" | "paused" | "resting" | "closing" | "up";
  left: number | null;
  break_due: boolean;
  /** Of the break; null outside it. */
  rest: number | null;
  bells: { left: number; what: string; minutes: number }[];
}

export interface SecretLink {
  id: string;
  role: EventRole;
  who: string;
  player: number;
  token: string;
}

export interface Seen {
  version: number;
  now: number;
  role: EventRole;
  who: string;
  name: string;
  format: string;
  format_title: string;
  ruleset: string;
  ruleset_title: string;
  seed: string;
  boards: { commit: string; secret: string };
  names: "full" | "initials" | "none";
  size: number;
  here: boolean;
  /** Whether every player has a link of their own. */
  personal: boolean;
  /** The public link, for the projector: an official's own is a secret. "": there is none. */
  public?: string;
  duplicate: boolean;
  scoring: "imps" | "matchpoints";
  entrants: Entrant[];
  rounds: Round[];
  standings: StandingsTable[];
  cross: Record<string, Record<string, number[]>>;
  rulings: LogLine[];
  clocks: Record<string, EventClock>;
  tables?: Record<string, TableSaid>;
  form?: Form;
  calls?: Call[];
  lines?: LogLine[];
  links?: SecretLink[];
  draw?: string;
}

export interface Change {
  about: string;
  before: string;
  after: string;
}

export interface Effect {
  new: boolean;
  text: string;
  changes: Change[];
}

/** The round that is played: the first with an open match, else the last. */
export function currentRound(rounds: Round[]): Round | null {
  return rounds.find((round) => round.matches.some((match) => match.status !== "over")) ?? rounds.at(-1) ?? null;
}

/** The standings of those who are given prizes, once they are final: where schools compete the schools', else the entrants'. */
export function finalTable(tables: StandingsTable[]): StandingsTable | null {
  const last = tables.at(-1);
  return last?.complete ? last : null;
}

/** The link that shows the big clock; "" where there is none but an official's own, which is a secret. */
export function clockLink(seen: Pick<Seen, "role" | "public">, own: string): string {
  return isOfficial(seen) ? (seen.public ?? "") : own;
}

export function isOfficial(seen: Pick<Seen, "role">): boolean {
  return seen.role === "organiser" || seen.role === "referee";
}

/** Every match with two sides. */
export function matchesOf(seen: Seen): EventMatch[] {
  return seen.rounds.flatMap((round) => round.matches).filter((match) => match.away);
}

/** What an entrant is called. */
export function nameOf(seen: Seen, id: string): string {
  return seen.entrants.find((entrant) => entrant.id === id)?.name ?? id;
}
