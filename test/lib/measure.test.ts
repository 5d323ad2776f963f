import { expect, test } from "vitest";
import { createDurations, createTally, type Figure } from "../../src/lib/measure.ts";

const about = { name: "made_up_total", help: "Made up." };

test("a tally counts each combination of its labels by itself, those that are known from nothing", () => {
  const tally = createTally({ ...about, labels: ["source", "outcome"] }, [["a", "ok"]]);
  expect(tally.read()).toEqual([{ labels: { source: "a", outcome: "ok" }, value: 0 }]);
  tally.count(["a", "failed"]);
  tally.count(["a", "ok"], 3);
  tally.count(["a", "failed"]);
  expect(tally.read()).toEqual([
    { labels: { source: "a", outcome: "ok" }, value: 3 },
    { labels: { source: "a", outcome: "failed" }, value: 2 },
  ]);
});

test("values of labels that look alike when they are joined are told apart", () => {
  const tally = createTally({ ...about, labels: ["one", "other"] });
  tally.count(["a,b", "c"]);
  tally.count(["a", "b,c"]);
  expect(tally.read()).toHaveLength(2);
});

test("a tally without labels is one figure", () => {
  const tally = createTally({ ...about, labels: [] }, [[]]);
  tally.count([]);
  expect(tally.read()).toEqual([{ labels: {}, value: 1 }]);
});

test("durations are in seconds, and each bucket has those of all that are smaller", () => {
  const durations = createDurations(
    { name: "made_up_seconds", help: "Made up.", labels: ["stage"] },
    [0.1, 1],
    [["a"]],
  );
  durations.took(["a"], 100);
  durations.took(["a"], 101);
  durations.took(["a"], 5_000);
  const labels = { stage: "a" };
  expect(durations.read()).toEqual([
    { labels: { ...labels, le: "0.1" }, value: 1, suffix: "_bucket" },
    { labels: { ...labels, le: "1" }, value: 2, suffix: "_bucket" },
    { labels: { ...labels, le: "+Inf" }, value: 3, suffix: "_bucket" },
    { labels, value: expect.closeTo(5.201), suffix: "_sum" },
    { labels, value: 3, suffix: "_count" },
  ]);
});

test("a value of a label that was not known has its own buckets", () => {
  const durations = createDurations({ name: "made_up_seconds", help: "Made up.", labels: ["stage"] }, [1]);
  expect(durations.read()).toEqual([]);
  durations.took(["late"], 10);
  const counts = durations.read() as readonly Figure[];
  expect(counts.filter(({ suffix }) => suffix === "_count")).toMatchObject([{ value: 1 }]);
});
