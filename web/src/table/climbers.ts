/** Who stands where on the ladder: the two sides, or every seat where partners are called. */

import type { Table } from "../lib/table.svelte";
import { seatName, sideName } from "../lib/words";
import type { Climber } from "./Ladder.svelte";

export function climbersOf(table: Table, levels?: (string | null)[]): Climber[] {
  const room = table.room;
  if (!room) return [];
  const now = levels ?? table.view?.levels ?? room.match.levels;
  const banker = table.view?.banker ?? room.match.banker;
  if (now.length > 2) {
    return now.map((level, seat) => ({
      label: seatName(room, seat, table.you),
      level,
      ours: seat === table.own,
      banker: seat === banker,
    }));
  }
  const sides = room.match.sides ?? [];
  const own = sides[table.own] ?? 0;
  const bank = banker === null ? null : sides[banker];
  const order = [own, 1 - own];
  return order.map((side) => ({
    label: sideName(room, side, table.you),
    level: now[side],
    ours: side === own,
    banker: side === bank,
  }));
}
