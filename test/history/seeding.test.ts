/** When rules are given a past and when not, and what polls wait for; the database is real, the past comes when the test says. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSeeding, type SeedPast } from "../../src/history/seed.ts";
import { openStore } from "../../src/store/store.ts";
import { rulesOf } from "../rules/support.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { threeChanges } from "./seed-stage.ts";

const now = Date.parse("2026-11-20T12:00:00Z");

function scene(isAsked = true, meta: Readonly<Record<string, string>> = {}) {
  const store = openStore(join(tmpFolder(), "state.db"), { now: () => now });
  for (const [key, value] of Object.entries(meta)) store.meta.set(key, value);
  const rules = rulesOf(threeChanges);
  const errors: unknown[] = [];
  let give: (past?: SeedPast) => void = () => {};
  let fail: (error: Error) => void = () => {};
  let signal: AbortSignal | undefined;
  const create = () =>
    createSeeding(isAsked, {
      ...{ store, rules, active: () => rules, answers: () => undefined, now: () => now },
      openPast: (work) => {
        signal = work.signal;
        return new Promise((resolve, reject) => {
          [give, fail] = [resolve, reject];
          work.signal.addEventListener("abort", () => reject(new Error("stopped")));
        });
      },
      log: { info: () => {}, error: (facts: unknown) => void errors.push(facts) } as never,
    });
  return {
    ...{ store, create, errors },
    give: (past?: SeedPast) => give(past),
    fail: (message: string) => fail(new Error(message)),
    isStopped: () => signal?.aborted,
  };
}

const isWaiting = (seeding: ReturnType<ReturnType<typeof scene>["create"]>) =>
  seeding.waiting() !== undefined;

test("polls wait from the beginning on until there is a past or none, and no longer", async () => {
  const { create, give } = scene();
  const seeding = create();
  expect(isWaiting(seeding)).toBe(true);
  const waiting = seeding.waiting();
  seeding.start(() => {});
  give(undefined);
  await waiting;
  expect(isWaiting(seeding)).toBe(false);
});

test("a past that cannot be made is told, and keeps no poll back", async () => {
  const { create, fail, errors } = scene();
  const seeding = create();
  seeding.start(() => {});
  const waiting = seeding.waiting();
  fail("a row of it is no JSON");
  await waiting;
  expect(errors).toEqual([{ error: "a row of it is no JSON" }]);
});

test("a stop ends it, and is no error", async () => {
  const { create, errors, isStopped, store } = scene();
  const seeding = create();
  seeding.start(() => {});
  await seeding.stop();
  expect([isStopped(), isWaiting(seeding), errors]).toEqual([true, false, []]);
  expect(store.meta.get("history.seeded")).toBeUndefined();
});

test("nobody waits where the settings do not ask for it, where it was done, and where a source was polled", () => {
  expect(isWaiting(scene(false).create())).toBe(false);
  expect(isWaiting(scene(true, { "history.seeded": "2026-11-01T00:00:00.000Z" }).create())).toBe(false);
  const { store, create } = scene();
  const source = { name: "margin-alerts", put: [], drop: [], outage: null, attemptAt: now };
  store.commit({ source, entries: [], cooldowns: [], mails: [] });
  expect(isWaiting(create())).toBe(false);
});
