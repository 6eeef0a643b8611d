/** A moment of a deal as a picture to share: all hands, and the trick between them. */

import { faces } from "../lib/cards";
import { sorted } from "../lib/order";
import { picture, row, rowWidth, words } from "../lib/picture";
import { levelName, placeName, suitName } from "../lib/words";
import { m } from "../paraglide/messages.js";
import { laid, trickAt, type Moment, type Replayed } from "./moments";

const WIDE = 1200;
const LINE = 128;
const HEAD = 90;

export function boardPicture(shown: Replayed, moment: Moment): string {
  const { view } = moment;
  const trump = m.trump_is({ trump: suitName(view.trump) });
  const head = [
    `${shown.title} · ${m.deal_number({ number: shown.number })} · ${m.trick_number({ number: trickAt(moment) })}`,
    `${trump} · ${m.level()} ${view.level ? levelName(view.level) : "–"}`,
  ];
  const seats = Array.from({ length: shown.players }, (_, seat) => line(shown, moment, seat)).join("");
  const inside =
    words(30, 40, head[0], { size: 26, weight: 700 }) + words(30, 72, head[1]) + seats + brand(shown.players);
  return picture(WIDE, HEAD + LINE * shown.players + 30, inside);
}

function line(shown: Replayed, moment: Moment, seat: number): string {
  const y = HEAD + LINE * seat;
  const play = laid(moment.view, seat, shown.players);
  const hand = sorted(faces(moment.hands[seat]), moment.lanes, true)
    .map((one) => one.face)
    .join("");
  const many = faces(hand).length;
  const width = Math.min(72, 760 / (1 + 0.46 * Math.max(0, many - 1)));
  const name = placeName(shown.players, seat) + (moment.view.banker === seat ? ` · ${m.banker_badge()}` : "");
  const right = play ? row(play, WIDE - 40 - rowWidth(play, 56), y + 12, 56) : "";
  return words(30, y + 56, name, { weight: 600 }) + row(hand, 150, y + 8, width) + right;
}

const brand = (players: number): string =>
  words(WIDE - 30, HEAD + LINE * players + 16, "Tuolaji", { size: 18, anchor: "end", fill: "#f3f6efaa" });
