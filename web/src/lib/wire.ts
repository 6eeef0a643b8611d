/**
 * What server and page tell each other: the shapes of the messages.
 *
 * Made by scripts/wire.py from the messages of the server; it is they that have to be changed.
 */

export type Lang = "en" | "zh-Hans" | "zh-Hant";

export type Phase = "draw" | "name" | "call" | "bury" | "change" | "steal" | "partner" | "play" | "count" | "over";

export type Trump = "S" | "H" | "C" | "D" | "N";

export type OrderDone = "muted" | "heard" | "blocked" | "unblocked" | "reported";

export type SeatKind = "human" | "bot" | "empty";

export type WatchDelay = "now" | "trick" | "deal";

export type Mark = "throw" | "tractor" | "bomb" | "ruff" | "overruff";

export type CoachMark = "good" | "doubtful" | "mistake" | "risk";

export type RefusalCode =
  | "bad-message"
  | "full"
  | "illegal"
  | "no-account"
  | "no-answer"
  | "no-cookie"
  | "no-cut"
  | "no-deal"
  | "no-flag"
  | "no-hello"
  | "no-hints"
  | "no-name"
  | "no-referee"
  | "no-ruling"
  | "no-such-bot"
  | "no-such-guest"
  | "no-such-ruleset"
  | "no-such-seat"
  | "no-such-speed"
  | "no-talk"
  | "not-agreed"
  | "not-alone"
  | "not-decided"
  | "not-host"
  | "not-over"
  | "not-seated"
  | "not-your-turn"
  | "of-event"
  | "referee-comes"
  | "nothing-to-undo"
  | "one-card"
  | "rated"
  | "daily"
  | "removed"
  | "stale"
  | "started"
  | "taken"
  | "too-fast"
  | "too-late"
  | "too-long"
  | "too-many-seated"
  | "too-often"
  | "two-hands"
  | "unavailable"
  | "unreadable";

export type GoneReason = "banned" | "no-table" | "restart" | "too many faults" | "too slow" | "too-many";

/** An event as somebody is told it. */
export type Step = { event: string; seat?: number; cards?: string | null } & Record<string, unknown>;

/** A declaration, call or bid; of a face-down bid only its owner sees the cards till it wins. */
export interface SeenShow {
  seat: number;
  kind: string;
  cards: string | null;
  total?: number;
}

/** A friend the banker called: by which card and copy, and who it is once all know. */
export interface SeenFriend {
  card: string;
  copy: number;
  seat: number | null;
}

/** A finished trick: who led it, and the plays from there; None for one not to be seen. */
export interface SeenTrick {
  leader: number;
  plays: (string | null)[];
}

/** What a seat may see: also its own cards, and what it could show if it is asked. */
export interface View {
  ruleset: string;
  deal: number;
  levels: string[];
  first_seat: number;
  phase: Phase;
  seat: number | null;
  turn: number | null;
  banker: number | null;
  level: string;
  trump: Trump | null;
  drawn: number;
  cards: number[];
  shows: SeenShow[];
  flipped: string[];
  kitty: string | null;
  holder: number | null;
  named: string | null;
  partner: number | null;
  friends?: SeenFriend[];
  leader: number | null;
  trick: string[];
  discards: number[];
  exposed: string[];
  finished: number;
  tricks: SeenTrick[];
  taken: number[];
  points: number | number[] | null;
  fines: number[];
  barred: number[];
  told: Step[];
  settled: Step | null;
  redeal: string | null;
  disqualified: number | null;
  hand?: string;
  options?: string[];
}

/** Who sits at a seat. */
export interface SeatInfo {
  name: string;
  kind: SeatKind;
  bot: string | null;
  connected: boolean;
  stand_in: boolean;
  ready: boolean;
  auto: boolean;
  next: string | null;
  by: string | null;
}

/** The clock of the match: the seconds that are left, and of how many. */
export interface MatchClockInfo {
  left: number;
  of: number;
  runs: boolean;
  closing: boolean;
  rest: number | null;
  said: string | null;
}

/** A card that was drawn for who begins. */
export interface DrawnInfo {
  seat: number;
  card: string;
}

