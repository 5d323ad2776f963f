/**
 * Compares the answer of a poll with the stored state, or while the source is in quarantine with the state as it would
 * be after a release: a poll then finds what came since. Pure but for reading the state.
 */
import { Failure } from "../lib/failure.ts";
import type { CommitBatch, SourceWrite } from "../model/commit.ts";
import type { EventDraft } from "../model/event.ts";
import type { Diff, PartFailure, Polled, Source, SourceState } from "../sources/source.ts";
import type { House } from "./house.ts";
import { lookForLateness } from "./lateness.ts";
import { health, sourceNews } from "./outage.ts";
import type { Poll } from "./poll.ts";

/** Everything that a poll, or the monitor itself, wants to write. */
export interface Change {
  readonly drafts: readonly EventDraft[];
  readonly batch: Pick<CommitBatch, "source" | "failedMails" | "forget" | "withheld" | "damaged" | "meta">;
  /** The poll that it comes from, and what went wrong in it. */
  readonly poll?: Poll;
  readonly failure?: Failure;
  readonly compared?: Compared;
}

/** A compared poll: the news about the source itself, and the news from its service. */
interface Compared {
  readonly health: readonly EventDraft[];
  /** The source's differences, with the event of its baseline. */
  readonly diff: Diff;
}

export function diff(poll: Poll, house: House): Change {
  const { source } = poll.watched;
  const { state, outage } = {
    state: house.store.heldState(source.name),
    outage: house.store.outage(source.name),
  };
  const at = house.now();
  const time = new Date(at).toISOString();
  const compared = compare(source, poll.result, state);
  const failure = compared instanceof Failure ? compared : partFailure(compared.failures);
  const told = health(source.name, outage, failure, time);
  const published = compared instanceof Failure ? undefined : compared.diff.published;
  const late = lookForLateness(poll.watched, { at: house.timeOfDay(), published, failure }, house);
  const news = [...told.drafts, ...late.drafts];
  const facts = { name: source.name, outage: told.outage, attemptAt: at, ...late.write };
  if (compared instanceof Failure) {
    return {
      drafts: news,
      batch: { source: { ...facts, put: [], drop: [] } },
      poll,
      failure: compared,
    };
  }
  const { put, drop, cursor, baselined } = compared.diff;
  const write: SourceWrite = {
    ...facts,
    put,
    drop,
    cursor,
    successAt: at,
    ...(baselined ? { baselined: true } : {}),
  };
  const baseline = baselined ? [baselineNews(source.name, baselined, house)] : [];
  const drafts = [...baseline, ...compared.diff.drafts];
  return {
    // A baseline comes before all other events of a source.
    drafts: [...told.drafts, ...drafts, ...late.drafts],
    batch: { source: write },
    poll,
    compared: { health: news, diff: { ...compared.diff, drafts } },
    ...(failure ? { failure } : {}),
  };
}

/** Texts for each reason why a source begins anew. */
const anewWords = {
  damaged:
    "What was stored of it was damaged, so it begins anew: what came since its last poll is stored and not told.",
} as const;

function baselineNews(
  source: string,
  { items, scopes }: NonNullable<Diff["baselined"]>,
  house: House,
): EventDraft {
  const reason = house.store.baselinedAnew(source);
  const anew = reason === undefined ? {} : { reason, message: anewWords[reason] };
  return sourceNews("source.baselined", source, { items, scopes, ...anew });
}

interface Answered {
  readonly diff: Diff;
  readonly failures: readonly PartFailure[];
}

function compare(source: Source, result: Polled<unknown> | Failure, state: SourceState): Answered | Failure {
  if (result instanceof Failure) return result;
  try {
    return { diff: source.diff(result.answer, state), failures: result.failures };
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** The failure of some parts, told as one; undefined when there is none. */
function partFailure(failures: readonly PartFailure[]): Failure | undefined {
  const [first] = failures;
  if (first === undefined) return undefined;
  const { reason, status, retryAfterMs } = first.failure;
  const others = failures.length === 1 ? "" : ` (and ${failures.length - 1} more)`;
  return new Failure(reason, `${first.scope}: ${first.failure.message}${others}`, { status, retryAfterMs });
}
