/** The query of a set of records, checked before anything is sent. */
import * as z from "zod";
import { isDay } from "../../model/dates.ts";
import type { RecordParameter, RecordSet } from "../../upstreams/record-set.ts";

/** Each day of `date` is a request of its own. */
const mostRequests = 30;
const mostWeekdays = 1_000;

/** @param written the query as it stands in the file */
export function recordQuery({ parameters }: RecordSet, written: Readonly<Record<string, unknown>>) {
  const shape = Object.fromEntries(
    parameters.map((parameter) => {
      const own = written[parameter.name];
      const value = parameter.isDay ? days(parameter.name, own) : texts(parameter, own);
      return [parameter.name, parameter.required ? value : value.optional()];
    }),
  );
  return queryOf(shape).prefault({});
}

/** All that recordQuery takes, whatever the file has; for schemas. */
export function anyRecordQuery({ parameters }: RecordSet) {
  const shape = parameters.map((parameter) => {
    const { name, about, isDay, isList, required } = parameter;
    const text = textOf(parameter);
    const many = isList ? z.union([text, z.array(text).min(1)]) : text;
    const value = isDay ? z.union([dayWord, weekdays(name, "last"), weekdays(name, "next")]) : many;
    return [name, (required ? value : value.optional()).describe(about)];
  });
  const query = queryOf(Object.fromEntries(shape));
  return parameters.some(({ required }) => required) ? query : query.prefault({});
}

function queryOf(shape: Readonly<Record<string, z.ZodType<Value | undefined>>>) {
  return z
    .strictObject(shape)
    .refine((query) => query.date === undefined || (query.from ?? query.to) === undefined, {
      error: "a query takes either `date` or `from` and `to`",
    })
    .transform((query) => definedOnly(query))
    .meta({ not: { required: ["date"], anyOf: [{ required: ["from"] }, { required: ["to"] }] } });
}

function textOf(parameter: RecordParameter) {
  return z.string().superRefine((value, context) => {
    const message = parameter.problem(value);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
}

/** One text, or a list of them where the file has one. */
function texts(parameter: RecordParameter, written: unknown) {
  const text = textOf(parameter);
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
  const most = name === "date" ? mostRequests : mostWeekdays;
  const count = z.int().min(1).max(most).describe(`the ${which} so many weekdays`);
  return z.strictObject({ [which]: count } as unknown as Record<Which, typeof count>);
}

type Value = string | readonly string[] | { readonly last: number } | { readonly next: number };

function definedOnly(query: Readonly<Record<string, Value | undefined>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
