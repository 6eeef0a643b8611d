/** Small sounds, made on the spot: no files. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sound || settings.volume <= 0) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** A short burst of filtered noise: card on cloth. */
function rustle(seconds: number, pitch: number, loud: number): void {
  const at = audio();
  if (!at) return;
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * seconds), at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 3;
  const source = at.createBufferSource();
  source.buffer = buffer;
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  const gain = at.createGain();
  gain.gain.value = loud * settings.volume;
  source.connect(filter).connect(gain).connect(at.destination);
  source.start();
}

function tone(pitch: number, from: number, seconds: number, loud: number): void {
  const at = audio();
  if (!at) return;
  const oscillator = at.createOscillator();
  oscillator.type = "sine";
  oscillator.frequency.value = pitch;
  const gain = at.createGain();
  const start = at.currentTime + from;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud * settings.volume, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(at.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds + 0.05);
}

export const sounds = {
  draw: () => rustle(0.05, 3200, 0.25),
  play: () => rustle(0.09, 1700, 0.7),
  trick: () => rustle(0.22, 900, 0.4),
  turn: () => {
    tone(660, 0, 0.22, 0.12);
    tone(880, 0.09, 0.3, 0.1);
  },
  declare: () => {
    tone(523, 0, 0.25, 0.14);
    tone(784, 0.1, 0.4, 0.12);
  },
  refused: () => tone(180, 0, 0.2, 0.18),
  won: () => [523, 659, 784, 1047].forEach((pitch, at) => tone(pitch, at * 0.11, 0.5, 0.12)),
  lost: () => [440, 392, 330].forEach((pitch, at) => tone(pitch, at * 0.15, 0.5, 0.1)),
};
