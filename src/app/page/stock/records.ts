/** Records of a stock that the settings watch, such as prices and results: rows, and lines of what is worth a look. */

import { lastWeekdays } from "../../../model/dates.ts";
import type { Fields } from "../../../model/event.ts";
import { recordVerbs } from "../../../model/event-types.ts";
import type { Origin, RecordRow, RecordsPanel, TimedValue } from "../../../model/page/stock.ts";
import type { RecordsOptions } from "../../../sources/index.ts";
import { keyOf } from "../../../upstreams/record-set.ts";
import { recordPrefix } from "../../../upstreams/record-sets.ts";
import { knownFrom } from "../past/known-from.ts";
import { dayStart } from "../past/service-time.ts";
import { thinned } from "../past/thin-points.ts";
import { amount, type Gathering, type OriginRow, readRows, text } from "./gathered.ts";

const mostRows = 1_500;
const mostFields = 14;
/** Days of records that are looked for in the stored state. */
const weekdaysKept = 40;

export async function recordsPanel(
  options: RecordsOptions,
  gathering: Gathering,
): Promise<RecordsPanel | undefined> {
  const { name, set } = options;
  if (!Object.hasOwn(set.fields, "code")) return undefined;
  const verbs = recordVerbs.filter((verb) => verb !== "removed");
  const types = verbs.map((verb) => `${recordPrefix(set)}.${verb}`);
  const read = await readRows(gathering, { set: set.from, types, stored: storedRows(options, gathering) });
  const rows = rowsOf(read.rows, options).filter(
    ({ day }) => dayStart(day) >= gathering.from && dayStart(day) <= gathering.to,
  );
  if (rows.length === 0) return undefined;
  const shown = rows.toReversed().slice(0, mostRows);
  const fields = fieldsOf(shown, options);
  return {
    source: name,
    from: set.from,
    known: knownFrom(rows, read.isCut || rows.length > mostRows),
    fields: fields.map((field) => {
      const { about = "", unit } = set.fields[field] ?? {};
      return { name: field, about, ...(unit !== undefined && { unit }) };
    }),
    rows: shown.map(({ day, origin, values }) => ({
      ...{ day, origin },
      values: Object.fromEntries(
        fields.flatMap((field) => (field in values ? [[field, values[field]]] : [])),
      ) as RecordRow["values"],
    })),
    lines: linesOf(rows, options),
  };
}

/** Scopes of which a stock's records are found by their keys: those that ask for it, or have its code in them. */
function storedRows({ name, key }: RecordsOptions, { code, past, period }: Gathering): Fields[] {
  const { scopes = {} } = (past.cursor(name) ?? {}) as {
    readonly scopes?: Readonly<Record<string, { readonly to?: string }>>;
  };
  const bodies = Object.entries(scopes).flatMap(([scope, { to = period.to }]) => {
    const own = { source: name, scope };
    if (/[?&]code=([^&#]*)/.exec(scope)?.[1] === code) return past.stored({ ...own, beginning: "" });
    if (key[0] === "code") return past.stored({ ...own, beginning: `${keyOf({ code }, ["code"])}/` });
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

type DayRow = { readonly day: string; readonly origin: Origin; readonly values: Fields };

/** The newest form of each record, in the order of their days. */
function rowsOf(rows: readonly OriginRow[], { set, key }: RecordsOptions): DayRow[] {
  const byKey = new Map<string, DayRow>();
  for (const { row, origin } of rows) {
    const day = [set.occurred, ...(set.day ?? [])].flatMap(
      (field) => text(field && row[field])?.slice(0, 10) ?? [],
    )[0];
    if (day === undefined) continue;
    const name = keyOf(row, key);
    byKey.set(name, { day, origin: byKey.get(name)?.origin ?? origin, values: row });
  }
  return [...byKey.values()].toSorted((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
  );
}

/** Fields that say something: those that are the same in all of several rows are left out. */
function fieldsOf(rows: readonly DayRow[], { set }: RecordsOptions): string[] {
  const isTelling = (field: string) => {
    const values = new Set(rows.map(({ values }) => values[field]));
    return !values.has(undefined) || values.size > 1 ? rows.length < 3 || values.size > 1 : false;
  };
  const plain = Object.keys(set.fields).filter(
    (field) => !["code", "name", ...(set.day ?? [])].includes(field),
  );
  return plain
    .filter((field) => rows.some(({ values }) => isPlain(values[field])) && isTelling(field))
    .slice(0, mostFields);
}

function isPlain(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** The number that is worth a look, and the volume beside it. */
function linesOf(rows: readonly DayRow[], { set }: RecordsOptions): Record<string, readonly TimedValue[]> {
  const tracked = (set.tracks ?? []).find((field) =>
    rows.some(({ values }) => amount(values[field]) !== undefined),
  );
  if (tracked === undefined) return {};
  const volume = ["adjustedVolume", "volume"].find((field) =>
    rows.some(({ values }) => amount(values[field]) !== undefined),
  );
  return Object.fromEntries(
    [tracked, ...(volume === undefined ? [] : [volume])].map((field) => [
      field,
      thinned(
        rows.flatMap(({ day, values }): TimedValue[] => {
          const value = amount(values[field]);
          return value === undefined ? [] : [[dayStart(day), value]];
        }),
      ),
    ]),
  );
}
