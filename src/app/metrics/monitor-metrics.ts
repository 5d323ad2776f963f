/** The metrics of a monitor that is put together: those of its parts that are there from the start. Outputs and edits add theirs. */
import { statSync } from "node:fs";
import type { Config } from "../../config/config.ts";
import { upstreamNames } from "../../config/services.ts";
import type { ActiveRules } from "../../files/active-rules.ts";
import { eventTypesOf } from "../../files/event-types.ts";
import { systemClock } from "../../lib/clock.ts";
import type { Figure, Measure } from "../../lib/measure.ts";
import { type NoticeReason, noticeReasons } from "../../model/alerts.ts";
import type { RuleSet } from "../../model/rule.ts";
import { outputMembers } from "../../outputs/index.ts";
import { createPipelineMeasures, type PipelineMeasures } from "../../pipeline/measures.ts";
import type { Store } from "../../store/store.ts";
import { type SourceStatus, type Status, sourceStates } from "../../why/status.ts";
import type { Closers } from "../closers.ts";
import type { Ground, WatchedServices } from "../ground.ts";
import { createDelayWatch, processMeasures } from "./process-measures.ts";

interface Parts {
  readonly ground: Pick<Ground, "store" | "simulated" | "steady">;
  readonly watched: Pick<WatchedServices, "names" | "status">;
  readonly active: Pick<ActiveRules, "current">;
}

export interface MonitorMetrics {
  readonly metrics: Metrics;
  /** What the pipeline measures of itself, for whoever runs it. */
  readonly measured: PipelineMeasures;
}

/** Work takes real time, whatever clock the monitor lives by. */
export function createMonitorMetrics(
  config: Config,
  { ground, watched, active }: Parts,
  closers: Closers,
): MonitorMetrics {
  const { elapsed } = systemClock;
  const types = eventTypesOf(config).known.keys();
  const measured = createPipelineMeasures({ sources: watched.names, types, elapsed, now: ground.steady.now });
  const delay = createDelayWatch(elapsed);
  closers.add(delay.stop);
  const metrics = createMetrics();
  metrics.add(processMeasures(upstreamNames, ground.simulated, delay));
  metrics.add(sourceMeasures(watched.status));
  metrics.add(measured.measures);
  metrics.add(ruleMeasures(active.current, measured.alertsOf));
  metrics.add(storeMeasures(ground.store));
  return { metrics, measured };
}

// What is measured of how each source is doing.

function sourceMeasures(status: Pick<Status, "sources">): Measure[] {
  const ofEach = (figures: (source: string, status: SourceStatus) => Figure[]) => () =>
    Object.entries(status.sources()).flatMap(([source, each]) => figures(source, each));
  const one = (value: (status: SourceStatus) => number) =>
    ofEach((source, each) => [{ labels: { source }, value: value(each) }]);
  return [
    {
      name: "yagura_source_state",
      help: "1 for the state that a source is in, 0 for the others.",
      kind: "gauge",
      read: ofEach((source, each) =>
        sourceStates.map((state) => ({ labels: { source, state }, value: each.state === state ? 1 : 0 })),
      ),
    },
    {
      name: "yagura_source_last_success_timestamp_seconds",
      help: "When a poll of a source last succeeded, in seconds since 1970; 0: never. Its age is time() less this.",
      kind: "gauge",
      read: one(({ lastSuccess }) => (lastSuccess === undefined ? 0 : Date.parse(lastSuccess) / 1_000)),
    },
    {
      name: "yagura_source_late",
      help: "1 while a publication of a source is late, else 0.",
      kind: "gauge",
      read: one(({ late }) => (late === undefined ? 0 : 1)),
    },
    {
      name: "yagura_source_quarantined_items",
      help: "Items of a source that were rewritten and wait in quarantine for a person.",
      kind: "gauge",
      read: one(({ state, items = 0 }) => (state === "quarantined" ? items : 0)),
    },
  ];
}

// What is measured of the active rules, by their names: those of a rule that is gone go with it.

/** Most rules that are told by name: the files that make thousands must not make a page of megabytes. */
const mostNamed = 1_000;
/** Stands for all rules behind those; no rule can have such a name. */
const others = "(others)";

type Counts = ReadonlyMap<string, number>;

/**
 * @param rules the rules that are active now
 * @param alertsOf alerts that each rule gave so far, also of rules that are gone
 */
