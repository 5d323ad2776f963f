/** The one way to a service: its limits, and its pauses after refusals, remembered over restarts. */
import * as z from "zod";
import { type Clock, dayMs } from "../clock.ts";
import { Failure } from "../failure.ts";
import { currentLane } from "../turns.ts";
import { createLimiter } from "./limiter.ts";
import type { Places, WindowLimit } from "./window.ts";

/** The one way to a service, for everything in the process that asks it. */
export interface Gate {
  /**
   * Resolves when a request may start, however long that takes: no time-out runs meanwhile. Call the answer
   * once, with what the service answered, or with nothing where it did not. Rejects with a Failure: "rate-limited"
   * with `retryAfterMs` at once where the service wants to be left alone for longer than a moment.
   */
  enter(path: string, signal: AbortSignal | undefined): Promise<(answer?: Answered) => void>;
}

/** What a limit has left, for people. */
interface GateUsage {
  /** Ends of the paths of the calls that it is about, with spaces between them; "" for all. */
  readonly calls: string;
  /** Requests that may arrive within a window; undefined: there is no limit. */
  readonly requests?: number;
  readonly windowMs: number;
  /** Places that may not be free yet. */
  readonly taken: number;
  /** Time for which the service is left alone since it refused, ms; 0: it is not. */
  readonly pausedMs: number;
  /** Requests of a lane since the start. */
  asked(lane: string): number;
}

/** A gate that tells how it stands. */
export interface ToldGate extends Gate {
  usage(): readonly GateUsage[];
}

interface Answered {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
}

/** Storage of a gate for the next process. It never throws. */
export interface GateMemory {
  load(): string | undefined;
  save(text: string): void;
}

export interface GateOptions {
  /** For messages. */
  readonly service: string;
  readonly clock: Clock;
  readonly limit?: WindowLimit;
  readonly memory?: GateMemory;
  /** Time until somebody who is not in the background is expected; left out: it may be at any time. */
  readonly calmMs?: () => number;
}

/** A shorter pause is waited for; a longer one is for the caller, who has other things to do meanwhile. */
const patienceMs = 10_000;
/** The first pause after a refusal that says when to come back. */
const shortestAskedMs = 1_000;
/** The first one after a refusal that does not: limits are by the minute. */
const shortestUnaskedMs = 60_000;

/** Places that are free again so soon are not written down at every request: the next process waits them out. */
const shortWindowMs = 2_000;

const noLimit: WindowLimit = { requests: Number.POSITIVE_INFINITY, windowMs: 0 };

const remembered = z.object({
  refusals: z.int().min(0).max(1000),
  until: z.number(),
  /** Times at which requests arrived, and of those under way the times at which they started; earlier versions kept both as one. */
  taken: z.array(z.number()),
  underWay: z.array(z.number()).optional(),
});

export function createGate(options: GateOptions): ToldGate {
  const { service, clock, limit, memory } = options;
  const { requests, windowMs } = limit ?? noLimit;
  const isShort = windowMs <= shortWindowMs;
  const { refusals, limiter } = createLimits(options);
  const save = () => {
    const state = refusals.state();
    const until = state.until + clock.now() - clock.elapsed();
    const { arrived, underWay } = limiter.taken();
    memory?.save(JSON.stringify({ ...state, until, taken: arrived, underWay }));
  };

  const lanes = countLanes();
  const closed = (): Failure | undefined => {
    const retryAfterMs = refusals.waitMs(clock.elapsed());
    if (retryAfterMs <= patienceMs) return undefined;
    const message = `too many requests: ${service} is left alone for another ${Math.ceil(retryAfterMs / 1000)} s`;
    return new Failure("rate-limited", message, { retryAfterMs });
  };

  function hear(episode: number, { status, retryAfterMs }: Answered): void {
    if (status === 429 || (status === 503 && retryAfterMs !== undefined))
      refusals.refused(episode, clock.elapsed(), retryAfterMs);
    else if (status < 400 && refusals.refusing) refusals.served(episode);
    else return;
    save();
    const failure = closed();
    if (failure) limiter.refuse(failure);
  }

  return {
    usage() {
      const { arrived, underWay } = limiter.taken();
      const limits = Number.isFinite(requests) ? { requests } : {};
      const taken = arrived.filter((at) => at + windowMs > clock.now()).length + underWay.length;
      const pausedMs = refusals.waitMs(clock.elapsed());
      return [{ calls: "", ...limits, windowMs, taken, pausedMs, asked: lanes.asked }];
    },
    async enter(_path, signal) {
      const failure = closed();
      if (failure) throw failure;
      const arrived = await limiter.enter(lanes.enter(), signal);
      const { episode } = refusals;
      if (!isShort) save();
      let isOver = false;
      return (answer) => {
        if (isOver) return;
        isOver = true;
        if (answer) hear(episode, answer);
        arrived();
        // Once all are answered, the next process can know when each place is free again. What was cut off by the end
        // of this one has no answer, and there is nothing left to write to.
        if (answer && !isShort && limiter.taken().underWay.length === 0) save();
      };
    },
  };
}

/** Counts the requests of each lane. */
function countLanes() {
  const counts = new Map<string, number>();
  const asked = (lane: string) => counts.get(lane) ?? 0;
  return {
    asked,
    /** The lane of the work that calls, counted. */
    enter() {
      const lane = currentLane();
      counts.set(lane, asked(lane) + 1);
      return lane;
    },
  };
}

