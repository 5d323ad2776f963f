/** Ways in which a disk, a cable or a careless copy damages a file, chosen by a seed. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Random } from "../support/random.ts";

export const harms = ["bit flipped", "cut", "page zeroed", "pages swapped"] as const;
export type Harm = (typeof harms)[number];

/** Damages a file; in words what was done. */
export function harm(file: string, kind: Harm, random: Random): string {
  const bytes = readFileSync(file);
  const size = file.endsWith("-wal") ? 4_096 + 24 : 4_096;
  const start = file.endsWith("-wal") ? 32 : 0;
  const pages = Math.max(1, Math.floor((bytes.length - start) / size));
  const any = (limit: number) => random.below(limit);
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
