/** Values and parts of conditions in words. Whatever strangers wrote is made fit to be shown. */

import { tameLine } from "../../lib/text/tame.ts";
import { plainNumber } from "../../model/numbers.ts";

const longestValue = 200;

export function tamed(text: string, most = longestValue): string {
  return tameLine(text, most);
}

export function valueWords(value: unknown): string {
  if (value === undefined) return "absent";
  if (typeof value === "number") return plainNumber(value);
  return tamed(typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? "absent"));
}

interface ShownPart {
  readonly text: string;
  readonly holds?: boolean | null | undefined;
  readonly values: readonly { readonly text: string; readonly value?: unknown }[];
}

/** Words such as "`now.ratio >= 1` is false, now.ratio is 0.6". */
export function shownPart({ text, holds, values }: ShownPart): string {
  const sees = valuesWords(values);
  const verdict = typeof holds === "boolean" ? String(holds) : "neither true nor false";
  return `\`${tamed(text)}\` is ${verdict}${sees === "" ? "" : `, ${sees}`}`;
}

export function valuesWords(values: ShownPart["values"]): string {
  return values.map(({ text, value }) => `${tamed(text)} is ${valueWords(value)}`).join(", ");
}

/** Words such as "step 1 is #7, step 2 not seen". */
export function stepsWords(
  steps: readonly boolean[] = [],
  seqs: readonly (number | undefined)[] = [],
): string[] {
  return steps.map((isSeen, index) => {
    const seen = seqs[index] === undefined ? "seen" : `is #${seqs[index]}`;
    return `step ${index + 1} ${isSeen ? seen : "not seen"}`;
  });
}
