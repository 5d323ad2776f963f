/**
 * The stage quarantine: decides what of the differences is told and written now. A mass rewrite is stored beside the
 * state instead, and one event tells of it, until a person decides or the service takes it back. One issue is corrected
 * on most days; hundreds at once are a service that changed how it writes its numbers, or broke.
 *
 * Whether a poll in parts is one is known with its last part. Until then its changes are stored beside the state, too;
 * then they become the quarantine, or leave it to be told. One that cannot be a mass rewrite, whatever its parts to come
 * hold, is told part by part.
 */
import { Failure } from "../lib/failure.ts";
import type { Steps } from "../lib/turns.ts";
import type { Hold, HoldFacts, SourceWrite, Withheld } from "../model/commit.ts";
import type { EventDraft } from "../model/event.ts";
import type { Diff } from "../sources/source.ts";
import { sourceNews } from "./change.ts";
import { type Compared, differences } from "./compare.ts";
import type { House } from "./house.ts";
import {
  type Details,
  details,
  isMass,
  massRewrite,
  type QuarantineLimits,
  type Rewrite,
  rewriteWords,
  rewrittenItems,
} from "./mass-rewrite.ts";
import { partOf, released } from "./quarantine-end.ts";

/** A compared poll with what of it goes into the log and the state now. */
export interface Admitted extends Compared {
  /** Events of the source. */
  readonly told: readonly EventDraft[];
  /** The news that a quarantine began or ended. */
  readonly news: readonly EventDraft[];
  /** The write of the source, but for how it is doing. */
  readonly write: Pick<SourceWrite, "put" | "drop" | "cursor" | "successAt" | "baselined" | "hold">;
  /** Rewrites of a quarantine that ended without telling them. */
  readonly withheld?: readonly Withheld[];
  /** Findings of the poll so far, for its next part. */
  readonly seen: Seen;
}

/** Counts over the parts of a poll. */
interface Seen {
  /** Whether a part came while the source was in quarantine, or left it: the rest is left to the next poll. */
  readonly isIdle: boolean;
  readonly covers: number | undefined;
  /** Items that were rewritten, in each part. */
  readonly rewritten: number;
  /** Items of the quarantine that have the values of before it again. */
  readonly returned: number;
  /** Items that differ from the state as it would be after a release. */
  readonly back: number;
  /** Items that differ from the state before the quarantine, and what that comparison covers. */
  readonly still: number;
  readonly stillCovers: number | undefined;
}

const nothingSeen: Seen = {
  isIdle: false,
  covers: undefined,
  rewritten: 0,
  returned: 0,
  back: 0,
  still: 0,
  stillCovers: undefined,
};

/**
 * Pure but for reading the quarantine. Takes as many turns as a second comparison does.
 * @param before findings of the parts before; undefined: this is the first
 */
export function* quarantine(compared: Compared, house: House, before?: Seen): Steps<Admitted> {
  const { at, diff, poll } = compared;
  const seen = before ?? nothingSeen;
  if (diff === undefined) return { ...compared, told: [], news: [], write: { put: [], drop: [] }, seen };
  const { source, quarantine: limits } = poll.watched;
  const { drafts, put, drop, cursor, baselined } = diff;
  const time = { successAt: at, ...(baselined ? { baselined: true as const } : {}) };
  const nothing = { ...compared, told: [], news: [], write: { ...time, put: [], drop: [] } };
  const kept = house.store.hold(source.name);
  if (kept?.stage === "held")
    return yield* whileHeld({ ...nothing, seen }, diff, kept, house, before === undefined);
  // A decision came before this part, or between two.
  if (seen.isIdle || (kept !== null && kept.stage !== "gathering"))
    return { ...nothing, seen: { ...seen, isIdle: true } };
  const rewritten = seen.rewritten + rewrittenItems(drafts).size;
  const now = { ...seen, covers: sum(seen.covers, diff.covers), rewritten };
  const toCome = poll.result instanceof Failure ? undefined : poll.result.toCome;
  const mayBeMass = toCome !== undefined && isMass(rewritten + toCome, now.covers, limits);
  if (kept !== null || mayBeMass) return gathered({ ...nothing, seen: now }, diff, kept, house);
  // What the parts of one change cover is said by its first part alone.
  const rewrite = toCome === undefined ? massRewrite(diff, limits, source.asides) : undefined;
  if (rewrite === undefined)
    return { ...compared, told: drafts, news: [], write: { ...time, put, drop, cursor }, seen: now };
  const since = new Date(at).toISOString();
  const hold = heldBy(rewrite, since);
  const news = [quarantinedNews(source.name, hold, rewrite)];
  return {
    ...nothing,
    news,
    write: { ...nothing.write, hold: { ...hold, drafts, put, drop, cursor } },
    seen: now,
  };
}

