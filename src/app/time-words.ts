import { tameLine } from "../lib/text/tame.ts";

/** A moment (ISO) in Japan's time, to the second; a day as it is. */
export function timeWords(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at) || iso.length === 10) return tameLine(iso, 60);
  return `${new Date(at + 9 * 3_600_000).toISOString().slice(0, 19).replace("T", " ")} JST`;
}
