/** The file of a history: its contract, and what holds after a restart and beside a writer. */
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openHistoryReader } from "../../../src/store/history/history.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { keepsToTheContract } from "./contract.ts";
import { tmpHistory } from "./house.ts";
import { all, bars, barsOf, margin, record } from "./records.ts";

describe("the file of a history", () => keepsToTheContract(() => tmpHistory()));

function tmpReader(path: string) {
  const reader = openHistoryReader(path);
  onTestFinished(() => reader.close());
  return reader;
}

test("what was added is there after a restart, in the same words", () => {
  const path = join(tmpFolder(), "history.db");
  const records = [record({ row: { code: "9901", reasons: ["a"] } }), ...barsOf("2026-01-05", 3)];
  const first = tmpHistory(path);
  first.add(records);
  first.finish({ set: margin, scope: "", from: "2026-01-05", to: "2026-01-05", at: 1, records: 1 });
  first.close();
  const second = tmpHistory(path);
  expect([...second.between(margin, all), ...second.between(bars, all)]).toEqual(records);
  second.add([record({ day: "2026-01-06", row: { later: 1, code: "9901" } })]);
  expect(second.days(margin, all)).toEqual(["2026-01-05", "2026-01-06"]);
  expect(second.between(margin, all).map(({ row }) => row)).toEqual([
    records[0]?.row,
    { code: "9901", later: 1 },
  ]);
});

test("a reader beside the writer follows it: new sets, new fields, new pieces", () => {
  const path = join(tmpFolder(), "history.db");
  const writer = tmpHistory(path);
  const reader = tmpReader(path);
  expect(reader.ofSubject("9901", all)).toEqual([]);
  const early = record({ row: { a: 1 } });
  writer.add([early]);
  expect(reader.between(margin, all)).toEqual([early]);
  const late = record({ day: "2026-01-06", row: { a: 2, b: ["x"], c: null } });
  const bar = record({ set: bars, day: "2026-01-06", row: { close: 5 } });
  writer.add([late, bar]);
  expect(reader.ofSubject("9901", all)).toEqual([early, bar, late]);
  const piece = { set: margin, scope: "", from: "2026-01-05", to: "2026-01-06", at: 1, records: 2 };
  writer.finish(piece);
  expect(reader.fetched(piece)).toEqual(piece);
  expect(reader.subjects()).toEqual(["9901"]);
  expect(reader.bytes()).toBeGreaterThan(4_096);
});

test("refusals are told by set and reason, with their first and last day, and not where it was told later", () => {
  const history = tmpHistory();
  const day = (text: string, refused?: string) =>
    history.finish({ set: margin, scope: "", from: text, to: text, at: 1, records: 0, refused });
  for (const text of ["2026-01-05", "2026-01-07", "2026-01-06"]) day(text, "outside the plan");
  day("2026-01-08", "not in the plan");
  day("2026-01-09", "outside the plan");
  day("2026-01-09");
  expect(history.refusals()).toEqual([
    { set: margin, from: "2026-01-08", to: "2026-01-08", pieces: 1, reason: "not in the plan" },
    { set: margin, from: "2026-01-05", to: "2026-01-07", pieces: 3, reason: "outside the plan" },
  ]);
});

test("a service whose past comes from elsewhere is refused, the others are not", () => {
  const path = join(tmpFolder(), "history.db");
  const first = tmpHistory(path);
  first.claim("market", "the simulator");
  first.claim("market", "the simulator");
  first.add([record()]);
  first.close();
  const second = tmpHistory(path);
  second.claim("forum", "forum.example");
  expect(() => second.claim("market", "api.example")).toThrow(
    `${path}: its past of market comes from the simulator, not from api.example; name another file as history.file`,
  );
  expect(tmpReader(path).origins()).toEqual(
    new Map([
      ["forum", "forum.example"],
      ["market", "the simulator"],
    ]),
  );
  expect(second.sets()).toHaveLength(1);
});

test("records of a subject are counted by day, in the days that are asked for", () => {
  const history = tmpHistory();
  const days = ["2026-01-02", "2026-01-05", "2026-01-05", "2026-01-30", "2026-03-02"];
  history.add(days.map((day, at) => record({ day, name: String(at) })));
  history.add([record({ day: "2026-01-05", subject: "9902" }), ...barsOf("2026-01-05", 3)]);
  const counts = history.counts(margin, "9901", { from: "2026-01-03", to: "2026-01-31" });
  expect([...counts]).toEqual([
    ["2026-01-05", 2],
    ["2026-01-30", 1],
  ]);
  expect(history.counts("market/none", "9901", all).size).toBe(0);
});
