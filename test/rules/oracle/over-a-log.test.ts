/**
 * Random rules of every kind over a random log, through judge and a real database, with crashes and restarts, say
 * what the oracle says.
 */

import { join } from "node:path";
import { expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import type { EventDraft, LogEntry } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import { judge } from "../../../src/pipeline/judge.ts";
import { openStore } from "../../../src/store/store.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { rulesOf } from "../support.ts";
import { oracle, type Report } from "./oracle.ts";
import { randomRule, waveringRule, yamlOf } from "./random-rules.ts";

const midnight = Date.parse("2026-01-05T00:00:00+09:00");
const minuteMs = 60_000;
const numRuns = runsOf({ quick: 12, long: 600 });

const report = fc.record({
  type: fc.constantFrom("opened", "increased", "increased", "closed").map((verb) => `short.report.${verb}`),
  code: fc.constantFrom("7203", "6758"),
  seller: fc.constantFrom("A", "B"),
  ratio: fc.option(
    fc.integer({ min: 0, max: 8 }).map((halves) => halves / 2),
    { nil: undefined, freq: 8 },
  ),
});
/** After so many minutes; then what befalls the process. */
const poll = fc.record({
  after: fc.integer({ min: 1, max: 50 }),
  reports: fc.array(report, { maxLength: 3 }),
  fate: fc.constantFrom("goes on", "goes on", "restarts", "is down", "crashes before the commit"),
});

const draft = ({ at, place, type, ratio, ...now }: Report): EventDraft => ({
  type: type as EventDraft["type"],
  source: "/sources/short-sale-reports",
  subject: now.code,
  published: new Date(midnight + at * minuteMs).toISOString(),
  data: {
    now: {
      ...now,
      ...(ratio === undefined ? {} : { ratio }),
      shares: place,
      calculatedOn: "2026-01-05",
      disclosedOn: "2026-01-05",
    },
  },
});

/** Rule, then as the oracle says it. */
function said({ event }: LogEntry, placeOf: ReadonlyMap<number, number>): string {
  const { rule, key, cause } = event.data.now as unknown as Alert;
  return `${rule} ${event.type.slice("alert.".length)} ${key} ${placeOf.get(cause.seq)}`;
}

test(
  "every rule says what the oracle says, whatever befalls the process",
  () => {
    fc.assert(
      fc.property(
        fc.array(randomRule, { minLength: 1, maxLength: 3 }),
        fc.array(poll, { minLength: 1, maxLength: 25 }),
        (made, polls) => {
          const path = join(tmpFolder(), "state.db");
          const rules = rulesOf(yamlOf(made));
          let now = midnight;
          let store = openStore(path, { now: () => now, isPassing: true });
          const reopen = () => {
            store.close();
            store = openStore(path, { now: () => now, isPassing: true });
          };
          const judged = (drafts: readonly EventDraft[]) => {
            const calendar = () => weekdaysOnly;
            const house = { store, rules: () => rules, unmailed: () => [], calendar, now: () => now };
            return judge({ drafts, batch: {} }, house as never).batch;
          };
          const lines: string[] = [];
          const placeOf = new Map<number, number>();
          const commit = (fresh: readonly Report[]) => {
            const batch = judged(fresh.map(draft));
            store.commit(batch);
            for (const [index, { place }] of fresh.entries())
              placeOf.set(batch.entries[index]?.seq ?? 0, place);
            for (const entry of batch.entries.slice(fresh.length)) lines.push(said(entry, placeOf));
          };
          const reports: Report[] = [];
          for (const { after, reports: fresh, fate } of polls) {
            const next = now + after * minuteMs;
            if (fate === "restarts") reopen();
            if (fate === "is down") now = next;
            for (
              let due = store.nextDueMemory();
              due !== undefined && due <= next;
              due = store.nextDueMemory()
            ) {
              now = Math.max(now, due);
              commit([]);
            }
            now = next;
            const at = (now - midnight) / minuteMs;
            const seen = fresh.map((one, index) => ({ ...one, at, place: reports.length + index }));
            if (fate === "crashes before the commit") {
              judged(seen.map(draft));
              reopen();
            }
            commit(seen);
            reports.push(...seen);
          }
          store.close();
          const end = (now - midnight) / minuteMs;
          const all = made.flatMap((rule, index) =>
            oracle(rule, reports, end).map((line) => `rule-${index} ${line}`),
          );
          expect(lines.sort()).toEqual(all.sort());
        },
      ),
      { numRuns, endOnFailure: false },
    );
  },
  Math.max(120_000, numRuns * 500),
);

// How often something is told is a matter of when it is.
const untilTold = randomRule.map((made) => ({ ...made, cooldown: undefined, flapping: undefined }));
const ofOne = report.map((one) => ({ ...one, code: "7203" }));

test.each([
  ["of all kinds", untilTold, report, { longest: 40, maxLength: 25 }],
  [
    "of what may cease and hold again before the next report",
    waveringRule,
    ofOne,
    { longest: 25, maxLength: 40 },
  ],
] as const)(
  "a log that comes all at once, late, says what it would have said in time: %s",
  (_, rule, one, { longest, maxLength }) => {
    const reports = fc.array(fc.tuple(fc.integer({ min: 0, max: longest }), one), {
      minLength: 1,
      maxLength,
    });
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 3 }), reports, (made, gaps) => {
        let at = 1;
        const log = gaps.map(([gap, one], place): Report => {
          at += gap;
          return { ...one, at, place };
        });
        const end = at + 120;
        const now = midnight + end * minuteMs;
        const store = openStore(join(tmpFolder(), "state.db"), { now: () => now, isPassing: true });
        const house = {
          store,
          rules: () => rulesOf(yamlOf(made)),
          unmailed: () => [],
          calendar: () => weekdaysOnly,
        };
        const lines: string[] = [];
        const placeOf = new Map<number, number>();
        const commit = (fresh: readonly Report[], moment: number) => {
          const { batch } = judge({ drafts: fresh.map(draft), batch: {} }, {
            ...house,
            now: () => moment,
          } as never);
          store.commit(batch);
          for (const { place } of fresh) placeOf.set(batch.entries[place]?.seq ?? 0, place);
          for (const entry of batch.entries.slice(fresh.length)) lines.push(said(entry, placeOf));
        };
        commit(log, now);
        for (let due = store.nextDueMemory(); due !== undefined && due <= now; due = store.nextDueMemory())
          commit([], now);
        store.close();
        const all = made.flatMap((one, index) =>
          oracle(one, log, end).map((line) => `rule-${index} ${line}`),
        );
        expect(lines.sort()).toEqual(all.sort());
      }),
      { numRuns, endOnFailure: false },
    );
  },
  Math.max(120_000, numRuns * 500),
);
