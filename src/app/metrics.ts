/** The text of /metrics, in the format of Prometheus. Its library is loaded when somebody asks, since no start needs it. */
import { noticeReasons } from "../model/alerts.ts";
import type { Measure } from "../outputs/output.ts";
import type { Committed } from "../pipeline/commit.ts";

export interface Metrics {
  report(committed: Committed): void;
  /** A rule was stopped this often since it would have taken too long. */
  overran(rule: string, times: number): void;
  /** An expression of a rule gave so many targets that the settings do not know. */
  unknownTargets(rule: string, times: number): void;
  /** From now on these are told as well. */
  add(measures: readonly Measure[]): void;
  text(): Promise<string>;
}

export interface Measured {
  head(): number;
  /** Whether the last write to the database went well. */
  writable(): boolean;
}

export function createMetrics({ head, writable }: Measured): Metrics {
  const polls = createTally(
    "yagura_polls_total",
    "Polls by source and result: ok, or the reason of the failure.",
    ["source", "result"],
  );
  const events = createTally("yagura_events_total", "Events committed to the log by type, alerts apart.", [
    "type",
  ]);
  const overruns = createTally(
    "yagura_rule_overruns_total",
    "Events that a rule was stopped at since it would have taken too long; it did not match.",
    ["rule"],
  );
  const strangers = createTally(
    "yagura_rule_unknown_targets_total",
    "Recipients that the expression of a rule's notify gave and the settings do not have; they were left out.",
    ["rule"],
  );
  const notices = createTally(
    "yagura_notices_total",
    "Decisions about an alert and a receiver by reason; docs/alerts.md has their meaning.",
    ["reason"],
  );
  // All of them from the start: which reasons there are is known.
  for (const reason of Object.keys(noticeReasons)) notices.count([reason], 0);
  let unwritten = 0;
  const measures: Measure[] = [
    {
      name: "yagura_unwritten_total",
      help: "Changes that the database did not take; they are found again by the next poll.",
      kind: "counter",
      read: () => unwritten,
    },
    { name: "yagura_log_seq", help: "The last seq on the log.", kind: "gauge", read: head },
    {
      name: "yagura_database_writable",
      help: "1, or 0 while the database cannot be written.",
      kind: "gauge",
      read: () => (writable() ? 1 : 0),
    },
  ];
  return {
    report({ change, notices: decided, error }) {
      if (error) {
        unwritten += 1;
        return;
      }
      if (change.poll) polls.count([change.poll.watched.source.name, change.failure?.reason ?? "ok"]);
      for (const { type } of change.drafts) events.count([type]);
      for (const { reason } of decided) notices.count([reason]);
    },
    overran: (rule, times) => overruns.count([rule], times),
    unknownTargets: (rule, times) => strangers.count([rule], times),
    add: (more) => void measures.push(...more),
    text: () => textOf([polls, events, overruns, strangers, notices], measures),
  };
}

/** How often each combination of values of the labels came. */
interface Tally {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly counts: ReadonlyMap<string, { readonly values: readonly string[]; readonly times: number }>;
  count(values: readonly string[], times?: number): void;
}

function createTally(name: string, help: string, labels: readonly string[]): Tally {
  const counts = new Map<string, { values: readonly string[]; times: number }>();
  return {
    name,
    help,
    labels,
    counts,
    count(values, times = 1) {
      const key = JSON.stringify(values);
      const counted = counts.get(key) ?? { values, times: 0 };
      counted.times += times;
      counts.set(key, counted);
    },
  };
}

async function textOf(tallies: readonly Tally[], measures: readonly Measure[]): Promise<string> {
  const { Counter, Gauge, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  for (const { name, help, labels, counts } of tallies) {
    const counter = new Counter({ name, help, labelNames: [...labels], registers });
    for (const { values, times } of counts.values()) counter.labels(...values).inc(times);
  }
  for (const { name, help, kind, read } of measures) {
    if (kind === "gauge") new Gauge({ name, help, registers }).set(read());
    else new Counter({ name, help, registers }).inc(read());
  }
  return registry.metrics();
}
