/** What a player has chosen for themselves, kept in the browser. */

import type { Lang } from "./wire";

export interface Choices {
  lang: Lang | null;
  ruleset: string;
  bots: string;
  speed: string;
  colours: 2 | 4;
  theme: "auto" | "light" | "dark";
  sound: boolean;
  volume: number;
  /** Whether throws, ruffs and the like are called out. */
  speech: boolean;
  cloth: "green" | "blue" | "wine" | "slate";
  back: "blue" | "red" | "green" | "waves";
  trumpsLeft: boolean;
  autoForced: boolean;
  /** Whether turns are limited against bots too, where the rules limit them. */
  clock: boolean;
  trickSeconds: number;
  counter: boolean;
  /** Whether a coach speaks at tables against bots. */
  coach: boolean;
  motion: boolean;
}

const KEY = "tuolaji.settings";
const DEFAULTS: Choices = {
  lang: null,
  ruleset: "classic",
  bots: "club",
  speed: "normal",
  colours: 2,
  theme: "auto",
  sound: true,
  volume: 0.5,
  speech: false,
  cloth: "green",
  back: "blue",
  trumpsLeft: true,
  autoForced: false,
  clock: false,
  trickSeconds: 2,
  counter: false,
  coach: false,
  motion: true,
};

function kept(): Choices {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Choices>(kept());

/** Writes the settings back whenever they change, and dresses the page accordingly. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // a browser without storage forgets, and plays all the same
    }
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.dataset.colours = String(settings.colours);
    root.dataset.cloth = settings.cloth;
    root.dataset.back = settings.back;
    root.dataset.motion = settings.motion ? "on" : "off";
  });
}
