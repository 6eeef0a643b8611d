/** Who the bots are: a name for each seat, and a character for each strength. */

import { m } from "../paraglide/messages.js";

const NAMES = [m.face_0, m.face_1, m.face_2, m.face_3, m.face_4, m.face_5, m.face_6, m.face_7];
const CHARACTERS: Record<string, () => string> = {
  random: m.face_random,
  novice: m.face_novice,
  greedy: m.face_greedy,
  club: m.face_club,
  expert: m.face_expert,
  master: m.face_master,
};

/** What the bot of a seat is called. */
export const botName = (seat: number): string => NAMES[seat % NAMES.length]();

/** What a bot of that strength is like; nothing for one that somebody has taught. */
export const botCharacter = (kind: string): string => CHARACTERS[kind]?.() ?? kind;
