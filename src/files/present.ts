/** What stands now, for outputs that show it. */
import { stateOf } from "../alerts/answers/open-alerts.ts";
import type { Quieted } from "../alerts/policy.ts";
import type { AlertFacts } from "../model/alerts.ts";
import type { EventTypes } from "../model/event-types.ts";
import type { StandingAnswers, StandingDates } from "../model/standing.ts";
import { DamagedState, StoreError } from "../model/store-faults.ts";
import type { ItemNow, OpenAlertNow, Present } from "../outputs/output.ts";
import { isNewest, storedChange } from "../pipeline/standing/changes.ts";
import type { Store } from "../store/store.ts";

interface PresentParts extends AlertsNowParts {
  readonly store: Pick<Store, "alerts" | "log" | "state" | "walk">;
  /** Names of the sources that are watched. */
  readonly sources: readonly string[];
  readonly types: EventTypes;
  answers(source: string): StandingAnswers | undefined;
}

export function createPresent({ store, sources, types, answers, ...parts }: PresentParts): Present {
  const alertsNow = createAlertsNow({ ...parts, store });
  const typesOf = (name: string) =>
    [...types.known].filter(([, facts]) => facts.sources?.includes(name)).map(([type]) => type);
  const known = sources.map((name) => ({ name, types: typesOf(name) }));
  return {
    alerts: () => asFarAsReadable(alertsNow()),
    sources: () => known,
    items(source) {
      const own = answers(source);
      return asFarAsReadable(own === undefined ? [] : itemsNow(source, own, store));
    },
  };
}

/** Ends at what is damaged or cannot be read: whoever finds it next tells it. */
function* asFarAsReadable<One>(parts: Iterable<readonly One[]>): Generator<readonly One[], boolean> {
  try {
    yield* parts;
    return true;
  } catch (error) {
    if (!(error instanceof DamagedState) && !(error instanceof StoreError)) throw error;
    return false;
  }
}

// The items of a source as they stand now, in parts that take a few milliseconds each.

const readAtOnce = 50;
/** Several stored bodies may be of one item; sources with more items than this have one of each. */
const mostCompared = 2_000;

/** Gives an item again where a newer stored body of it comes behind an older one. */
function* itemsNow(
  source: string,
  answers: StandingAnswers,
  store: Pick<Store, "state" | "walk">,
): Generator<ItemNow[], void> {
  const given = new Map<string, StandingDates>();
  for (let after = { scope: "", key: "" }; ; ) {
    const { cursor } = store.state(source);
    // Before its baseline nothing of a source stands.
    if (cursor === undefined) return;
    const part = store.walk(source, after, readAtOnce);
    yield part.flatMap(({ body }) => {
      const change = storedChange(source, body, cursor, answers);
      if (change === undefined || !isNewest(change, given.get(change.key), answers)) return [];
      const { key, item } = change;
      given.delete(key);
      given.set(key, { occurred: item.occurred, published: item.published });
      if (given.size > mostCompared) given.delete(given.keys().next().value ?? "");
      return { ...item, key };
    });
    const last = part.at(-1);
    if (last === undefined || part.length < readAtOnce) return;
    after = last;
  }
}

// * The alerts that are open now, in parts that take a few milliseconds each. Whoever reads them at the same
// time shares what was read: after a restart hundreds of clients ask for a snapshot in the same second.

/** Episodes that are read at once to find their order, and those that are held against all silences. */
const orderedAtOnce = 500;
const heldAtOnce = 20;
/** Alerts that readers who are not at the same place share; a megabyte or two. */
const mostShared = 2_048;
/** A window may quiet an alert by time alone, and tells nothing. */
const longestSharedMs = 5_000;

interface AlertsNowParts {
  readonly store: Pick<Store, "alerts" | "log">;
  quietedNow(): QuietedBy;
  /** Time that passes, ms. */
  elapsed(): number;
}