export function ruleMeasures(rules: () => RuleSet, alertsOf: Counts): Measure[] {
  const byRule = (name: string, help: string, counts: (active: RuleSet) => Counts | undefined): Measure => ({
    ...{ name, help, kind: "counter", isPrivate: true },
    read() {
      const active = rules();
      const counted = counts(active);
      const values = active.names.map((rule) => ({ rule, value: counted?.get(rule) ?? 0 }));
      const rest = values.slice(mostNamed).reduce((sum, { value }) => sum + value, 0);
      return [
        ...values.slice(0, mostNamed),
        ...(values.length > mostNamed ? [{ rule: others, value: rest }] : []),
      ].map(({ rule, value }) => ({ labels: { rule }, value }));
    },
  });
  return [
    {
      name: "yagura_rules",
      help: "Rules that are active.",
      kind: "gauge",
      read: () => rules().names.length,
    },
    byRule(
      "yagura_rule_evaluations_total",
      "Events for which a rule was evaluated; most that cannot match are skipped without an evaluation. Starts again when the rules change.",
      (active) => active.asked?.(),
    ),
    byRule("yagura_rule_alerts_total", "Alerts that a rule fired.", () => alertsOf),
    byRule(
      "yagura_rule_overruns_total",
      "Events for which a rule was stopped because it took too long; it did not match. Starts again when the rules change.",
      ({ overruns }) => overruns,
    ),
    byRule(
      "yagura_rule_unknown_targets_total",
      "Recipients that the expression of a rule's notify gave and the settings do not have; they were left out. Starts again when the rules change.",
      (active) => active.strangers?.(),
    ),
  ];
}

// What is measured of the database, and of what waits in it.

function storeMeasures({ path, log, failure, alerts, deliveries }: Store): Measure[] {
  const queueing = outputMembers.filter(({ queued }) => queued !== undefined);
  return [
    {
      name: "yagura_database_writable",
      help: "1, or 0 while the database cannot be written.",
      kind: "gauge",
      read: () => (failure() === undefined ? 1 : 0),
    },
    {
      name: "yagura_database_size_bytes",
      help: "Size of the database with its write-ahead log.",
      kind: "gauge",
      read: () => sizeOf(path) + sizeOf(`${path}-wal`),
    },
    { name: "yagura_log_seq", help: "The last seq on the log.", kind: "gauge", read: log.head },
    {
      name: "yagura_alerts_open",
      help: "Alerts that are open: fired and not resolved.",
      kind: "gauge",
      read: () => alerts.count("episode"),
    },
    {
      name: "yagura_notices_waiting",
      help: "Alerts that wait to be sent to a receiver, by the reason: a group, a digest, a silence and so on.",
      kind: "gauge",
      read() {
        const waiting = alerts.waitingReasons();
        return Object.keys(noticeReasons).map((reason) => ({
          labels: { reason },
          value: waiting[reason as NoticeReason] ?? 0,
        }));
      },
    },
    {
      name: "yagura_deliveries",
      help: "Deliveries of an output that are kept unsent, by state: waiting to be sent, or failed, which is given up.",
      kind: "gauge",
      read: () =>
        queueing.flatMap(({ name: output }) => {
          const unsent = Object.entries(deliveries.unsent(output));
          return unsent.map(([state, value]) => ({ labels: { output, state }, value }));
        }),
    },
  ];
}

/** Size in bytes; 0 where there is no such file, or it cannot be seen. */
function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}

// The text of /metrics, in the text format of Prometheus: what every part of the house measures, read when somebody
// asks.

export interface Metrics {
  /** From now on these are told as well. Throws where one has the name of another. */
  add(measures: readonly Measure[]): void;
  /** Text for whoever asks; a stranger's is without what is private. */
  text(asks: "stranger" | "friend"): string;
}

export function createMetrics(): Metrics {
  const all = new Map<string, Measure>();
  return {
    add(measures) {
      for (const measure of measures) {
        if (all.has(measure.name)) throw new Error(`two parts measure ${measure.name}`);
        all.set(measure.name, measure);
      }
    },
    text: (asks) =>
      [...all.values()]
        .filter(({ isPrivate = false }) => asks === "friend" || !isPrivate)
        .map(linesOf)
        .join(""),
  };
}

function linesOf(measure: Measure): string {
  const { name, help, kind } = measure;
  const read = measure.read();
  const figures: readonly Figure[] = typeof read === "number" ? [{ labels: {}, value: read }] : read;
  const head = `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${kind}\n`;
  return figures.reduce((text, figure) => text + lineOf(name, figure), head);
}

function lineOf(name: string, { labels, value, suffix }: Figure): string {
  const pairs = Object.entries(labels).map(
    ([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`,
  );
  return `${name}${suffix ?? ""}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${numberOf(value)}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

/** Infinity is the one number that the format writes otherwise than JavaScript does. */
function numberOf(value: number): string {
  return Math.abs(value) === Number.POSITIVE_INFINITY ? `${value > 0 ? "+" : "-"}Inf` : String(value);
}
