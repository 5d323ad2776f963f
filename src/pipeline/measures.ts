/** What the pipeline measures of its work: polls, how long they and the stages take, what was written, and what was not. */
import { failureReasons } from "../lib/failure.ts";
import { createDurations, createTally, type Measure } from "../lib/measure.ts";
import { noticeReasons } from "../model/alerts.ts";
import type { Alert } from "../model/news-items.ts";
import { suppressionReasons } from "../model/rule.ts";
import type { DeliveryNotes } from "../outputs/output.ts";
import type { Committed } from "./change.ts";
import { type StageTimes, timedStages } from "./house.ts";
import { createNoticeMeasures } from "./notice-measures.ts";

export interface PipelineMeasures {
  readonly measures: readonly Measure[];
  readonly times: StageTimes;
  /** Alerts that each rule gave so far, by its name. */
  readonly alertsOf: ReadonlyMap<string, number>;
  /** Takes note of what outputs delivered. */
  readonly notes: DeliveryNotes;
  /** To be called with every change, written or not. */
  report(committed: Committed): void;
}

/** A service answers in tenths of a second; the first sight of a whole database takes minutes. */
const askingBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180, 600];
/** A stage takes less than a millisecond mostly; what takes a quarter of a second holds everything else up. */
const stageBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** A poll whose findings the database did not take. */
const unwritten = "unwritten";
const outcomes = ["ok", ...failureReasons, unwritten];

export interface Measured {
  /** Names of the sources that are watched. */
  readonly sources: readonly string[];
  /** The types of events that there may be. */
  readonly types: Iterable<string>;
  elapsed(): number;
  /** The time of what is written, ms since 1970. */
  now(): number;
}

export function createPipelineMeasures({ sources, types, elapsed, now }: Measured): PipelineMeasures {
  const counts = countsOf(sources, types);
  const { asking, stages } = durationsOf(sources);
  const notice = createNoticeMeasures(sources, now);
  const alertsOf = new Map<string, number>();
  return {
    measures: [
      counts.polls,
      asking,
      stages,
      notice.measure,
      counts.events,
      counts.notices,
      counts.suppressions,
      counts.failed,
    ],
    times: {
      elapsed,
      asked: (source, ms) => asking.took([source], ms),
      did: (stage, ms) => stages.took([stage], ms),
    },
    notes: notice,
    alertsOf,
    report({ change: { poll, failure }, written }) {
      if (poll !== undefined) {
        const outcome = written === undefined ? unwritten : (failure?.reason ?? "ok");
        counts.polls.count([poll.watched.source.name, outcome]);
      }
      if (written === undefined) {
        counts.failed.count([]);
        return;
      }
      notice.committed(written);
      for (const { event } of written.entries) {
        counts.events.count([event.type]);
        if (event.type !== "alert.fired") continue;
        const { rule } = event.data.now as unknown as Alert;
        alertsOf.set(rule, (alertsOf.get(rule) ?? 0) + 1);
      }
      for (const { reason } of written.alerts?.notices ?? []) counts.notices.count([reason]);
      for (const { reason } of written.suppressions ?? []) counts.suppressions.count([reason]);
    },
  };
}

function durationsOf(sources: readonly string[]) {
  const asking = createDurations(
    {
      name: "yagura_poll_duration_seconds",
      help: "Time that a source's service took to answer a poll, or one part of it.",
      labels: ["source"],
    },
    askingBounds,
    sources.map((source) => [source]),
  );
  const stages = createDurations(
    {
      name: "yagura_stage_duration_seconds",
      help: "Time that a stage took for one change: compare finds the differences, judge evaluates rules, notify decides who is notified, commit writes.",
      labels: ["stage"],
    },
    stageBounds,
    timedStages.map((stage) => [stage]),
  );
  return { asking, stages };
}

/** The counts, with all combinations of labels from the start, since they are known. */
function countsOf(sources: readonly string[], types: Iterable<string>) {
  return {
    polls: createTally(
      {
        name: "yagura_polls_total",
        help: "Polls by outcome: ok, the reason of the failure, or unwritten where the database did not take what was found. A poll in parts counts once a part.",
        labels: ["source", "outcome"],
      },
      sources.flatMap((source) => outcomes.map((outcome) => [source, outcome])),
    ),
    events: createTally(
      {
        name: "yagura_events_total",
        help: "Entries of the log by the type of their event, alerts among them.",
        labels: ["type"],
      },
      [...types].map((type) => [type]),
    ),
    notices: createTally(
      {
        name: "yagura_notices_total",
        help: "Decisions about an alert and a receiver by reason; docs/alerts.md has their meaning.",
        labels: ["reason"],
      },
      Object.keys(noticeReasons).map((reason) => [reason]),
    ),
    suppressions: createTally(
      {
        name: "yagura_suppressions_total",
        help: "Alerts that rules asked for and that were suppressed, by reason.",
        labels: ["reason"],
      },
      Object.keys(suppressionReasons).map((reason) => [reason]),
    ),
    failed: createTally(
      {
        name: "yagura_unwritten_total",
        help: "Changes that the database did not take; they are found again by the next poll.",
        labels: [],
      },
      [[]],
    ),
  };
}
