/** A table as this client sees it: the connection, the last state, and what is clicked. */

import ReconnectingSocket from "partysocket/ws";
import { m } from "../paraglide/messages.js";
import { faces, textOf } from "./cards";
import { lang } from "./lang.svelte";
import { linesOf, type Line } from "./lines";
import { sorted, type Held, type Lanes } from "./order";
import { keysOf, taken, type Selection } from "./selection";
import { settings } from "./settings.svelte";
import { sounds } from "./sound";
import { speak } from "./speech";
import { follow, withPending, type Trick } from "./trick";
import type * as wire from "./wire";
import { PLAY_MARKS } from "./words";

type Act = { do: "act"; id: string; seq: number; cards: string | null };
/** What a message of a kind has besides its kind. */
type Rest<Kind extends wire.ToServer["do"]> = Omit<Extract<wire.ToServer, { do: Kind }>, "do">;

const NOTHING: Selection = new Set();
/** Why the server may send this client away for good; after anything else it comes back. */
const FOREVER = new Set(["banned", "no-table", "too-many"]);
/** Milliseconds between two tries to come back, at most. */
const MOST = 4000;
/** Milliseconds until a move is sent again that came too fast. */
const SLOWER = 700;
/** Milliseconds for which what was just said stands at a seat. */
const SAID = 4500;
/** Milliseconds for which a restart that was announced is believed in. */
const RESTART = 20_000;

export class Table {
  seq = $state(-1);
  you = $state<number | null>(null);
  nextSeat = $state<number | null>(null);
  room = $state.raw<wire.Room | null>(null);
  view = $state.raw<wire.View | null>(null);
  turn = $state.raw<wire.Turn | null>(null);
  out = $state.raw<wire.State["out"]>(null);
  result = $state.raw<wire.ResultInfo | null>(null);
  lesson = $state.raw<wire.LessonInfo | null>(null);
  lanes = $state.raw<Lanes>({});
  trick = $state.raw<Trick | null>(null);
  /** What the trick on the table is like: who has it, and what the plays are. */
  marks = $state.raw<wire.TrickInfo | null>(null);
  /** The cards that were taken up with the kitty, until others are buried. */
  kitty = $state.raw<string[]>([]);
  steps = $state.raw<wire.Step[]>([]);
  /** What the last state tells in words, and all of this deal so far. */
  news = $state.raw<Line[]>([]);
  log = $state.raw<Line[]>([]);
  chat = $state.raw<wire.Said[]>([]);
  /** What has just been said, while this page was open. */
  said = $state.raw<wire.Said | null>(null);
  /** Whom this client does not hear, and has reported, by their signs. */
  orders = $state.raw<Record<string, { muted?: boolean; blocked?: boolean; reported?: boolean }>>({});
  tried = $state.raw<wire.Tried | null>(null);
  hinted = $state.raw<wire.Hinted | null>(null);
  /** What a ruling of the host would bring, once it is known, and what there is to rule on. */
  ruling = $state<string | null>(null);
  rulingForm = $state.raw<wire.Ruling | null>(null);
  refused = $state.raw<wire.Refused | null>(null);
  /** What the coach says of the last own play, and of a throw that is selected. */
  note = $state.raw<wire.Note | null>(null);
  warning = $state.raw<wire.Note | null>(null);
  /** Whether the throw was held up so that the warning is read. */
  heldUp = $state(false);
  undo = $state(false);
  unseen = $state<string | null>(null);
  /** Whether hints may be asked for. */
  hints = $state(false);
  /** What is said of a throw that failed, while its trick lies on the table. */
  failure = $state.raw<Line | null>(null);
  connected = $state(false);
  /** Whether the server was not reached when that was last tried. */
  lost = $state(false);
  gone = $state<string | null>(null);
  /** Whether the server has said that it is about to start again. */
  restarting = $state(false);
  /** How many lines others have said since this page is open. */
  heard = $state(0);
  selection = $state.raw<Selection>(NOTHING);
  /** When the last state came, for the clocks. */
  arrived = $state(0);
  /** The move that is on its way. */
  pending = $state.raw<Act | null>(null);
  /** Cards on their way to the table: they leave the hand at once. */
  leaving = $derived(this.pending && this.view?.phase === "play" ? faces(this.pending.cards) : []);

