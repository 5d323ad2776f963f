/** A backtest of the rules that ran finds exactly the alerts that were given, what was held back and who got mails. */

import { expect, test } from "vitest";
import { acknowledging, resolving } from "../../src/alerts/answers/episodes.ts";
import { silencing } from "../../src/alerts/answers/silences.ts";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { builtInTypes } from "../../src/files/event-types.ts";
import type { EventDraft } from "../../src/model/event.ts";
import type { Alert } from "../../src/model/news-items.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { fc } from "../support/fast-check.ts";
import { runsOf } from "../support/runs.ts";
import { backtestOf, beginLife, type Life, logOf, position, rulesOfText } from "./lived-log.ts";

const lives = [
  "when: now.ratio >= 2\n    severity: critical\n    notify: [email:night]",
  "cooldown: 2h\n    notify: [email:desk]",
  "count: { within: 1h, at_least: 3 }\n    notify: [email:night, email:desk]",
  "distinct: { of: now.seller, within: { session: 40m }, at_least: 2 }",
  "percentile: { of: now.ratio, rank: 60, within: 1bd, at_least: 2 }",
  "average: { of: now.ratio, within: { tumbling: 1h }, above: 2 }",
  "spike: { within: 1h, times: 2, against: { windows: 2 }, at_least: 2 }",
  "moves: { of: now.ratio, by: 1, since: 1h }",
  "unseen: { of: now.seller, within: 2h }\n    severity: warning\n    notify: [email:desk]",
  "crosses: { of: now.ratio, above: 2, reset: 1 }\n    until: now.ratio < 1",
  "when: now.ratio > 1\n    for: 45m\n    notify: [email:desk]",
  "when: now.ratio > 1.5\n    for: 45m\n    severity: warning\n    notify: [email:desk]",
  "absent: { for: 3h }\n    cooldown: 5h",
  "sequence: { steps: [{ on: short.report.opened, when: now.ratio < 2 }, { on: short.report.opened, when: now.ratio > 2 }], within: 2h }",
];

const rules = rulesOfText(
  `rules:${lives
    .map(
      (lines, at) =>
        `\n  - name: rule-${at}\n    on: short.report.opened\n    title: "{{ now.ratio }}"\n    ${lines}`,
    )
    .join("")}`,
);
const none = rulesOfText("rules: []");

const report = fc.record({
  code: fc.constantFrom("7203", "6758"),
  ratio: fc.integer({ min: 1, max: 8 }).map((halves) => halves / 2),
  seller: fc.constantFrom("A", "B", "C"),
});
const poll = fc.record({
  after: fc.integer({ min: 1, max: 120 }),
  reports: fc.array(report, { maxLength: 4 }),
  /** What somebody answers to the alert that changed last. */
  answer: fc.constantFrom(
    undefined,
    undefined,
    "acknowledge" as const,
    "resolve" as const,
    "silence" as const,
    "grow" as const,
  ),
});

/** The answer as the monitor tells it; none where nothing is open. */
function answered(
  answer: "acknowledge" | "resolve" | "silence" | "grow" | undefined,
  { store }: Life,
  at: number,
): EventDraft[] {
  const [latest] = store.alerts.episodes(1);
  if (answer === undefined || latest === undefined) return [];
  const kept = { memory: store.alerts, log: store.log };
  const { id, facts } = latest.body;
  const asked = { match: `rule=${facts.rule}`, for: "2h", fate: "hold", author: "a", because: "b" } as const;
  const silencer = {
    memory: store.alerts,
    log: store.log,
    types: builtInTypes,
    calendar: weekdaysOnly,
    at,
    id: `s${store.log.head() + 1}`,
  };
  const made = {
    acknowledge: () => acknowledging(id, { by: "a" }, kept),
    resolve: () => resolving(id, { by: "a" }, kept),
    silence: () => silencing(asked, silencer),
    // Nothing is held by these: two that end with one event tell it apart, and shares of rules count such mails as one.
    grow: () => silencing({ ...asked, match: id, for: undefined, untilGrows: "50%", fate: "drop" }, silencer),
  }[answer]();
  return made.kind === "told" ? [made.draft] : [];
}

test("the alerts, the suppressions and the mails of a life are those of its backtest", () => {
  fc.assert(
    fc.property(fc.array(poll, { minLength: 1, maxLength: 20 }), (polls) => {
      const life = beginLife(rules);
      let at = Date.parse("2026-01-05T00:00:00Z");
      for (const { after, reports, answer } of polls) {
        at += after * 60_000;
        life.poll(
          new Date(at).toISOString(),
          reports.map(({ code, ratio, seller }) => position(code, ratio, { seller })),
        );
        at += 1_000;
        const drafts = answered(answer, life, at);
        if (drafts.length > 0) life.poll(new Date(at).toISOString(), drafts);
      }
      // What is due at its end, such as the end of a silence whose number grew, comes at once.
      life.poll(new Date(at).toISOString(), []);
      const mailsSent = life.store.outbox
        .of("email")
        .due(at, 10_000, [])
        .map(({ address }) => address);
      life.store.close();

      const given = logOf(life.path).flatMap(({ event }) => {
        if (event.type !== "alert.fired") return [];
        const { rule, key, title, cause } = event.data.now as unknown as Alert;
        return [{ time: event.time, rule, key, title, cause: cause.seq }];
      });
      const resolved = logOf(life.path).filter(({ event }) => {
        // What a person ended is in the log that the backtest reads.
        return event.type === "alert.resolved" && event.data.now.why !== "hand";
      }).length;
      const reader = openStoreReader(life.path);
      const queued = reader.deliveries.counts().waiting;
      const heldBack = rules.names.flatMap((name) => reader.suppressions.between(name, 0, at, 10_000));
      reader.close();

      const span = { from: "2026-01-05T00:00:00Z", to: new Date(at).toISOString() };
      const found = backtestOf(life.path, { rules, against: none, ...span });
      const inWords = (alerts: readonly object[]) => alerts.map((alert) => JSON.stringify(alert)).sort();
      expect(inWords(found.against?.come.alerts ?? [])).toEqual(inWords(given));
      expect(found.resolved).toBe(resolved);
      expect(Object.values(found.heldBack).reduce((sum, count) => sum + (count ?? 0), 0)).toBe(
        heldBack.length,
      );
      expect(found.mails).toBe(queued);
      expect(backtestOf(life.path, { rules, inShares: true, ...span })).toEqual(
        backtestOf(life.path, { rules, ...span }),
      );
      // The oldest mail of an address waits in front of the others.
      expect(found.mailsADay.map(({ address }) => address).sort()).toEqual([...new Set(mailsSent)].sort());
    }),
    { numRuns: runsOf({ quick: 6, long: 500 }), endOnFailure: true },
  );
});
