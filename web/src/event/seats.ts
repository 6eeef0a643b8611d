/** Who sits where at a table. */

import { placeName } from "../lib/words";
import type { EventMatch } from "./seen";

/** A seat with whoever has it: a player where one is named, else the side. */
export function seatLabel(match: EventMatch, seat: number, players: number): string {
  return `${placeName(players, seat)} ${match.seats[seat] || match.names[seat % 2]}`;
}

/** All seats in order; "" where nobody is named. */
export function seating(match: EventMatch): string {
  if (!match.seats.some(Boolean)) return "";
  return match.seats.map((_, seat) => seatLabel(match, seat, match.seats.length)).join(" · ");
}
