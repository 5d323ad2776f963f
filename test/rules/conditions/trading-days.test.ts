/** That `bd` means the same wherever a rule has it: from a Saturday noon a trading day ends with Monday. */
import { expect, test } from "vitest";
import type { EventDraft } from "../../../src/model/event.ts";
import { live, report } from "../live.ts";

type Step = readonly [time: string, ...events: EventDraft[]];

const saturday: Step = ["2026-01-10T12:00", report(2)];

/** The last of Monday, with an event that was not before, then the end of Monday. */
const cases: [string, string, Step[], string[][]][] = [
  [
    "a cooldown",
    "cooldown: 1bd",
    [saturday, ["2026-01-12T23:59", report(3)], ["2026-01-13T00:00", report(4)]],
    [["fired 7203 2 of 1"], [], ["fired 7203 4 of 4"]],
  ],
  [
    "an absence",
    "absent: { for: 1bd }",
    [saturday, ["2026-01-12T23:59"], ["2026-01-13T00:00"]],
    [[], [], ["due", "fired 7203 2 of 1"]],
  ],
  [
    "what has to last",
    "when: now.ratio > 1\nfor: 1bd",
    [saturday, ["2026-01-12T23:59"], ["2026-01-13T00:00"]],
    [[], [], ["due", "fired 7203 2 of 1"]],
  ],
  [
    "a window, in which it is",
    "count: { within: 1bd, at_least: 2 }",
    [saturday, ["2026-01-12T23:59", report(3)]],
    [[], ["fired 7203 3 of 2"]],
  ],
  [
    "a window, in which it is no more",
    "count: { within: 1bd, at_least: 2 }",
    [saturday, ["2026-01-13T00:00", report(3)]],
    [[], []],
  ],
  [
    "a window that time empties",
    "count: { within: 1bd, at_most: 0 }",
    [saturday, ["2026-01-12T23:59"], ["2026-01-13T00:00"]],
    [[], [], ["due", "fired 7203 2 of 1"]],
  ],
  [
    "a session",
    "count: { within: { session: 1bd }, at_least: 2 }",
    [saturday, ["2026-01-13T00:00", report(3)], ["2026-01-14T00:01", report(4)]],
    [[], ["fired 7203 3 of 2"], []],
  ],
  [
    "what was not seen",
    "unseen: { of: now.seller, within: 1bd }",
    [saturday, ["2026-01-12T23:59", report(3)]],
    [["fired 7203 2 of 1"], []],
  ],
  [
    "what was not seen for so long",
    "unseen: { of: now.seller, within: 1bd }",
    [saturday, ["2026-01-13T00:00", report(3)]],
    [["fired 7203 2 of 1"], ["fired 7203 3 of 3"]],
  ],
  [
    "flapping",
    "flapping: { times: 2, within: 1bd }",
    [saturday, ["2026-01-12T23:59", report(3)], ["2026-01-13T00:00", report(4)]],
    [
      ["fired 7203 2 of 1"],
      ["fired 7203 3 of 3, 2 times within 1bd"],
      ["fired 7203 4 of 5, 2 times within 1bd"],
    ],
  ],
  [
    "a move",
    "moves: { of: now.ratio, by: 1, since: 1bd }",
    [saturday, ["2026-01-12T23:59", report(3)], ["2026-01-13T00:00", report(4)]],
    [[], [], ["fired 7203 4 of 3"]],
  ],
];

test.each(cases)("%s: `%s`", (_, lines, steps, said) => {
  expect(live(lines, steps)).toEqual(said);
});

const dayOnly = (published: string | undefined, seller: string): EventDraft => {
  const { data, ...draft } = report(1);
  return { ...draft, ...(published && { published }), data: { now: { ...data.now, seller } } };
};
const five = ["A", "B", "C", "D", "E"];
const few = (published: string | undefined, sellers = five) =>
  sellers.map((seller) => dayOnly(published, seller));
const emptied = ["due", "fired 0 of 5"];

test.each<[string, Step[], string[][]]>([
  [
    // Monday and four trading days is the beginning of Friday, which comes 41 and a half hours later here.
    "on a Saturday what was known by the day of Monday, and seen on Tuesday",
    [
      ["2026-01-06T17:30", ...few("2026-01-05")],
      ["2026-01-09T17:30"],
      ["2026-01-10T17:29"],
      ["2026-01-10T17:30"],
    ],
    [[], [], [], emptied],
  ],
  [
    "on a Saturday what was known by the day of the Saturday before, and seen on Sunday",
    [["2026-01-04T12:00", ...few("2026-01-03")], ["2026-01-10T11:59"], ["2026-01-10T12:00"]],
    [[], [], emptied],
  ],
  [
    "on a Friday, and no more on Saturday, what was published at noon of Monday and seen late",
    [["2026-01-06T17:30", ...few("2026-01-05T12:00:00+09:00")], ["2026-01-09T12:00"], ["2026-01-10T17:30"]],
    [[], emptied, []],
  ],
  [
    "on a Friday what came at noon of Monday",
    [
      ["2026-01-05T12:00", ...few(undefined)],
      ["2026-01-09T11:59"],
      ["2026-01-09T12:00"],
      ["2026-01-10T12:00"],
    ],
    [[], [], emptied, []],
  ],
  [
    "to four first, and goes on holding when the last leave on a Saturday",
    [
      ["2026-01-05T17:30", ...few("2026-01-02", ["A"])],
      ["2026-01-06T17:30", ...few("2026-01-05", ["B", "C", "D", "E"])],
      ["2026-01-09T17:30"],
      ["2026-01-10T17:30"],
    ],
    [[], [], ["due", "fired 4 of 5"], []],
  ],
  [
    "with no alert where there never were more than four",
    [["2026-01-06T17:30", ...few("2026-01-05", ["A", "B", "C", "D"])], ["2026-01-10T17:30"]],
    [[], []],
  ],
])("a window of trading days empties %s", (_, steps, said) => {
  const lines = "distinct: { of: now.seller, within: 4bd, at_most: 4 }";
  expect(live(lines, steps, "{{ found.distinct }}")).toEqual(said);
});
