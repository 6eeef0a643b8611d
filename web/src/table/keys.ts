/** The keys of the table: everything that can be clicked has one. */

import type { Table } from "../lib/table.svelte";
import type { Panel } from "./TableTools.svelte";

type Open = (panel: Panel) => void;

/** What a key does: the list is in KeyList.svelte. */
export function tableKeys(event: KeyboardEvent, table: Table, panel: Panel, open: Open): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && panel === "chat") return open(null);
  if (target.closest("input, textarea, select, dialog")) return;
  if (handle(event.key, table, open, target)) event.preventDefault();
}

function handle(key: string, table: Table, open: Open, target: HTMLElement): boolean {
  const turn = table.turn;
  const laying = table.mine && (table.phase === "play" || table.phase === "bury");
  const onButton = target.closest("button:not(.card), a") !== null;
  if (key === "Enter" && !onButton) return enter(table, laying);
  if (key === "Escape") table.select(new Set());
  else if (/^[1-9]$/.test(key) && turn?.options.length) {
    const option = turn.options[Number(key) - 1];
    if (option) table.act(option.cards);
  } else if (key === "0" && turn?.can_pass) table.act(null);
  else if (key === "ArrowLeft" || key === "ArrowRight") return focusHand();
  else return letter(key.toLowerCase(), table, open);
  return true;
}

/** The keys go to the hand, wherever they were. */
export function focusHand(): boolean {
  const wanted = [".hand .card:not(.dim)", ".hand .card"];
  const card = wanted.map((one) => document.querySelector<HTMLElement>(one)).find(Boolean);
  card?.focus();
  return Boolean(card);
}

function enter(table: Table, laying: boolean): boolean {
  if (laying && table.chosen.length) table.playSelection();
  else if (table.trick?.winner !== null || table.result) table.command("go");
  else return false;
  return true;
}

function letter(key: string, table: Table, open: Open): boolean {
  if (key === "h" && table.hints) table.command("hint");
  else if (key === "u" && table.undo) table.command("undo", { id: crypto.randomUUID() });
  else if (key === "p" && table.alone) table.command("pause", { on: !table.room?.paused });
  else if (key === "l") open("last");
  else if (key === "?") open("keys");
  else return false;
  return true;
}
