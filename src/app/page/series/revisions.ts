/** What a series said before: its revisions as the log has them, and the values that were told first. */
import type { Event, Fields } from "../../../model/event.ts";
import { known } from "../../../model/fields.ts";
import type { SeriesRevision } from "../../../model/page/series.ts";

interface WrittenRevision {
  readonly period: string;
  readonly from: number;
  readonly to?: number;
}

/** Revisions in the order in which they were seen. */
export function revisionsOf(events: readonly Event[]): SeriesRevision[] {
  return events.flatMap(({ time, published, data }) =>
    writtenIn(data.now).map(({ period, from, to }) => known({ period, from, to, published, seen: time })),
  );
}

function writtenIn({ revisions }: Fields): readonly WrittenRevision[] {
  return Array.isArray(revisions) ? revisions : [];
}

/** The value that each revised period had first. */
export function firstValues(revisions: readonly SeriesRevision[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { period, from } of revisions) if (!first.has(period)) first.set(period, from);
  return first;
}

const starts: Readonly<Record<string, string>> = {
  ...{ H1: "01-01", H2: "07-01", Q1: "01-01", Q2: "04-01", Q3: "07-01", Q4: "10-01" },
};

/** The first day of a period such as 2026, 2026-H1, 2026-Q1, 2026-01 or 2026-01-05. */
export function firstDayOf(period: string): string {
  const [year = "", part, day] = period.split("-");
  if (day !== undefined) return period;
  if (part === undefined) return `${year}-01-01`;
  return `${year}-${starts[part] ?? `${part}-01`}`;
}
