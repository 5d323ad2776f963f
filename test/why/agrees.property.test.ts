/** Random logs under rules of every kind: what `yagura why` says of each event is what was committed for it. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import type { LogEntry } from "../../src/model/event.ts";
import type { Alert } from "../../src/model/news-items.ts";
import { judge } from "../../src/pipeline/judge.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore } from "../../src/store/store.ts";
import { aboutEvent } from "../../src/why/ask.ts";
import { createInquiry, entryOf, type Inquiry } from "../../src/why/inquiry.ts";
import { rulesOf } from "../rules/support.ts";
import { fc } from "../support/fast-check.ts";
import { runsOf } from "../support/runs.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { report } from "./scene.ts";

const kinds = [
  "when: now.ratio >= 2",
  "when: now.ratio >= 2\ncooldown: 30m",
  "count: { within: 1h, at_least: 2 }",
  "distinct: { of: now.seller, within: { session: 20m }, at_least: 2 }\nby: [now.code, now.calculatedOn]",
  "sum: { of: now.ratio, within: { tumbling: 1h }, above: 5 }\ncooldown: 1h",
  "crosses: { of: now.ratio, above: 3, reset: 1 }",
  "moves: { of: now.ratio, by: 1 }\nby: now.seller",
  "unseen: { of: now.seller, within: 1h }\nwhen: now.ratio > 1",
  "spike: { within: 10m, times: 2, against: { windows: 3 } }",
  "sequence: { steps: [{ on: short.report.increased, when: now.ratio < 2 }, { on: short.report.increased, when: now.ratio > 3 }], within: 1h }",
  "until: now.ratio < 1",
  "flapping: { times: 2, within: 1h }",
  "when: now.ratio > 2\nuntil: now.ratio < 1\ncooldown: 1h",
  "when: now.ratio > 2\nfor: 25m",
  "when: now.ratio > 1\nfor: 10m\ncooldown: 2h",
  "count: { within: 30m, at_least: 2 }\nfor: 15m",
  "absent: { for: 40m }",
  "absent: { for: 20m }\ncooldown: 90m\nby: now.seller",
  "sum: { of: now.ratio, within: 1h, at_least: 3 }\naverage: { of: now.ratio, within: 30m, below: 2 }",
];

const yaml = `rules:${kinds
  .map(
    (lines, index) => `
  - name: rule-${index}
    on: short.report.increased
    title: "{{ now.ratio }}"
${lines.replaceAll(/^/gm, "    ")}`,
  )
  .join("")}`;
const rules = rulesOf(yaml);

const timed = rules.names.filter((_, index) => /for: |absent/.test(kinds[index] ?? ""));
const ending = rules.names.filter((_, index) => kinds[index]?.includes("until"));
const simulated = { url: "simulated" };

const poll = fc.record({
  after: fc.integer({ min: 1, max: 60 }),
  reports: fc.array(
    fc.record({
      code: fc.constantFrom("7203", "6758"),
      seller: fc.constantFrom("A", "B", "C"),
      ratio: fc.integer({ min: 1, max: 10 }).map((halves) => halves / 2),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

function lived(
  polls: readonly { after: number; reports: { code: string; seller: string; ratio: number }[] }[],
) {
  const path = join(tmpFolder(), "state.db");
  let now = Date.parse("2026-01-05T00:00:00Z");
  const store = openStore(path, { now: () => now, isPassing: true });
  const house = {
    store,
    rules: () => rules,
    unmailed: () => [],
    calendar: () => weekdaysOnly,
    now: () => now,
  };
  const commit = (drafts: Parameters<typeof judge>[0]["drafts"]) =>
    store.commit(judge({ drafts, batch: {} }, house as never).batch);
  for (const { after, reports } of polls) {
    const then = now + after * 60_000;
    for (let due = store.nextDueMemory(); due !== undefined && due <= then; due = store.nextDueMemory()) {
      now = Math.max(now, due);
      commit([]);
    }
    now = then;
    const drafts = reports.map(({ code, seller, ratio }) => {
      const draft = report(ratio, code);
      return { ...draft, data: { now: { ...draft.data.now, seller } } };
    });
    commit(drafts);
  }
  store.close();
  return path;
}

const isAlert = ({ event }: LogEntry) => event.type.startsWith("alert.");

test("an event fired, was held back or was silent, exactly as the database has it, and nothing is in doubt", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(poll, { minLength: 1, maxLength: 10 }), (polls) => {
      const reader = openStoreReader(lived(polls));
      const config = {
        sources: {},
        recordSources: [],
        upstreams: { market: simulated, forum: simulated, statistics: simulated },
      } as unknown as Inquiry["config"];
      const at = Number.POSITIVE_INFINITY;
      const inquiry = createInquiry({
        config,
        rules,
        reader,
        calendar: weekdaysOnly,
        language: undefined,
        progress: () => undefined,
        at,
      });
      const entries = reader.log.read(0, 10_000).map(entryOf);
      const alerts = entries.filter(isAlert).map(({ event }) => event.data.now as unknown as Alert);
      for (const entry of entries.filter((each) => !isAlert(each))) {
        const heldBack = reader.suppressions.ofCause(entry.seq);
        const { verdicts } = aboutEvent(entry, inquiry);
        expect(verdicts).toHaveLength(kinds.length);
        for (const { rule, key, outcome, notes, when, conditions } of verdicts) {
          const place = `${entry.seq} ${rule.name}`;
          const own = alerts.filter((alert) => alert.cause.seq === entry.seq && alert.rule === rule.name);
          const held = heldBack.filter((suppression) => suppression.rule === rule.name);
          if (timed.includes(rule.name)) {
            // An alert by time belongs to the event that it waits since, and to those that came meanwhile.
            const [given] = [...own.map(() => "fired"), ...held.map(() => "held-back")];
            if (given !== undefined) expect(`${place} ${outcome}`).toBe(`${place} ${given}`);
            expect(`${place} ${outcome}`).not.toBe(`${place} unknown`);
            expect(notes).toEqual([]);
            seen.add(`${rule.name} ${outcome}`);
            continue;
          }
          const expected = own.length > 0 ? "fired" : held.length > 0 ? "held-back" : "silent";
          expect(`${place} ${outcome}`).toBe(`${place} ${expected}`);
          expect(notes).toEqual([]);
          seen.add(`${rule.name} ${outcome}`);
          for (const each of [...own, ...held]) expect(each.key).toBe(key);
          // An event that ends an alert fires without what begins one.
          if (outcome === "fired" && !ending.includes(rule.name))
            expect([...when, ...conditions].every(({ holds }) => holds === true)).toBe(true);
        }
      }
      reader.close();
    }),
    { numRuns: runsOf({ quick: 6, long: 200 }), endOnFailure: true },
  );
  // A spike needs more history than most of these logs have.
  const common = rules.names.filter((_, index) => !kinds[index]?.startsWith("spike"));
  expect(common.filter((name) => !seen.has(`${name} fired`))).toEqual([]);
  expect(timed.filter((name) => !seen.has(`${name} waiting`) || !seen.has(`${name} silent`))).toEqual([]);
});
