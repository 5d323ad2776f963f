/**
 * News that a digest is due which comes also on a quiet day: what was read since the last one, how much of it is about
 * watched stocks, and how much was told. A shipped rule makes an alert of it, which goes the way of any other.
 */
import type { Policy } from "../../alerts/policy.ts";
import { type Clock, japanTime, minuteMs } from "../../lib/clock.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import { inJapanese } from "../../model/messages/in-japanese.ts";
import type { DigestDue } from "../../model/news-items.ts";
import { StoreError } from "../../model/store-faults.ts";
import { allWatched, type Watchlists } from "../../model/watchlists.ts";
import type { Change, Committed } from "../../pipeline/change.ts";
import type { Store } from "../../store/store.ts";

/** So long before a digest its news is told. */
const leadMs = minuteMs;
/** The longest wait at once: the clock may be set meanwhile. */
const longestMs = minuteMs;
const againMs = 5_000;
const metaKey = "digest.told";

export interface DigestNewsParts {
  readonly policy: Pick<Policy, "terms">;
  /** Receivers whose digests come always. */
  readonly receivers: readonly string[];
  /** Names of the watched sources. */
  readonly sources: readonly string[];
  readonly store: Pick<Store, "meta" | "publication" | "sources">;
  readonly clock: Pick<Clock, "now" | "after">;
  calendar(): TradingCalendar;
  watchlists(): Watchlists;
  /** Commits a change; throws a StoreError where that could not be written. */
  tell(change: Change): void;
}

export interface DigestNews {
  /** Takes note of a change, written or not. */
  report(committed: Committed): void;
  /** Begins to tell; the answer ends it. */
  start(): () => void;
}

interface Tally {
  readonly since: number;
  readonly polls: Map<string, { answered: number; failed: number }>;
  changes: number;
  watched: number;
  alerts: number;
  messages: number;
}

export function createDigestNews(parts: DigestNewsParts): DigestNews {
  const { policy, receivers, store, clock, calendar, tell } = parts;
  const begun = (): Tally => {
    return { since: clock.now(), polls: new Map(), changes: 0, watched: 0, alerts: 0, messages: 0 };
  };
  let tally = begun();
  let told = Number(store.meta.get(metaKey) ?? 0);
  const next = () => {
    const after = Math.max(clock.now(), told);
    const digests = receivers.flatMap((receiver) => {
      const digest = policy.terms(receiver).digest?.next(after, calendar());
      return digest === undefined ? [] : [{ receiver, at: digest.at }];
    });
    const at = Math.min(...digests.map((digest) => digest.at));
    return { at, receivers: digests.filter((digest) => digest.at === at).map(({ receiver }) => receiver) };
  };
  const tellOf = (due: ReturnType<typeof next>): boolean => {
    const now = itemOf(due, tally, parts);
    const meta = { [metaKey]: String(due.at) };
    try {
      tell({
        drafts: [{ type: "digest.due", source: "/digests", subject: "digest", data: { now } }],
        batch: { meta },
      });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return false;
    }
    told = due.at;
    tally = begun();
    return true;
  };
  // Where nobody wants it nothing is counted.
  if (receivers.length === 0) return { report: () => undefined, start: () => () => undefined };
  return {
    report: (committed) => count(committed, tally, parts.watchlists()),
    start() {
      let cancel = (): void => undefined;
      const look = (): void => {
        let due = next();
        const isToBeTold = due.at - leadMs <= clock.now();
        const isTold = isToBeTold && tellOf(due);
        if (isTold) due = next();
        const wait = due.at - leadMs - clock.now();
        cancel = clock.after(Math.min(longestMs, Math.max(wait, againMs)), look);
      };
      look();
      return () => cancel();
    },
  };
}

/** What was not written is found again by the next poll. */
function count(
  { change: { poll, failure }, written, error }: Committed,
  tally: Tally,
  watchlists: Watchlists,
) {
  if (poll !== undefined) {
    const { name } = poll.watched.source;
    const polls = tally.polls.get(name) ?? { answered: 0, failed: 0 };
    tally.polls.set(name, polls);
    if (failure === undefined && error === undefined) polls.answered += 1;
    else polls.failed += 1;
  }
  if (written === undefined) return;
  tally.messages += written.mails.length;
  const watched = allWatched(watchlists);
  for (const { event } of written.entries) {
    if (event.type === "alert.fired") tally.alerts += 1;
    if (!event.source.startsWith("/sources/") || event.type.startsWith("source.")) continue;
    tally.changes += 1;
    if (watched.has(event.subject)) tally.watched += 1;
  }
}

function itemOf(
  { receivers, at }: { readonly receivers: readonly string[]; readonly at: number },
  { polls, ...tally }: Tally,
  { sources, store }: DigestNewsParts,
): DigestDue {
  const answered = new Map(store.sources().map(({ name, successAt }) => [name, successAt]));
  const read = sources.map((source) => {
    const { published } = store.publication(source);
    const readAt = answered.get(source);
    return {
      ...{ source, answered: 0, failed: 0, ...polls.get(source) },
      ...(published !== undefined && { published }),
      ...(readAt !== undefined && { readAt: new Date(readAt).toISOString() }),
    };
  });
  const { since, changes, watched, alerts, messages } = tally;
  const sum = (key: "answered" | "failed") => read.reduce((all, one) => all + one[key], 0);
  const counts = { answered: sum("answered"), failed: sum("failed"), changes, watched, alerts, messages };
  const item = { ...counts, receivers: [...receivers], sources: read };
  const times = { since: new Date(since).toISOString(), at: new Date(at).toISOString() };
  const lines = linesOf({ ...item, ...times });
  const message = lines.join("\n");
  return { ...item, ...times, message, inJapanese: lines.map((line) => inJapanese(line) ?? line).join("\n") };
}

const minute = (iso: string) => japanTime(Date.parse(iso)).slice(0, 16);

/** Lines in the forms of which `digestMessages` has the pairs. */
function linesOf(counts: Omit<DigestDue, "message" | "inJapanese">): string[] {
  const { since, answered, failed, changes, watched, alerts, messages, sources } = counts;
  const told =
    messages === 0
      ? `No message was sent since ${minute(since)}${alerts === 0 ? ", and no rule fired" : ""}.`
      : `Alerts since ${minute(since)}: ${alerts}; messages sent: ${messages}.`;
  const read = sources.map(({ source, readAt, published, ...one }) => {
    const polls = `${source}: polls ${one.answered}, failed ${one.failed}`;
    const newest = published === undefined ? "" : `, newest publication ${published}`;
    return `${polls}${newest}, ${readAt === undefined ? "never read" : `last read ${minute(readAt)}`}`;
  });
  return [
    told,
    `Polls: ${answered}, failed: ${failed}. Changes: ${changes}, about your stocks: ${watched}.`,
    ...read,
  ];
}