  /** The trick as it is shown: an own play lies there at once, unless it could fail as a throw. */
  shown = $derived.by(() => {
    const cards = this.pending?.cards;
    if (!cards || this.phase !== "play" || this.you === null || !this.turn) return this.trick;
    const sure = this.turn.count > 0 || new Set(faces(cards)).size === 1;
    return sure ? withPending(this.trick, this.you, cards, this.view?.finished ?? 0) : this.trick;
  });

  hand = $derived.by<Held[]>(() => sorted(faces(this.view?.hand), this.lanes, settings.trumpsLeft));
  chosen = $derived(taken(this.selection, this.hand));
  players = $derived(this.room?.seats.length ?? 4);
  own = $derived(this.you ?? 0);
  mine = $derived(this.turn !== null && this.you !== null);
  phase = $derived(this.view?.phase ?? "");
  alone = $derived(this.room?.alone ?? false);
  /** Whether a bot plays for this client, as it wished. */
  auto = $derived(this.you !== null && (this.room?.seats[this.you]?.auto ?? false));

  /** How many cards are still to be drawn, the kitty included. */
  stock = $derived.by(() => {
    const { deal_cards = 0, players = 0, kitty = 0 } = this.room ?? {};
    return this.view ? deal_cards * players + kitty - this.view.drawn : 0;
  });
  /** Whether more cards come: nobody need pass then. */
  drawing = $derived(this.phase === "draw" && this.stock > (this.room?.kitty ?? 0));

  #socket: ReconnectingSocket;
  #after = 0; // seconds that the server asked for before it is tried again
  #lucky = "";
  #known = false;
  #opening = "";
  #warning = "";

