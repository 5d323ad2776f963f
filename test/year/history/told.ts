/** Events of a log in a form in which those of a life and those of its past can be held against each other. */
import type { Event, LogEntry } from "../../../src/model/event.ts";

export interface Told {
  /** Minute in which it was told, ms since 1970: a poll takes seconds, which say nothing of what it found. */
  readonly at: number;
  readonly type: string;
  readonly subject: string;
  readonly published?: string | undefined;
  readonly occurred?: string | undefined;
  readonly now: Readonly<Record<string, unknown>>;
  readonly was?: Readonly<Record<string, unknown>> | undefined;
}

const minuteMs = 60_000;

export function minuteOf(time: string): number {
  return Math.floor(Date.parse(time) / minuteMs) * minuteMs;
}

/**
 * Everything but the alerts. An update of a series is taken apart into its periods, since which of them come together
 * depends on which were late.
 */
export function toldIn(log: readonly LogEntry[]): Told[] {
  return log.flatMap(({ event }) => {
    if (event.type.startsWith("alert.")) return [];
    const told = toldBy(event);
    return event.type === "statistics.series.updated" ? periodsOf(told) : [told];
  });
}

function toldBy({ time, type, subject, published, occurred, data }: Event): Told {
  const { now, was } = data as Pick<Told, "now" | "was">;
  return { at: minuteOf(time), type, subject, published, occurred, now, was };
}

function periodsOf({ at, type, subject, now }: Told): Told[] {
  const { added, name, unit, frequency, db, code } = now;
  const facts = { name, unit, frequency, db, code };
  return (added as readonly object[]).map((one) => ({ at, type, subject, now: { ...facts, ...one } }));
}

/** Lines in order, one an event, the same for the same events. */
export function linesOf(told: readonly Told[]): string[] {
  return told
    .map(({ at, type, subject, ...rest }) =>
      [new Date(at + japanMs).toISOString().slice(0, 16), type, subject, JSON.stringify(inOrder(rest))].join(
        " ",
      ),
    )
    .sort();
}

const japanMs = 9 * 3_600_000;

/** The same value with the keys of all its objects in order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, inOrder(one)]),
  );
}
