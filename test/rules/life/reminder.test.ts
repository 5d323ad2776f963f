/** Reminders: an alert so long before a date that stands in an item. */
import { describe, expect, test } from "vitest";
import type { EventDraft } from "../../../src/model/event.ts";
import { livedAgain, report } from "../live.ts";
import { rulesOf } from "../support.ts";

const at = (time: string) => Date.parse(`${time}:00+09:00`);

describe("a reminder", () => {
  const rules = rulesOf(`rules:
  - name: soon
    on: short.report.*
    when: now.ratio >= 1
    before: { date: now.calculatedOn, days: 2bd }
    title: "{{ now.ratio }} on {{ now.calculatedOn }}"
`);
  const dated = (
    date: string,
    ratio = 1,
    type: EventDraft["type"] = "short.report.increased",
  ): EventDraft => {
    const draft = report(ratio);
    return { ...draft, type, data: { now: { ...draft.data.now, calculatedOn: date } } };
  };
  /** Alerts from one step to the next; the last day is a Friday. */
  const says = (...steps: Steps) => saidBy(rules, ...steps);
  type Steps = (readonly [time: string, ...drafts: EventDraft[]])[];
  const saidBy = (asked: typeof rules, ...steps: Steps) => {
    const { said, replayed } = livedAgain(
      asked,
      steps.map(([time, ...drafts]) => [at(time), ...drafts]),
    );
    expect(replayed).toEqual(said.flat());
    return said.map((one) => one.map((words) => words.slice("soon 7203: ".length)).join());
  };

  test("comes at eight so many trading days before the date, once", () => {
    // A Wednesday: two trading days before are the Monday.
    expect(
      says(
        ["2026-01-05T12:00", dated("2026-01-14")],
        ["2026-01-12T07:59"],
        ["2026-01-12T08:00"],
        ["2026-01-13T12:00", dated("2026-01-14", 2)],
        ["2026-01-20T12:00"],
      ),
    ).toEqual(["", "", "1 on 2026-01-14", "", ""]);
  });

  test("comes of the item as it was last, and of a new date at its time", () => {
    expect(
      says(
        ["2026-01-05T12:00", dated("2026-01-14")],
        ["2026-01-06T12:00", dated("2026-01-14", 2)],
        ["2026-01-12T09:00"],
        ["2026-01-12T10:00", dated("2026-01-21", 3)],
        ["2026-01-19T07:00"],
        ["2026-01-19T08:00"],
      ),
    ).toEqual(["", "", "2 on 2026-01-14", "", "", "3 on 2026-01-21"]);
    expect(
      says(
        ["2026-01-05T12:00", dated("2026-01-14")],
        ["2026-01-06T12:00", dated("2026-01-21")],
        ["2026-01-19T12:00"],
      ),
    ).toEqual(["", "", "1 on 2026-01-21"]);
  });

  test("does not come of an item that is gone, or that `when` leaves out, and comes if it is back", () => {
    const closed = dated("2026-01-14", 1, "short.report.closed");
    expect(
      says(["2026-01-05T12:00", dated("2026-01-14")], ["2026-01-06T12:00", closed], ["2026-01-20T12:00"]),
    ).toEqual([...["", "", ""]]);
    for (const end of [closed, dated("2026-01-14", 0.5)])
      expect(
        says(
          ["2026-01-05T12:00", dated("2026-01-14")],
          ["2026-01-06T12:00", end],
          ["2026-01-07T12:00", dated("2026-01-14", 3)],
          ["2026-01-12T12:00"],
        ),
      ).toEqual(["", "", "", "3 on 2026-01-14"]);
  });

  test("comes at once where the time before it is over, and not when the date is", () => {
    expect(
      says(
        ["2026-01-13T12:00", dated("2026-01-14")],
        ["2026-01-13T12:01"],
        ["2026-01-14T12:00", dated("2026-01-13")],
        ["2026-01-15T12:00"],
      ),
    ).toEqual(["", "1 on 2026-01-14", "", ""]);
  });

  test("comes once for each date, also where others come between", () => {
    expect(
      says(
        ["2026-01-13T12:00", dated("2026-01-14")],
        ["2026-01-13T12:01", dated("2026-01-12")],
        ["2026-01-13T12:02", dated("2026-01-21")],
        ["2026-01-13T12:03", dated("2026-01-14")],
        ["2026-01-13T12:04", dated("2026-01-21", 2)],
        ["2026-01-19T12:00"],
      ),
    ).toEqual(["", "1 on 2026-01-14", "", "", "", "2 on 2026-01-21"]);
  });

  test("comes once for a date, also where the item was gone with another date meanwhile", () => {
    expect(
      says(
        ["2026-01-05T12:00", dated("2026-01-06")],
        ["2026-01-05T12:01", dated("2026-01-14", 2)],
        ["2026-01-05T13:00", dated("2026-01-14", 3, "short.report.closed")],
        ["2026-01-06T09:00", dated("2026-01-06", 4)],
        ["2026-01-06T10:00"],
      ),
    ).toEqual(["", "1 on 2026-01-06", "", "", ""]);
  });

  test("comes of a date that only an event had which ended the alert", () => {
    const ending = rulesOf(`rules:
  - name: soon
    on: short.report.*
    until: now.ratio < 1
    before: { date: now.calculatedOn, days: 2bd }
    title: "{{ now.ratio }} on {{ now.calculatedOn }}"
`);
    expect(
      saidBy(
        ending,
        ["2026-01-05T12:00", dated("2026-01-14", 0.5)],
        ["2026-01-06T12:00", dated("2026-01-14")],
        ["2026-01-12T09:00"],
      ),
    ).toEqual(["", "", "1 on 2026-01-14"]);
  });

  test("does not come of an item that is gone by an event with which the conditions do not hold", () => {
    const large = dated("2026-01-14", 3);
    const gone = dated("2026-01-14", 1, "short.report.closed");
    const steps = (last: EventDraft) =>
      [["2026-01-05T12:00", large], ["2026-01-06T12:00", last], ["2026-01-20T12:00"]] as const;
    const lines = "crosses: { of: now.ratio, above: 2 }, before: { date: now.calculatedOn, days: 2bd }";
    const crossing = rulesOf(`rules:\n  - { name: soon, on: short.report.*, title: told, ${lines} }\n`);
    const told = (last: EventDraft) => {
      const all = steps(last).map(([time, ...drafts]) => [at(time), ...drafts] as const);
      const { said, replayed } = livedAgain(crossing, all);
      expect(replayed).toEqual(said.flat());
      return said.flat();
    };
    expect(told(gone)).toEqual([]);
    expect(told(dated("2026-01-14", 1))).toEqual(["soon 7203: told"]);
  });

  test.each([
    ["before: { date: now.ratio, days: 2bd }", "a date, such as now.date"],
    ["before: { date: now.calculatedOn, days: 2h }", "so many days"],
    ["before: { date: now.calculatedOn, days: 2bd }, for: 1h", "either `before` or `for`"],
    ["before: { date: now.calculatedOn, days: 2bd }, absent: { for: 1h }", "either `before` or `absent`"],
  ])("%s is refused", (line, words) => {
    expect(() => rulesOf(`rules:\n  - { name: a, on: short.report.increased, title: x, ${line} }\n`)).toThrow(
      words,
    );
  });
});