/** Pauses and places of a service, as the process before left them. */
function createLimits({ clock, limit, memory, calmMs }: GateOptions) {
  const { requests, windowMs } = limit ?? noLimit;
  const isShort = windowMs <= shortWindowMs;
  const earlier = read(memory?.load());
  const allTaken = () => ({ arrived: Array<number>(requests).fill(clock.now()), underWay: [] });
  // At least the time that one request has of its limit.
  const firstMs = {
    asked: Math.max(shortestAskedMs, windowMs / requests),
    unasked: Math.max(shortestUnaskedMs, windowMs / requests),
  };
  // Measured in the time that passes, and kept in that of day, which the next process knows as well.
  const sinceMs = clock.now() - clock.elapsed();
  const refusals = createRefusals(
    firstMs,
    clock.elapsed(),
    earlier && { ...earlier, until: earlier.until - sinceMs },
  );
  const limiter = createLimiter({
    clock,
    ...(limit ?? noLimit),
    ...(calmMs && { calmMs }),
    ...(memory && { earlier: limit && isShort ? allTaken() : placesOf(earlier) }),
    // While it only refuses, one request after another finds out whether that is over.
    holdMs: (underWay) =>
      refusals.refusing && underWay > 0 ? Number.POSITIVE_INFINITY : refusals.waitMs(clock.elapsed()),
  });
  return { refusals, limiter };
}

function placesOf(kept: z.output<typeof remembered> | undefined): Places {
  const { taken = [], underWay } = kept ?? {};
  return underWay === undefined ? { arrived: [], underWay: taken } : { arrived: taken, underWay };
}

function read(text: string | undefined): z.output<typeof remembered> | undefined {
  try {
    return remembered.safeParse(JSON.parse(text ?? "")).data;
  } catch {
    return undefined;
  }
}

/** The gate of a limit that some calls of a service have for themselves. */
interface OwnGate {
  /** Ends of the paths of these calls, such as "/fins/summary". */
  readonly ends: readonly string[];
  readonly gate: ToldGate;
  /** Whether what it counts does not count towards the limit that all share. */
  readonly isApart: boolean;
}

/** The gate of a service some of whose calls have limits of their own, beside the one that all share or in its place. */
export function createGateByPath(shared: ToldGate, own: readonly OwnGate[]): ToldGate {
  return {
    usage() {
      const ofCalls = own.flatMap(({ ends, gate }) =>
        gate.usage().map((one) => ({ ...one, calls: ends.join(" ") })),
      );
      return [...shared.usage(), ...ofCalls];
    },
    async enter(path, signal) {
      const first = own.find(({ ends }) => ends.some((end) => path.endsWith(end)));
      if (first?.isApart) return first.gate.enter(path, signal);
      // The rarer place first: waiting for it must not hold a place that another call could have.
      const leaveOwn = await first?.gate.enter(path, signal);
      try {
        const leave = await shared.enter(path, signal);
        return (answer) => {
          leave(answer);
          leaveOwn?.();
        };
      } catch (error) {
        leaveOwn?.();
        throw error;
      }
    },
  };
}

/** Pauses of a whole service that refused because it was asked too much. */
interface Refusals {
  /** Time until the service may be asked (one request at a time as long as it has only refused); 0: now. */
  waitMs(nowMs: number): number;
  /** Whether the last that it said was a refusal. */
  readonly refusing: boolean;
  /** Number that a request which starts now shows when it is answered. */
  readonly episode: number;
  refused(episode: number, nowMs: number, retryAfterMs: number | undefined): void;
  served(episode: number): void;
  state(): RefusalState;
}

/** For the next process. */
interface RefusalState {
  /** Number of refusals in a row. */
  readonly refusals: number;
  /** ms since 1970. */
  readonly until: number;
}

/** Going on far above the limit blocks an account for about five minutes: the third pause ends after that. */
const longestMs = 10 * 60_000;
/** A service that asks for more than a day has a wrong clock. */
const longestAskedMs = dayMs;

/**
 * The pause doubles at each refusal, up to ten minutes, from a first one that is longer where the service does not say
 * when to come back, and is never shorter than the service asks; what is served ends it. Requests that started before
 * the last refusal or its end say nothing new: ten under way at once are refused once.
 */
function createRefusals(
  firstMs: Readonly<Record<"asked" | "unasked", number>>,
  nowMs: number,
  earlier: RefusalState | undefined,
): Refusals {
  let refusals = earlier?.refusals ?? 0;
  let until = Math.min(earlier?.until ?? 0, nowMs + longestAskedMs);
  let episode = 0;
  return {
    // Never longer than the longest pause, also when the clock was set back.
    waitMs: (now) => Math.min(Math.max(0, until - now), longestAskedMs),
    get refusing() {
      return refusals > 0;
    },
    get episode() {
      return episode;
    },
    refused(begun, now, retryAfterMs) {
      const shortestMs = retryAfterMs === undefined ? firstMs.unasked : firstMs.asked;
      const ownMs = Math.min(shortestMs * 2 ** refusals, longestMs);
      until = Math.max(until, now + Math.min(retryAfterMs ?? 0, longestAskedMs));
      if (begun !== episode) return;
      until = Math.max(until, now + ownMs);
      refusals += 1;
      episode += 1;
    },
    served(begun) {
      if (begun !== episode || refusals === 0) return;
      refusals = 0;
      until = 0;
      episode += 1;
    },
    state: () => ({ refusals, until }),
  };
}
