/**
 * The alerts that are open now, in parts that take a few milliseconds each. Whoever reads them at the same time shares
 * what was read: after a restart hundreds of clients ask for a snapshot in the same second.
 */
import { stateOf } from "../../alerts/answers/open-alerts.ts";
import type { OpenAlertNow } from "../../outputs/present.ts";
import type { Store } from "../../store/store.ts";
import type { Answering } from "../answers/answering.ts";

/** Episodes that are read at once to find their order, and those that are held against all silences. */
const orderedAtOnce = 500;
const heldAtOnce = 20;
/** Alerts that readers who are not at the same place share; a megabyte or two. */
const mostShared = 2_048;
/** A window may quiet an alert by time alone, and tells nothing. */
const longestSharedMs = 5_000;

export interface AlertsNowParts {
  readonly store: Pick<Store, "alerts" | "log">;
  readonly quietedNow: Answering["quietedNow"];
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
export function createAlertsNow(parts: AlertsNowParts): () => Generator<OpenAlertNow[], void> {
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
  const shownAt = (first: number, key: string, head: number, quieted: Quieted): OpenAlertNow[] => {
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

type Quieted = ReturnType<Answering["quietedNow"]>;

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
  quieted: Quieted,
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
