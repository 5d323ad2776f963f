/**
 * Random rules of every condition over a random log, through judge and a real database that is opened anew now and
 * then, at times late for what is due: a replay of that log says the same.
 */

import { join } from "node:path";
import { expect, test } from "vitest";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import type { EventDraft, LogEntry } from "../../src/model/event.ts";
import type { Alert } from "../../src/model/news-items.ts";
import { judge } from "../../src/pipeline/judge.ts";
import { createReplay } from "../../src/pipeline/replay.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore } from "../../src/store/store.ts";
import { randomRule, yamlOf } from "../rules/oracle/random-rules.ts";
import { rulesOf } from "../rules/support.ts";
import { fc } from "../support/fast-check.ts";
import { runsOf } from "../support/runs.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const start = Date.parse("2026-01-05T00:00:00Z");
const minuteMs = 60_000;
const numRuns = runsOf({ quick: 12, long: 400 });

const report = fc.record({
  type: fc.constantFrom("short.report.opened", "short.report.increased", "short.report.closed"),
  code: fc.constantFrom("7203", "6758"),
  seller: fc.constantFrom("A", "B"),
  ratio: fc.integer({ min: 0, max: 8 }).map((halves) => halves / 2),
});
const poll = fc.record({
  after: fc.integer({ min: 0, max: 200 }),
  reports: fc.array(report, { maxLength: 4 }),
  fate: fc.constantFrom("goes on", "goes on", "is down before", "crashes before the commit"),
});

/** Rules of what the random ones do not have. */
const others = `
  - name: spike
    on: short.report.*
    title: "{{ now.code }} {{ found.spike }}"
    spike: { within: 10m, times: 2, against: { windows: 3 } }
  - name: absent-by
    on: short.report.*
    title: "{{ now.code }}"
    absent: { by: "11:00", on: trading-days }
    cooldown: 1bd
`;

const draft = ({ type, ...now }: { type: string; code: string }): EventDraft => ({
  type: type as EventDraft["type"],
  source: "/sources/short-sale-reports",
  subject: now.code,
  data: { now: { ...now, calculatedOn: "2026-01-05", disclosedOn: "2026-01-05" } },
});

const said = ({ event }: LogEntry) => {
  const { rule: name, key, title, cause } = event.data.now as unknown as Alert;
  return `${event.type} ${name} ${key} ${title} of ${cause.seq}`;
};

/** Entries of one time are of one commit. */
function committedTogether(entries: readonly LogEntry[]): LogEntry[][] {
  const commits: LogEntry[][] = [];
  for (const entry of entries) {
    const last = commits.at(-1);
    if (last?.[0]?.event.time === entry.event.time) last.push(entry);
    else commits.push([entry]);
  }
  return commits;
}

const isAlert = ({ event }: LogEntry) => event.type.startsWith("alert.");

test(
  "a replay of the log gives the alerts, and holds those back, that the monitor did",
  () => {
    fc.assert(
      fc.property(
        fc.array(randomRule, { minLength: 1, maxLength: 3 }),
        fc.array(poll, { minLength: 1, maxLength: 14 }),
        (made, polls) => {
          const path = join(tmpFolder(), "state.db");
          const rules = rulesOf(yamlOf(made) + others);
          let now = start;
          let store = openStore(path, { now: () => now, isPassing: true });
          const house = { rules: () => rules, unmailed: () => [], calendar: () => weekdaysOnly };
          const reopen = () => {
            store.close();
            store = openStore(path, { now: () => now, isPassing: true });
          };
          const lived = (drafts: readonly EventDraft[]) =>
            judge({ drafts, batch: {} }, { ...house, store, now: () => now } as never).batch;
          for (const { after, reports, fate } of polls) {
            const at = now + after * minuteMs;
            const isDown = fate === "is down before";
            if (isDown) {
              reopen();
              now = at;
            }
            for (
              let due = store.nextDueMemory();
              due !== undefined && due <= at;
              due = store.nextDueMemory()
            ) {
              now = Math.max(now, due);
              store.commit(lived([]));
            }
            now = at;
            if (fate === "crashes before the commit") {
              lived(reports.map(draft));
              reopen();
            }
            store.commit(lived(reports.map(draft)));
          }
          store.close();

          const reader = openStoreReader(path);
          const entries = reader.log
            .read(0, 10_000)
            .map(({ seq, json }) => ({ seq, event: JSON.parse(json) }));
          const replay = createReplay({ ...house, log: reader.log });
          const judged = [
            ...committedTogether(entries).flatMap((together) => replay.take(together)),
            ...replay.passUntil(now),
          ];
          const heldBack = rules.names.flatMap((name) => reader.suppressions.between(name, 0, now, 10_000));
          reader.close();
          expect(
            judged
              .flatMap(({ alerts }) => alerts)
              .map(said)
              .sort(),
          ).toEqual(entries.filter(isAlert).map(said).sort());
          const inWords = (each: object) => JSON.stringify(Object.entries(each).sort());
          expect(
            judged
              .flatMap(({ suppressions }) => suppressions)
              .map(inWords)
              .sort(),
          ).toEqual(heldBack.map(inWords).sort());
        },
      ),
      { numRuns, endOnFailure: true },
    );
  },
  Math.max(120_000, numRuns * 1_000),
);
