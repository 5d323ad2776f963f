/** A source that watches a set of records: what it may say depends on the call that it is made from. */
import * as z from "zod";
import { didYouMean } from "../../lib/text/nearest.ts";
import { isDay } from "../../model/dates.ts";
import { isOnWatchlist, type OnWatchlist, onWatchlist, toleranceOf } from "../../settings/values.ts";
import { brokenRules, pairsApart } from "../../upstreams/market/parameter-rules.ts";
import { isNumeric } from "../../upstreams/record.ts";
import type { RecordParameter, RecordSet } from "../../upstreams/record-set.ts";
import { hasPublications } from "../../upstreams/record-set.ts";
import type { RecordSets } from "../../upstreams/record-sets.ts";
import { dated, undated } from "../settings.ts";

/** Names of the sources that say `from`; any other name is that of a built-in source or a mistake. */
export function recordSourceNames(sources: unknown): string[] {
  return Object.entries(mapOf(sources)).flatMap(([name, source]) => ("from" in mapOf(source) ? [name] : []));
}

/** The sets that there are, and names of those that are declared with mistakes: nothing is said of their sources. */
export interface KnownSets {
  readonly sets: RecordSets;
  readonly unread: readonly string[];
}

/** The form of one source, by what it says itself. */
export function recordSource(name: string, source: unknown, { sets, unread }: KnownSets) {
  const { from, query } = mapOf(source);
  const set = sets.get(String(from));
  if (unread.includes(String(from))) return z.looseObject({ from: z.string() });
  if (set === undefined)
    return z.looseObject({ from: z.string().superRefine(refuseUnknown([...sets.keys()])) });
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

export type RecordSourceSettings = z.output<ReturnType<typeof sourceOf>>;

function numericFields({ fields }: RecordSet): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (isNumeric(field) ? [name] : []));
}

function refuseUnknown(names: readonly string[]) {
  return (from: string, context: z.core.$RefinementCtx<string>): void => {
    const ending = names.find((name) => name.endsWith(`/${from.replace(/^\/+/, "")}`));
    const meant = ending === undefined ? didYouMean(from, names) : `did you mean \`${ending}\`?`;
    const suggestion = meant ?? "docs/sources.md lists them";
    context.addIssue({ code: "custom", message: `\`${from}\` is no set of records`, params: { suggestion } });
  };
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Each day of a parameter that takes one is a request of its own. */
const mostRequests = 30;
const mostWeekdays = 1_000;

/** @param written the query as it stands in the file */
export function recordQuery(set: RecordSet, written: Readonly<Record<string, unknown>>) {
  const shape = Object.fromEntries(
    set.parameters.map((parameter) => {
      const own = written[parameter.name];
      const value = parameter.isDay
        ? days(parameter.name, own)
        : texts(parameter, own, takesStocks(set, parameter));
      return [parameter.name, parameter.required ? value : value.optional()];
    }),
  );
  return queryOf(set, shape).prefault({});
}

/** All that recordQuery takes, whatever the file has; for schemas. */
function anyRecordQuery(set: RecordSet) {
  const { parameters } = set;
  const shape = parameters.map((parameter) => {
    const { name, about, isDay, isList, required } = parameter;
    const text = textOf(parameter);
    const list = [text, z.array(text).min(1)] as const;
    const stocks = takesStocks(set, parameter) ? z.union([...list, onWatchlist]) : z.union(list);
    const many = isList ? stocks : text;
    const value = isDay ? z.union([dayWord, weekdays(name, "last"), weekdays(name, "next")]) : many;
    return [name, (required ? value : value.optional()).describe(about)];
  });
  const query = queryOf(set, Object.fromEntries(shape));
  return parameters.some(({ required }) => required) ? query : query.prefault({});
}

function queryOf({ rules = [] }: RecordSet, shape: Readonly<Record<string, z.ZodType<Value | undefined>>>) {
  const pairs = pairsApart(rules).filter((pair) => pair.every((name) => name in shape));
  return z
    .strictObject(shape)
    .superRefine((query, context) => {
      const given = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, name]],
      );
      // What lacks is mostly a day, which a poll adds.
      const broken = brokenRules(rules, Object.fromEntries(given)).find(({ isLack }) => !isLack);
      if (broken !== undefined) context.addIssue({ code: "custom", message: broken.message });
    })
    .transform((query) => definedOnly(query))
    .meta(
      pairs.length === 0 ? {} : { not: { anyOf: pairs.map((required) => ({ required: [...required] })) } },
    );
}

function textOf(parameter: RecordParameter) {
  return z.string().superRefine((value, context) => {
    const message = parameter.problem(value);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
}

/** A parameter that takes the codes of stocks, one by one. */
function takesStocks({ service }: RecordSet, { name, isList }: RecordParameter): boolean {
  return service === "market" && name === "code" && isList;
}

/** One text, or a list of them where the file has one, or a watchlist. */
function texts(parameter: RecordParameter, written: unknown, takesWatchlist: boolean) {
  const text = textOf(parameter);
  if (takesWatchlist && isOnWatchlist(written)) return onWatchlist;
  return parameter.isList && Array.isArray(written) ? z.array(text).min(1) : text;
}

/** A word, a day, or the map that the file has. */
function days(name: string, written: unknown) {
  if (typeof written !== "object" || written === null) return dayWord;
  return "next" in written ? weekdays(name, "next") : weekdays(name, "last");
}

const dayWord = z
  .string()
  .refine((day) => day === "today" || day === "yesterday" || isDay(day), {
    error: "this takes today, yesterday, a day such as 2026-01-05, { last: 5 } or { next: 5 } weekdays",
  })
  .meta({ pattern: "^(today|yesterday|[0-9]{4}-[0-9]{2}-[0-9]{2})$", examples: ["today", "2026-01-05"] });

function weekdays<Which extends "last" | "next">(name: string, which: Which) {
  const most = name === "from" || name === "to" ? mostWeekdays : mostRequests;
  const count = z.int().min(1).max(most).describe(`the ${which} so many weekdays`);
  return z.strictObject({ [which]: count } as unknown as Record<Which, typeof count>);
}

type Value = string | readonly string[] | OnWatchlist | { readonly last: number } | { readonly next: number };

function definedOnly(query: Readonly<Record<string, Value | undefined>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
