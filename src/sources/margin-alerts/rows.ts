/**
 * Published rows: what is stored of each, how two are compared, the book that finds them by day and issue, and which
 * issues a day puts under daily publication, also where some of its rows cannot be read.
 */
import type { BadRecord } from "../../lib/failure.ts";
import { known } from "../../model/fields.ts";
import { type Decimals, decimalsOfAll } from "../../model/numbers.ts";
import {
  type ComparedFields,
  compareFields,
  isEnough,
  type Tolerance,
  type WrittenDecimals,
} from "../compare.ts";
import type { MarginAlert, MarginAlertRecord } from "./events.ts";

/** One published row: what is stored. */
export interface PublishedRow {
  readonly item: MarginAlert;
  /** The row is there for another reason than daily publication, so its issue is no member by it. */
  readonly other?: true;
  /** The row of this day could not be read, and the item is that of the row before. */
  readonly standsOn?: string;
}

/** The day on which a row is published. */
export function publicationDay({ item, standsOn }: PublishedRow): string {
  return standsOn ?? item.publishedOn;
}

const counts = ["shortOutstanding", "shortChange", "longOutstanding", "longChange"] as const;
const ratios = ["shortRatio", "longRatio", "shortLongRatio"] as const;
const told = [...counts, ...ratios, "regulation", "reasons"];
const isRatio: ReadonlySet<string> = new Set(ratios);
const exactly: Decimals = { before: Number.POSITIVE_INFINITY, now: Number.POSITIVE_INFINITY };

/** A correction and the day's own row of one issue can stand in one publication, apart by their application date. */
export function rowKey(row: PublishedRow): string {
  const { item, standsOn } = row;
  return `${publicationDay(row)}/${item.code}/${standsOn === undefined ? (item.appliedOn ?? "") : "aside"}`;
}

export function toRow(record: MarginAlertRecord, name: string | undefined): PublishedRow {
  const { dailyPublication, ...fields } = record;
  const item = known({ name, ...fields });
  return dailyPublication === false ? { item, other: true } : { item };
}

/** Decimals with which some rows of one day write their ratios. */
export function writtenBy(rows: readonly PublishedRow[]): WrittenDecimals {
  const values = rows.flatMap(({ item }) => ratios.flatMap((name) => item[name] ?? []));
  return { decimals: decimalsOfAll(values), isSure: isEnough(values.length) };
}

/** Compares two rows about one day; ratios may be written more or less exactly. */
export function compareRows(
  before: MarginAlert,
  next: MarginAlert,
  decimals: Decimals,
  tolerance: Tolerance,
): ComparedFields<MarginAlert> {
  return compareFields(before, next, {
    fields: told,
    decimals: (field) => (isRatio.has(field) ? decimals : exactly),
    tolerance,
  });
}

/** Whether the rows of one issue in two publications differ in more than their dates. */
export function hasNews(before: MarginAlert, next: MarginAlert, tolerance: Tolerance): boolean {
  return (
    compareFields(before, next, { fields: told, decimals: () => exactly, tolerance }).differing.length > 0
  );
}

/** The rows of the last publications, found by day and by what they are about. */
export class MarginBook {
  readonly #rows = new Map<string, PublishedRow>();
  readonly #days = new Map<string, Map<string, PublishedRow>>();
  readonly #facts = new Map<string, Map<string, PublishedRow>>();

  constructor(rows: Iterable<PublishedRow>) {
    for (const row of rows) this.set(row);
  }

  get rows(): ReadonlyMap<string, PublishedRow> {
    return this.#rows;
  }

  get(key: string): PublishedRow | undefined {
    return this.#rows.get(key);
  }

