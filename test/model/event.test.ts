/** Events: their place on the log, the fields that changed, the types that patterns mean, and the time of the last. */
import { expect, test } from "vitest";
import {
  changedFields,
  type EventDraft,
  lastTimeOf,
  numbered,
  type StoredEntry,
} from "../../src/model/event.ts";
import { matchesType, someOf } from "../../src/model/event-types.ts";
import { namesAfter } from "../../src/model/rule.ts";
import { damageWords } from "../../src/model/store-faults.ts";
import { fc } from "../support/fast-check.ts";

const place = { epoch: "e", seq: 7, time: "2026-11-20T03:00:00.000Z" };
const draft: EventDraft = {
  type: "margin.alert.added",
  source: "/sources/margin-alerts",
  subject: "7203",
  data: { now: { code: "7203" } },
};

test("an event has the same fields in the same order, with either of its days or without", () => {
  const days = { published: "2026-11-19", occurred: "2026-11-18" };
  const fields = (more: Partial<EventDraft>) => Object.entries(numbered({ ...draft, ...more }, place).event);
  const head = [
    ["specversion", "1.0"],
    ["id", "e-7"],
    ["source", draft.source],
    ["type", draft.type],
    ["subject", "7203"],
    ["time", place.time],
  ];
  const tail = [
    ["datacontenttype", "application/json"],
    ["data", draft.data],
  ];
  const { published, occurred } = days;
  expect(fields(days)).toEqual([...head, ["published", published], ["occurred", occurred], ...tail]);
  expect(fields({ published })).toEqual([...head, ["published", published], ...tail]);
  expect(fields({ occurred })).toEqual([...head, ["occurred", occurred], ...tail]);
  expect(fields({ rewrites: "7203" })).toEqual([...head, ...tail]);
  expect(numbered(draft, place).seq).toBe(7);
});

test("the fields that changed are those whose values differ, the new ones first", () => {
  const was = { gone: 1, same: "a", list: ["a"], number: 1 };
  const now = { number: 2, list: ["a", "b"], same: "a", fresh: null };
  expect(changedFields(was, now)).toEqual(["number", "list", "fresh", "gone"]);
  expect(changedFields(now, now)).toEqual([]);
  const value = fc.oneof(fc.integer(), fc.string(), fc.array(fc.integer()));
  const item = fc.dictionary(fc.constantFrom("a", "b", "c"), value);
  fc.assert(
    fc.property(item, item, (one, other) => {
      expect(changedFields(one, other).sort()).toEqual(changedFields(other, one).sort());
    }),
  );
});

test.each([
  ["*", "short.report.opened", true],
  ["short.report.opened", "short.report.opened", true],
  ["short.report.*", "short.report.opened", true],
  ["short.*", "short.report.opened", true],
  ["short.report.*", "short.reports.opened", false],
  ["short.report.*", "short.report", false],
  ["short.report.open", "short.report.opened", false],
  ["short.report.opened", "short.report.open", false],
  ["short.report*", "short.report.opened", false],
])("%s means %s: %s", (pattern, type, means) => {
  expect(matchesType(pattern, type)).toBe(means);
});

test("of many names the first ten are said, and how many more there are", () => {
  const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
  expect(someOf([])).toBe("");
  expect(someOf(names.slice(0, 10))).toBe(names.slice(0, 10).join(", "));
  expect(someOf(names)).toBe(`${names.slice(0, 10).join(", ")} and 2 more`);
});

test("the names after a scheme are those of its targets", () => {
  expect(namesAfter("email", ["email:desk", "chat:desk", "email:night:1", "emails:x", "email:"])).toEqual([
    "desk",
    "night:1",
    "",
  ]);
});

test("the time of the last entry is that of the newest that can be read of the last two hundred", () => {
  const log = (head: number, readable: readonly number[]) => ({
    epoch: "e",
    head: () => head,
    oldest: () => 1,
    read: (after: number, limit: number): StoredEntry[] =>
      readable
        .filter((seq) => seq > after)
        .slice(0, limit)
        .map((seq) => {
          const { event } = numbered(draft, { ...place, seq, time: new Date(seq * 1_000).toISOString() });
          return { seq, type: event.type, subject: event.subject, json: JSON.stringify(event) };
        }),
  });
  expect(lastTimeOf(log(0, []))).toBe(0);
  expect(lastTimeOf(log(3, [1, 2, 3]))).toBe(3_000);
  expect(lastTimeOf(log(300, [1, 101, 150]))).toBe(150_000);
  expect(lastTimeOf(log(300, [1, 101]))).toBe(101_000);
  expect(lastTimeOf(log(300, [1, 100]))).toBe(0);
});

test("damage is told with what is known of it", () => {
  expect(damageWords({ part: "log", from: 3, to: 3 })).toBe("entry 3 of the log");
  expect(damageWords({ part: "log", from: 3, to: 4 })).toBe("entries 3 to 4 of the log");
  expect(damageWords({ part: "memories" })).toBe("what rules remember");
  expect(damageWords({ part: "memories", rule: "a" })).toBe("what rule a remembers");
  expect(damageWords({ part: "mails", ids: [] })).toBe("the mails");
  expect(damageWords({ part: "mails", ids: [7] })).toBe("1 of the mails");
});
