/** The language of the page: the chosen one, else the browser's. */

import { overwriteGetLocale } from "../paraglide/runtime.js";
import { settings } from "./settings.svelte";
import type { Lang } from "./wire";

export const LANGUAGES: { lang: Lang; name: string }[] = [
  { lang: "en", name: "English" },
  { lang: "zh-Hans", name: "简体中文" },
  { lang: "zh-Hant", name: "繁體中文" },
];

/** The language for what a browser asks for, first match first. */
export function pick(wanted: readonly string[]): Lang {
  for (const tag of wanted) {
    if (/^zh\b.*(hant|tw|hk|mo)\b/i.test(tag)) return "zh-Hant";
    if (/^zh\b/i.test(tag)) return "zh-Hans";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}

export const lang = {
  get now(): Lang {
    return settings.lang ?? pick(navigator.languages ?? [navigator.language]);
  },
};

/** Makes the texts follow the language, and tells the browser. */
export function followLanguage(): void {
  overwriteGetLocale(() => lang.now);
  $effect(() => {
    document.documentElement.lang = lang.now;
  });
}
