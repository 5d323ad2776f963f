/**
 * When a source is polled: its schedule, less closed days, thinned out while nothing is due; its pauses; and the polls
 * that a person asks for.
 */
import {
  concat,
  defer,
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  merge,
  type Observable,
  Subject,
  tap,
} from "rxjs";
import type { Clock } from "../lib/clock.ts";
import { cronTicks$, momentTicks$, type Tick } from "../lib/cron.ts";
import { jstDay, type TradingCalendar } from "../model/dates.ts";
import type { Pace, Source } from "../sources/source.ts";
import { type Due, isAwaited, nextLate } from "./due.ts";
import type { LikelySpan } from "./likely-polls.ts";
import type { QuarantineLimits } from "./mass-rewrite.ts";

/** A moment to poll; one of the schedule polls the whole source. */
export interface PollTick extends Tick {
  /** The parts to poll; absent: all. */
  readonly scopes?: readonly string[];
}

/** A source with its schedule. */
export interface Watched {
  readonly source: Source;
  readonly ticks$: Observable<PollTick>;
  readonly pauses: Pauses;
  readonly polls: Polls;
  readonly quarantine: QuarantineLimits;
  /** Due times of its publications; absent: they have none. */
  readonly due?: Due | undefined;
  /** Polls beside the schedule; absent: there are none. */
  readonly extra?: Extra | undefined;
}

/** A poll beside the schedule (ms since 1970), and why it is made then: what came at that time before, or the parts that are busy. */
export type ExtraPoll = { readonly at: number } & (
  | { readonly span: LikelySpan }
  | { readonly paces: readonly Pace[] }
);

/** Extra polls of a source, at times at which something is likely to come. */
export interface Extra {
  /** Their ticks, beside those of the schedule. */
  ticks$(scheduled$: Observable<Tick>): Observable<PollTick>;
  /** The first one after a moment, ms since 1970; undefined: none is in sight. */
  next(after: number): ExtraPoll | undefined;
  /** Requests of one poll, by the limits of its service; none where nothing is likely at a moment. */
  demand(at: number): readonly number[];
}

/** The schedule of a source: six cron fields in an IANA time zone, on which days, and the due times of its publications. */
export interface Schedule {
  readonly schedule: string;
  readonly timezone: string;
  readonly on?: "trading-days" | undefined;
  readonly due?: Due | undefined;
}

interface Surroundings {
  readonly clock: Clock;
  calendar(): TradingCalendar;
  /** The newest day whose publication was seen. */
  published(): string | undefined;
  /** Whether its last poll was in vain. */
  isFailing(): boolean;
}

/** A pause after a poll at the last moment before a publication is late. */
const lateIntervalMs = 60_000;

/**
 * The first tick, at once, is always used: a start on a Saturday learns what there is. With a due time there is one
 * more tick at the moment at which a publication becomes late, whatever the schedule says, so that it is told then.
 */
export function scheduledTicks$(
  { schedule, timezone, on, due }: Schedule,
  { clock, calendar, published, isFailing }: Surroundings,
): Observable<Tick> {
  const isOpen = ({ at }: Tick) => on === undefined || calendar().isTradingDay(jstDay(at));
  const cron$ = cronTicks$(schedule, timezone, clock).pipe(
    filter((tick, index) => index === 0 || isOpen(tick)),
  );
  if (due === undefined) return cron$;
  const late$ = momentTicks$((after) => nextLate(due, calendar(), after), lateIntervalMs, clock);
  let usedAt: number | undefined;
  return merge(cron$, late$).pipe(
    filter((tick) =>
      isTickUsed(tick, usedAt, isFailing() || isAwaited(due, calendar(), tick.at, published())),
    ),
    tap(({ elapsed }) => {
      usedAt = elapsed;
    }),
  );
}

/** Time between two polls while nothing is awaited. */
export const sparseMs = 30 * 60_000;

/** Timers are a little early or late; a tick due after half an hour is not another one away. */
const slackMs = 1_000;

/**
 * Whether a tick of a source with a due time is used. While nothing is awaited one in half an hour is, so that
 * corrections are found; after that every one, and every one of a source that fails.
 * @param usedAt when the last one was, by the time that passes; undefined: none was yet
 */
export function isTickUsed({ elapsed }: Tick, usedAt: number | undefined, isAwaited: boolean): boolean {
  return isAwaited || usedAt === undefined || elapsed - usedAt >= sparseMs - slackMs;
}

const longestMs = 10 * 60_000;

