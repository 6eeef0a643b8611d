/** Whether things may move, and how a trick is taken in. */

import { settings } from "./settings.svelte";

/** Whether the player, and their system, let things move. */
export function moves(): boolean {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A play that is drawn in towards the winner of its trick. */
export function gather(_: Element, to: { x: number; y: number }) {
  return {
    duration: moves() ? 320 : 0,
    css: (left: number, gone: number) =>
      `transform: translate(calc(-50% + var(--x) * ${left} + ${to.x * gone}px), calc(-50% + var(--y) * ${left} + ${to.y * gone}px)) scale(${0.5 + left / 2}); opacity: ${Math.min(1, left * 1.6)}; animation: none`,
  };
}
