/** The alerts of each rule with what people answered to them, read from the log. */
import { dayMs } from "../../lib/clock.ts";
import type { Acknowledgement, Rating } from "../../model/answer-items.ts";
import { type Event, type StoredEntry, seqOfId } from "../../model/event.ts";
import type { Alert } from "../../model/news-items.ts";
import type { AskedSpan } from "../../settings/span.ts";
import type { StoreReader } from "../../store/reader.ts";
import { addCount } from "../tally.ts";

export interface CountedAlert {
  readonly rule: string;
  readonly key: string;
  readonly subject: string;
  /** ms since 1970. */
  readonly at: number;
  /** seq of the event that it is about. */
  readonly cause: number;
  readonly isInSpan: boolean;
  readonly isTold: boolean;
  isAnswered: boolean;
  /** Absent: nobody said, or took it back. */
  worth?: "useful" | "not-useful" | undefined;
}

export interface CountedRule {
  /** Those before the span too, as far as the log is kept: what was useful then is not to be lost, either. */
  readonly alerts: CountedAlert[];
  /** Times from the first alert of an episode to its acknowledgement, ms. */
  readonly acknowledgedAfterMs: number[];
  /** Alerts within the span, by another rule that told of the same subject within the day before. */
  readonly repeats: Map<string, number>;
}

const pageSize = 2_000;

/** Reads the whole log, so that answers find alerts of before the span. */
export function countWorth(
  { log, alerts }: Pick<StoreReader, "log" | "alerts">,
  { from, to }: AskedSpan,
): ReadonlyMap<string, CountedRule> {
  const isTold = (seq: number) => alerts.ofAlert(seq).some(({ state }) => state !== "dropped");
  const counting = createCounting((seq, at) => at >= from && isTold(seq), from);
  const last = log.head();
  for (let after = log.oldest() - 1; after < last; ) {
    const page = log.read(after, Math.min(pageSize, last - after));
    for (const entry of page) if (entry.type.startsWith("alert.")) counting.take(entry, to);
    after = page.at(-1)?.seq ?? last;
  }
  return counting.rules();
}

function createCounting(isTold: (seq: number, at: number) => boolean, from: number) {
  const rules = new Map<string, CountedRule>();
  const bySeq = new Map<number, CountedAlert>();
  /** The latest alert of each rule and key, which an answer to their end is about. */
  const latest = new Map<string, CountedAlert>();
  const repeats = createRepeats(rules);
  const ruleOf = (name: string): CountedRule => {
    const known = rules.get(name) ?? { alerts: [], acknowledgedAfterMs: [], repeats: new Map() };
    rules.set(name, known);
    return known;
  };
  const takers: Readonly<Record<string, (event: Event, seq: number, at: number) => void>> = {
    "alert.fired": ({ subject, data }, seq, at) => {
      const { rule, key, cause } = data.now as unknown as Alert;
      const where = { isInSpan: at >= from, isTold: isTold(seq, at), isAnswered: false };
      const alert: CountedAlert = { rule, key, subject, at, cause: cause.seq, ...where };
      ruleOf(rule).alerts.push(alert);
      bySeq.set(seq, alert);
      latest.set(JSON.stringify([rule, key]), alert);
      repeats.take(alert);
    },
    "alert.resolved": ({ data }, seq) => {
      const { rule, key, why } = data.now as unknown as Alert;
      const alert = latest.get(JSON.stringify([rule, key]));
      if (alert === undefined) return;
      bySeq.set(seq, alert);
      if (why === "hand") alert.isAnswered = true;
    },
    "alert.acknowledged": ({ data }, _, at) => {
      const { rule, alert: id } = data.now as unknown as Acknowledgement;
      const alert = bySeq.get(seqOfId(id));
      if (alert === undefined) return;
      alert.isAnswered = true;
      if (alert.isInSpan) ruleOf(rule).acknowledgedAfterMs.push(at - alert.at);
    },
    "alert.rated": ({ data }) => {
      const { alert: id, worth } = data.now as unknown as Rating;
      const alert = bySeq.get(seqOfId(id));
      if (alert === undefined) return;
      alert.isAnswered = true;
      alert.worth = worth === "taken-back" ? undefined : worth;
    },
  };
  return {
    take({ seq, type, json }: StoredEntry, to: number): void {
      const event = JSON.parse(json) as Event;
      const at = Date.parse(event.time);
      if (at <= to || type !== "alert.fired") takers[type]?.(event, seq, at);
    },
    rules() {
      repeats.end();
      return rules;
    },
  };
}

/** Which rules tell of a subject that another one told of within the day before, or with the same commit. */
function createRepeats(rules: ReadonlyMap<string, CountedRule>) {
  const lastOf = new Map<string, Map<string, number>>();
  let together: CountedAlert[] = [];
  const end = () => {
    for (const { rule, subject, at } of together) {
      const last = lastOf.get(subject) ?? new Map<string, number>();
      lastOf.set(subject, last.set(rule, at));
    }
    for (const { rule, subject, at, isInSpan } of together) {
      if (!isInSpan) continue;
      for (const [other, then] of lastOf.get(subject) ?? [])
        if (other !== rule && at - then <= dayMs) addCount(rules.get(rule)?.repeats ?? new Map(), other);
    }
    together = [];
  };
  return {
    take(alert: CountedAlert): void {
      if (together[0] !== undefined && together[0].at !== alert.at) end();
      together.push(alert);
    },
    end,
  };
}