/** What was read, with the moment and the head of the log before that: all that came since is on the log. */
interface Read<What> {
  readonly at: number;
  readonly head: number;
  readonly what: What;
}

/**
 * Makes what gives the open alerts, the one that began first first. One that ends meanwhile is left out; one that begins
 * is on the log.
 */
function createAlertsNow(parts: AlertsNowParts): () => Generator<OpenAlertNow[], void> {
  const { store, elapsed } = parts;
  const read = <What>(what: What): Read<What> => ({ at: elapsed(), head: store.log.head(), what });
  const serves = (known: Read<unknown> | undefined, head: number): boolean =>
    known !== undefined && known.head >= head && elapsed() - known.at < longestSharedMs;
  const recent = new Map<number, Read<OpenAlertNow | undefined>>();
  let ordering: Read<Ordering> | undefined;
  const orderFrom = (head: number): Ordering => {
    const known = serves(ordering, head) ? ordering : undefined;
    ordering = known ?? read(createOrdering(store.alerts));
    return ordering.what;
  };
  const shownAt = (first: number, key: string, head: number, quieted: QuietedBy): OpenAlertNow[] => {
    const known = recent.get(first);
    const shown =
      known !== undefined && serves(known, head) ? known : read(shownOf(first, key, quieted, store));
    if (shown !== known) {
      // Moved to the end: the first are those that were read longest ago.
      recent.delete(first);
      recent.set(first, shown);
      const [oldest] = recent.size > mostShared ? recent.keys() : [];
      if (oldest !== undefined) recent.delete(oldest);
    }
    return shown.what === undefined ? [] : [shown.what];
  };
  return function* alertsNow() {
    const head = store.log.head();
    const order = orderFrom(head);
    while (!order.isDone()) {
      order.goOn();
      yield [];
    }
    // The one that this began with, also where another one is made meanwhile.
    const { seqs, keys } = order.found();
    for (let at = 0; at < seqs.length; at += heldAtOnce) {
      const quieted = parts.quietedNow();
      yield [...seqs.subarray(at, at + heldAtOnce)].flatMap((first) =>
        shownAt(first, keys.get(first) ?? "", head, quieted),
      );
    }
  };
}

type QuietedBy = (facts: AlertFacts) => Quieted | undefined;

/** Finds the order of the open alerts, a part at each step, whoever asks for it. */
interface Ordering {
  isDone(): boolean;
  goOn(): void;
  /** Numbers of their first alerts in order, each with the key of its episode. */
  found(): { readonly seqs: Float64Array; readonly keys: ReadonlyMap<number, string> };
}

function createOrdering(alerts: Pick<Store["alerts"], "episodeSeqs">): Ordering {
  const keys = new Map<number, string>();
  let after: number | undefined = 0;
  let seqs: Float64Array | undefined;
  return {
    isDone: () => after === undefined,
    goOn() {
      if (after === undefined) return;
      const part = alerts.episodeSeqs(after, orderedAtOnce);
      for (const { key, seq } of part) keys.set(seq, key);
      after = part.length < orderedAtOnce ? undefined : part.at(-1)?.place;
    },
    found() {
      seqs ??= Float64Array.from(keys.keys()).sort();
      return { seqs, keys };
    },
  };
}

/** Undefined: it ended. */
function shownOf(
  first: number,
  key: string,
  quieted: QuietedBy,
  { alerts, log }: AlertsNowParts["store"],
): OpenAlertNow | undefined {
  const episode = alerts.state("episode", key);
  if (episode?.seq !== first) return undefined;
  const { id, facts, since, times, lastSeq, acknowledged } = episode;
  const [latest] = log.read(lastSeq - 1, 1);
  return {
    alert: id,
    ...{ rule: facts.rule, key: facts.key, severity: facts.severity, subject: facts.subject },
    state: stateOf(quieted(facts), acknowledged),
    since: new Date(since).toISOString(),
    times,
    seq: lastSeq,
    ...(latest?.seq === lastSeq && { latest }),
  };
}