/** Part of an interval by which a tick may be late. */
const timerSlack = 0.25;

/** Pauses of a failing source. */
export interface Pauses {
  allows(tick: Tick): boolean;
  /** Whether its last poll was in vain. */
  isFailing(): boolean;
  /** Time that is left of a pause at a moment of the time that passes, ms; 0: there is none. */
  leftMs(elapsed: number): number;
  /** Time that is left of a pause that the service asked for, ms; 0: it asked for none. */
  askedMs(elapsed: number): number;
  /**
   * Its own interval, doubled at each failure up to ten minutes, but never the next tick of an interval that is longer;
   * more only where the service asks. A poll of some parts that failed delays none of the schedule.
   */
  failed(tick: PollTick, retryAfterMs?: number): void;
  succeeded(): void;
  /** Ends its own pause; what the service asked for stays. */
  lift(): void;
}

export function createPauses(): Pauses {
  const none = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let ownUntil = none;
  let askedUntil = none;
  const leftMs = (until: number, elapsed: number) => Math.max(0, until - elapsed);
  return {
    // A timer may be a little early.
    allows: ({ elapsed }) => elapsed >= Math.max(ownUntil, askedUntil - 100),
    isFailing: () => failures > 0,
    leftMs: (elapsed) => leftMs(Math.max(ownUntil, askedUntil), elapsed),
    askedMs: (elapsed) => leftMs(askedUntil, elapsed),
    failed({ elapsed, intervalMs, scopes }, retryAfterMs = 0) {
      ownUntil = scopes ? none : elapsed + ownPauseMs(intervalMs, failures);
      askedUntil = retryAfterMs > 0 ? elapsed + retryAfterMs : none;
      failures += 1;
    },
    succeeded() {
      failures = 0;
      ownUntil = none;
      askedUntil = none;
    },
    lift() {
      failures = 0;
      ownUntil = none;
    },
  };
}

/**
 * A pause lasts for whole intervals, less a part of one: a tick that is late must not cost the one at which the pause
 * ends. Of an interval of ten minutes and more no tick is left out, even the first one after a start between two.
 */
function ownPauseMs(intervalMs: number, failures: number): number {
  if (intervalMs >= longestMs) return 1;
  const most = Math.max(1, Math.floor(longestMs / intervalMs));
  const intervals = Math.min(2 ** failures, most);
  return Math.max(1, (intervals - timerSlack) * intervalMs);
}

/** The polls of one source: whether one is under way, and those that a person asks for beside the schedule. */
export interface Polls {
  /** Ticks that a person asks for. */
  readonly asked$: Observable<Tick>;
  isUnderWay(): boolean;
  /**
   * Polls one at a time and passes on their changes. A tick that comes during a poll is dropped, but for the last one of the
   * schedule during a poll of some parts: it is taken next.
   */
  run<Change>(ticks$: Observable<PollTick>, poll: (tick: PollTick) => Observable<Change>): Observable<Change>;
  /**
   * Makes a poll at a moment; resolves once it is over, and everything of it committed. Undefined: there is none, since
   * one is under way or the source pauses.
   */
  ask(moment: Pick<Tick, "at" | "elapsed">): Promise<void> | undefined;
}

/** For a source that no tick came of yet. */
const usualIntervalMs = 60_000;

export function createPolls(): Polls {
  const asked$ = new Subject<Tick>();
  let underWay: Promise<void> | undefined;
  let intervalMs = usualIntervalMs;
  const during = <Change>(tick: PollTick, poll$: Observable<Change>): Observable<Change> =>
    defer(() => {
      // A person's tick has no interval of its own: pauses go by that of the schedule.
      intervalMs = tick.intervalMs;
      let end = () => {};
      underWay = new Promise((resolve) => {
        end = resolve;
      });
      return poll$.pipe(
        finalize(() => {
          underWay = undefined;
          end();
        }),
      );
    });
  return {
    asked$,
    isUnderWay: () => underWay !== undefined,
    run: (ticks$, poll) =>
      defer(() => {
        let missed: PollTick | undefined;
        return ticks$.pipe(
          tap((tick) => {
            if (tick.scopes === undefined) missed = tick;
          }),
          exhaustMap((tick) => {
            missed = undefined;
            const next$ = defer(() => (tick.scopes && missed ? poll(missed) : EMPTY));
            return during(tick, concat(poll(tick), next$));
          }),
        );
      }),
    ask(moment) {
      if (underWay !== undefined) return undefined;
      asked$.next({ ...moment, intervalMs });
      return underWay;
    },
  };
}
