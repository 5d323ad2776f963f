/** Stored records that an answer would have if they were still there. */
import { addDays } from "../../model/dates.ts";
import type { RecordsOptions } from "./options.ts";
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

/** Days for which records that may come again under a later day are kept after their day is no longer read. */
const keptDays = 30;

/**
 * The day before which records are forgotten; undefined where they are kept for ever. Where the key says the day,
 * nothing read later is compared with them; where it says another date, hardly anything is.
 */
export function forgottenBefore(answer: ScopeAnswer, { set, key }: RecordsOptions): string | undefined {
  const start = answer.from ?? firstDay(answer.records);
  if (start === undefined) return undefined;
  if (set.isAhead || key.some((field) => set.day?.includes(field))) return start;
  return key.some((field) => set.fields[field]?.type === "date") ? addDays(start, -keptDays) : undefined;
}
