/**
 * The stage health: how a source is doing after a poll. It puts the change of the poll together, from what the stages
 * before found and the source's own news: failed and recovered, late, and drifted where its service sends something
 * else than its documents say.
 */
import type { Failure } from "../lib/failure.ts";
import type { Outage, PublicationFacts, SourceWrite } from "../model/commit.ts";
import { addDays, laterDay, type TradingCalendar } from "../model/dates.ts";
import type { EventDraft } from "../model/event.ts";
import type { PartFailure } from "../sources/source.ts";
import { type Change, sourceNews } from "./change.ts";
import { driftedNews, lookForDrift } from "./drift.ts";
import { type Due, firstPublished, lastPublication } from "./due.ts";
import type { House } from "./house.ts";
import type { Admitted } from "./quarantine.ts";
import type { Watched } from "./schedule.ts";

/** Pure but for reading what was told before. */
export function health(admitted: Admitted, house: House): Change {
  const { poll, at, diff, failure, told, news, write, withheld } = admitted;
  const { name } = poll.watched.source;
  const { part: drifted, drafts: strange, meta = {} } = lookForDrift(admitted, house);
  const before = house.store.outage(name);
  // Some parts that answer say nothing of those that failed.
  const isUnsaid = poll.tick.scopes !== undefined && failure === undefined;
  const went = isUnsaid
    ? { outage: before, drafts: [], drift: [] }
    : outageAfter(name, before, { failure, drifted }, at);
  const looked = { at: house.timeOfDay(), published: diff?.published, failure };
  const late = lookForLateness(poll.watched, looked, house);
  return {
    poll,
    ...(failure ? { failure } : {}),
    drafts: [...went.drafts, ...told, ...late.drafts, ...news, ...went.drift, ...strange],
    batch: {
      source: { name, outage: went.outage, attemptAt: at, ...late.write, ...write },
      ...(withheld ? { withheld } : {}),
      ...(Object.keys(meta).length > 0 ? { meta } : {}),
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

// Publications that have not come in time, each told once.

export interface Lateness {
  readonly drafts: EventDraft[];
  /** Facts to record from now on. */
  readonly facts: PublicationFacts;
}

/** Findings about the publications of a source. */
export interface Looked {
  /** ms since 1970. */
  readonly at: number;
  /** The newest day whose publication the poll saw; undefined: it saw none. */
  readonly published?: string | undefined;
  /** Failure of the poll. */
  readonly failure?: Pick<Failure, "message"> | undefined;
}

/**
 * A source whose polls fail is late like any other: nobody saw the publication. One that comes after all ends the
 * lateness in silence, since it tells of itself.
 * @param due undefined: nothing is ever due, but what was published is remembered
 */
export function lateness(
  source: string,
  before: PublicationFacts,
  { at, published, failure }: Looked,
  due: Due | undefined,
  calendar: TradingCalendar,
): Lateness {
  const facts = factsAfter(before, published, at, due, calendar);
  const late = due && lastPublication("lateAt", due, calendar, at);
  if (due === undefined || late === undefined) return { drafts: [], facts };
  const { day, from, dueAt } = late;
  if ((facts.published ?? "") >= from || (before.late?.day ?? "") >= day) return { drafts: [], facts };
  const since = new Date(dueAt).toISOString();
  const why = failure === undefined ? "" : `; it cannot be read: ${failure.message}`;
  const message = `the publication of ${day} was due at ${clockTime(due.timeMs)} and has not been seen${why}`;
  return {
    drafts: [{ ...sourceNews("source.late", source, { reason: "overdue", message, since }), occurred: day }],
    facts: { ...facts, late: { day, since } },
  };
}

/** The lateness of a watched source, with what there is to write of it: nothing where nothing changed. */
function lookForLateness(
  { source, due }: Pick<Watched, "source" | "due">,
  looked: Looked,
  house: Pick<House, "store" | "calendar">,
): { drafts: EventDraft[]; write: Pick<SourceWrite, "publication"> } {
  const before = house.store.publication(source.name);
  const { drafts, facts } = lateness(source.name, before, looked, due, house.calendar());
  const isSame = facts.published === before.published && facts.late?.day === before.late?.day;
  return { drafts, write: isSame ? {} : { publication: facts } };
}

/** Makes the change of a source that is late while it pauses, since it failed or its service asked for a pause. */
export function lateInPause(watched: Watched, house: House): Change | undefined {
  const { name } = watched.source;
  const outage = house.store.outage(name);
  const { drafts, write } = lookForLateness(
    watched,
    { at: house.timeOfDay(), failure: outage ?? undefined },
    house,
  );
  if (drafts.length === 0) return undefined;
  return { drafts, batch: { source: { name, put: [], drop: [], outage, ...write } } };
}

/** Publications are never unseen; a day that is far from come, as a simulated one may be, was none. */
function factsAfter(
  { published: before, late }: PublicationFacts,
  published: string | undefined,
  at: number,
  due: Due | undefined,
  calendar: TradingCalendar,
): PublicationFacts {
  const today = due?.zone.day(at);
  const isSound = (day: string) => today === undefined || day <= addDays(today, 1);
  const newest = [before ?? "", published ?? ""].filter(isSound).reduce(laterDay, "");
  return {
    ...(newest === "" ? {} : { published: newest }),
    ...(late === undefined || newest >= (due ? firstPublished(late.day, due, calendar) : late.day)
      ? {}
      : { late }),
  };
}

function clockTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(11, 16);
}
