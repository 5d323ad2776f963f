/** The pace of each forum: its comments in the last hour or ten minutes, or usually in the hour to come, whichever are most. */
import { dayMs, hourMs, minuteMs } from "../../lib/clock.ts";
import { storedCursor } from "../compare.ts";
import type { Pace, SourceState } from "../source.ts";
import { keptComments } from "./diff-code.ts";
import type { CommentsCursor } from "./poll-code.ts";

/** Days that are looked back at for what is usual at a time of day. */
const mostDays = 7;

/** A forum that begins to boil shows it soon. */
const soonMs = 10 * minuteMs;

/** @param at ms since 1970 */
export function pacesOf(state: SourceState, at: number): Pace[] {
  const watched = storedCursor<CommentsCursor>(state)?.watched ?? [];
  return watched.map((scope) => {
    const comments = state.page(scope, ["postedAt"], "", keptComments);
    const posted = comments.flatMap(([, postedAt]) =>
      typeof postedAt === "string" ? Date.parse(postedAt) : [],
    );
    return { scope, perHour: perHour(posted, at) };
  });
}

function perHour(posted: readonly number[], at: number): number {
  const within = (from: number, ms = hourMs) => posted.filter((one) => one > from && one <= from + ms).length;
  // A busy forum reaches back for hours alone, a quiet one for days.
  const oldest = Math.min(...posted);
  const days = Math.min(mostDays, Math.floor((at - oldest) / dayMs));
  const usual = Array.from({ length: Math.max(0, days) }, (_, day) => within(at - (day + 1) * dayMs));
  const mean = usual.reduce((sum, count) => sum + count, 0) / Math.max(1, usual.length);
  return Math.max(within(at - hourMs), (within(at - soonMs, soonMs) * hourMs) / soonMs, mean);
}
