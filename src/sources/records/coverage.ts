/** Which stored records an answer would hold if they were still there. */
import type { ScopeAnswer, Stored } from "./state.ts";

export type Covers = (stored: Stored) => boolean;

/**
 * Days that were asked for one by one are covered, under whichever of its dates the service chose a record. Else
 * what is within the days asked for, from the first day of the answer on: what fell out at the start of a moving
 * window is not gone.
 */
export function coverageOf({ days, from, to, records }: ScopeAnswer): Covers {
  if (days !== undefined) {
    const read = new Set(days);
    return ({ day }) => day !== undefined && read.has(day);
  }
  const first = firstDay(records);
  return ({ day }) => {
    if (day === undefined) return true;
    return first !== undefined && day >= first && day >= (from ?? "") && day <= (to ?? day);
  };
}

function firstDay(records: ScopeAnswer["records"]): string | undefined {
  let first: string | undefined;
  for (const { day } of records.values()) {
    if (day !== undefined && (first === undefined || day < first)) first = day;
  }
  return first;
}

/**
 * The day before which records that have a day in their key can be forgotten: nothing read later is compared with
 * them.
 */
export function keptFrom({ from, days, records }: ScopeAnswer): string | undefined {
  return from ?? days?.[0] ?? firstDay(records);
}
