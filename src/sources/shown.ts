/** What people are shown of a source besides its events, and what it is made with: the past of one stock or series. */
import type * as z from "zod";
import type { TradingCalendar } from "../model/dates.ts";
import type { Event, EventType, Fields } from "../model/event.ts";
import { markOf } from "../model/fields.ts";
import type { HistoryPeriod, HistoryRecord } from "../model/history.ts";
import type { Worded } from "../model/language.ts";
import type { ListedSeries, SeriesAnswer } from "../model/page/series.ts";
import type { FieldLabel, Origin, Papers, SourcePanels } from "../model/page/stock.ts";
import type { SourceState } from "./source.ts";

/** The past of one subject, as the log, the history and the stored state of the source have it. */
export interface PastOfSubject {
  /** Events of some types, the newest `most` of each, in the order of the log; `isCut`: there are older ones. */
  logged(
    types: readonly string[],
    most: number,
  ): Promise<{ readonly events: readonly Event[]; readonly isCut: boolean }>;
  /** Number of events of a type by the day that they are about. */
  loggedDays(type: string, most: number): Promise<ReadonlyMap<string, number>>;
  /** Records of the history; none where there is no history. */
  fetched(set: string, period: HistoryPeriod): Promise<readonly HistoryRecord[]>;
  fetchedDays(set: string, period: HistoryPeriod): Promise<ReadonlyMap<string, number>>;
  /** Bodies of a scope whose keys begin so. */
  stored(scope: string, beginning: string): readonly unknown[];
  storedOne(scope: string, key: string): unknown;
  /** How far the source has read; undefined before its first poll. */
  readonly cursor: unknown;
}

/** A stock on an axis of time. */
export interface StockReading {
  readonly code: string;
  readonly past: PastOfSubject;
  /** Days of the axis. */
  readonly period: HistoryPeriod;
  /** The axis, ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** Moment of an event on the axis, ms since 1970. */
  timeOf(event: Event): number;
}

/**
 * A part of a panel, of which several sources may tell, each of them other keys; a panel all of whose parts are empty is
 * not shown.
 */
export type PanelPart = {
  [Name in keyof SourcePanels]: {
    readonly panel: Name;
    readonly isEmpty: boolean;
    readonly part: Partial<SourcePanels[Name]>;
  };
}[keyof SourcePanels];

export type SeriesDescription = Pick<
  SeriesAnswer,
  "db" | "code" | "name" | "unit" | "frequency" | "category" | "period" | "value" | "lastUpdate"
>;

export interface SeriesReading {
  readonly facts: SeriesDescription;
  /** Oldest first; null where a period has no value. */
  readonly values: readonly (readonly [period: string, value: number | null])[];
  readonly origin: Origin;
}

/** The series of a source. */
export interface ShownSeries {
  /** Types of events that tell what is new of a series, and the one that tells revisions. */
  readonly told: readonly EventType[];
  readonly revised: EventType;
  /** All stored series; read in turns, since there may be 166,000. */
  listed(state: SourceState): AsyncIterable<ListedSeries>;
  /** A series as it is stored; where it is not watched any more, as the history has it. */
  known(db: string, code: string, past: PastOfSubject): Promise<SeriesReading | undefined>;
  /** The day (YYYY-MM-DD) on which it is likely to come out next; undefined: nothing tells. */
  nextUpdate(facts: SeriesDescription, calendar: TradingCalendar): string | undefined;
}

/** A day that a source knows to come. */
export interface DayAhead {
  /** Names the thing that is to come, within its source: the same where its day moves. */
  readonly thing: string;
  /** YYYY-MM-DD in Japan. */
  readonly day: string;
  readonly title: Worded;
}

/** Undefined stands for what a source has none of. */
export interface SourceShown {
  /** The stock that a stored item is about, with its name. */
  readonly stockOf: ((body: unknown) => Fields | undefined) | undefined;
  /** A frequent type of events that say when they were: they tell how far a made-up world was when they were seen. */
  readonly dated: EventType | undefined;
  /** Its part of the view of a stock. */
  readonly panel: ((reading: StockReading) => Promise<PanelPart>) | undefined;
  readonly series: ShownSeries | undefined;
  /** Papers of an item. */
  readonly papers: ((item: Fields) => Papers | undefined) | undefined;
  /** Days to come of a stock, by the stored state; past ones may be among them. */
  readonly ahead:
    | ((code: string, past: Pick<PastOfSubject, "stored" | "cursor">) => readonly DayAhead[])
    | undefined;
  /** Whether a few weeks of its past tell how many mails there will be. */
  readonly tellsAmounts: boolean;
}

/** What few sources show; each says of the rest what it has, or that it has none. */
export const rarelyShown: Pick<SourceShown, "series" | "papers"> = { series: undefined, papers: undefined };

/** An item as the history, the stored state or the log has it. */
export interface OriginRow {
  readonly row: Fields;
  readonly origin: Origin;
}

/** Most entries of a type that are read about a stock; the newest ones. */
const mostEntries = 5_000;

/** Reads the items of a type of events: fetched ones first, the newest of the log last. */
export async function originRows(
  {
    past,
    period,
  }: Pick<StockReading, "period"> & { readonly past: Pick<PastOfSubject, "fetched" | "logged"> },
  asked: {
    readonly set: string;
    readonly types: readonly string[];
    readonly stored: readonly Fields[];
    readonly since?: string;
  },
): Promise<{ readonly rows: readonly OriginRow[]; readonly isCut: boolean }> {
  const fetched = await past.fetched(asked.set, { from: asked.since ?? period.from, to: period.to });
  const { events, isCut } = await past.logged(asked.types, mostEntries);
  const rows = [
    ...fetched.map(({ row }): OriginRow => ({ row, origin: "history" })),
    ...asked.stored.map((row): OriginRow => ({ row, origin: "live" })),
    ...events.flatMap(({ data: { was, now } }) => [
      ...(was === undefined ? [] : [{ row: was, origin: "live" } as const]),
      { row: now, origin: "live" } as const,
    ]),
  ];
  return { rows, isCut };
}

/** Labels of an item's fields, as mails have them. */
export function labelsOf({ shape }: z.ZodObject, fields: readonly string[]): Record<string, FieldLabel> {
  const labels: Record<string, FieldLabel> = {};
  for (const name of fields) {
    const words = shape[name] && markOf(shape[name])?.words;
    if (words)
      labels[name] = {
        label: words.label,
        ...(words.unit && { unit: words.unit }),
        ...(words.values && { values: words.values }),
      };
  }
  return labels;
}

export function shownText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function shownAmount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
