/** startDate and endDate: a year, or a year and two digits that the frequency gives a meaning. */
import type { Frequency } from "../world/periods.ts";
import { Refusal } from "./messages.ts";
import type { Parameters } from "./parameters.ts";

export interface Bounds {
  readonly start?: number;
  readonly end?: number;
}

const firstYear = 1850;
const lastYear = 2050;

/** Number of parts that the two digits count, by frequency; 0 if there are none. */
const partsOf: Readonly<Record<Frequency, number>> = {
  CY: 0,
  FY: 0,
  CH: 2,
  FH: 2,
  Q: 4,
  M: 12,
  W: 12,
  D: 12,
};

/**
 * Throws a Refusal for what is no date at all. `worldYear` moves the end of the range: a world that runs for days
 * comes to years that the document does not have.
 */
export function parseBounds({ get }: Parameters, worldYear: number): Bounds {
  const start = parseBound(get("STARTDATE"), "M181008E", worldYear);
  const end = parseBound(get("ENDDATE"), "M181009E", worldYear);
  if (start !== undefined && end !== undefined && start > end) throw new Refusal("M181011E");
  return { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}

/** Throws a Refusal where a bound has not the form of the frequency. */
export function checkBounds({ start, end }: Bounds, frequency: Frequency): void {
  if (start !== undefined && !fits(start, frequency)) throw new Refusal("M181015E");
  if (end !== undefined && !fits(end, frequency)) throw new Refusal("M181016E");
}

function parseBound(
  text: string | undefined,
  id: "M181008E" | "M181009E",
  worldYear: number,
): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{4}/.test(text)) throw new Refusal("M181010E");
  const year = Number(text.slice(0, 4));
  if (year < firstYear || year > Math.max(lastYear, worldYear)) throw new Refusal("M181010E");
  if (!/^\d{4}((0[1-9])|(1[0-2]))?$/.test(text)) throw new Refusal(id);
  return Number(text);
}

function fits(bound: number, frequency: Frequency): boolean {
  const parts = partsOf[frequency];
  return parts === 0 ? bound < 10_000 : bound >= 10_000 && bound % 100 <= parts;
}
