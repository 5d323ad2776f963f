/** Values that texts show: those of all conditions at the moment of the alert, whether its event counts for them or not. */
import { describe, expect, test } from "vitest";
import type { EventDraft } from "../../../src/model/event.ts";
import { live, report } from "../live.ts";

/** A report with other fields; undefined leaves one out. */
const of = (fields: Readonly<Record<string, unknown>>): EventDraft => {
  const now = { ...report(0).data.now, ...fields };
  const known = Object.entries(now).filter(([, value]) => value !== undefined);
  return { ...report(0), data: { now: Object.fromEntries(known) } } as EventDraft;
};

/** Alerts of the last step, without the number of their event. */
const lastSaid = (...given: Parameters<typeof live>) =>
  live(...given)
    .at(-1)
    ?.filter((line) => line !== "due")
    .map((line) => line.replace(/ of \d+$/, ""));

describe("at an event that does not count for it", () => {
  const few = "sum: { of: now.ratio, within: 30m, at_least: 1 }";

  test("a crossing has the value of the newest event that counted", () => {
    const lines = `crosses: { of: now.ratio, below: 1, reset: 2, when: now.shares < 1 }\n${few}`;
    const said = lastSaid(
      lines,
      [
        ["2026-01-05T11:58", of({ ratio: 0.5, shares: 0 })],
        ["2026-01-05T12:28", of({ ratio: 0.5 }), of({ ratio: 1.5 })],
      ],
      "{{ found.value }} {{ found.sum }}",
    );
    expect(said).toEqual(["fired 0.5 2"]);
  });

  test("a streak has its length, and a move since some time how far it went", () => {
    const said = lastSaid(
      [
        "streak: { of: now.ratio, direction: up, times: 2, when: now.shares > 1 }",
        "moves: { of: now.ratio, by: 1, since: 10m, when: now.shares > 1 }",
        "count: { within: 5m, at_least: 2, when: now.shares < 2 }",
      ].join("\n"),
      [
        ["2026-01-05T11:00", of({ ratio: 1, shares: 2 })],
        ["2026-01-05T11:10", of({ ratio: 3, shares: 2 })],
        ["2026-01-05T11:11", of({ ratio: 4, shares: 2 })],
        ["2026-01-05T11:12", of({ ratio: 9 }), of({ ratio: 9 })],
      ],
      "{{ found.streak }} {{ found.moved }}",
    );
    expect(said).toEqual(["fired 2 3"]);
  });

  test("a map of `any` that ignores the event has its measures", () => {
    const lines =
      "any:\n  - { unseen: { of: now.seller } }\n  - { average: { of: now.ratio, within: 3d, below: 1, name: m1 } }";
    const said = lastSaid(
      lines,
      [
        ["2026-01-04T12:00", of({ ratio: 1, seller: undefined })],
        ["2026-01-05T12:00", of({ ratio: undefined })],
      ],
      "{{ found.m1.average }}",
    );
    expect(said).toEqual(["fired 1"]);
  });

  test("of two maps that do not hold the first has the value of a name that both have", () => {
    const sum = (least: number) =>
      `sum: { of: now.ratio, within: 1h, at_least: 99, when: now.shares > ${least} }`;
    const lines = `any: [{ count: { within: 1h, at_least: 3 } }, { ${sum(0)} }, { ${sum(1)} }]`;
    const drafts = [of({ ratio: 5 }), of({ ratio: 7, shares: 2 }), of({ ratio: 1 })];
    const said = lastSaid(lines, [["2026-01-05T12:00", ...drafts]], "{{ found.sum }}");
    expect(said).toEqual(["fired 13"]);
  });

  test("nothing is found by a late event that counts for none but one of them", () => {
    const lines =
      "any:\n  - { crosses: { of: now.ratio, above: 1 } }\n  - { count: { within: 1h, at_least: 3 } }";
    const late = { ...of({ ratio: 0.5 }), published: "2026-01-05T11:30:00+09:00" };
    const said = lastSaid(
      lines,
      [
        ["2026-01-05T12:00", of({ ratio: 0.7 })],
        ["2026-01-05T12:01", of({ ratio: 0.8 })],
        ["2026-01-05T12:02", late],
      ],
      "{{ found.value }} {{ found.count }}",
    );
    expect(said).toEqual(["fired 0.8 3"]);
  });
});

describe("by time alone", () => {
  test("a crossing has its value although the last event did not count for it", () => {
    const lines =
      "crosses: { of: now.ratio, above: 1, when: now.shares > 1 }\ncount: { within: 10m, at_most: 1 }";
    const said = lastSaid(
      lines,
      [
        ["2026-01-05T11:00", of({ ratio: 3, shares: 2 }), of({ ratio: 9 }), of({ ratio: 8 })],
        ["2026-01-05T11:10"],
      ],
      "{{ found.value }} {{ found.count }}",
    );
    expect(said).toEqual(["fired 3 0"]);
  });

  test("the average of a window that has become empty is absent", () => {
    const lines =
      "any:\n  - { count: { within: 20m, at_most: 0 } }\n  - { average: { of: now.ratio, within: 10m, above: 99 } }";
    const said = lastSaid(
      lines,
      [["2026-01-05T11:00", of({ ratio: 3 })], ["2026-01-05T11:20"]],
      "{{ found.average }} {{ found.count }}",
    );
    expect(said).toEqual(["fired – 0"]);
  });
});
