import { expect, test } from "vitest";
import { createMetrics } from "../../../src/app/metrics/monitor-metrics.ts";
import type { Measure } from "../../../src/lib/measure.ts";

const gauge = (read: Measure["read"]): Measure => ({
  name: "made_up",
  help: "Made up.",
  kind: "gauge",
  read,
});

test("a figure is read when it is asked for", () => {
  let value = 2;
  const metrics = createMetrics();
  metrics.add([gauge(() => value)]);
  expect(metrics.text("friend")).toBe("# HELP made_up Made up.\n# TYPE made_up gauge\nmade_up 2\n");
  value = 3;
  expect(metrics.text("friend")).toContain("\nmade_up 3\n");
});

test("values of labels and words of help stay on their line, whatever they hold", () => {
  const metrics = createMetrics();
  const odd = 'odd "\\\n}';
  metrics.add([{ ...gauge(() => [{ labels: { rule: odd }, value: 1 }]), help: "One\\\ntwo." }]);
  expect(metrics.text("friend").split("\n")).toEqual([
    "# HELP made_up One\\\\\\ntwo.",
    "# TYPE made_up gauge",
    'made_up{rule="odd \\"\\\\\\n}"} 1',
    "",
  ]);
});

test("numbers without end and numbers that are none are written as the format wants them", () => {
  const metrics = createMetrics();
  const values = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 1e21, 0.1];
  metrics.add([gauge(() => values.map((value, at) => ({ labels: { at: String(at) }, value })))]);
  const written = [...metrics.text("friend").matchAll(/\} (.*)\n/g)].map(([, number]) => number);
  expect(written).toEqual(["+Inf", "-Inf", "NaN", "1e+21", "0.1"]);
});

test("two parts cannot measure under one name", () => {
  const metrics = createMetrics();
  metrics.add([gauge(() => 1)]);
  expect(() => metrics.add([gauge(() => 2)])).toThrow("two parts measure made_up");
});

test("what has names that people gave is told to no stranger", () => {
  const metrics = createMetrics();
  metrics.add([gauge(() => 1), { ...gauge(() => 2), name: "made_up_too", isPrivate: true }]);
  expect(metrics.text("friend")).toContain("made_up_too 2");
  expect(metrics.text("stranger")).toContain("made_up 1");
  expect(metrics.text("stranger")).not.toContain("made_up_too");
});
