/** What is measured of the time to notice: from the moment at which something appeared on its service to whoever is told. */
import { createDurations, type Measure } from "../lib/measure.ts";
import type { CommitBatch } from "../model/commit.ts";
import type { DeliveryNotes } from "../outputs/output.ts";

export interface NoticeMeasures extends DeliveryNotes {
  readonly measure: Measure;
  /** To be called with everything that was written. */
  committed(written: CommitBatch): void;
}

/** A person wants seconds; a schedule of hours is slow by choice. */
const bounds = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 900, 3_600];
/** Commits and messages that are waited for; of more than that the oldest are let go. */
const mostWaiting = 10_000;

/**
 * @param sources names of those that are watched
 * @param now the time of what is written, ms since 1970
 */
export function createNoticeMeasures(sources: readonly string[], now: () => number): NoticeMeasures {
  const durations = createDurations(
    {
      name: "yagura_notice_seconds",
      help: "Time from the moment at which something appeared on its service, for the first event of each poll: part schedule to the poll, answer to its answer, commit to the end of the commit, and from there to whoever is told, under the name of the output. Messages that wait for a group or an hour do not count.",
      labels: ["source", "part"],
    },
    bounds,
    sources.flatMap((source) => ["schedule", "answer", "commit"].map((part) => [source, part])),
  );
  const messages = createWaiting<{ readonly source: string; readonly at: number }>();
  let behind: { readonly seq: number; readonly source: string; readonly at: number }[] = [];
  return {
    measure: durations,
    committed({ sightings = [], entries, mails }) {
      const at = now();
      for (const { source, appearedAt, askedAt, answeredAt } of sightings) {
        const took = (part: string, ms: number) => durations.took([source, part], Math.max(0, ms));
        took("schedule", askedAt - appearedAt);
        took("answer", answeredAt - Math.max(appearedAt, askedAt));
        took("commit", at - answeredAt);
        for (const { messageId } of mails) messages.add(messageId, { source, at });
        behind = [...behind.slice(1 - mostWaiting), { seq: entries.at(-1)?.seq ?? 0, source, at }];
      }
    },
    sent(output, messageId) {
      const one = messages.take(messageId);
      if (one) durations.took([one.source, output], Math.max(0, now() - one.at));
    },
    reached(output, seq) {
      if (behind.length === 0) return;
      const at = now();
      for (const one of behind) if (one.seq <= seq) durations.took([one.source, output], at - one.at);
      behind = behind.filter((one) => one.seq > seq);
    },
  };
}

function createWaiting<One>() {
  const all = new Map<string, One>();
  return {
    add(key: string, one: One) {
      all.set(key, one);
      const [oldest] = all.keys();
      if (all.size > mostWaiting && oldest !== undefined) all.delete(oldest);
    },
    take(key: string): One | undefined {
      const one = all.get(key);
      all.delete(key);
      return one;
    },
  };
}
