/** What is measured of how each source is doing. */
import type { Figure, Measure } from "../../lib/measure.ts";
import { type SourceStatus, type Status, sourceStates } from "../status.ts";

export function sourceMeasures(status: Pick<Status, "sources">): Measure[] {
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
