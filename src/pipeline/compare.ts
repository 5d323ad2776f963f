/**
 * The stages poll and compare: asks a source once, and finds the differences between its answer and its state. While
 * the source is in quarantine that is the state as it would be after a release: a poll then finds what came since.
 */
import { catchError, EMPTY, expand, filter, from, map, type Observable, of, throwError } from "rxjs";
import { Failure } from "../lib/failure.ts";
import { isSteps, type Steps } from "../lib/turns.ts";
import type { BaselineReason } from "../model/commit.ts";
import type { EventDraft } from "../model/event.ts";
import type { Diff, PartFailure, Source, SourceState } from "../sources/source.ts";
import { type Poll, sourceNews } from "./change.ts";
import type { House } from "./house.ts";
import type { PollTick, Watched } from "./schedule.ts";

/**
 * Gives one Poll, or one for each part of it; nothing when the program stops meanwhile. Anything but a Failure is a bug
 * and goes through.
 */
export function poll(watched: Watched, tick: PollTick, house: House): Observable<Poll> {
  const { source } = watched;
  const state = house.store.heldState(source.name);
  const asked = askedNow(watched, tick, house);
  const { scopes } = tick;
  const context = { state, signal: house.signal, scopes, progress: progressOf(source.name, house) };
  const ask = <Answer>(asking: () => Promise<Answer>): Promise<Answer> => {
    const began = house.times?.elapsed() ?? 0;
    return asking().finally(() => house.times?.asked(source.name, house.times.elapsed() - began));
  };
  return from(ask(() => source.poll(context))).pipe(
    // A part is committed by the time expand asks for the next: nothing after it waits. If that could not be, or the
    // service asks for a pause, the rest waits too.
    expand((part) =>
      part?.next === undefined || !watched.pauses.allows(tick) ? EMPTY : from(ask(part.next)),
    ),
    filter((part) => part !== undefined),
    map((result): Poll => ({ watched, tick, result, ...(asked && { asked }) })),
    catchError((error: unknown) => {
      if (house.signal.aborted) return EMPTY;
      return error instanceof Failure ? of({ watched, tick, result: error }) : throwError(() => error);
    }),
  );
}

/**
 * The time of the poll, and of the last answer before it. While a part of the source fails, that part answered last before
 * the outage; of a source that is polled in parts, at the last poll by the schedule.
 */
function askedNow({ source, extra }: Watched, tick: PollTick, { store, now }: House): Poll["asked"] {
  const { at, intervalMs } = tick;
  const answeredAt = store.answeredAt(source.name);
  if (answeredAt === undefined) return undefined;
  const outage = store.outage(source.name);
  const whole = outage === null ? answeredAt : Date.parse(outage.since) - intervalMs;
  const all = extra !== undefined && source.paces !== undefined ? at - intervalMs : whole;
  return { since: Math.min(answeredAt, whole, all), askedAt: now() };
}

/** A poll that is done sooner tells nothing of its way. */
const progressEveryMs = 10_000;

function progressOf(source: string, { progress, now }: House): (at: string) => void {
  let told = now();
  return (at) => {
    const time = now();
    if (time < told + progressEveryMs) return;
    told = time;
    progress?.(source, at);
  };
}

export interface Compared {
  readonly poll: Poll;
  /** The time of everything that is written of the poll, ms since 1970. */
  readonly at: number;
  /** The differences, the event of a baseline first; undefined: there was nothing to compare. */
  readonly diff?: Diff;
  /** All that failed; a poll that failed whole is one part without a name. */
  readonly failures: readonly PartFailure[];
  /** Parts of which the service says that it does not know them, while it answered for others: they are no outage. */
  readonly unknown: readonly PartFailure[];
  /** All that failed, as one; absent: nothing did. */
  readonly failure?: Failure;
}

/** Compares step by step, since there may be much to compare. Pure but for reading the state. */
export function* compare(poll: Poll, house: House): Steps<Compared> {
  const { result, watched } = poll;
  const { source } = watched;
  const at = house.now();
  const diff =
    result instanceof Failure
      ? result
      : yield* differences(source, result.answer, house.store.heldState(source.name));
  if (result instanceof Failure || diff instanceof Failure) {
    const failure = diff as Failure;
    return { poll, at, failures: [{ scope: "", failure }], unknown: [], failure };
  }
  const failures = result.failures.filter((part) => !isUnknownCode(part));
  const unknown = result.failures.filter(isUnknownCode);
  const failure = partFailure(failures);
  const drafts = [...baselineNews(source.name, diff, house), ...diff.drafts];
  return { poll, at, diff: { ...diff, drafts }, failures, unknown, ...(failure ? { failure } : {}) };
}

/** The differences between an answer and a state, or the Failure of an answer that contradicts itself or the state. */
export function* differences(source: Source, answer: unknown, state: SourceState): Steps<Diff | Failure> {
  try {
    const diff = source.diff(answer, state);
    return isSteps(diff) ? yield* diff : diff;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function isUnknownCode({ failure }: PartFailure): boolean {
  return failure.reason === "unknown-code";
}

/** Texts for each reason why a source begins anew. */
const anewWords = {
  damaged:
    "Its stored data was damaged, so it starts again: changes since its last poll are stored without events.",
  origin:
    "Its data comes from another service now, so it starts beside what was stored before, which stays for that service: what is there now is stored without events.",
} as const satisfies Record<BaselineReason, string>;

function baselineNews(source: string, { baselined }: Diff, house: House): EventDraft[] {
  if (baselined === undefined) return [];
  const { items, scopes } = baselined;
  const reason = house.store.baselinedAnew(source);
  const anew = reason === undefined ? {} : { reason, message: anewWords[reason] };
  return [sourceNews("source.baselined", source, { items, scopes, ...anew })];
}

/** The failure of some parts, told as one; undefined when there is none. */
function partFailure(failures: readonly PartFailure[]): Failure | undefined {
  const [first] = failures;
  if (first === undefined) return undefined;
  const { reason, status, retryAfterMs } = first.failure;
  const others = failures.length === 1 ? "" : ` (and ${failures.length - 1} more)`;
  return new Failure(reason, `${first.scope}: ${first.failure.message}${others}`, { status, retryAfterMs });
}
