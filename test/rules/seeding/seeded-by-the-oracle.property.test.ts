/**
 * Random rules that begin with a random past say what the oracle says of both together, if up to the seam nobody was
 * told anything.
 */
import { expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import type { EventDraft, LogEntry } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import { oracle, type Report } from "../oracle/oracle.ts";
import { randomRule, waveringRule, yamlOf } from "../oracle/random-rules.ts";
import { rulesOf } from "../support.ts";
import { livePolls, newStore, seed } from "./seeded-life.ts";

const midnight = Date.parse("2026-01-05T00:00:00+09:00");
const minuteMs = 60_000;
const numRuns = runsOf({ quick: 12, long: 1_500 });

const report = fc.record({
  type: fc.constantFrom("opened", "increased", "increased", "closed").map((verb) => `short.report.${verb}`),
  code: fc.constantFrom("7203", "6758"),
  seller: fc.constantFrom("A", "B"),
  ratio: fc.option(
    fc.integer({ min: 0, max: 8 }).map((halves) => halves / 2),
    { nil: undefined, freq: 8 },
  ),
});
/** After so many minutes. */
const polls = fc.array(
  fc.record({ after: fc.integer({ min: 1, max: 50 }), reports: fc.array(report, { maxLength: 3 }) }),
  { minLength: 1, maxLength: 15 },
);

const draft = ({ at, place, type, ratio, ...now }: Report): EventDraft => ({
  type: type as EventDraft["type"],
  source: "/sources/short-sale-reports",
  subject: now.code,
  published: new Date(midnight + at * minuteMs).toISOString(),
  data: {
    now: {
      ...{ ...now, ...(ratio !== undefined && { ratio }), shares: place },
      ...{ calculatedOn: "2026-01-05", disclosedOn: "2026-01-05" },
    },
  },
});

/** Rule, then as the oracle says it. */
function said({ event }: LogEntry, entries: readonly LogEntry[]): string {
  const { rule, key, cause } = event.data.now as unknown as Alert;
  const place = entries.find(({ seq }) => seq === cause.seq)?.event.data.now.shares;
  return `${rule} ${event.type.slice("alert.".length)} ${key} ${place}`;
}

test(
  "a rule that begins with a past says from its first event on what it says of all",
  async () => {
    const rules = fc.array(fc.oneof(randomRule, randomRule, waveringRule), { minLength: 1, maxLength: 3 });
    const gap = fc.integer({ min: 1, max: 60 });
    await fc.assert(
      fc.asyncProperty(rules, polls, gap, polls, async (made, before, toSeam, after) => {
        const reports: Report[] = [];
        let at = 1;
        const pollsOf = (some: typeof before) =>
          some.map(({ after: minutes, reports: fresh }) => {
            at += minutes;
            const seen = fresh.map((one, index) => ({ ...one, at, place: reports.length + index }));
            reports.push(...seen);
            return { at: midnight + at * minuteMs, drafts: seen.map(draft) };
          });
        const past = pollsOf(before);
        at += toSeam;
        const seam = at;
        const lived = pollsOf(after);
        const end = at + 100;
        const store = newStore("lived");
        const world = { rules: rulesOf(yamlOf(made)), calendar: weekdaysOnly };
        await seed(store, world, past, midnight + seam * minuteMs);
        const entries = livePolls(store, world, lived, midnight + end * minuteMs);
        store.close();
        const all = made.flatMap((rule, index) =>
          oracle(rule, reports, end, seam).map((line) => `rule-${index} ${line}`),
        );
        const alerts = entries.filter(({ event }) => event.type.startsWith("alert."));
        expect(alerts.map((one) => said(one, entries)).sort()).toEqual(all.sort());
      }),
      { numRuns, endOnFailure: false },
    );
  },
  Math.max(120_000, numRuns * 500),
);
