/** What a set of records is asked, checked before anything is sent. */
import * as z from "zod";
import { isDay } from "../model/dates.ts";
import type { RecordParameter, RecordSet } from "../upstreams/record-set.ts";

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
  return z
    .strictObject(shape)
    .refine((query) => query.date === undefined || (query.from ?? query.to) === undefined, {
      error: "a query takes either `date` or `from` and `to`",
    })
    .transform((query) => definedOnly(query))
    .prefault({});
}

/** One text, or a list of them where the file has one. */
function texts(parameter: RecordParameter, written: unknown) {
  const text = z.string().superRefine((value, context) => {
    const message = parameter.problem(value);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
  return parameter.isList && Array.isArray(written) ? z.array(text).min(1) : text;
}

/** A word, a day, or the map that the file has. */
function days(name: string, written: unknown) {
  const most = name === "date" ? mostRequests : mostWeekdays;
  const weekdays = z.int().min(1).max(most);
  if (typeof written === "object" && written !== null) {
    return "next" in written ? z.strictObject({ next: weekdays }) : z.strictObject({ last: weekdays });
  }
  const isWord = (day: string) => day === "today" || day === "yesterday" || isDay(day);
  return z.string().refine(isWord, {
    error: "this takes today, yesterday, a day such as 2026-01-05, { last: 5 } or { next: 5 } weekdays",
  });
}

type Value = string | readonly string[] | { readonly last: number } | { readonly next: number };

function definedOnly(query: Readonly<Record<string, Value | undefined>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
