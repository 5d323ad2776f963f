/** The records of a listing one by one, so that one that cannot be read does not take the others with it. */
import { createHash } from "node:crypto";
import type { z } from "zod";
import type { BadRecord } from "../lib/failure.ts";
import {
  createOddities,
  isCode,
  isRecord,
  misfitFailure,
  misfitOf,
  type OddityCollector,
  type SchemaIssue,
  sampleOf,
  type Texts,
} from "./misfits.ts";
import { type FieldTable, noteUnknownFields, readRecord, type WireNames } from "./record.ts";

export interface Listing<Row extends z.ZodType> {
  readonly schema: Row;
  /** Fields of the records. */
  readonly fields: FieldTable;
  readonly names: WireNames;
  /** The call, for messages. */
  readonly where: string;
  /** Path of the records in the answer. */
  readonly path: readonly string[];
  /** Our fields that tell one record from another; if not given, those that are required and no numbers. */
  readonly keys?: readonly string[];
  /** Every record is needed: none is set aside. */
  readonly whole?: boolean;
  /** Owner of the texts; by default anybody. */
  readonly texts?: Texts;
}

export interface RowReader<Row> {
  /** The records of one page that can be read. Throws a Failure where the page is beyond use. */
  page(rows: readonly unknown[]): Row[];
  /**
   * A page whose rows come one by one. It counts when it ends; another may begin in its place. With `give`, which
   * gets each record that can be read at once, none is kept.
   */
  begin(give?: (row: Row) => void): PageReader<Row>;
  /** After the last page. Throws a Failure where too many of all records cannot be read. */
  end(): void;
  /** Readable fields of the records that were set aside. */
  readonly aside: readonly Readonly<Record<string, unknown>>[];
}

interface PageReader<Row> {
  /** Never throws. */
  take(row: unknown): void;
  /** The records that can be read and were not given away. Throws a Failure where the page is beyond use. */
  end(): Row[];
}

/** One bad record is an accident; more than one in a hundred are another interface, unless people wrote what is bad. */
const mostShare = 0.01;

/** A page that begins with so many bad rows, most of all so far, is read no further: it may be tens of megabytes. */
const mostBad = 1_000;

export function createRowReader<Row extends z.ZodType>(
  listing: Listing<Row>,
  oddities: OddityCollector | undefined,
): RowReader<z.output<Row>> {
  const { where } = listing;
  const aside: Readonly<Record<string, unknown>>[] = [];
  let count = 0;
  /** Bad rows whose form is wrong; a slip in what a person wrote is none of these. */
  let misfits = 0;
  let first: Grounds | undefined;

  const setAside = (bad: readonly BadRow[]): void => {
    if (bad.length === 0) return;
    first ??= groundsOf(bad, listing);
    if (!oddities || listing.whole) throw failureOf(first, where);
    for (const one of bad) {
      const { issues, answer, sample } = groundsOf([one], listing);
      const record = badRecord(one.row, misfitOf(issues, answer, where, sample), listing);
      aside.push(record.known);
      if (!isSlip(one, listing)) misfits += 1;
      oddities.setAside(record);
    }
    // An answer that began so badly need not be read to its end.
    if (aside.length > 1 && aside.length * 2 > count) throw failureOf(first, where);
  };

  const begin = (give?: (row: z.output<Row>) => void): PageReader<z.output<Row>> => {
    const rows = createPage(listing, oddities !== undefined, count, give);
    return {
      take: rows.take,
      end() {
        oddities?.take(rows.odd);
        count += rows.count();
        setAside(rows.bad);
        return rows.read;
      },
    };
  };

  return {
    begin,
    page(rows) {
      const page = begin();
      rows.forEach(page.take);
      return page.end();
    },
    end() {
      const isTooMuch = aside.length === count || (misfits > 1 && misfits > count * mostShare);
      if (first && isTooMuch) throw failureOf(first, where);
    },
    aside,
  };
}

/** Collects the records of one page, after so many rows on the pages before it. */
function createPage<Row extends z.ZodType>(
  { schema, names, where, path }: Listing<Row>,
  looksForOddities: boolean,
  earlier: number,
  give: ((row: z.output<Row>) => void) | undefined,
) {
  const read: z.output<Row>[] = [];
  const keep = give ?? ((row: z.output<Row>) => void read.push(row));
  const bad: BadRow[] = [];
  const odd = createOddities();
  const at = { where, path: [...path, 0] };
  let count = 0;
  return {
    read,
    bad,
    odd,
    count: () => count,
    take(row: unknown): void {
      if (bad.length >= mostBad && bad.length * 2 > earlier + count) return;
      if (looksForOddities) noteUnknownFields(row, names, at, odd);
      const checked = schema.safeParse(row);
      if (checked.success) keep(checked.data);
      else bad.push({ row, issues: checked.error.issues, index: count });
      count += 1;
    },
  };
}

/** Parts of a failure. */
interface Grounds {
  readonly issues: readonly SchemaIssue[];
  readonly answer: unknown;
  /** The first of the records. */
  readonly sample: string;
}

const failureOf = ({ issues, answer, sample }: Grounds, where: string) =>
  misfitFailure(issues, answer, where, sample);

interface BadRow {
  readonly row: unknown;
  /** Its place in the page. */
  readonly index: number;
  readonly issues: readonly SchemaIssue[];
}

/** Whether nothing is wrong with a row but texts that people wrote. */
function isSlip({ row, issues }: BadRow, { fields }: Pick<Listing<z.ZodType>, "fields">): boolean {
  const names = Object.values(fields).flatMap(({ byHand, wire }) => (byHand ? wire : []));
  return issues.every(
    ({ path: [at] }) =>
      names.some(({ name }) => name === at) && isRecord(row) && typeof row[String(at)] === "string",
  );
}

/** The answer holds nothing but these rows, in their places. */
function groundsOf(
  bad: readonly BadRow[],
  { path, texts }: Pick<Listing<z.ZodType>, "path" | "texts">,
): Grounds {
  const rows: unknown[] = [];
  for (const { row, index } of bad) rows[index] = row;
  const answer = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), rows);
  const issues = bad.flatMap((one) =>
    one.issues.map((issue) => ({ message: issue.message, path: [...path, one.index, ...issue.path] })),
  );
  const names = bad[0]?.issues.map((issue) => String(issue.path[0])) ?? [];
  return { issues, answer, sample: sampleOf(bad[0]?.row, names, texts) };
}

function badRecord(
  row: unknown,
  { places, sample }: Pick<BadRecord, "places" | "sample">,
  { fields, keys = keysOf(fields), where }: Pick<Listing<z.ZodType>, "fields" | "keys" | "where">,
): BadRecord {
  const known: Readonly<Record<string, unknown>> = isRecord(row)
    ? readRecord(fields, row, { addIssue: () => {} })
    : {};
  const named = keys.map((key) => known[key] ?? null);
  const rest = named.some((key) => key !== null) ? "" : sample;
  const facts = JSON.stringify([where, places.map(({ path }) => path), named, rest]);
  const id = createHash("sha256").update(facts).digest("hex").slice(0, 16);
  return { id, name: nameOf(known, keys), known, places, sample };
}

/** Its code where it has one, else what tells it from others and is no text that somebody wrote. */
function nameOf(known: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  const texts = ["code", ...keys].map((key) => known[key]).map((value) => String(value ?? ""));
  return texts.find((text, at) => isCode(text) && (at === 0 || /^[\d-]+$/.test(text)));
}

function keysOf(fields: FieldTable): string[] {
  return Object.entries(fields)
    .filter(([, { required, type }]) => required && type !== "number")
    .map(([name]) => name);
}
