/** Who sits where at a table. */

import { placeName } from "../lib/words";
import type { EventMatch } from "./seen";

/** A seat with whoever has it: a player where one is named, else the side. In the second room home has the odd seats. */
export function seatLabel(match: EventMatch, seat: number, players: number, room = 0): string {
  return `${placeName(players, seat)} ${match.seats[seat] || match.names[(seat + room) % 2]}`;
}

/** All seats in order; "" where nobody is named. */
export function seating(match: EventMatch): string {
  if (!match.seats.some(Boolean)) return "";
  return match.seats.map((_, seat) => seatLabel(match, seat, match.seats.length)).join(" · ");
}
