/** Numbers that are of another unit than the value they are compared with, or that it never comes to. */
import type { FieldMark } from "../../model/field-marks.ts";

export interface Odd {
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** Up to here a percentage is taken for a fraction. */
const smallestPercent = 0.1;

/** @param sign how the value at the path is compared with the number: `>=` or another comparison */
export function oddNumber(
  path: string,
  sign: string,
  value: number,
  { unit, usual }: FieldMark,
): Odd | undefined {
  const [least, most] = usual ?? [];
  if (unit === "percent" && value > 0 && value <= smallestPercent)
    return { message: `ratios are percent here: ${value} is ${value} %`, suggestion: inPercent(value) };
  if (least === 0 && (value < 0 || (value === 0 && sign === "<")))
    return { message: `\`${path}\` is never negative` };
  if (most !== undefined && (value > most || (value === most && sign === ">")))
    return { message: `\`${path}\` is percent of all shares: it is never over ${most}` };
  return undefined;
}

/** The value up to which a number in percent is taken for a fraction. */
export function oddPercent(value: number, upTo = smallestPercent): Odd | undefined {
  if (value <= 0 || value > upTo) return undefined;
  return { message: `this is percent: ${value} is ${value} %`, suggestion: inPercent(value) };
}

function inPercent(fraction: number): string {
  const percent = Number((fraction * 100).toPrecision(9));
  return `write ${percent} for ${percent} %`;
}
