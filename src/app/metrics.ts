/** The text of /metrics, in the format of Prometheus. */
import type { Measure } from "../outputs/output.ts";
import type { Committed } from "../pipeline/commit.ts";

export interface Metrics {
  report(committed: Committed): void;
  /** A rule was stopped this often since it would have taken too long. */
  overran(rule: string, times: number): void;
  /** From now on these are told as well. */
  add(measures: readonly Measure[]): void;
  text(): Promise<string>;
}

export interface Measured {
  head(): number;
  /** Whether the last write to the database went well. */
  writable(): boolean;
}

/** Figures under one name: each value behind its labels, which are empty or in braces. */
interface Family extends Omit<Measure, "read"> {
  read(): Iterable<readonly [labels: string, value: number]>;
}

export function createMetrics({ head, writable }: Measured): Metrics {
  const polls = createTally(
    "yagura_polls_total",
    "Polls by source and result: ok, or the reason of the failure.",
  );
  const events = createTally("yagura_events_total", "Events committed to the log by type, alerts apart.");
  const overruns = createTally(
    "yagura_rule_overruns_total",
    "Events that a rule was stopped at since it would have taken too long; it did not match.",
  );
  let unwritten = 0;
  const families: Family[] = [
    polls.family,
    events.family,
    familyOf({
      name: "yagura_unwritten_total",
      help: "Changes that the database did not take; they are found again by the next poll.",
      kind: "counter",
      read: () => unwritten,
    }),
    overruns.family,
    familyOf({ name: "yagura_log_seq", help: "The last seq on the log.", kind: "gauge", read: head }),
    familyOf({
      name: "yagura_database_writable",
      help: "1, or 0 while the database cannot be written.",
      kind: "gauge",
      read: () => (writable() ? 1 : 0),
    }),
  ];
  return {
    report({ change, error }) {
      if (error) {
        unwritten += 1;
        return;
      }
      if (change.poll)
        polls.count({ source: change.poll.watched.source.name, result: change.failure?.reason ?? "ok" });
      for (const { type } of change.drafts) events.count({ type });
    },
    overran: (rule, times) => overruns.count({ rule }, times),
    add: (measures) => void families.push(...measures.map(familyOf)),
    text: async () => families.map(textOf).join("\n"),
  };
}

/** A counter for each combination of labels that came. */
function createTally(name: string, help: string) {
  const counts = new Map<string, number>();
  return {
    family: { name, help, kind: "counter", read: () => counts } satisfies Family,
    count(labels: Readonly<Record<string, string>>, times = 1): void {
      const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
      const key = `{${pairs.join(",")}}`;
      counts.set(key, (counts.get(key) ?? 0) + times);
    },
  };
}

/** A figure that is read when it is asked for. */
function familyOf({ read, ...measure }: Measure): Family {
  return { ...measure, read: () => [["", read()]] };
}

function textOf({ name, help, kind, read }: Family): string {
  const lines = [...read()].map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join("")}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
