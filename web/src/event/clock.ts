/** The clock of a match, which goes on between two answers of the server. */

import type { EventClock } from "./seen";

/** A clock as it stands some seconds after it was read. */
export interface ClockNow {
  phase: EventClock["phase"];
  left: number | null;
  warning: number;
  breakDue: boolean;
  /** Of the break; null outside it, or where its length is open. */
  rest: number | null;
}

/** What a clock shows so many seconds after the server told it. */
export function clockAfter(clock: EventClock, seconds: number): ClockNow {
  const runs = ["running", "closing", "resting"].includes(clock.phase);
  const left = clock.left === null ? null : Math.max(0, clock.left - (runs ? seconds : 0));
  const rung = left === null ? [] : clock.bells.filter((bell) => left <= bell.left);
  const warned = rung.filter((bell) => bell.what === "warning").map((bell) => bell.minutes);
  const rest = clock.rest === null ? null : Math.max(0, clock.rest - seconds);
  let phase = clock.phase;
  if (runs && rung.some((bell) => bell.what === "up")) phase = "up";
  else if (phase === "running" && rung.some((bell) => bell.what === "no-new-deal")) phase = "closing";
  return { phase, left, warning: warned.length ? Math.min(...warned) : 0, breakDue: clock.break_due, rest };
}

/** The seconds that a clock shows: of the break while it lasts. */
export function shownTime(clock: ClockNow): number | null {
  return clock.phase === "resting" ? (clock.rest ?? clock.left) : clock.left;
}

/** The clock that most tables have; null if none has begun. */
export function mostCommon(clocks: ClockNow[]): ClockNow | null {
  const like = (clock: ClockNow): number => clocks.filter((other) => sameTime(clock, other)).length;
  return [...clocks].sort((a, b) => like(b) - like(a))[0] ?? null;
}

/** Whether two clocks show the same, but for what is lost between two looks. */
export function sameTime(one: ClockNow, other: ClockNow): boolean {
  return one.phase === other.phase && Math.abs((shownTime(one) ?? 0) - (shownTime(other) ?? 0)) <= 1;
}

/** A time as minutes and seconds, with hours where there are some. */
export function clockFace(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const tail = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(whole % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}