  constructor(readonly id: string) {
    const patience = () => this.#patience();
    const most = () => (this.#after ? patience() : MOST);
    this.#socket = new ReconnectingSocket(() => this.#address(), [], {
      get minReconnectionDelay() {
        return patience();
      },
      get maxReconnectionDelay() {
        return most();
      },
      maxEnqueuedMessages: 0,
    });
    this.#socket.addEventListener("open", () => this.#opened());
    this.#socket.addEventListener("close", () => {
      this.connected = false;
      this.lost = true;
    });
    this.#socket.addEventListener("message", (event) => this.#read(JSON.parse(String(event.data))));
  }

  /** Milliseconds until it comes back: as the server asked for, else not all pages at once, and
   * first those a table waits for. */
  #patience(): number {
    const seconds = this.turn ? 0.2 : this.you === null ? 0.8 : 0.4;
    return 1000 * (this.#after || seconds * (1 + 2 * Math.random()));
  }

  /** Where the socket is; the first time after a request that gives this guest their cookie. */
  async #address(): Promise<string> {
    this.#after = 0;
    if (!this.#known) {
      await fetch(`/api/tables/${this.id}`).catch(() => null);
      this.#known = true;
    }
    return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${this.id}`;
  }

  close(): void {
    this.#socket.close();
  }

  send(message: wire.ToServer): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Lays, shows, buries or names these cards; null passes. Sent again until it is answered. */
  act(cards: string | null): void {
    if (this.pending) return;
    this.hinted = this.refused = null;
    this.pending = { do: "act", id: crypto.randomUUID?.() ?? `${Date.now()}.${Math.random()}`, seq: this.seq, cards };
    this.send({ ...this.pending });
  }

  /** Plays, or buries, what is selected; a throw that the coach warns of the second time. */
  playSelection(): void {
    if (this.warning && !this.heldUp) this.heldUp = true;
    else if (this.chosen.length) this.act(textOf(this.chosen));
  }

  select(selection: Selection): void {
    this.selection = selection;
    this.refused = null;
    this.tried = this.warning = null;
    this.heldUp = false;
    if (this.mine && selection.size && (this.phase === "play" || this.phase === "bury")) {
      this.send({ do: "try", cards: textOf(this.chosen) });
    }
  }

  /** Selects these faces of the hand. */
  selectFaces(list: string[]): void {
    this.select(keysOf(this.hand, list));
  }

  command<Kind extends wire.ToServer["do"]>(
    what: Kind,
    ...more: Record<never, never> extends Rest<Kind> ? [Rest<Kind>?] : [Rest<Kind>]
  ): void {
    this.send({ do: what, ...more[0] } as wire.ToServer);
  }

  /** Tells how long a finished trick is to stay. */
  hold(): void {
    this.send({ do: "hold", seconds: settings.trickSeconds || null });
  }

  /** Tells whether the coach is wanted. */
  coach(): void {
    this.send({ do: "coach", on: settings.coach });
    if (!settings.coach) this.note = this.warning = null;
  }

  /** Adds this seat's own random words to the shuffle of the next deal. */
  #luck(room: wire.Room): void {
    const commit = room.commit;
    if (!commit || commit === this.#lucky || this.you === null) return;
    this.#lucky = commit;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    this.send({ do: "luck", text: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("") });
  }

  #opened(): void {
    this.connected = true;
    this.lost = false;
    this.restarting = false;
    this.send({ do: "hello", last: this.seq < 0 ? null : this.seq, lang: lang.now });
    this.hold();
    if (settings.coach) this.coach();
    if (this.pending) this.send({ ...this.pending });
  }

  #read(message: wire.FromServer): void {
    if (message.is === "state") this.#state(message);
    else if (message.is === "tried") {
      if (message.cards === textOf(this.chosen)) this.tried = message;
    } else if (message.is === "hinted") this.#hint(message);
    else if (message.is === "note") this.#noted(message);
    else if (message.is === "ruling") this.#ruled(message);
    else if (message.is === "done") {
      if (this.pending?.id === message.id) this.#settle();
    } else if (message.is === "refused") this.#refuse(message);
    else if (message.is === "said") this.#hear(message);
    else if (message.is === "order") this.#order(message);
    else if (message.is === "gone") this.#leave(message);
  }

  #hear(line: wire.Said): void {
    this.chat = [...this.chat.slice(-99), line];
    this.said = line;
    setTimeout(() => this.said === line && (this.said = null), SAID);
    const own = this.you === null ? null : this.room?.seats[this.you]?.by;
    if (line.by !== own) this.heard += 1;
  }

  #ruled(told: wire.Ruling): void {
    if (told.text) this.ruling = told.text;
    else this.rulingForm = told;
    this.refused = null;
  }

  #leave({ reason, after }: wire.Gone): void {
    this.#after = after ?? 0;
    this.restarting = reason === "restart";
    // Nobody knows whether it comes back, if it has not by then.
    if (this.restarting) setTimeout(() => (this.restarting = false), RESTART);
    if (!FOREVER.has(reason)) return;
    this.gone = reason;
    this.#socket.close();
  }

  #noted(note: wire.Note): void {
    const chosen = textOf(this.chosen);
    if (note.note.mark !== "risk") this.note = note;
    else if (this.mine && note.cards === chosen && textOf(faces(this.hinted?.cards)) !== chosen) this.warning = note;
  }

  #order({ by, did }: wire.Order): void {
    const changed = {
      muted: { muted: true },
      heard: { muted: false },
      blocked: { blocked: true },
      unblocked: { blocked: false },
      reported: { reported: true },
    }[did];
    this.orders = { ...this.orders, [by]: { ...this.orders[by], ...changed } };
    if (did !== "muted" && did !== "blocked") return;
    this.chat = this.chat.filter((line) => line.by !== by);
    if (this.said?.by === by) this.said = null;
  }

  #settle(): void {
    this.pending = null;
    this.selection = NOTHING;
    this.tried = this.warning = null;
    this.heldUp = false;
  }

  #hint(hint: wire.Hinted): void {
    this.hinted = hint;
    const play = this.phase === "play" || this.phase === "bury";
    if (hint.cards && play) this.selectFaces(faces(hint.cards));
  }

  #refuse(message: wire.Refused): void {
    const ours = this.pending !== null && this.pending.id === message.id;
    if (ours && message.code === "too-fast") {
      setTimeout(() => this.pending?.id === message.id && this.send({ ...this.pending }), SLOWER);
      return;
    }
    const cards = this.pending?.cards ?? null;
    if (ours) this.pending = null;
    const still = ours && message.code === "stale" && this.offers(cards);
    if (still) this.act(cards);
    else {
      this.refused = message;
      sounds.refused();
    }
  }

  /** Whether these cards can still be shown: cards drawn meanwhile make a move stale, not wrong. */
  offers(cards: string | null): boolean {
    const options = this.turn?.options ?? [];
    return options.some((option) => option.cards === cards);
  }

  #state(state: wire.State): void {
    const before = this.view;
    const late = this.#late();
    const back = this.#isBack(state);
    this.seq = state.seq;
    this.you = state.you;
    this.nextSeat = state.next_seat;
    this.room = state.room;
    this.out = state.out;
    this.turn = state.turn;
    this.undo = state.undo;
    this.unseen = state.unseen;
    this.hints = state.hints;
    this.result = state.result;
    this.lesson = state.lesson;
    this.arrived = performance.now();
    if (state.room.chat) this.chat = state.room.chat;
    if (state.lanes) this.lanes = state.lanes;
    this.steps = state.steps;
    this.news = [...this.#roomNews(state), ...linesOf(state, late)];
    if (back) this.#goBack();
    const begun = state.view && before?.deal !== state.view.deal;
    if (begun || back) this.log = this.news;
    else if (this.news.length) this.log = [...this.log.slice(-250), ...this.news];
    this.#lay(state, before);
    this.view = state.view;
    if (!state.view || state.result) this.#luck(state.room);
    this.#tidy();
    if (before) this.#sound(state);
  }

  /** Whether the table stands before what this seat knows of: the server has lost what came since. */
  #isBack({ you, seq }: wire.State): boolean {
    return you !== null && you === this.you && seq < this.seq;
  }

  /** Forgets what did not happen, and says so. */
  #goBack(): void {
    this.trick = this.note = null;
    this.news = [{ text: m.moves_lost(), rule: null, kind: "back" }, ...this.news];
  }

  /** What is said of the room and was not said before: who begins, the warnings of the clock. */
  #roomNews({ room, view }: wire.State): Line[] {
    const opening = (view && room.opening?.text) ?? "";
    const warning = room.clock?.said ?? "";
    const news: Line[] = [];
    if (opening && opening !== this.#opening) news.push({ text: opening, rule: "deal.first", kind: "opening" });
    if (warning && warning !== this.#warning) news.push({ text: warning, rule: "clock.match", kind: "clock" });
    [this.#opening, this.#warning] = [opening, warning];
    return news;
  }

  /** Whether what this seat is about to be told it did was done for it: its time was up. */
  #late(): boolean {
    const clock = this.turn?.clock;
    if (!clock || this.pending || this.auto) return false;
    return clock.left - (performance.now() - this.arrived) / 1000 < 1;
  }

  /** What lies on the table after a state, and what is known of it. */
  #lay(state: wire.State, before: wire.View | null): void {
    const same = before?.deal === state.view?.deal;
    this.trick = state.view ? follow(same ? this.trick : null, state.steps, state.view, state.room.seats.length) : null;
    if (state.trick || !this.trick) this.marks = state.trick;
    const failed = this.news.find((line) => line.kind === "throw_failed");
    if (failed) this.failure = failed;
    else if (!this.trick?.failed) this.failure = null;
    const took = state.steps.findLast((step) => step.event === "took_kitty" && step.seat === state.you);
    if (took) this.kitty = faces(took.cards);
    else if (state.view?.phase !== "bury" || !state.turn) this.kitty = [];
  }

  /** Forgets selected cards that are no longer held, and a move that was overtaken. */
  #tidy(): void {
    const held = new Set(this.hand.map((card) => card.key));
    const left = [...this.selection].filter((key) => held.has(key));
    if (left.length !== this.selection.size) this.selection = new Set(left);
    if (!this.mine) this.tried = this.hinted = this.warning = null;
    if (this.phase === "draw") this.note = null;
    else if (this.selection.size && !this.tried) this.select(this.selection);
  }

  #sound(state: wire.State): void {
    const kinds = new Set(state.steps.map((step) => step.event));
    if (kinds.has("settled")) this.#fanfare();
    else if (kinds.has("declared") || kinds.has("bid")) sounds.declare();
    else if (kinds.has("trick_won")) sounds.trick();
    else if (kinds.has("played")) sounds.play();
    else if (state.steps.some((step) => step.event === "drawn" && step.seat === state.you)) sounds.draw();
    if (state.turn && document.hidden) sounds.turn();
    this.#call(state);
  }

  /** Calls out what the last play is, if it stands out. */
  #call({ steps, trick, room }: wire.State): void {
    const play = steps.findLast((step) => step.event === "played");
    if (!play || !trick) return;
    const players = room.seats.length;
    const mark = trick.marks[((play.seat ?? 0) - trick.leader + players) % players];
    if (mark) speak(PLAY_MARKS[mark]());
  }

  #fanfare(): void {
    const side = this.room?.match.sides?.[this.own];
    const up = this.result?.promoted.some((one) => one.who === side);
    if (up) sounds.won();
    else sounds.lost();
  }
}
