/** The alerts that are open now, in parts that take a few milliseconds each. */
import { stateOf } from "../../alerts/answers/open-alerts.ts";
import type { Episode } from "../../model/alerts.ts";
import type { OpenAlertNow } from "../../outputs/present.ts";
import type { Store } from "../../store/store.ts";
import type { Answering } from "../answers/answering.ts";

/** Episodes that are read at once to find their order, and those that are held against all silences. */
const readAtOnce = 50;
const heldAtOnce = 20;

export interface AlertsNowParts {
  readonly store: Pick<Store, "alerts" | "log">;
  readonly quietedNow: Answering["quietedNow"];
}

/** Gives the one that began first first. One that ends meanwhile is left out; one that begins is on the log. */
export function* alertsNow({ store, quietedNow }: AlertsNowParts): Generator<OpenAlertNow[], void> {
  const keys = new Map<number, string>();
  for (let after = 0; ; ) {
    const part = store.alerts.episodesAfter(after, readAtOnce);
    for (const { key, body } of part) keys.set(body.seq, key);
    yield [];
    const last = part.at(-1);
    if (last === undefined || part.length < readAtOnce) break;
    after = last.place;
  }
  const order = Float64Array.from(keys.keys()).sort();
  for (let at = 0; at < order.length; at += heldAtOnce) {
    const quieted = quietedNow();
    yield [...order.subarray(at, at + heldAtOnce)].flatMap((first) => {
      const episode = store.alerts.state("episode", keys.get(first) ?? "");
      if (episode?.seq !== first) return [];
      return shown(episode, stateOf(quieted(episode.facts), episode.acknowledged), store);
    });
  }
}

function shown(
  { id, facts, since, times, lastSeq }: Episode,
  state: OpenAlertNow["state"],
  { log }: AlertsNowParts["store"],
): OpenAlertNow {
  const [latest] = log.read(lastSeq - 1, 1);
  return {
    ...{
      alert: id,
      ...{ rule: facts.rule, key: facts.key, severity: facts.severity, subject: facts.subject },
      state,
      since: new Date(since).toISOString(),
      times,
      seq: lastSeq,
    },
    ...(latest?.seq === lastSeq && { latest }),
  };
}
