/** What a history forgets: records, pieces and their place on the disk. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addDays } from "../../../src/model/dates.ts";
import { openHistory, openHistoryReader } from "../../../src/store/history/history.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { tmpHistory } from "./house.ts";
import { all, bars, barsOf, margin, record } from "./records.ts";

const days = Array.from({ length: 60 }, (_, at) => addDays("2026-01-05", at));
const [first = "", , third = ""] = days;

test("days before one go, later ones stay as they were, and each step is told", () => {
  const history = tmpHistory();
  for (const day of days) history.add([record({ day }), ...barsOf(day, 20)]);
  const told: [number, number][] = [];
  expect(history.forget(third, (gone, of) => told.push([gone, of]))).toBe(42);
  // A week of a set at a time.
  expect(told).toEqual([
    [2, 42],
    [42, 42],
  ]);
  expect(history.days(margin, all)).toEqual(days.slice(2));
  expect(history.about(bars, "1301", all).map(({ day }) => day)).toEqual(days.slice(2));
  expect(history.sets()).toMatchObject([
    { from: third, records: 58 * 20 },
    { from: third, records: 58 },
  ]);
  history.add([record({ day: first })]);
  expect(history.ofSubject("9901", all).map(({ day }) => day)).toEqual([first, ...days.slice(2)]);
});

test("pieces lose the days that went, and one without any is not fetched", () => {
  const history = tmpHistory();
  const piece = (from: string, to: string) => ({ set: margin, scope: "", from, to });
  const ofCode = { ...piece("2026-01-05", "2026-01-30"), scope: "code=9901" };
  const finish = (from: string, to: string, at: number) =>
    history.finish({ ...piece(from, to), at, records: 1 });
  finish("2026-01-05", "2026-01-06", 1);
  finish("2026-01-05", "2026-01-30", 2);
  finish("2026-01-10", "2026-01-30", 3);
  finish("2026-01-12", "2026-01-12", 4);
  history.finish({ ...ofCode, at: 5, records: 1 });
  history.forget("2026-01-10");
  expect(history.fetched(ofCode)).toBeUndefined();
  expect(history.fetched({ ...ofCode, from: "2026-01-10" })).toMatchObject({ from: "2026-01-10", at: 5 });
  expect(history.fetched(piece("2026-01-05", "2026-01-06"))).toBeUndefined();
  expect(history.fetched(piece("2026-01-09", "2026-01-30"))).toBeUndefined();
  expect(history.fetched(piece("2026-01-10", "2026-01-30"))).toMatchObject({ at: 3 });
  expect(history.fetched(piece("2026-01-12", "2026-01-12"))).toMatchObject({ at: 4 });
});

test("a forgetting that ends in the middle leaves whole days, and the next one goes on", () => {
  const history = tmpHistory();
  for (const day of days) history.add(barsOf(day, 5));
  const stop = () => {
    throw new Error("stopped");
  };
  expect(() => history.forget("2026-02-04", stop)).toThrow("stopped");
  const left = history.between(bars, all);
  expect(left[0]?.day).toBe("2026-01-12");
  expect(history.sets()).toMatchObject([{ from: "2026-01-12", records: left.length }]);
  expect(history.forget("2026-02-04")).toBe(23 * 5);
  expect(history.days(bars, all)).toEqual(days.slice(30));
});

test("the file gets smaller, and a reader beside goes on", () => {
  const path = join(tmpFolder(), "history.db");
  const history = openHistory(path);
  for (const day of days) history.add(barsOf(day, 400));
  history.close();
  const again = tmpHistory(path);
  const reader = openHistoryReader(path);
  onTestFinished(() => reader.close());
  const before = again.bytes();
  again.forget(days[50] ?? "");
  expect(again.bytes()).toBeLessThan(before / 3);
  expect(reader.days(bars, all)).toEqual(days.slice(50));
  expect(reader.ofSubject("1301", all)).toHaveLength(10);
});

test("of a history that forgets all of its days nothing is left", () => {
  const history = tmpHistory();
  for (const day of days) history.add(barsOf(day, 20));
  const { records = 0 } = history.sets()[0] ?? {};
  expect(history.forget("2027-01-01")).toBe(records);
  expect([history.sets(), history.subjects(), history.days(bars, all)]).toEqual([[], [], []]);
});

test("what is no day is refused, and nothing is forgotten", () => {
  const history = tmpHistory();
  history.add([record()]);
  expect(() => history.forget("2026-13-01")).toThrow(RangeError);
  expect(history.sets()).toHaveLength(1);
});
