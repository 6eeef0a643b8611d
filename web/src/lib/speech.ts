/** Calls spoken in the player's language, where the browser has a voice; off unless wanted. */

import { lang } from "./lang.svelte";
import { settings } from "./settings.svelte";

const VOICES = { en: "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW" };

/** Says a word aloud; what was still to be said is dropped, so that calls keep up with the play. */
export function speak(text: string): void {
  if (!settings.speech || !("speechSynthesis" in window)) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = VOICES[lang.now];
  said.volume = settings.volume;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}
