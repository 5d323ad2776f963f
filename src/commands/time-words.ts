import { inJapanTime } from "../lib/japan-time.ts";
import { tameLine } from "../lib/text/tame.ts";

/** A moment (ISO) in Japan's time, to the second; a day as it is. */
export function timeWords(iso: string): string {
  return tameLine(inJapanTime(iso), 60);
}
