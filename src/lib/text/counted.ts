/** Numbers of things and moments, in English. */
import { inJapanTime } from "../clock.ts";
import { tameLine } from "./tame.ts";

/** A number of things in English: 1 rule, 2 rules, 1,200 entries. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

// Moments in words, for people at a terminal.

/** A moment (ISO) in Japan's time, to the second; a day as it is. */
export function timeWords(iso: string): string {
  return tameLine(inJapanTime(iso), 60);
}
