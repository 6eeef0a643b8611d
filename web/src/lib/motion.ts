/** Whether things may move, and how a trick is taken in. */

import { settings } from "./settings.svelte";

/** Whether the player, and their system, let things move. */
export function moves(): boolean {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A play that is drawn in towards a point of the table, below what lies there next. */
export function gather(play: Element, to: { x: number; y: number }) {
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = play as HTMLElement;
  const x = to.x - offsetLeft - offsetWidth / 2;
  const y = to.y - offsetTop - offsetHeight / 2;
  return {
    duration: moves() ? 260 : 0,
    css: (left: number, gone: number) =>
      `z-index: 0; transform: translate(${x * gone}px, ${y * gone}px) scale(${0.4 + left * 0.6}); opacity: ${left * left}; animation: none`,
  };
}
