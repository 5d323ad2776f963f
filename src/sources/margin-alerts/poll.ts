import { Failure } from "../../lib/failure.ts";
import type { MarketClient } from "../../upstreams/market/records.ts";
import { daysToRead } from "../days-to-read.ts";
import { isShrunk } from "../shrunk.ts";
import type { PollContext } from "../source.ts";
import { storedCursor, storedItems } from "../stored.ts";
import type { NameOf } from "./names.ts";
import { type Row, toRow } from "./row.ts";

export interface MarginCursor {
  /** The newest publication; absent: none was seen yet. */
  readonly publication?: string;
  /** The last day that was read. */
  readonly readTo: string;
}

/** What was published on each day that was read, oldest first. */
export interface MarginAnswer {
  readonly days: readonly { readonly day: string; readonly rows: readonly Row[] }[];
}

/** Reads the days one after another; throws a Failure when one of them cannot be read whole. */
export async function poll(
  client: MarketClient,
  today: string,
  readNames: (signal: AbortSignal) => Promise<NameOf>,
  { state, signal }: PollContext,
): Promise<MarginAnswer> {
  const known = [...storedItems<Row>(state, "").values()];
  const answers = [];
  for (const day of daysToRead(today, storedCursor<MarginCursor>(state)?.readTo)) {
    const records = await client.marginAlerts({ date: day }, signal);
    const stray = records.find(({ publishedOn }) => publishedOn !== day);
    if (stray !== undefined) {
      throw new Failure("malformed", `asked for ${day}, got a row published on ${stray.publishedOn}`);
    }
    const before = known.filter(({ item }) => item.publishedOn === day).length;
    if (isShrunk(before, records.length)) {
      throw new Failure("incomplete", `${day} had ${before} rows and now has ${records.length}`);
    }
    answers.push({ day, records });
  }
  const nameOf: NameOf = answers.some(({ records }) => records.length > 0)
    ? await readNames(signal)
    : () => undefined;
  return {
    days: answers.map(({ day, records }) => ({
      day,
      rows: records.map((record) => toRow(record, nameOf(record.code))),
    })),
  };
}
