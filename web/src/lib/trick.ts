/** The trick as it lies on the table: what the view shows, and a finished one for a while longer. */

import type { Step, View } from "./wire";

export interface Laid {
  seat: number;
  cards: string;
  /** The play replaces a wrong one and cannot win. */
  discard: boolean;
}

export interface Failed {
  seat: number;
  thrown: string;
  played: string;
  penalty: number;
}

export interface Trick {
  number: number;
  plays: Laid[];
  winner: number | null;
  points: number;
  failed: Failed | null;
}

/** The trick that is under way in a view. */
export function trickOf(view: View, players: number): Trick | null {
  if (!view.trick.length || view.leader === null) return null;
  const leader = view.leader;
  const plays = view.trick.map((cards, at) => {
    const seat = (leader + at) % players;
    return { seat, cards, discard: view.discards.includes(seat) };
  });
  return { number: view.finished, plays, winner: null, points: 0, failed: null };
}

/** The trick after one more step. */
export function after(trick: Trick | null, step: Step): Trick | null {
  const seat = step.seat ?? 0;
  if (step.event === "started" || step.event === "redealt") return null;
  if (step.event === "throw_failed") {
    const failed = {
      seat,
      thrown: String(step.thrown),
      played: String(step.played),
      penalty: Number(step.penalty),
    };
    return { number: (trick?.number ?? -1) + 1, plays: [], winner: null, points: 0, failed };
  }
  if (step.event === "played") {
    const open = trick && trick.winner === null ? trick : null;
    const base = open ?? { number: (trick?.number ?? -1) + 1, winner: null, points: 0, failed: null };
    const plays = [...(open?.plays ?? []), { seat, cards: String(step.cards), discard: false }];
    return { ...base, plays };
  }
  if (step.event === "trick_won" && trick) {
    return { ...trick, winner: seat, points: Number(step.points) };
  }
  return trick;
}

/** The trick to show after the steps, held against the view, which is always right. */
export function follow(trick: Trick | null, steps: Step[], view: View, players: number): Trick | null {
  const shown = steps.reduce(after, trick);
  const open = trickOf(view, players);
  if (open) {
    const same =
      shown?.winner === null &&
      shown.plays.length === open.plays.length &&
      shown.plays.every((play, at) => play.seat === open.plays[at].seat && play.cards === open.plays[at].cards);
    return same && shown ? { ...shown, number: open.number, plays: open.plays } : open;
  }
  if (!shown || shown.winner === null) return null;
  return view.phase === "play" || view.phase === "over" || view.phase === "count" ? shown : null;
}

/** The trick with a play that is on its way to the server laid down already. */
export function withPending(trick: Trick | null, seat: number, cards: string, number: number): Trick {
  const open = trick && trick.winner === null ? trick : { number, plays: [], winner: null, points: 0, failed: null };
  return { ...open, plays: [...open.plays, { seat, cards, discard: false }] };
}
