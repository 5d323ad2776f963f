/**
 * Random rules of every condition over a random log, through judge and a real database that is opened anew now and
 * then, at times late for what is due: a replay of that log says the same.
 */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventDraft, LogEntry } from "../../src/model/event.ts";
import type { Alert } from "../../src/model/items.ts";
import { weekdaysOnly } from "../../src/model/trading-calendar.ts";
import { judge } from "../../src/pipeline/judge.ts";
import { createReplay } from "../../src/pipeline/replay.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore } from "../../src/store/store.ts";
import { rulesOf } from "../rules/support.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const start = Date.parse("2026-01-05T00:00:00Z");
const minuteMs = 60_000;

const small = fc.integer({ min: 1, max: 4 });
const ratio = fc.integer({ min: 1, max: 8 }).map((eighths) => eighths / 2);
const minutes = fc.integer({ min: 2, max: 90 }).map((length) => `${length}m`);
const within = fc.oneof(
  minutes,
  fc.constantFrom("1bd", "1d"),
  minutes.map((length) => `{ tumbling: ${length} }`),
  minutes.map((length) => `{ session: ${length} }`),
);

const condition = fc.oneof(
  fc.tuple(within, small).map(([span, least]) => `count: { within: ${span}, at_least: ${least} }`),
  fc
    .tuple(within, small)
    .map(([span, least]) => `distinct: { of: now.seller, within: ${span}, at_least: ${least} }`),
  fc
    .tuple(fc.constantFrom("sum", "average", "minimum", "maximum"), within, ratio)
    .map(([name, span, level]) => `${name}: { of: now.ratio, within: ${span}, above: ${level} }`),
  fc
    .tuple(within, ratio)
    .map(([span, level]) => `percentile: { of: now.ratio, rank: 50, within: ${span}, at_least: ${level} }`),
  ratio.map((level) => `crosses: { of: now.ratio, above: ${level}, reset: ${level / 2} }`),
  fc
    .tuple(ratio, fc.constantFrom("", ", since: 30m"))
    .map(([by, since]) => `moves: { of: now.ratio, by: ${by}${since} }`),
  minutes.map((length) => `unseen: { of: now.seller, within: ${length} }`),
  fc.constant("spike: { within: 10m, times: 2, against: { windows: 3 } }"),
  minutes.map(
    (length) => `sequence:
      steps: [{ on: short.report.opened }, { on: short.report.increased }]
      without: { on: short.report.closed }
      within: ${length}`,
  ),
);

const life = fc.constantFrom(
  "",
  "for: 15m",
  "absent: { for: 1h }",
  'absent: { by: "11:00", on: trading-days }',
  "until: now.ratio < 2",
  "flapping: { times: 2, within: 40m }",
  "flapping: { times: 3, within: 2h }\nuntil: now.ratio < 2",
  "cooldown: 30m",
  "for: 15m\nuntil: now.ratio < 1\ncooldown: 1h",
);

const rule = fc
  .tuple(fc.array(condition, { maxLength: 2 }), life, fc.boolean(), fc.boolean())
  .map(([conditions, lasting, bySeller, whenLarge]) => {
    // A key comes once.
    const keys = new Map(conditions.map((line) => [line.slice(0, line.indexOf(":")), line]));
    const lines = [
      ...keys.values(),
      lasting,
      bySeller ? "by: [now.code, now.seller]" : "",
      whenLarge ? "when: now.ratio >= 1" : "",
    ];
    return lines.filter((line) => line !== "").join("\n");
  });

const report = fc.record({
  type: fc.constantFrom("short.report.opened", "short.report.increased", "short.report.closed"),
  code: fc.constantFrom("7203", "6758"),
  seller: fc.constantFrom("A", "B"),
  ratio,
});
const poll = fc.record({
  after: fc.integer({ min: 0, max: 200 }),
  reports: fc.array(report, { maxLength: 4 }),
  fate: fc.constantFrom("goes on", "goes on", "is down before", "crashes before the commit"),
});

function yaml(rules: readonly string[]): string {
  const written = rules.map(
    (lines, index) => `
  - name: rule-${index}
    on: short.report.*
    title: "{{ now.code }} {{ now.ratio }}"
${lines.replaceAll(/^/gm, "    ")}`,
  );
  return `rules:${written.join("")}`;
}

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

test("a replay of the log gives the alerts, and holds those back, that the monitor did", () => {
  fc.assert(
    fc.property(
      fc.array(rule, { minLength: 1, maxLength: 4 }),
      fc.array(poll, { minLength: 1, maxLength: 14 }),
      (made, polls) => {
        const path = join(tmpFolder(), "state.db");
        const rules = rulesOf(yaml(made));
        let now = start;
        let store = openStore(path, { now: () => now });
        const house = { rules: () => rules, mails: () => [], calendar: () => weekdaysOnly };
        const reopen = () => {
          store.close();
          store = openStore(path, { now: () => now });
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
          for (let due = store.nextDueMemory(); due !== undefined && due <= at; due = store.nextDueMemory()) {
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
        const entries = reader.log.read(0, 10_000).map(({ seq, json }) => ({ seq, event: JSON.parse(json) }));
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
    { numRuns: 120, endOnFailure: true },
  );
}, 120_000);
