/** Polls that a person asks for, through the pipeline, and what the call says of them. */
import { describe, expect, test } from "vitest";
import { createPollNow, pollNowPath } from "../../src/app/poll-now.ts";
import { Failure } from "../../src/lib/failure.ts";
import { createGate } from "../../src/lib/http/gate.ts";
import type { Committed } from "../../src/pipeline/change.ts";
import { scriptedHouse } from "../pipeline/scripted-house.ts";
import { batch, sourceWrite } from "../store/batches.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { until } from "../support/until.ts";

const name = "margin-alerts";

function scene() {
  const reports: ((committed: Committed) => void)[] = [];
  const house = scriptedHouse({ onCommit: (committed) => void reports.map((report) => report(committed)) });
  const clock = createHandClock(house.clock.ms);
  const gate = createGate({ service: "market", clock });
  const nextAt = () => house.clock.ms + 60_000;
  const pollNow = createPollNow({
    config: { recordSources: [] },
    sources: [house.watched],
    gates: { market: gate } as never,
    clock: { ...clock, now: () => house.clock.ms, elapsed: () => house.clock.ms },
    nextAt,
  });
  reports.push(pollNow.report);
  const ask = async (body: unknown = { source: name }) =>
    pollNow.route.answer({ query: new URLSearchParams(), body } as never);
  return { house, clock, gate, ask, nextAt: nextAt() };
}

describe("a poll that a person asks for", () => {
  test("is made at once, beside the schedule, and says how many events it told", async () => {
    const { house, ask, nextAt } = scene();
    house.say({ "7203": 1 });
    expect(await ask()).toEqual({
      status: 200,
      body: { source: name, outcome: "answered", events: 0, nextAt },
    });
    house.say({ "7203": 2, "6758": 1 });
    expect(await ask()).toMatchObject({ status: 200, body: { outcome: "answered", events: 2 } });
    expect(house.events().filter(({ type }) => type === "margin.alert.changed")).toHaveLength(2);
  });

  test("ends the pause of a failing source, which is back then", async () => {
    const { house, ask } = scene();
    house.say(new Failure("timeout", "too slow"));
    house.tick();
    await until("the failure", () => house.committed.length === 1);
    house.clock.ms += 1_000;
    house.tick();
    await until("the second failure", () => house.committed.length === 2);
    house.clock.ms += 1_000;
    house.say({ "7203": 1 });
    expect(await ask()).toMatchObject({ status: 200, body: { outcome: "answered" } });
    expect(house.store.outage(name)).toBeNull();
    house.clock.ms += 1_000;
    house.tick();
    await until("the next scheduled poll", () => house.committed.length === 4);
  });

  test("that fails says why, and the pauses begin anew", async () => {
    const { house, ask } = scene();
    house.say(new Failure("timeout", "too slow"));
    house.tick();
    await until("the scheduled poll", () => house.committed.length === 1);
    const failed = { outcome: "failed", reason: "timeout", message: "too slow", events: 0 };
    for (let times = 0; times < 3; times += 1) {
      expect(await ask()).toMatchObject({ status: 200, body: failed });
      house.clock.ms += 1_000;
    }
    house.tick();
    await until("the scheduled poll", () => house.committed.length === 5);
  });

  test("is not made while one is under way", async () => {
    const { house, ask } = scene();
    let answer = (_: Record<string, number>) => {};
    house.say(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    house.tick();
    expect(await ask()).toEqual({ status: 409, body: { error: "a poll of margin-alerts is under way" } });
    answer({ "7203": 1 });
    await until("its end", () => house.committed.length === 1 && !house.watched.polls.isUnderWay());
    house.say({ "7203": 1 });
    expect((await ask()).status).toBe(200);
    expect(house.committed).toHaveLength(2);
  });

  test("is not made while the service wants to be left alone, by the source's own refusal or another's", async () => {
    const { house, clock, gate, ask } = scene();
    house.say(new Failure("rate-limited", "too many", { retryAfterMs: 30_000 }));
    house.tick();
    await until("the refusal", () => house.committed.length === 1);
    const said = { error: "the service asked to be left alone for another 30 s" };
    expect(await ask()).toEqual({ status: 409, body: said });
    house.clock.ms += 30_000;
    house.say({ "7203": 1 });
    expect((await ask()).status).toBe(200);
    (await gate.enter("/markets/margin-alert", undefined))({ status: 429, retryAfterMs: 12_000 });
    expect(await ask()).toMatchObject({ status: 409 });
    clock.move(12_000);
    expect((await ask()).status).toBe(200);
  });

  test("that takes long goes on without whoever asked", async () => {
    const { house, clock, ask } = scene();
    let answer = (_: Record<string, number>) => {};
    house.say(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const asked = ask();
    await until("the wait", () => clock.waiting > 0);
    clock.move(60_000);
    expect(await asked).toMatchObject({ status: 202, body: { outcome: "under-way" } });
    answer({ "7203": 1 });
    await until("its end", () => house.committed.length === 1);
  });

  test("leaves a quarantine as it is", async () => {
    const { house, ask } = scene();
    house.say({ "7203": 1 });
    await ask();
    const hold = { since: "2026-01-05T00:00:00.000Z", items: 50, message: "m", stage: "held" } as const;
    const held = { ...hold, drafts: [], put: [], drop: [], cursor: 1 };
    house.store.commit(batch({ source: { ...sourceWrite({ hold: held }), name } }));
    house.say({ "7203": 2 });
    await ask();
    expect(house.store.hold(name)).toMatchObject({ stage: "held", items: 50 });
  });

  test("of a source that is not there, or without a name, is refused", async () => {
    const { ask } = scene();
    expect((await ask({ source: "no-such" })).status).toBe(404);
    expect((await ask({})).status).toBe(400);
  });
});

test("the call needs the right to act", () => {
  const { route } = createPollNow({ sources: [] } as never);
  expect([route.right, route.method, route.path]).toEqual(["act", "POST", pollNowPath]);
});