function heldBy(rewrite: Rewrite, since: string) {
  return { stage: "held" as const, since, items: rewrite.items, message: rewriteWords(rewrite) };
}

function quarantinedNews(name: string, { since, message }: HoldFacts, rewrite: Rewrite): EventDraft {
  const { items, fields, samples } = rewrite;
  return sourceNews("source.quarantined", name, {
    ...{ reason: "rewritten", message, since, items, fields, samples },
  });
}

/** Details of what was gathered so far; kept as the message of its hold. */
interface Gathering extends Details {
  readonly covers: number;
}

/** Keeps a part apart; with the last one it is known whether all of them are a mass rewrite. */
function gathered(nothing: Admitted, diff: Diff, kept: HoldFacts | null, house: House): Admitted {
  const { poll, at, seen } = nothing;
  const { source, quarantine: limits } = poll.watched;
  const { drafts, put, drop, cursor } = diff;
  const rewritten = [...rewrittenItems(drafts)];
  const isNew = (item: string) => kept === null || !house.store.isRewriteHeld(source.name, item);
  const before: Gathering = kept === null ? { covers: 0, fields: [], samples: [] } : JSON.parse(kept.message);
  const rewrite = {
    ...details(drafts, source.asides, before),
    items: (kept?.items ?? 0) + rewritten.filter(isNew).length,
    // The poll that goes on may see less than the one before it: a part of it that fails covers nothing.
    covers: Math.max(before.covers, seen.covers ?? 0),
  };
  const since = kept?.since ?? new Date(at).toISOString();
  const holding = (hold: Pick<Hold, "stage" | keyof HoldFacts>, news: readonly EventDraft[]): Admitted => ({
    ...nothing,
    news,
    write: { ...nothing.write, hold: { ...hold, drafts, put, drop, cursor } },
  });
  const { items, ...gathering } = rewrite;
  const facts = { since, items, message: JSON.stringify(gathering satisfies Gathering) };
  if (!isWhole(poll)) return holding({ ...facts, stage: "gathering" }, []);
  if (!isMass(items, rewrite.covers, limits)) return holding({ ...facts, stage: "told" }, []);
  const hold = heldBy(rewrite, since);
  return holding(hold, [quarantinedNews(source.name, hold, rewrite)]);
}

/** Whether no part of a poll is still to come. */
export function isWhole({ result }: Compared["poll"]): boolean {
  return result instanceof Failure || result.next === undefined;
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
}

/** Looks whether the service takes the rewrite back; nothing else of the poll is used. */
function* whileHeld(
  nothing: Admitted,
  diff: Diff,
  hold: HoldFacts,
  house: House,
  isFirst: boolean,
): Steps<Admitted> {
  const { poll } = nothing;
  const { name } = poll.watched.source;
  const idle = { ...nothing, seen: { ...nothing.seen, isIdle: true } };
  const isOnly = isFirst && isWhole(poll);
  if (isOnly && rewrittenItems(diff.drafts).size * 2 <= hold.items) return idle;
  const seen = yield* withReturned(idle, diff, house);
  // A decision came meanwhile.
  if (house.store.hold(name)?.stage !== "held") return idle;
  if (!isWhole(poll) || !isTakenBack(seen, hold, poll.watched.quarantine)) return { ...idle, seen };
  const { withheld, write } = partOf(name, "taken-back", hold, house.store);
  const news = [released(name, hold, "taken-back")];
  return { ...idle, seen, news, withheld, write: { ...idle.write, ...write } };
}

/** Compares the answer with the state before the rewrite, from which the next poll goes on if it is taken back. */
function* withReturned({ poll, seen }: Admitted, diff: Diff, { store }: House): Steps<Seen> {
  const { source } = poll.watched;
  if (poll.result instanceof Failure) return seen;
  const before = yield* differences(source, poll.result.answer, store.state(source.name));
  // An answer that contradicts that state is no way back.
  if (before instanceof Failure) return { ...seen, back: Number.NEGATIVE_INFINITY };
  const back = [...rewrittenItems(diff.drafts)];
  const still = rewrittenItems(before.drafts);
  const returned = back.filter((item) => !still.has(item) && store.isRewriteHeld(source.name, item));
  return {
    ...seen,
    returned: seen.returned + returned.length,
    back: seen.back + back.length,
    still: seen.still + still.size,
    stillCovers: sum(seen.stillCovers, before.covers),
  };
}

/**
 * Whether the service has the old values again: for more than half of the items, and with fewer items still rewritten
 * than a quarantine needs. Only values that the poll saw count: a day that is no longer read is not taken back.
 */
function isTakenBack(
  { back, returned, still, stillCovers }: Seen,
  { items }: HoldFacts,
  limits: QuarantineLimits,
): boolean {
  return back * 2 > items && returned * 2 > items && !isMass(still, stillCovers, limits);
}
