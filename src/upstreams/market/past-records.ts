/** Rows of a call as records of the past: their names in it, and the moment from which the service showed each. */

import { createHash } from "node:crypto";
import { minuteMs } from "../../lib/clock.ts";
import { japanMoment, laterDay, weekdayAfter } from "../../model/dates.ts";
import type { HistoryRecord } from "../../model/history.ts";
import { fieldsKey } from "../record.ts";
import type { MarketCall, NamedCall } from "./call.ts";
import { marketSet, type WholeRow } from "./record-sets.ts";

/** Makes records of the rows of one piece, page by page. */
export type ToRecords = (rows: readonly WholeRow[]) => HistoryRecord[];

/**
 * @param asked the day that was asked for by itself: the service has its rows under it, whatever day they say
 * @param otherwise the day of rows that say none
 */
export function createPastRecords(
  { name, records, fields }: NamedCall,
  asked: string | undefined,
  otherwise = "",
): ToRecords {
  const isStock = fields.code?.type === "code";
  const rest = records.key.filter((field) => !(field === "code" && isStock) && !records.day?.includes(field));
  /** Digests of the rows: a file may have a million of them. */
  const given = new Map<string, string[]>();
  const dayOf = (row: WholeRow) => asked ?? rowDay(records, row) ?? textOf(row, ["date"]) ?? otherwise;

  /** Some services show two rows under one key: both are kept, a page that came twice is not. */
  const apart = (id: string, row: WholeRow): string => {
    const digest = createHash("sha1").update(JSON.stringify(row)).digest("base64");
    const others = given.get(id);
    if (others === undefined) {
      given.set(id, [digest]);
      return "";
    }
    const place = others.indexOf(digest);
    if (place === -1) others.push(digest);
    const number = place === -1 ? others.length : place + 1;
    return number === 1 ? "" : `/${number}`;
  };

  return (rows) =>
    rows.map((row) => {
      const day = dayOf(row);
      const subject = isStock && typeof row.code === "string" ? row.code : "";
      const own = fieldsKey(row, rest);
      return { set: marketSet(name), day, subject, name: own + apart(`${day} ${subject} ${own}`, row), row };
    });
}

/** The day under which the service has a row; undefined: it does not say. */
export function rowDay({ day }: MarketCall["records"], row: WholeRow): string | undefined {
  return textOf(row, day);
}

function textOf(row: WholeRow, fields: readonly string[] = []): string | undefined {
  for (const field of fields) {
    const value = row[field];
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** Time of the day, HH:MM or with seconds, in ms; undefined for another text. */
function timeMs(text: unknown): number | undefined {
  const [, hours, minutes] = (typeof text === "string" && /^(\d{1,2}):(\d{2})/.exec(text)) || [];
  return hours === undefined ? undefined : (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

/** Whether a call's records come through the day, each at a time that it says itself. */
export function comesThroughTheDay({ out, publishedTime }: MarketCall["records"]): boolean {
  return out === undefined && publishedTime !== undefined;
}

/**
 * Times of a day at which a call's records come, ms since its midnight in Japan; at midnight where nothing says more. None
 * where they come through the day.
 */
function outTimes(records: MarketCall["records"]): number[] {
  const { out = comesThroughTheDay(records) ? [] : ["00:00"] } = records;
  return out.flatMap((time) => timeMs(time) ?? []);
}

/** Moments (ms since 1970) at which the records of a day may come, on that day or the weekdays after it, oldest first. */
export function outMoments(records: MarketCall["records"], day: string): readonly number[] {
  const { outAfter = 0 } = records;
  const days = Array.from({ length: outAfter }, (_, before) => weekdayAfter(day, before + 1));
  return (outAfter === 0 ? [day] : days).flatMap((on) =>
    outTimes(records).map((time) => japanMoment(on, time)),
  );
}

/**
 * The moment (ms since 1970) from which the service shows a record: the first time of the call on the record's day that
 * is not before the record was published, as far as it says when; else on the last day on which it may have been.
 */
export function shownFrom({ records }: MarketCall, { day, row }: Pick<HistoryRecord, "day" | "row">): number {
  const { published, publishedTime, outAfter = 0 } = records;
  const said = published === undefined ? undefined : row[published];
  const on = typeof said === "string" ? laterDay(day, said) : weekdayAfter(day, outAfter);
  const own = on === said && publishedTime !== undefined ? (timeMs(row[publishedTime]) ?? 0) : 0;
  return japanMoment(on, outTimes(records).find((time) => time >= own) ?? own);
}
