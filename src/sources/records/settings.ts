/** A source that watches a set of records: what it may say depends on the call that it is made from. */
import * as z from "zod";
import { didYouMean } from "../../lib/text/nearest.ts";
import { toleranceOf } from "../../settings/tolerance.ts";
import { isNumeric } from "../../upstreams/record-item.ts";
import type { RecordSet } from "../../upstreams/record-set.ts";
import { hasPublications, recordSets } from "../../upstreams/record-sets.ts";
import { dated, undated } from "../settings.ts";
import { anyRecordQuery, recordQuery } from "./query.ts";

/** Names of the sources that say `from`; any other name is that of a built-in source or a mistake. */
export function recordSourceNames(sources: unknown): string[] {
  return Object.entries(mapOf(sources)).flatMap(([name, source]) => ("from" in mapOf(source) ? [name] : []));
}

/** The form of one source, by what it says itself. */
export function recordSource(name: string, source: unknown) {
  const { from, query } = mapOf(source);
  const set = recordSets.get(String(from));
  if (set === undefined) return z.looseObject({ from: z.string().superRefine(refuseUnknown) });
  return sourceOf(set, recordQuery(set, mapOf(query))).refine(() => sourceNameForm.test(name), {
    error: "a source's name has up to 50 small letters, digits and -",
  });
}

export const sourceNameForm = /^[a-z0-9][a-z0-9-]{0,49}$/;

/** All forms of a source that is made from a set, whatever the file has; for schemas. */
export function anyRecordSource(set: RecordSet) {
  return sourceOf(set, anyRecordQuery(set)).describe(set.about);
}

function sourceOf(set: RecordSet, query: z.ZodType<z.output<ReturnType<typeof recordQuery>>>) {
  const fields = Object.keys(set.fields);
  const field = z.enum(fields).meta({ id: `${set.from}/field` });
  return z
    .strictObject({
      ...(hasPublications(set) ? dated : undated),
      from: z.literal(set.from).describe("service and call that the records come from"),
      key: z
        .array(field)
        .min(1)
        .default([...set.key])
        .describe("fields that identify a record"),
      compare: z
        .array(field)
        .min(1)
        .optional()
        .describe("fields whose changes are news; changes of other fields are not"),
      tolerance: toleranceOf(numericFields(set)),
      query: query.describe("parameters of the call"),
    })
    .transform(({ key, compare, ...rest }) => ({
      ...rest,
      key,
      compare: compare ?? fields.filter((field) => !key.includes(field) && !set.asides?.includes(field)),
    }));
}

export type RecordSource = z.output<ReturnType<typeof sourceOf>>;

function numericFields({ fields }: RecordSet): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (isNumeric(field) ? [name] : []));
}

function refuseUnknown(from: string, context: z.core.$RefinementCtx<string>): void {
  const names = [...recordSets.keys()];
  const ending = names.find((name) => name.endsWith(`/${from.replace(/^\/+/, "")}`));
  const meant = ending === undefined ? didYouMean(from, names) : `did you mean \`${ending}\`?`;
  const suggestion = meant ?? "docs/sources.md lists them";
  context.addIssue({ code: "custom", message: `\`${from}\` is no set of records`, params: { suggestion } });
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
