/** Steps of rule tests: how many events they may stand for, and how long these last. */
import { expect, test } from "vitest";
import { builtInTypes } from "../../src/files/event-types.ts";
import { lastingMs, testFileSchema } from "../../src/files/test-file-schema.ts";

const schema = testFileSchema(builtInTypes);
const event = (times?: number, every = "1s") => ({
  type: "short.report.opened",
  now: { code: "7203" },
  ...(times === undefined ? {} : { repeat: { times, every } }),
});

function told(events: readonly object[]): string[] {
  const step = { at: "2026-11-20T10:00:00+09:00", events };
  const parsed = schema.safeParse({ tests: [{ name: "a", steps: [step] }] });
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
}

test("a step stands for a thousand events at most, each as often as it comes", () => {
  const refused = ["a step has at most 1000 events"];
  expect(told([event(1_000)])).toEqual([]);
  expect(told([event(1_001)])).toEqual(refused);
  expect(told([event(999), event()])).toEqual([]);
  expect(told([event(999), event(), event()])).toEqual(refused);
});

test("events last as long as the times between them, all together", () => {
  const repeated = (times: number, every: string) => ({ repeat: { times, every } });
  expect(lastingMs([])).toBe(0);
  expect(lastingMs([{}])).toBe(0);
  expect(lastingMs([repeated(1, "1m")])).toBe(0);
  expect(lastingMs([repeated(30, "1m")])).toBe(29 * 60_000);
  expect(lastingMs([repeated(3, "1s"), {}, repeated(2, "1h")])).toBe(2_000 + 3_600_000);
});
