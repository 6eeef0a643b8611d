/** Pictures made in the page: SVG drawn as text, PNG made of it, and handed to whoever wants it. */

import { faces, printed } from "./cards";

const INK: Record<string, string> = { S: "#1d2127", H: "#c9252b", C: "#1d2127", D: "#c9252b" };
const SIGN: Record<string, string> = { S: "♠", H: "♥", C: "♣", D: "♦" };
const FONT = "system-ui, 'Segoe UI', Roboto, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

export interface Written {
  size?: number;
  weight?: number;
  fill?: string;
  anchor?: "start" | "middle" | "end";
}

/** Words at a place. */
export function words(x: number, y: number, text: string, style: Written = {}): string {
  const { size = 22, weight = 400, fill = "#f3f6ef", anchor = "start" } = style;
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escaped(text)}</text>`;
}

/** One card of that width. */
function card(face: string, x: number, y: number, width: number): string {
  const joker = face[0] === "X";
  const fill = joker ? (face[1] === "B" ? "#c02a30" : "#23272e") : INK[face[0]];
  const rank = joker ? "★" : printed(face[1]);
  const sign = joker ? "" : SIGN[face[0]];
  const high = width * 1.42;
  const text = (value: string, down: number, size: number): string =>
    words(x + width * 0.24, y + down, value, { size, weight: 700, fill, anchor: "middle" });
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${high}" rx="${width * 0.08}" fill="#fffefa" stroke="#0003"/>` +
    text(rank, width * 0.42, width * (rank === "10" ? 0.32 : 0.4)) +
    text(sign, width * 0.85, width * 0.42)
  );
}

/** How wide a row of cards is. */
export const rowWidth = (cards: string, width: number): number =>
  width * (1 + 0.46 * Math.max(0, faces(cards).length - 1));

/** A row of cards, each covering a part of the last. */
export function row(cards: string, x: number, y: number, width: number): string {
  return faces(cards)
    .map((face, at) => card(face, x + at * width * 0.46, y, width))
    .join("");
}

/** A picture of that size with this on it, on cloth. */
export function picture(width: number, height: number, inside: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${FONT}">` +
    `<defs><radialGradient id="cloth" cx="50%" cy="42%" r="75%"><stop offset="0" stop-color="#2f745e"/><stop offset="1" stop-color="#1c4f40"/></radialGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#cloth)"/>${inside}</svg>`
  );
}

/** An SVG picture as PNG. */
export async function png(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("PNG"))), "image/png"),
  );
}

/** Offers a picture to share where the browser can, else to save. */
export async function handOut(svg: string, name: string): Promise<void> {
  const file = new File([await png(svg)], `${name}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
