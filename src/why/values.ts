/** Values and parts of conditions in words. Whatever strangers wrote is made fit to be shown. */

import { tameLine } from "../lib/text/tame.ts";
import { plainNumber } from "../model/numbers.ts";
import type { WhyWords } from "./words/words.ts";

const longestValue = 200;

export function tamed(text: string, most = longestValue): string {
  return tameLine(text, most);
}

export function valueWords(value: unknown, { part }: WhyWords): string {
  if (value === undefined) return part.absent;
  if (typeof value === "number") return plainNumber(value);
  return tamed(typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? part.absent));
}

interface ShownPart {
  readonly text: string;
  readonly holds?: boolean | null | undefined;
  readonly values: readonly { readonly text: string; readonly value?: unknown }[];
}

export function holdsWords(holds: ShownPart["holds"], { part }: WhyWords): string {
  return part.holds[`${holds ?? null}`];
}

/** Words such as "`now.ratio >= 1` is false, now.ratio is 0.6". */
export function shownPart({ text, holds, values }: ShownPart, words: WhyWords): string {
  return words.part.part(tamed(text), holdsWords(holds, words), valuesWords(values, words));
}

export function valuesWords(values: ShownPart["values"], words: WhyWords): string {
  const { isValue, listed } = words.part;
  return listed(values.map(({ text, value }) => isValue(tamed(text), valueWords(value, words))));
}

/** Words such as "step 1 is #7" and "step 2 not seen". */
export function stepsWords(
  steps: readonly boolean[] = [],
  seqs: readonly (number | undefined)[] = [],
  { part }: WhyWords,
): string[] {
  return steps.map((isSeen, index) => part.step(index + 1, isSeen, seqs[index]));
}