/** The opening draw: the cards, draw after draw, who begins, and all of it in words. */
export interface OpeningInfo {
  drawn: DrawnInfo[];
  first: number;
  text: string;
}

/** A player's time is up: the referee decides, within the seconds that are left. */
export interface FlagInfo {
  seat: number;
  referee: number | null;
  left: number;
}

/** A player may cut so many cards, within the seconds that are left. */
export interface CutInfo {
  seat: number;
  cards: number;
  left: number;
}

/** The match of an event that is played here. */
export interface EventInfo {
  match: string;
  room: number;
  deal: number;
  said: string;
  calls: number;
  claimed: boolean;
  waits: boolean;
  boards: boolean;
}

/** Where the match stands. sides: of each seat; null while a called partner is unknown. */
export interface MatchInfo {
  levels: string[];
  banker: number | null;
  deals: number;
  over: number[] | null;
  ladder: string[];
  must: string[];
  sides: (number | null)[];
}

/** How many points the attackers need. */
export interface Need {
  take_over: number;
  step: number;
}

/** Something that was said at the table; phrase: the number of one of the page's phrases. */
export interface Said {
  seat: number | null;
  name: string;
  text: string;
  phrase: number | null;
  by: string;
}

/** What all may know of a table. chat: only when a client comes. */
export interface Room {
  table: string;
  ruleset: string;
  title: string;
  seats: SeatInfo[];
  host: number | null;
  solo: boolean;
  alone: boolean;
  started: boolean;
  speed: string;
  bots: string;
  paused: boolean;
  watchers: number;
  waiting: number[];
  commit: string;
  match: MatchInfo;
  need: Need;
  worth: Record<string, number>;
  deck_points: number;
  players: number;
  decks: number;
  kitty: number;
  deal_cards: number;
  declare_style: string;
  partners: string;
  friends: number;
  copies: number;
  tricks_seen: string;
  enforcement: string;
  talk: boolean;
  chat_open: boolean;
  ruff_said: boolean;
  clock: MatchClockInfo | null;
  opening: OpeningInfo | null;
  flag: FlagInfo | null;
  rulings: boolean;
  cut: CutInfo | null;
  rated: boolean;
  public: boolean;
  quick: boolean;
  begins: number | null;
  daily: boolean;
  watch: WatchDelay;
  event: EventInfo | null;
  chat?: Said[];
}

/** The seconds that are left, and of how many. */
export interface ClockInfo {
  left: number;
  of: number;
}

/** Cards that could be shown, and what that would do. */
export interface Option {
  cards: string;
  text: string;
}

/** What the client may do now. */
export interface Turn {
  phase: Phase;
  options: Option[];
  playable: string;
  count: number;
  forced: string | null;
  can_pass: boolean;
  clock: ClockInfo | null;
  undo: boolean;
  rest: boolean;
}

/** The seat that has to act, and its clock. */
export interface ToAct {
  seat: number;
  clock: ClockInfo | null;
}

/** The trick on the table: who led it, who has it so far, and what each play is from there. */
export interface TrickInfo {
  leader: number;
  best: number;
  marks: (Mark | null)[];
}

/** Words for a step, counted in the steps of the same message, and the rule behind it. */
export interface Sentence {
  step: number;
  text: string;
  rule: string | null;
}

/** A line of the result. */
export interface ResultLine {
  text: string;
  rule: string | null;
}

/** What the kitty brought the attackers: points times factor; trick: the last trick did. */
export interface DigInfo {
  points: number;
  factor: number;
  total: number;
  trick: boolean;
}

/** A side or a player who came to another level; new: null when the match is won. */
export interface PromotionInfo {
  who: number;
  old: string;
  new: string | null;
}

/** What the last deal brought. deal: its number for the replay; seed: its shuffle. */
export interface ResultInfo {
  lines: ResultLine[];
  kitty: string | null;
  dig: DigInfo | null;
  promoted: PromotionInfo[];
  next_banker: number | null;
  seed: Record<string, string> | null;
  deal: number;
  over: boolean;
  winners: number[];
}

