/** What the pipeline measures of itself, on a pipeline over a real database. */
import { expect, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import type { Figure, Measure } from "../../src/lib/measure.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { createPipelineMeasures } from "../../src/pipeline/measures.ts";
import { scriptedHouse } from "./scripted-house.ts";

function measuredHouse() {
  const time = { ms: 0 };
  const measured = createPipelineMeasures({
    sources: ["margin-alerts"],
    types: ["margin.alert.changed", "alert.fired"],
    // Each look at the time is a millisecond later.
    elapsed: () => time.ms++,
    now: () => house.clock.ms,
  });
  const house: ReturnType<typeof scriptedHouse> = scriptedHouse({
    times: measured.times,
    onCommit: measured.report,
    cooldown: "1h",
  });
  return { house, measured, time };
}

/** The figures of a measure that are not 0, by the values of their labels; of a histogram the counts. */
function figures(measures: readonly Measure[], name: string): Record<string, number> {
  const read = measures.find((one) => one.name === `yagura_${name}`)?.read() as readonly Figure[];
  return Object.fromEntries(
    read
      .filter(({ value, suffix = "_count" }) => value !== 0 && suffix === "_count")
      .map(({ labels, value }) => [Object.values(labels).join(" "), value]),
  );
}

async function polled(house: ReturnType<typeof scriptedHouse>, answer: Parameters<typeof house.say>[0]) {
  house.say(answer);
  const before = house.committed.length;
  // A failing source pauses.
  house.clock.ms += 3_600_000;
  house.tick();
  await expect.poll(() => house.committed.length, { timeout: 10_000 }).toBeGreaterThan(before);
}

test("polls are counted by their outcome, and each one's time is noted", async () => {
  const { house, measured } = measuredHouse();
  await polled(house, { "7203": 1 });
  await polled(house, new Failure("timeout", "too late"));
  await polled(house, { "7203": 2 });
  expect(figures(measured.measures, "polls_total")).toEqual({
    "margin-alerts ok": 2,
    "margin-alerts timeout": 1,
  });
  expect(figures(measured.measures, "poll_duration_seconds")).toEqual({ "margin-alerts": 3 });
});

test("every stage notes its time for each change, a poll's or the monitor's own", async () => {
  const { house, measured } = measuredHouse();
  await polled(house, { "7203": 1 });
  house.news$.next({ drafts: [], batch: {} });
  expect(figures(measured.measures, "stage_duration_seconds")).toEqual({
    compare: 1,
    judge: 2,
    notify: 2,
    commit: 2,
  });
});

test("entries are counted by type, alerts by rule, what was suppressed and what was decided by reason", async () => {
  const { house, measured } = measuredHouse();
  await polled(house, { "7203": 1 });
  await polled(house, { "7203": 2 });
  house.clock.ms -= 3_600_000;
  await polled(house, { "7203": 3 });
  expect(figures(measured.measures, "events_total")).toMatchObject({
    "margin.alert.changed": 2,
    "alert.fired": 1,
  });
  expect([...measured.alertsOf]).toEqual([["any", 1]]);
  expect(figures(measured.measures, "suppressions_total")).toEqual({ cooldown: 1 });
  expect(figures(measured.measures, "notices_total")).toEqual({ first: 1 });
  expect(figures(measured.measures, "unwritten_total")).toEqual({});
});

test("what could not be written is counted as that, and nothing of it as told", () => {
  const { measured, house } = measuredHouse();
  house.news$.next({ drafts: [], batch: {} });
  const [committed] = house.committed;
  if (committed === undefined) throw new Error("nothing was committed");
  const { written: _, ...rest } = committed;
  measured.report({ ...rest, error: new StoreError("the disk is full") });
  expect(figures(measured.measures, "unwritten_total")).toEqual({ "": 1 });
  expect(figures(measured.measures, "events_total")).toEqual({});
});
