/** `/api/stock?code=7203`: everything about a stock on one axis of time. */

import * as z from "zod";
import { isSimulatedEvent, recordsOptions, simulatedNames, simulatedPast } from "../../config/services.ts";
import { eventTypesOf } from "../../files/event-types.ts";
import type { JsonRoute } from "../../lib/http/port.ts";
import type { Event, Fields } from "../../model/event.ts";
import { recordVerbs } from "../../model/event-types.ts";
import { codeMeant, known, noStockCode } from "../../model/fields.ts";
import { dayStart, knownFrom, thinned } from "../../model/page/points.ts";
import type {
  ListedStock,
  Origin,
  RecordRow,
  RecordsPanel,
  SourcePanels,
  StockAnswer,
  TimedValue,
} from "../../model/page/stock.ts";
import { listsWith, type Watchlists } from "../../model/watchlists.ts";
import { createCloseOf, createNameOf } from "../../outputs/item-past.ts";
import { type RecordsOptions, sourceMembers } from "../../sources/index.ts";
import { type OriginRow, originRows, shownAmount, shownText } from "../../sources/shown.ts";
import { fieldsKey } from "../../upstreams/record.ts";
import { recordPrefix } from "../../upstreams/record-set.ts";
import { type PageParts, reading, written } from "../page-call.ts";
import { openPast, type PastReading } from "../read-past.ts";
import { storedRecords } from "../stored-records.ts";
import {
  type Axis,
  axisOf,
  axisQuery,
  type Gathering,
  latestTime,
  pastOf,
  serviceTime,
  stockAlerts,
} from "./axis.ts";

const question = z.object({ code: written, ...axisQuery });

export function stockCall(parts: PageParts): JsonRoute {
  return reading("/api/stock", question, async (asked) => {
    const code = codeMeant(asked.code);
    if (code === undefined) return { status: 400, body: { error: noStockCode } };
    const past = openPast(code, parts.store, parts.config);
    try {
      const now = latestTime(["market", "forum"], parts);
      return { status: 200, body: await stockAnswer(code, axisOf(asked, now), past, parts) };
    } finally {
      past.close();
    }
  });
}

async function stockAnswer(
  code: string,
  axis: Axis,
  past: PastReading,
  parts: PageParts,
): Promise<StockAnswer> {
  const { config, store, rules, companies } = parts;
  const types = eventTypesOf(config);
  const gathering: Gathering = {
    ...{ code, past, ...axis, types },
    time: await timeOf(past, parts),
    isSimulated: (event) => isSimulatedEvent(config, event),
    entryAt(seq) {
      const [entry] = store.log.read(seq - 1, 1);
      return entry?.seq === seq ? (JSON.parse(entry.json) as Event) : undefined;
    },
  };
  const records: RecordsPanel[] = [];
  for (const options of recordsOptions(config)) records.push(...some(await recordsPanel(options, gathering)));
  return known({
    ...{ code, ...createNameOf(store.aboutSubject, types, companies.shown)(code) },
    ...{ from: axis.from, to: axis.to },
    simulated: [...new Set([...simulatedNames(config), ...simulatedPast(config, past.origins())])],
    watchlists: listed(rules.watchlists(), code),
    close: createCloseOf(store.aboutSubject, types, parts.calendar)(code, parts.now()),
    ...(await panelsOf(gathering)),
    records,
    ...(await stockAlerts(gathering)),
  });
}

/** The panels of the sources; one that several tell of is put together. */
async function panelsOf(gathering: Gathering): Promise<Partial<SourcePanels>> {
  const { past, time, isSimulated } = gathering;
  const timeOf = (event: Event) => time.at(event, isSimulated(event));
  const panels: Record<string, object> = {};
  const filled = new Set<string>();
  for (const { name, shown } of sourceMembers) {
    const own = await shown.panel?.({ ...gathering, past: pastOf(name, past), timeOf });
    if (own === undefined) continue;
    panels[own.panel] = { ...panels[own.panel], ...own.part };
    if (!own.isEmpty) filled.add(own.panel);
  }
  return Object.fromEntries(Object.entries(panels).filter(([panel]) => filled.has(panel)));
}

/** Some events say when they were: they tell how far a made-up world was when it was seen. */
async function timeOf(past: PastReading, { config, now, servicesNow }: PageParts) {
  const dated = sourceMembers.flatMap(({ shown }) => shown.dated ?? []);
  const { events } = simulatedNames(config).length === 0 ? { events: [] } : await past.logged(dated, 1_000);
  const simulated = events.filter((event) => isSimulatedEvent(config, event));
  return serviceTime(simulated, { seen: now(), own: servicesNow() });
}

function listed(watchlists: Watchlists, code: string): ListedStock[] {
  return listsWith(watchlists, code).map((watchlist) => {
    const { code: _code, ...notes } = watchlists[watchlist]?.find((one) => one.code === code) ?? { code };
    return { watchlist, notes: known(notes) as ListedStock["notes"] };
  });
}

function some<One>(one: One | undefined): One[] {
  return one === undefined ? [] : [one];
}

// Records of a stock that the settings watch, such as prices and results: rows, and lines of what is worth a
// look.

const mostRows = 1_500;
const mostFields = 14;

async function recordsPanel(
  options: RecordsOptions,
  gathering: Gathering,
): Promise<RecordsPanel | undefined> {
  const { name, set } = options;
  if (!Object.hasOwn(set.fields, "code")) return undefined;
  const verbs = recordVerbs.filter((verb) => verb !== "removed");
  const types = verbs.map((verb) => `${recordPrefix(set)}.${verb}`);
  const read = await originRows(gathering, {
    set: set.from,
    types,
    stored: storedRecords(options, gathering),
  });
  const rows = rowsOf(read.rows, options).filter(
    ({ day }) => dayStart(day) >= gathering.from && dayStart(day) <= gathering.to,
  );
  if (rows.length === 0) return undefined;
  const shown = rows.toReversed().slice(0, mostRows);
  const fields = fieldsOf(shown, options);
  return {
    source: name,
    from: set.from,
    ...(set.call?.words && { words: set.call.words }),
    known: knownFrom(rows, read.isCut || rows.length > mostRows),
    fields: fields.map((field) => {
      const { about = "", unit, words } = set.fields[field] ?? {};
      return { name: field, about, ...(unit !== undefined && { unit }), ...(words && { words }) };
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

type DayRow = { readonly day: string; readonly origin: Origin; readonly values: Fields };

/** The newest form of each record, in the order of their days. */
function rowsOf(rows: readonly OriginRow[], { set, key }: RecordsOptions): DayRow[] {
  const byKey = new Map<string, DayRow>();
  for (const { row, origin } of rows) {
    const day = [set.occurred, ...(set.day ?? [])].flatMap(
      (field) => shownText(field && row[field])?.slice(0, 10) ?? [],
    )[0];
    if (day === undefined) continue;
    const name = fieldsKey(row, key);
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
    rows.some(({ values }) => shownAmount(values[field]) !== undefined),
  );
  if (tracked === undefined) return {};
  const volume = ["adjustedVolume", "volume"].find((field) =>
    rows.some(({ values }) => shownAmount(values[field]) !== undefined),
  );
  return Object.fromEntries(
    [tracked, ...(volume === undefined ? [] : [volume])].map((field) => [
      field,
      thinned(
        rows.flatMap(({ day, values }): TimedValue[] => {
          const value = shownAmount(values[field]);
          return value === undefined ? [] : [[dayStart(day), value]];
        }),
      ),
    ]),
  );
}
