/** Moments in words, for people at a terminal. */
import { inJapanTime } from "../clock.ts";
import { tameLine } from "./tame.ts";

/** A moment (ISO) in Japan's time, to the second; a day as it is. */
export function timeWords(iso: string): string {
  return tameLine(inJapanTime(iso), 60);
}
