/** Metrics for Prometheus, as /metrics gives them. */
import { Counter, Gauge, Registry } from "prom-client";
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

export function createMetrics({ head, writable }: Measured): Metrics {
  const registers = [new Registry()];
  const polls = new Counter({
    name: "yagura_polls_total",
    help: "Polls by source and result: ok, or the reason of the failure.",
    labelNames: ["source", "result"],
    registers,
  });
  const events = new Counter({
    name: "yagura_events_total",
    help: "Events committed to the log by type, alerts apart.",
    labelNames: ["type"],
    registers,
  });
  const writes = new Counter({
    name: "yagura_unwritten_total",
    help: "Changes that the database did not take; they are found again by the next poll.",
    registers,
  });
  const overruns = new Counter({
    name: "yagura_rule_overruns_total",
    help: "Events that a rule was stopped at since it would have taken too long; it did not match.",
    labelNames: ["rule"],
    registers,
  });
  const add = (measure: Measure): void => addMeasure(measure, registers);
  add({ name: "yagura_log_seq", help: "The last seq on the log.", kind: "gauge", read: head });
  add({
    name: "yagura_database_writable",
    help: "1, or 0 while the database cannot be written.",
    kind: "gauge",
    read: () => (writable() ? 1 : 0),
  });
  return {
    report({ change, error }) {
      if (error) {
        writes.inc();
        return;
      }
      if (change.poll)
        polls.inc({ source: change.poll.watched.source.name, result: change.failure?.reason ?? "ok" });
      for (const { type } of change.drafts) events.inc({ type });
    },
    overran: (rule, times) => overruns.inc({ rule }, times),
    add: (measures) => measures.forEach(add),
    text: () => registers[0]?.metrics() ?? Promise.resolve(""),
  };
}

/** A figure that is read when it is asked for. */
function addMeasure({ name, help, kind, read }: Measure, registers: Registry[]): void {
  if (kind === "gauge") {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
    return;
  }
  new Counter({
    name,
    help,
    registers,
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}
