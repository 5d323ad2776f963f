/** The life of alerts in memory and in the store: after the same writes both answer alike. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAlertMemory } from "../../src/alerts/life/memory.ts";
import type {
  AlertMemory,
  AlertStateKind,
  AlertStateWrite,
  AlertWrites,
  Notice,
  NoticesEnd,
} from "../../src/model/alerts.ts";
import { openStore } from "../../src/store/store.ts";
import { fc } from "../support/fast-check.ts";
import { runsOf } from "../support/runs.ts";
import { batch, entry, noon } from "./batches.ts";

const entries = 6;
const kinds = [
  "episode",
  "silence",
  "group",
  "thread",
  "receiver",
  "rule",
  "inhibitor",
  "link",
  "policy",
] as const satisfies AlertStateKind[];
// By code units the third comes before the second, by code points behind it.
const keys = ["", "Ａ", "𠮷", "a\u001fb", "a", "é\u0000"];
const receivers = ["email:desk", "email:夜"];
const groups = ["g", "g\u001fh", ""];
const reasons = ["grouped", "silenced", "capped", "digest"] as const;

const body = fc
  .dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 1 }))
  .map((value) => JSON.parse(JSON.stringify(value)));
const write = fc.record({
  kind: fc.constantFrom(...kinds),
  key: fc.constantFrom(...keys),
  body: fc.option(body, { nil: undefined, freq: 4 }),
  due: fc.option(fc.integer({ min: noon, max: noon + 5 }), { nil: undefined, freq: 2 }),
}) as fc.Arbitrary<AlertStateWrite>;
const place = { receiver: fc.constantFrom(...receivers), group: fc.constantFrom(...groups) };
const notice: fc.Arbitrary<Notice> = fc.record({
  ...place,
  alertSeq: fc.integer({ min: 1, max: entries }),
  episodeSeq: fc.integer({ min: 1, max: entries }),
  route: fc.constantFrom("", "shorts"),
  reason: fc.constantFrom(...reasons),
  state: fc.constantFrom("waiting", "waiting", "told", "dropped"),
  at: fc.integer({ min: noon, max: noon + 5 }),
  until: fc.option(fc.integer({ min: noon, max: noon + 5 }), { nil: undefined }),
  by: fc.option(fc.constantFrom("lunch", "s-1"), { nil: undefined }),
  gravity: fc.integer({ min: 0, max: 2 }),
});
const end: fc.Arbitrary<NoticesEnd> = fc.record({
  ...place,
  state: fc.constantFrom("told", "dropped"),
  message: fc.option(fc.constantFrom("m-1", "m-2"), { nil: undefined }),
  at: fc.integer({ min: noon, max: noon + 5 }),
  reason: fc.option(fc.constantFrom(...reasons), { nil: undefined }),
});
const step: fc.Arbitrary<AlertWrites> = fc.record({
  states: fc.array(write, { maxLength: 5 }),
  notices: fc.array(notice, { maxLength: 6 }),
  ends: fc.array(end, { maxLength: 2 }),
});

/** Everything that can be asked. */
function answers(memory: AlertMemory): unknown {
  return {
    states: kinds.map((kind) => memory.states(kind)),
    ones: kinds.map((kind) => keys.map((key) => memory.state(kind, key))),
    oldest: kinds.map((kind) => [memory.oldest(kind, 2), memory.oldest(kind, 99)]),
    counts: kinds.map((kind) => memory.count(kind)),
    due: [noon - 1, noon, noon + 3, noon + 9].map((at) => [memory.due(at), memory.due(at, 2)]),
    nextDue: memory.nextDue(),
    waitingGroups: memory.waitingGroups(),
    waiting: receivers.map((receiver) =>
      groups.map((group) => [memory.waiting(receiver, group, 3), memory.waiting(receiver, group, 99)]),
    ),
  };
}

test("after any writes, and over restarts, the store and the memory give the same answers in the same order", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 12 }), (steps) => {
      const folder = mkdtempSync(join(tmpdir(), "yagura-alerts-"));
      const open = () => openStore(join(folder, "yagura.db"), { now: () => noon });
      const memory = createAlertMemory();
      let store = open();
      try {
        store.commit(batch({ entries: Array.from({ length: entries }, (_, at) => entry(at + 1)) }));
        for (const [alerts, restarts] of steps) {
          store.commit(batch({ alerts }));
          memory.keep(alerts);
          if (restarts) {
            store.close();
            store = open();
          }
          expect(answers(store.alerts)).toEqual(answers(memory));
        }
      } finally {
        store.close();
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: runsOf({ quick: 18, long: 400 }) },
  );
});

test("what the database calls text order is the memory's: by code points", () => {
  const memory = createAlertMemory();
  const states = ["𠮷", "Ａ"].map((key) => ({ kind: "rule" as const, key, body: { days: {} }, due: noon }));
  memory.keep({ states, notices: [], ends: [] });
  expect(memory.states("rule").map(({ key }) => key)).toEqual(["Ａ", "𠮷"]);
  expect(memory.due(noon).map(({ key }) => key)).toEqual(["Ａ", "𠮷"]);
});