  set(row: PublishedRow): void {
    const key = rowKey(row);
    this.#rows.set(key, row);
    into(this.#days, publicationDay(row)).set(key, row);
    into(this.#facts, factOf(row)).set(key, row);
  }

  remove(row: PublishedRow): void {
    const key = rowKey(row);
    this.#rows.delete(key);
    this.#days.get(publicationDay(row))?.delete(key);
    this.#facts.get(factOf(row))?.delete(key);
  }

  /** Rows published on a day. */
  on(day: string): PublishedRow[] {
    return [...(this.#days.get(day)?.values() ?? [])];
  }

  /** Days that have rows, oldest first. */
  days(): string[] {
    return [...this.#days.keys()].filter((day) => this.on(day).length > 0).sort();
  }

  /** The newest row about the same issue and application date that was published before `row`. */
  versionBefore(row: PublishedRow): PublishedRow | undefined {
    return this.#versions(row)
      .filter(({ item }) => item.publishedOn < row.item.publishedOn)
      .at(-1);
  }

  /** The newest row about the same issue and application date. */
  newestVersion(row: PublishedRow): PublishedRow {
    return this.#versions(row).at(-1) ?? row;
  }

  /** Lists the published versions of a row by its application date; a row without one is its only version. */
  #versions(row: PublishedRow): PublishedRow[] {
    if (row.item.appliedOn === undefined || row.standsOn !== undefined) return [row];
    const versions = [...(this.#facts.get(factOf(row))?.values() ?? [])];
    return versions.sort((a, b) => (a.item.publishedOn < b.item.publishedOn ? -1 : 1));
  }
}

function factOf({ item, standsOn }: PublishedRow): string {
  return `${item.code}/${standsOn === undefined ? (item.appliedOn ?? "") : `aside ${standsOn}`}`;
}

function into(index: Map<string, Map<string, PublishedRow>>, key: string): Map<string, PublishedRow> {
  const found = index.get(key) ?? new Map<string, PublishedRow>();
  index.set(key, found);
  return found;
}

/** A day on which something new was published, and the issues that it puts under daily publication. */
export interface Publication {
  readonly day: string;
  /** Stock code to row. */
  readonly members: ReadonlyMap<string, PublishedRow>;
}

/** Finds the publication of a day; undefined if there was nothing, or nothing but corrections. */
export function publicationOn(book: MarginBook, day: string): Publication | undefined {
  const past = book.days().filter((other) => other < day);
  const oldest = past
    .flatMap((other) => book.on(other))
    .flatMap(({ item }) => item.appliedOn ?? [])
    .reduce<string | undefined>(
      (min, applied) => (min === undefined || applied < min ? applied : min),
      undefined,
    );
  const own = book.on(day).filter((row) => !isCorrection(book, row, oldest));
  if (own.every(({ standsOn }) => standsOn !== undefined)) return undefined;
  const members = new Map<string, PublishedRow>();
  for (const row of own.sort(byApplication)) if (row.other === undefined) members.set(row.item.code, row);
  return { day, members };
}

/** The newest publication in the book. */
export function newestPublication(book: MarginBook): Publication | undefined {
  for (const day of book.days().reverse()) {
    const publication = publicationOn(book, day);
    if (publication !== undefined) return publication;
  }
  return undefined;
}

/** A row about an application date that was published before, or that is older than everything in the book. */
function isCorrection(book: MarginBook, row: PublishedRow, oldest: string | undefined): boolean {
  if (row.standsOn !== undefined) return false;
  if (book.versionBefore(row) !== undefined) return true;
  const { appliedOn } = row.item;
  return appliedOn !== undefined && oldest !== undefined && appliedOn < oldest;
}

function byApplication(a: PublishedRow, b: PublishedRow): number {
  return (a.item.appliedOn ?? "").localeCompare(b.item.appliedOn ?? "");
}

/**
 * The readable fields of a row that could not be read as a whole: what it may be about stays as it was. Absent: it may
 * be about any issue or day.
 */
export interface AsideRow {
  readonly code?: string;
  readonly day?: string;
}

export function asideRows(records: readonly BadRecord[]): AsideRow[] {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return records.map((record) =>
    known({ code: text(record.known.code), day: text(record.known.publishedOn) }),
  );
}

/** Whether a row of an issue that is missing on a day may be one that could not be read. */
export function isSpared(aside: readonly AsideRow[], code: string, day: string): boolean {
  return aside.some((row) => (row.code ?? code) === code && (row.day ?? day) === day);
}

/** Members whose row of a new day cannot be read stay members, as they were last known. */
export function standIn(
  book: MarginBook,
  before: Publication | undefined,
  day: string,
  aside: readonly AsideRow[],
): void {
  if (before === undefined || day <= before.day) return;
  const there = new Set(book.on(day).map(({ item }) => item.code));
  for (const [code, row] of before.members) {
    if (!there.has(code) && isSpared(aside, code, day))
      book.set({ item: book.newestVersion(row).item, standsOn: day });
  }
}
