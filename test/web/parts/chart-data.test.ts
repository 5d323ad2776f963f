/** Lines of a chart on one axis: what is unknown is no value, also at the times of other lines. */
import { expect, test } from "vitest";
import { bySize, type ChartLine, joinedLines, valueAt } from "../../../src/web/parts/chart/chart-data.ts";

test("lines of different times are one axis, and a line goes on where only another one has a point", () => {
  const lines = [
    {
      label: "a",
      points: [
        [1, 10],
        [5, 20],
      ] as const,
    },
    { label: "b", points: [[3, 7]] as const },
  ];
  expect(joinedLines(lines)).toEqual({
    times: [1, 3, 5],
    values: [
      [10, undefined, 20],
      [undefined, 7, undefined],
    ],
  });
});

test("a state ends where it becomes unknown, and stays so at the times of other lines until it is known again", () => {
  const state = {
    label: "a",
    kind: "step" as const,
    points: [
      [1, 10],
      [3, null],
      [9, 20],
    ] as const,
  };
  const other = {
    label: "b",
    points: [
      [2, 1],
      [5, 1],
    ] as const,
  };
  const lines = [state, other];
  const data = joinedLines(lines);
  expect(data.values[0]).toEqual([10, undefined, null, null, 20]);
  expect([0, 1, 2, 3, 4].map((place) => valueAt(data, lines, 0, place))).toEqual([
    10,
    10,
    undefined,
    undefined,
    20,
  ]);
});

test("a measured line ends at its last point before it is unknown", () => {
  const measured = {
    label: "a",
    points: [
      [1, 10],
      [4, null],
      [9, 20],
    ] as const,
  };
  const other = {
    label: "b",
    points: [
      [2, 1],
      [3, 1],
    ] as const,
  };
  expect(joinedLines([measured, other]).values[0]).toEqual([10, null, null, null, 20]);
});

test("a bar is of its own moment alone", () => {
  const lines = [
    { label: "a", kind: "bars" as const, points: [[1, 10]] as const },
    { label: "b", points: [[2, 1]] as const },
  ];
  const data = joinedLines(lines);
  expect([valueAt(data, lines, 0, 0), valueAt(data, lines, 0, 1)]).toEqual([10, undefined]);
});

test("lines of different size get axes of their own, and keep their colours", () => {
  const line = (label: string, ...values: (number | null)[]): ChartLine => ({
    label,
    points: values.map((value, day) => [day, value]),
  });
  const groups = bySize([
    line("times", 20, 18),
    line("short", 0.4, 0.5),
    line("long", 8, null, 9),
    line("more", 0.3),
  ]);
  const named = groups.map((group) => group.map(({ label, style }) => [label, style]));
  expect(named).toEqual([
    [
      ["times", 0],
      ["long", 2],
    ],
    [
      ["short", 1],
      ["more", 3],
    ],
  ]);
  expect(bySize([])).toEqual([]);
});
