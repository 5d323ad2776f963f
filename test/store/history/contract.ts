/** What every history answers, whatever keeps it. */
import { expect, test } from "vitest";
import { compareTexts } from "../../../src/lib/text/nearest.ts";
import { addDays } from "../../../src/model/dates.ts";
import type { HistoryRecord, HistoryWriter } from "../../../src/model/history.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import { all, bars, margin, record } from "./records.ts";

const at = Date.parse("2026-01-06T00:00:00Z");
const piece = { set: margin, scope: "", from: "2026-01-05", to: "2026-01-09" };
const whole = { ...piece, at, records: 0 };

export function keepsToTheContract(open: () => HistoryWriter): void {
  test("a new history has nothing and answers every question", () => {
    const history = open();
    expect(history.between(margin, all)).toEqual([]);
    expect(history.about(margin, "9901", all)).toEqual([]);
    expect(history.ofSubject("9901", all)).toEqual([]);
    expect(history.days(margin, all)).toEqual([]);
    expect(history.fetched(piece)).toBeUndefined();
    expect(history.sets()).toEqual([]);
  });

  test("a record that is there is replaced whole, and counted once", () => {
    const history = open();
    history.add([record({ row: { code: "9901", ratio: 1, reasons: ["a"] } })]);
    history.add([record({ row: { code: "9901", ratio: 2 } })]);
    history.add([record({ row: { ratio: 3 } }), record({ row: { ratio: 4 } })]);
    expect(history.between(margin, all)).toEqual([record({ row: { ratio: 4 } })]);
    expect(history.sets()).toEqual([{ set: margin, from: "2026-01-05", to: "2026-01-05", records: 1 }]);
  });

  test("rows come back as they were, whatever they hold, and absent fields are absent", () => {
    const history = open();
    const rows: HistoryRecord["row"][] = [
      { a: undefined, b: 0, c: "", d: false },
      { d: null, b: [null, [1, "x"]], e: { f: [], g: null } },
      {},
      { z: "架空電機 \u0000 <b>'); DROP TABLE records; --", b: 0.1 + 0.2 },
    ];
    history.add(rows.map((row, index) => record({ name: String(index), row })));
    const read = history.between(margin, all).map(({ row }) => row);
    expect(read).toStrictEqual([{ b: 0, c: "", d: false }, ...rows.slice(1)]);
  });

  test.each(["", "' OR 1=1 --", "架空\u0000電機", "9901%", "[]", "\u202e9901"])(
    "a subject and a name are text: %j",
    (text) => {
      const history = open();
      const own = record({ subject: text, name: text });
      history.add([own, record({ subject: `${text}x` })]);
      expect(history.ofSubject(text, all)).toEqual([own]);
      expect(history.about(margin, text, all)).toEqual([own]);
    },
  );

  test("a field that comes later is read with the others, and rows of before stay", () => {
    const history = open();
    history.add([record({ day: "2026-01-05", row: { a: 1 } })]);
    history.add([record({ day: "2026-01-06", row: { b: 2 } })]);
    history.add([record({ day: "2026-01-07", row: { a: 3, b: 4 } })]);
    expect(history.between(margin, all).map(({ row }) => row)).toEqual([{ a: 1 }, { b: 2 }, { a: 3, b: 4 }]);
  });

  test("what is no day is refused and nothing of its call is kept", () => {
    const history = open();
    expect(() => history.add([record({ row: { early: 1 } }), record({ day: "2026-02-30" })])).toThrow(
      RangeError,
    );
    expect(history.sets()).toEqual([]);
    expect(history.between(margin, all)).toEqual([]);
    history.add([record({ row: { late: 1 } })]);
    expect(history.between(margin, all)).toEqual([record({ row: { late: 1 } })]);
    expect(history.sets()).toHaveLength(1);
  });

  test("a piece is there for the days that it has, of its set and scope alone", () => {
    const history = open();
    history.finish({ ...whole, records: 7 });
    expect(history.fetched(piece)).toEqual({ ...whole, records: 7 });
    const within = { ...piece, from: "2026-01-06", to: "2026-01-06" };
    expect(history.fetched(within)).toEqual({ ...whole, records: 7 });
    expect(history.fetched({ ...piece, from: "2026-01-04" })).toBeUndefined();
    expect(history.fetched({ ...piece, to: "2026-01-10" })).toBeUndefined();
    expect(history.fetched({ ...piece, scope: "code=9901" })).toBeUndefined();
    expect(history.fetched({ ...piece, set: bars })).toBeUndefined();
  });

  test("records without their piece, as a fetch leaves them that ended in the middle, do not count as fetched", () => {
    const history = open();
    history.add([record()]);
    expect(history.fetched(piece)).toBeUndefined();
    history.add([record()]);
    history.finish({ ...whole, records: 1 });
    expect(history.fetched(piece)).toMatchObject({ records: 1 });
    expect(history.between(margin, all)).toHaveLength(1);
  });

  test("of pieces that have the same days one that was told is found, and the last of these", () => {
    const history = open();
    const refused = { ...whole, refused: "not in the plan" };
    history.finish(refused);
    expect(history.fetched(piece)).toEqual(refused);
    history.finish({ ...refused, refused: "still not", at: at + 1 });
    expect(history.fetched(piece)).toMatchObject({ refused: "still not", at: at + 1 });
    history.finish({ ...whole, at: at + 2 });
    history.finish({ ...refused, to: "2026-01-12", at: at + 3 });
    expect(history.fetched(piece)).toEqual({ ...whole, at: at + 2 });
    history.finish({ ...whole, from: "2026-01-01", at: at + 4 });
    expect(history.fetched(piece)).toMatchObject({ from: "2026-01-01", at: at + 4 });
  });

  test("a piece that was told stays so where its service refuses it later", () => {
    const history = open();
    history.finish(whole);
    history.finish({ ...whole, at: at + 1, refused: "outside the plan by now" });
    expect(history.fetched(piece)).toEqual(whole);
  });

  test("whatever is added in whatever calls, each question answers as a list would", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyRecord, { maxLength: 8 }), { maxLength: 8 }),
        anyPeriod,
        (calls, period) => {
          const history = open();
          const model = new Map<string, HistoryRecord>();
          for (const each of calls) {
            history.add(each);
            for (const one of each) model.set(JSON.stringify([one.set, one.day, one.subject, one.name]), one);
          }
          const kept = [...model.values()].sort(byPlace);
          const inPeriod = kept.filter(({ day }) => day >= period.from && day <= period.to);
          for (const set of setNames) {
            const own = inPeriod.filter((one) => one.set === set);
            expect(history.between(set, period)).toEqual(own);
            expect(history.days(set, period)).toEqual([...new Set(own.map(({ day }) => day))]);
            for (const subject of subjectNames)
              expect(history.about(set, subject, period)).toEqual(
                own.filter((one) => one.subject === subject),
              );
          }
          for (const subject of subjectNames)
            expect(history.ofSubject(subject, period)).toEqual(
              inPeriod.filter((one) => one.subject === subject).sort(byAxis),
            );
          expect(history.sets()).toEqual(contentsOf(kept));
        },
      ),
      { numRuns },
    );
  });
}