/** The lesson of the table: what is to be done, and what is said about what was done. */
export interface LessonInfo {
  part: string;
  number: number;
  puzzle: number | null;
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

/** The table as the client may see it, after `hello` and after every change. */
export interface State {
  is: "state";
  seq: number;
  you: number | null;
  room: Room;
  view: View | null;
  lanes: Record<string, string[]> | null;
  turn: Turn | null;
  out: ToAct | null;
  trick: TrickInfo | null;
  undo: boolean;
  unseen: string | null;
  hints: boolean;
  steps: Step[];
  sentences: Sentence[];
  result: ResultInfo | null;
  lesson: LessonInfo | null;
  next_seat: number | null;
}

/** A move was done. */
export interface Done {
  is: "done";
  id: string;
  seq: number;
}

/** Something cannot be done: why, and the rule it rests on. */
export interface Refused {
  is: "refused";
  id: string | null;
  code: RefusalCode;
  text: string;
  rule: string | null;
}

/** Whether a selection is allowed. shape: the units of a lead. */
export interface Tried {
  is: "tried";
  cards: string;
  ok: boolean;
  text: string | null;
  rule: string | null;
  shape: string[] | null;
}

/** A foul of the ruleset: what it costs, and what that depends on. */
export interface FoulAsked {
  rule: string;
  title: string;
  cost: string;
  cards: boolean;
  found: string[];
  variant: string[];
}

/** What a ruling of the host would bring, in words; or what there is to rule on. */
export interface Ruling {
  is: "ruling";
  text: string;
  fouls: FoulAsked[];
  cases: Record<string, string>;
}

/** What a good player would do; no cards: pass. tip: the number of the one that applies. */
export interface Hinted {
  is: "hinted";
  cards: string | null;
  text: string | null;
  tip?: number | null;
}

/** What a coach says of a play, or of cards that are about to be led: then it is a risk. */
export interface CoachNote {
  mark: CoachMark;
  text: string;
  better?: string | null;
  instead?: string | null;
  tip?: number | null;
  numbers?: string | null;
}

/** What the coach says of these cards; seq: of the state in which they were chosen. */
export interface Note {
  is: "note";
  seq: number;
  cards: string;
  note: CoachNote;
}

/** Somebody was muted, blocked or reported, as the client wanted. */
export interface Order {
  is: "order";
  by: string;
  did: OrderDone;
}

/** The answer to a ping. */
export interface Pong {
  is: "pong";
  t: number;
}

/** The socket is closed. after: the seconds to wait before coming back, where many have to. */
export interface Gone {
  is: "gone";
  reason: GoneReason;
  after?: number;
}

export type FromServer =
  State | Done | Refused | Tried | Ruling | Hinted | Note | ({ is: "said" } & Said) | Order | Pong | Gone;

export type ToServer =
  | { do: "hello"; last?: number | null; lang?: string }
  | { do: "act"; id: string; seq: number; cards?: string | null }
  | { do: "try"; cards: string }
  | { do: "hint" }
  | { do: "coach"; on: boolean }
  | { do: "undo"; id: string }
  | { do: "again"; id: string }
  | { do: "rest"; id: string }
  | { do: "pause"; on: boolean }
  | { do: "speed"; name: string }
  | { do: "terms"; ruleset: string; bots: string }
  | { do: "go" }
  | { do: "sit"; seat: number | null }
  | { do: "swap"; a: number; b: number }
  | { do: "ready"; on: boolean }
  | { do: "remove"; seat: number }
  | { do: "bot"; seat: number; name: string | null }
  | { do: "auto"; on: boolean }
  | { do: "say"; text: string }
  | { do: "phrase"; n: number }
  | { do: "mute"; by: string; on: boolean }
  | { do: "block"; by: string; on: boolean }
  | { do: "report"; by: string; why: string; text?: string }
  | { do: "name"; text: string }
  | { do: "rematch" }
  | { do: "claim"; seat: number }
  | { do: "luck"; text: string; cut?: number | null }
  | { do: "cut"; at: number | null }
  | { do: "decide"; play: boolean }
  | {
      do: "rule";
      on?: string;
      seat?: number | null;
      rule?: string;
      cards?: number | null;
      found?: string | null;
      variant?: string | null;
      points?: number;
      sure?: boolean;
    }
  | { do: "call"; text?: string }
  | { do: "hold"; seconds: number | null }
  | { do: "lang"; lang: string }
  | { do: "ping"; t?: number };
