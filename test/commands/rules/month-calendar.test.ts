import { expect, test } from "vitest";
import { monthCalendar } from "../../../src/commands/rules/read-lines.ts";
import { addDays } from "../../../src/model/dates.ts";

function daysFrom(first: string, numbers: readonly number[]): Record<string, number> {
  return Object.fromEntries(numbers.map((number, at) => [addDays(first, at), number]));
}

test("a week is a row, a day without anything a dot, and what is not counted empty", () => {
  // A Thursday to the Tuesday after it.
  expect(monthCalendar(daysFrom("2026-01-08", [3, 0, 0, 0, 12, 1]))).toBe(`2026-01: 16
            Mo  Tu  We  Th  Fr  Sa  Su
2026-01-05               3   .   .   .
2026-01-12  12   1
`);
});

test("a week of two months stands in both, each day once", () => {
  // The Friday before a month that begins on a Sunday.
  expect(monthCalendar(daysFrom("2026-01-30", [1, 2, 3, 4]))).toBe(`2026-01: 3
            Mo  Tu  We  Th  Fr  Sa  Su
2026-01-26                   1   2
2026-02: 7
            Mo  Tu  We  Th  Fr  Sa  Su
2026-01-26                           3
2026-02-02   4
`);
});

test("columns are as wide as the largest number", () => {
  const [, head, row] = monthCalendar(daysFrom("2026-01-05", [12_345, 1])).split("\n");
  expect(head).toBe("              Mo    Tu    We    Th    Fr    Sa    Su");
  expect(row).toBe("2026-01-05 12345     1");
});
