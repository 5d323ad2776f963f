/** Ways in which a disk, a cable or a careless copy damages a file, chosen by a seed. */
import { readFileSync, writeFileSync } from "node:fs";

export const harms = ["bit flipped", "cut", "page zeroed", "pages swapped"] as const;
export type Harm = (typeof harms)[number];

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Damages a file; in words what was done. */
export function harm(file: string, kind: Harm, random: () => number): string {
  const bytes = readFileSync(file);
  const size = file.endsWith("-wal") ? 4_096 + 24 : 4_096;
  const start = file.endsWith("-wal") ? 32 : 0;
  const pages = Math.max(1, Math.floor((bytes.length - start) / size));
  const any = (below: number) => Math.floor(random() * below);
  const page = (at: number) => bytes.subarray(start + at * size, start + (at + 1) * size);
  const [one, other] = [any(pages), any(pages)];
  if (kind === "bit flipped") {
    const at = any(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << any(8));
    writeFileSync(file, bytes);
    return `a bit of byte ${at}`;
  }
  if (kind === "cut") {
    const length = any(bytes.length);
    writeFileSync(file, bytes.subarray(0, length));
    return `cut to ${length} bytes`;
  }
  if (kind === "page zeroed") page(one).fill(0);
  else {
    const kept = Buffer.from(page(one));
    page(one).set(page(other));
    page(other).set(kept);
  }
  writeFileSync(file, bytes);
  return kind === "page zeroed" ? `page ${one + 1} zeroed` : `pages ${one + 1} and ${other + 1} swapped`;
}