const numRuns = runsOf({ quick: 12, long: 2_000 });
const setNames = ["forum/comments", bars, margin];
const subjectNames = ["", "1301", "FM08/FXERD01"];
/** Around 1970 too, and over the ends of years. */
const anyDay = fc.oneof(
  fc.integer({ min: -60, max: 60 }).map((days) => addDays("2026-01-05", days)),
  fc.integer({ min: -60, max: 60 }).map((days) => addDays("1970-01-01", days)),
);
const anyPeriod = fc
  .oneof(fc.tuple(anyDay, anyDay), fc.constant([all.from, all.to] as const))
  .map(([one, other]) => {
    const [from = "", to = ""] = [one, other].sort(compareTexts);
    return { from, to };
  });
const anyRecord: fc.Arbitrary<HistoryRecord> = fc.record({
  set: fc.constantFrom(...setNames),
  day: anyDay,
  subject: fc.constantFrom(...subjectNames),
  name: fc.constantFrom("", "a", "b"),
  row: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.jsonValue({ maxDepth: 1 }), {
    noNullPrototype: true,
  }),
});

function byPlace(one: HistoryRecord, other: HistoryRecord): number {
  const { day, subject, name } = one;
  return (
    compareTexts(one.set, other.set) ||
    compareTexts(day, other.day) ||
    compareTexts(subject, other.subject) ||
    compareTexts(name, other.name)
  );
}

function byAxis(one: HistoryRecord, other: HistoryRecord): number {
  return compareTexts(one.day, other.day) || byPlace(one, other);
}

function contentsOf(kept: readonly HistoryRecord[]) {
  return setNames.flatMap((set) => {
    const days = kept.filter((one) => one.set === set).map(({ day }) => day);
    const [from, to] = [days[0], days.at(-1)];
    return from === undefined || to === undefined ? [] : [{ set, from, to, records: days.length }];
  });
}
