/** Records of a stock that a set keeps in its stored state. */
import { lastWeekdays } from "../model/dates.ts";
import type { Fields } from "../model/event.ts";
import type { HistoryPeriod } from "../model/history.ts";
import type { RecordsOptions } from "../sources/index.ts";
import { fieldsKey } from "../upstreams/record.ts";
import type { PastReading } from "./read-past.ts";

interface StoredReading {
  readonly code: string;
  readonly past: Pick<PastReading, "stored" | "storedOne" | "cursor">;
  readonly period: HistoryPeriod;
}

/** Days of records that are looked for. */
const weekdaysKept = 40;

/** Scopes of which a stock's records are found by their keys: those that ask for it, or have its code in them. */
export function storedRecords(
  { name, key }: Pick<RecordsOptions, "name" | "key">,
  { code, past, period }: StoredReading,
): Fields[] {
  const { scopes = {} } = (past.cursor(name) ?? {}) as {
    readonly scopes?: Readonly<Record<string, { readonly to?: string }>>;
  };
  const bodies = Object.entries(scopes).flatMap(([scope, { to = period.to }]) => {
    const own = { source: name, scope };
    if (/[?&]code=([^&#]*)/.exec(scope)?.[1] === code) return past.stored({ ...own, beginning: "" });
    if (key[0] === "code") return past.stored({ ...own, beginning: `${fieldsKey({ code }, ["code"])}/` });
    if (key[1] !== "code") return [];
    return lastWeekdays(to, weekdaysKept).flatMap((day) => {
      const whole = `${day}/${code}`;
      return [past.storedOne(name, scope, whole), ...past.stored({ ...own, beginning: `${whole}/` })];
    });
  });
  return bodies.flatMap((body): Fields[] => {
    const { record } = (body ?? {}) as { readonly record?: Fields };
    return record === undefined ? [] : [record];
  });
}
