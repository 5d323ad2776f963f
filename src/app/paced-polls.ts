/**
 * Extra polls of the busy parts of a source whose service names no limit: at most a share of the requests that the written
 * schedule makes, so that nobody is asked much more often than the settings say.
 */
import { filter, map, switchMap } from "rxjs";
import { type Clock, minuteMs } from "../lib/clock.ts";
import { createCronTimes, momentTicks$, type Tick } from "../lib/cron.ts";
import type { ToldGate } from "../lib/http/gate.ts";
import { jstDay, type TradingCalendar } from "../model/dates.ts";
import { createWrittenAround } from "../pipeline/likely-polls.ts";
import { type PacedPoll, pacedMoments, pacedPolls } from "../pipeline/paced-polls.ts";
import type { Extra, Schedule } from "../pipeline/schedule.ts";
import type { Source, SourceState } from "../sources/source.ts";

interface PacedParts {
  readonly schedule: Omit<Schedule, "due">;
  /** Share of the requests of the written schedule, 0 to 1. */
  readonly share: number;
  readonly clock: Clock;
  readonly gate: Pick<ToldGate, "usage">;
  calendar(): TradingCalendar;
  state(): SourceState;
  isFailing(): boolean;
}

/** Stands where each tick gets its own. */
const usualIntervalMs = minuteMs;

/**
 * The source, the requests of its extra polls counted, and these polls. Pages with which one of them caught up are taken
 * from the next ones. None is made while the source fails or its service asks for a pause.
 */
export function withPacedPolls(
  source: Source & Required<Pick<Source, "paces">>,
  parts: PacedParts,
): { source: Source; extra: Extra } {
  const { schedule, share, clock, calendar, gate } = parts;
  const around = createWrittenAround(createCronTimes(schedule.schedule, schedule.timezone));
  const asked = () => gate.usage().reduce((sum, limit) => sum + limit.asked(source.name), 0);
  let [from, left] = [0, 0];
  const momentsAt = (at: number) => {
    const written = around(at);
    const isOpen = schedule.on === undefined || calendar().isTradingDay(jstDay(at));
    return written !== undefined && isOpen ? pacedMoments(written) : [];
  };
  let known: { readonly moment: number; readonly polls: readonly PacedPoll[] } | undefined;
  /** The polls between the two of the schedule around a moment, as they were planned at the last moment for one. */
  const pollsAt = (at: number) => {
    const [written, moments] = [around(at), momentsAt(at)];
    if (written === undefined || moments.length === 0) return [];
    const moment = moments.findLast((one) => one <= at) ?? written.from;
    if (known?.moment === moment) return known.polls;
    const paces = source.paces(parts.state(), at);
    const requests = Math.floor(share * paces.length);
    if (from !== written.from) [from, left] = [written.from, Math.min(0, left) + requests];
    known = { moment, polls: pacedPolls(paces, written, requests) };
    return known.polls;
  };
  const nextMoment = (after: number) => momentsAt(after).find((at) => at > after);
  /** Who is busy then is known then. */
  const tickOf = (tick: Tick) => {
    const written = around(tick.at);
    const moment = momentsAt(tick.at).findLast((at) => at <= tick.at);
    const poll = pollsAt(tick.at).find(({ at }) => at === moment);
    const scopes = poll?.paces.slice(0, Math.max(0, left)).map(({ scope }) => scope) ?? [];
    return { ...tick, scopes, intervalMs: written === undefined ? 0 : written.to - written.from };
  };
  return {
    source: {
      ...source,
      poll(context) {
        const before = asked();
        return source.poll(context).finally(() => {
          if (context.scopes !== undefined) left -= asked() - before;
        });
      },
    },
    extra: {
      ticks$: (scheduled$) =>
        scheduled$.pipe(
          switchMap(() => momentTicks$(nextMoment, usualIntervalMs, clock)),
          map(tickOf),
          filter(({ scopes }) => scopes.length > 0 && !parts.isFailing()),
          filter(() => gate.usage().every(({ pausedMs }) => pausedMs === 0)),
        ),
      demand: () => [],
      next: (after) => pollsAt(after).find(({ at }) => at > after),
    },
  };
}
