/** Extra polls of a source, within its share of the plan: what they cost is measured, and what the plan has left is asked. */
import { filter, map, switchMap } from "rxjs";
import type { Clock } from "../lib/clock.ts";
import { minuteMs } from "../lib/clock.ts";
import { createCronTimes, momentTicks$ } from "../lib/cron.ts";
import type { ToldGate } from "../lib/http/gate.ts";
import type { TradingCalendar } from "../model/dates.ts";
import type { Appearance } from "../model/sighting.ts";
import {
  createWrittenAround,
  extraIntervalMs,
  isAhead,
  isLikelyAt,
  type Likely,
  nextExtra,
  type PollCost,
} from "../pipeline/likely-polls.ts";
import type { Extra, Schedule } from "../pipeline/schedule.ts";
import type { Source } from "../sources/source.ts";

interface ExtraParts {
  readonly schedule: Schedule & { readonly zone: Likely["zone"] };
  /** Share of the plan, 0 to 1, for all sources of the service together. */
  readonly share: number;
  /** Requests that polls of the other sources take of each limit now. */
  others(at: number): readonly (readonly number[])[];
  readonly clock: Clock;
  readonly gate: Pick<ToldGate, "usage">;
  calendar(): TradingCalendar;
  /** The last publications that were seen, the latest first. */
  seen(): readonly Appearance[];
  /** The newest day whose publication was seen. */
  published(): string | undefined;
  isFailing(): boolean;
}

/** Stands where each tick gets its own. */
const usualIntervalMs = minuteMs;

/**
 * The source whose polls are counted, and its extra polls. None is made before a poll was measured, while the source fails
 * or its service pauses, once the publication has come, or where the last minute, whoever asked, leaves too little of the
 * share.
 */
export function withExtraPolls(source: Source, parts: ExtraParts): { source: Source; extra: Extra } {
  const { schedule, share, clock, calendar } = parts;
  const counting = countPolls(source, parts.gate);
  const written = createWrittenAround(createCronTimes(schedule.schedule, schedule.timezone));
  const known = () => ({
    ...{ zone: schedule.zone, due: schedule.due, seen: parts.seen() },
    isOpen: (day: string) => schedule.on === undefined || calendar().isTradingDay(day),
  });
  const next = (after: number) => {
    const intervalMs = intervalNow(counting, share, parts.others(clock.now()));
    return nextExtra({ ...known(), written, intervalMs }, after);
  };
  const isWanted = (at: number) => isAhead(schedule.due, calendar(), at, parts.published());
  const stepAt = (at: number) => {
    const around = written(at);
    return around === undefined ? 0 : around.to - around.from;
  };
  return {
    source: counting.source,
    extra: {
      // Each tick of the schedule plans them anew: what is known has grown.
      ticks$: (scheduled$) =>
        scheduled$.pipe(
          switchMap(() => momentTicks$((after) => next(after)?.at, usualIntervalMs, clock)),
          filter(({ at }) => !parts.isFailing() && isWanted(at) && hasRoom(counting, share)),
          // A source that fails pauses by its written schedule.
          map((tick) => ({ ...tick, intervalMs: stepAt(tick.at) })),
        ),
      demand: (at) => (isWanted(at) && isLikelyAt(known(), at) ? (counting.costs() ?? []) : []),
      next(after) {
        const found = next(after);
        return found !== undefined && isWanted(found.at) ? found : undefined;
      },
    },
  };
}

/** The limits of a service as they are now, and what polls of a source take of each. */
interface Counting {
  /** The source, its polls counted. */
  readonly source: Source;
  /** Requests of the last poll that was answered, by limit; undefined: there was none yet. */
  costs(): readonly number[] | undefined;
  limits(): readonly (PollCost & { readonly taken: number; readonly pausedMs: number })[];
}

function countPolls(source: Source, gate: Pick<ToldGate, "usage">): Counting {
  const asked = () => gate.usage().map((limit) => limit.asked(source.name));
  let costs: readonly number[] | undefined;
  return {
    costs: () => costs,
    limits: () =>
      gate.usage().map(({ requests = Number.POSITIVE_INFINITY, windowMs, taken, pausedMs }, at) => ({
        ...{ requests, windowMs, taken, pausedMs, cost: costs?.[at] ?? 0 },
      })),
    source: {
      ...source,
      async poll(context) {
        const before = asked();
        const polled = await source.poll(context);
        costs = asked().map((count, at) => count - (before[at] ?? 0));
        return polled;
      },
    },
  };
}

/** @param others what polls of the other sources take of each limit now */
function intervalNow(
  { costs, limits }: Counting,
  share: number,
  others: readonly (readonly number[])[],
): number {
  // One that takes more than the share at once would never have room.
  const isTooLarge = limits().some(({ cost, requests }) => cost > share * requests);
  if (costs() === undefined || isTooLarge) return Number.POSITIVE_INFINITY;
  const all = limits().map((limit, at) => {
    const theirs = others.reduce((sum, demand) => sum + (demand[at] ?? 0), 0);
    return { ...limit, cost: limit.cost === 0 ? 0 : limit.cost + theirs };
  });
  return extraIntervalMs(all, share);
}

function hasRoom({ limits }: Counting, share: number): boolean {
  return limits().every(
    ({ cost, requests, taken, pausedMs }) =>
      cost === 0 || (pausedMs === 0 && taken + cost <= share * requests),
  );
}
