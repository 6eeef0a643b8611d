/** Clocks that count down by themselves between two states of the server. */

/** The time now, four times a second, while something on the page shows it. */
export class Ticking {
  now = $state(performance.now());

  constructor() {
    $effect(() => {
      const timer = setInterval(() => (this.now = performance.now()), 250);
      return () => clearInterval(timer);
    });
  }

  /** What is left of some seconds that were told at a moment. */
  left(seconds: number, arrived: number, runs = true): number {
    return Math.max(0, seconds - (runs ? Math.max(0, this.now - arrived) / 1000 : 0));
  }
}

/** Seconds as a clock shows them: 1:05:09, 9:59. */
export function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
