/**
 * The stage health: how a source is doing after a poll. It puts the change of the poll together, from what the stages
 * before found and the source's own news.
 */
import type { Failure } from "../lib/failure.ts";
import type { Outage } from "../model/commit.ts";
import type { EventDraft } from "../model/event.ts";
import type { PartFailure } from "../sources/source.ts";
import { type Change, sourceNews } from "./change.ts";
import { driftedNews, lookForDrift } from "./drift.ts";
import type { House } from "./house.ts";
import { lookForLateness } from "./lateness.ts";
import type { Admitted } from "./quarantine.ts";

/** Pure but for reading what was told before. */
export function health(admitted: Admitted, house: House): Change {
  const { poll, at, diff, failure, told, news, write, withheld } = admitted;
  const { name } = poll.watched.source;
  const drift = lookForDrift(admitted, house);
  const went = outageAfter(name, house.store.outage(name), { failure, drifted: drift.part }, at);
  const looked = { at: house.timeOfDay(), published: diff?.published, failure };
  const late = lookForLateness(poll.watched, looked, house);
  return {
    poll,
    ...(failure ? { failure } : {}),
    drafts: [...went.drafts, ...told, ...late.drafts, ...news, ...went.drift, ...drift.drafts],
    batch: {
      source: { name, outage: went.outage, attemptAt: at, ...late.write, ...write },
      ...(withheld ? { withheld } : {}),
      ...(drift.meta ? { meta: drift.meta } : {}),
    },
  };
}

export interface OutageAfter {
  readonly outage: Outage | null;
  /** The news that it began or ended. */
  readonly drafts: readonly EventDraft[];
  /** The news that it turned out to be drift. */
  readonly drift: readonly EventDraft[];
}

interface Went {
  readonly failure?: Failure | undefined;
  /** The part of the source whose answers drifted, if one did. */
  readonly drifted?: PartFailure | undefined;
}

/**
 * The outage after a poll, told once when it begins and once when it ends, however many polls fail in between. One that
 * turns out to be drift is told as such, once, and goes on under that name.
 *
 * @param before the outage that is on record, null when all was well
 * @param at ms since 1970
 */
export function outageAfter(
  source: string,
  before: Outage | null,
  { failure, drifted }: Went,
  at: number,
): OutageAfter {
  if (failure === undefined) {
    if (before === null) return { outage: null, drafts: [], drift: [] };
    const { since, reason } = before;
    return { outage: null, drafts: [sourceNews("source.recovered", source, { since, reason })], drift: [] };
  }
  const { reason, message } = failure;
  const now = before ?? { since: new Date(at).toISOString(), reason, message };
  const type = reason === "drifted" ? "source.drifted" : "source.failed";
  const drafts = before === null ? [sourceNews(type, source, { ...now })] : [];
  if (drifted === undefined || now.reason === "drifted") return { outage: now, drafts, drift: [] };
  const news = driftedNews(source, drifted, now.since);
  return { outage: { ...now, reason: "drifted", message: news.message }, drafts, drift: [news.draft] };
}
