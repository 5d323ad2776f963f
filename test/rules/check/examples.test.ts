import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { formatProblem } from "../../../src/lib/problem.ts";
import { runExamples } from "../../../src/rules/check/examples.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";
import { ruleWith } from "../support.ts";

const comment = (author: string, more = "") =>
  `{ type: forum.comment.posted, now: { code: "7203", part: 1, author: ${author}, body: x }${more} }`;

/** Whether each example of a rule about comments holds. */
function verdicts(...lines: string[]): boolean[] {
  return runExamples(ruleWith("forum.comment.posted", lines)).map(({ ok }) => ok);
}

describe("an example of several events", () => {
  it("is judged with what the rule remembers of those before", () => {
    const two = `[${comment("a")}, ${comment("b")}]`;
    const same = `[${comment("a")}, ${comment("a")}]`;
    expect(
      verdicts(
        "distinct: { of: now.author, within: 1h, at_least: 2 }",
        "examples:",
        `  - fires: ${two}`,
        `  - silent: ${same}`,
        `  - silent: ${comment("a")}`,
        `  - fires: ${same}`,
        `  - silent: ${two}`,
      ),
    ).toEqual([true, true, true, false, false]);
  });

  it("fires for the last one, and is silent only where none fires", () => {
    const three = `[${comment("a")}, ${comment("b")}, ${comment("a")}]`;
    expect(
      verdicts(
        "count: { within: 1h, at_least: 2 }",
        "examples:",
        `  - fires: ${three}`,
        `  - silent: ${three}`,
      ),
    ).toEqual([false, false]);
  });

  it("begins with nothing remembered of another example", () => {
    expect(
      verdicts(
        "count: { within: 1h, at_least: 2 }",
        "examples:",
        `  - silent: ${comment("a")}`,
        `  - silent: ${comment("b")}`,
      ),
    ).toEqual([true, true]);
  });

  it("may repeat an event, each later than the one before by the time that is said", () => {
    const repeated = (times: number, every: string) =>
      comment("a", `, time: "2026-01-05T09:00:00+09:00", repeat: { times: ${times}, every: ${every} }`);
    expect(
      verdicts(
        "count: { within: 30m, at_least: 30 }",
        "examples:",
        `  - fires: ${repeated(30, "1m")}`,
        `  - silent: ${repeated(29, "1m")}`,
        `  - silent: ${repeated(30, "2m")}`,
      ),
    ).toEqual([true, true, true]);
  });

  it("moves all times of what it repeats, days as days", () => {
    const daily = comment("a", ', published: "2026-01-05", repeat: { times: 3, every: 1d }');
    expect(
      verdicts(
        "count: { within: 2d, at_least: 3 }",
        "examples:",
        `  - silent: ${daily}`,
        `  - fires: [${daily}, ${comment("a", ', published: "2026-01-07"')}]`,
      ),
    ).toEqual([true, true]);
    expect(verdicts("count: { within: 3d, at_least: 3 }", "examples:", `  - fires: ${daily}`)).toEqual([
      true,
    ]);
  });
});

describe("an example with a moment", () => {
  const at = (time: string) => `at: "2026-01-${time}:00+09:00"`;
  const first = comment("a", ', time: "2026-01-05T09:00:00+09:00"');

  it("fires where nothing comes up to then", () => {
    expect(
      verdicts(
        'absent: { by: "18:00", on: trading-days }',
        "examples:",
        `  - { fires: ${first}, ${at("06T18:00")} }`,
        `  - { silent: ${first}, ${at("06T17:59")} }`,
        `  - { fires: ${first}, ${at("06T17:59")} }`,
        `  - { silent: [${first}, ${comment("b", ', time: "2026-01-06T17:00:00+09:00"')}], ${at("06T18:00")} }`,
        `  - silent: ${first}`,
      ),
    ).toEqual([true, true, false, true, true]);
  });

  it("tells what a rule says between two events, too", () => {
    const late = `[${first}, ${comment("b", ', time: "2026-01-05T12:00:00+09:00"')}]`;
    expect(verdicts("absent: { for: 2h }", "examples:", `  - silent: ${late}`)).toEqual([false]);
    expect(verdicts("absent: { for: 4h }", "examples:", `  - silent: ${late}`)).toEqual([true]);
  });

  it("ends, however far away it is", () => {
    const forever = `  - { fires: ${first}, at: "9999-01-01" }`;
    expect(verdicts('absent: { by: "18:00" }', "examples:", forever)).toEqual([true]);
  });
});

describe("a mistake in an example of several events", () => {
  const problemOf = (fires: string) => {
    const text = `rules:\n  - name: test\n    on: forum.comment.posted\n    title: t\n    examples:\n      - fires: ${fires}\n`;
    const loaded = compileRuleTexts([{ file: "a.yaml", text }], {
      notify: [],
      types: builtInTypes,
      hash: "",
    });
    return (loaded.ok ? loaded.warnings : loaded.problems).map(formatProblem);
  };

  it.each([
    [
      "[{ type: forum.comment.posted, nwo: {}, now: {} }]",
      "a.yaml:6:47: unknown key `nwo` (did you mean `now`?)",
    ],
    [
      "[{ type: forum.comment.posted, now: { cod: a } }]",
      "a.yaml:6:54: events of type forum.comment.posted have no field `cod` (did you mean `code`?)",
    ],
    ["[{ type: forum.comment.posted }]", "a.yaml:6:17: `now` is missing"],
    ["[]", "a.yaml:6:16: this must not be empty"],
    [
      "{ type: forum.comment.posted, now: {}, time: soon }",
      "a.yaml:6:61: this is no time; one looks like 2026-01-05 or 2026-01-05T18:00:00+09:00",
    ],
    [
      "{ type: forum.comment.posted, now: {}, repeat: { times: 2, every: 1bd } }",
      "a.yaml:6:82: this is no time between two events; one looks like 1m or 1d",
    ],
    [
      "{ type: forum.comment.posted, now: {}, repeat: { times: 501, every: 1s } }",
      "a.yaml:6:9: an example has at most 500 events",
    ],
    [
      "[{ type: forum.comment.posted, now: {} }, { type: forum.comment.posted, now: {}, repeat: { times: 500, every: 1s } }]",
      "a.yaml:6:9: an example has at most 500 events",
    ],
  ])("%s is told at its place", (fires, told) => {
    expect(problemOf(fires)).toEqual([told]);
  });

  it("and one that does not hold is a warning that speaks of all of them", () => {
    const [told] = problemOf("[{ type: forum.comment.posted, now: {} }, { type: source.failed, now: {} }]");
    expect(told).toBe(
      "a.yaml:6:9: warning: this example does not hold: the rule is not about events of type source.failed",
    );
  });
});
