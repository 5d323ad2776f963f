/** Rows that could not be read, where only the newest days are asked for. */
import { expect, test } from "vitest";
import { diffMargins, type MarginAnswer } from "../../../src/sources/margin-alerts/index.ts";
import { createMemoryState } from "../memory-state.ts";
import { told } from "../poll-and-commit.ts";

const days = ["2026-01-05", "2026-01-06", "2026-01-07"] as const;

const row = (code: string, day: 0 | 1 | 2, shortOutstanding = 100) => ({
  item: { code, publishedOn: days[day], appliedOn: `2026-01-0${day + 2}`, shortOutstanding },
});

function setUp() {
  const state = createMemoryState();
  const poll = (answer: MarginAnswer) => {
    const found = diffMargins(answer, state);
    state.apply(found);
    return told(found);
  };
  poll({ days: [{ day: days[0], rows: [row("9901", 0), row("9902", 0)] }] });
  const unread = {
    days: [{ day: days[1], rows: [row("9901", 1)] }],
    aside: [{ code: "9902", day: days[1] }],
  };
  return { poll, unread };
}

test("a row that can be read again takes its place at once, with what it changed", () => {
  const { poll, unread } = setUp();
  expect(poll(unread)).toEqual([]);
  const newest = [row("9901", 1), row("9902", 1, 7)];
  expect(poll({ isPartial: true, days: [{ day: days[1], rows: newest }] })).toEqual([
    "margin.alert.changed 9902",
  ]);
  expect(poll({ days: [{ day: days[1], rows: newest }] })).toEqual([]);
  expect(poll({ days: [{ day: days[2], rows: [row("9901", 2)] }] })).toEqual(["margin.alert.lifted 9902"]);
});

test("a member stays one over several publications whose rows cannot be read", () => {
  const { poll, unread } = setUp();
  expect(poll(unread)).toEqual([]);
  const next = { day: days[2], rows: [row("9901", 2)] };
  expect(poll({ days: [next], aside: [{ code: "9902", day: days[2] }] })).toEqual([]);
  expect(poll({ days: [{ ...next, rows: [...next.rows, row("9902", 2)] }] })).toEqual([]);
});

test("nothing is lifted while a row could be about any issue, and what is gone is told after", () => {
  const { poll } = setUp();
  const next = { day: days[1], rows: [row("9901", 1), row("9903", 1)] };
  expect(poll({ days: [next], aside: [{ day: days[1] }] })).toEqual(["margin.alert.added 9903"]);
  expect(poll({ days: [next] })).toEqual(["margin.alert.lifted 9902"]);
});
