/** The records of a listing one by one, so that one that cannot be read does not take the others with it. */
import { createHash } from "node:crypto";
import type { z } from "zod";
import type { BadRecord } from "../lib/misfit.ts";
import { type KnownNames, noteUnknownFields } from "./known-names.ts";
import { type Issue, misfitFailure, misfitOf } from "./misfits.ts";
import type { OddityCollector } from "./oddities.ts";
import { type Fields, readRecord } from "./record.ts";
import { isRecord } from "./shapes.ts";

export interface Listing<Row extends z.ZodType> {
  readonly schema: Row;
  /** What the records are made of. */
  readonly fields: Fields;
  readonly names: KnownNames;
  /** The call, for messages. */
  readonly where: string;
  /** Where the records stand in the answer. */
  readonly path: readonly string[];
  /** Our fields that tell one record from another; if not given, those that are required and no numbers. */
  readonly keys?: readonly string[];
  /** Every record is needed: none is set aside. */
  readonly whole?: boolean;
}

export interface RowReader<Row> {
  /** The records of one page that can be read. Throws a Failure where the page is beyond use. */
  page(rows: readonly unknown[]): Row[];
  /** After the last page. Throws a Failure where too many of all records cannot be read. */
  end(): void;
  /** What can be read of the records that were set aside. */
  readonly aside: readonly Readonly<Record<string, unknown>>[];
}

/** One bad record is an accident; more than one in a hundred are another interface. */
const mostShare = 0.01;

export function createRowReader<Row extends z.ZodType>(
  listing: Listing<Row>,
  oddities: OddityCollector | undefined,
): RowReader<z.output<Row>> {
  const { schema, names, where, path } = listing;
  const aside: Readonly<Record<string, unknown>>[] = [];
  let count = 0;
  let first: Grounds | undefined;

  return {
    page(rows) {
      const read: z.output<Row>[] = [];
      const bad: BadRow[] = [];
      for (const [index, row] of rows.entries()) {
        if (oddities) noteUnknownFields(row, names, { where, path: [...path, 0] }, oddities);
        const checked = schema.safeParse(row);
        if (checked.success) read.push(checked.data);
        else bad.push({ row, issues: checked.error.issues.map((issue) => within(issue, path, index)) });
      }
      count += rows.length;
      if (bad.length === 0) return read;
      first ??= { issues: bad.flatMap(({ issues }) => issues), answer: nested(path, rows) };
      if (!oddities || listing.whole) throw misfitFailure(first.issues, first.answer, where);
      for (const { row, issues } of bad) {
        const record = badRecord(row, misfitOf(issues, nested(path, rows), where), listing);
        aside.push(record.known);
        oddities.setAside(record);
      }
      // What began so badly need not be read to its end.
      if (aside.length > 1 && aside.length * 2 > count)
        throw misfitFailure(first.issues, first.answer, where);
      return read;
    },
    end() {
      const isTooMuch = aside.length === count || (aside.length > 1 && aside.length > count * mostShare);
      if (first && isTooMuch) throw misfitFailure(first.issues, first.answer, where);
    },
    aside,
  };
}

/** What a failure is made of. */
interface Grounds {
  readonly issues: readonly Issue[];
  readonly answer: unknown;
}

interface BadRow {
  readonly row: unknown;
  readonly issues: readonly Issue[];
}

function within({ message, path }: Issue, outer: readonly string[], index: number): Issue {
  return { message, path: [...outer, index, ...path] };
}

/** The answer as far as the path to its records goes. */
function nested(path: readonly string[], rows: readonly unknown[]): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), rows);
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
  return { id: createHash("sha256").update(facts).digest("hex").slice(0, 16), known, places, sample };
}

function keysOf(fields: Fields): string[] {
  return Object.entries(fields)
    .filter(([, { required, type }]) => required && type !== "number")
    .map(([name]) => name);
}
