/** Functions of trading days in expressions, over the calendar of the evaluation. */
import { describe, expect, test } from "vitest";
import { createTradingCalendar } from "../../../src/calendar/trading-calendar.ts";
import { builtInTypes } from "../../../src/files/event-types.ts";
import type { ExampleEvent } from "../../../src/rules/schema/example-schema.ts";
import { createFilterCompiler } from "../../../src/rules/sets/filter.ts";
import type { StandingState } from "../../../src/rules/standing/standing-state.ts";
import { forgetful } from "../../../src/rules/state/index.ts";
import { entry, rulesOf, ruleWith } from "../support.ts";

const example: ExampleEvent = {
  type: "short.report.increased",
  now: {
    code: "7203",
    seller: "Example Capital",
    ratio: 1,
    calculatedOn: "2026-01-08",
    disclosedOn: "2026-01-14",
  },
};

/** The Monday, 12 January, is a holiday in it. */
const calendar = createTradingCalendar(new Map([["2026-01-12", false]]));

const fires = (when: string, evaluation = { ...forgetful, calendar }) =>
  ruleWith(example.type, [`when: ${JSON.stringify(when)}`]).match(entry(example), evaluation).length === 1;

describe("trading days", () => {
  test.each([
    ["tradingDaysBetween(now.calculatedOn, now.disclosedOn) == 3", true],
    ["tradingDaysBetween(now.disclosedOn, now.calculatedOn) == -3", true],
    ["tradingDaysBetween(now.calculatedOn, now.calculatedOn) == 0", true],
    ["tradingDaysBetween('2026-01-10', now.disclosedOn) / 4 == 0.5", true],
    ["isTradingDay(now.calculatedOn) && !isTradingDay('2026-01-12') && !isTradingDay('2026-01-10')", true],
    ["addTradingDays(now.calculatedOn, 2) == '2026-01-13'", true],
    ["addTradingDays(now.disclosedOn, -2) == '2026-01-09'", true],
    ["addTradingDays('2026-01-10', 0) == '2026-01-10'", true],
    ["addTradingDays(now.calculatedOn, now.ratio) == '2026-01-09'", true],
    // An absent value is neither equal nor different.
    ["isTradingDay(now.seller) || !isTradingDay(now.seller)", false],
    ["tradingDaysBetween('2026-01-32', now.disclosedOn) > -1000", false],
    ["tradingDaysBetween('1990-01-01', now.disclosedOn) > -100000", false],
    ["addTradingDays(now.calculatedOn, 0.5) != ''", false],
    ["addTradingDays(now.calculatedOn, 1000000) != ''", false],
    ["isTradingDay(now.fund) || !isTradingDay(now.fund)", false],
  ])("%s is %s", (when, expected) => expect(fires(when)).toBe(expected));

  test("are those of the evaluation, one after another", () => {
    const when = "isTradingDay('2026-01-12')";
    expect([fires(when), fires(when, forgetful), fires(when)]).toEqual([false, true, false]);
  });

  test("are those of the calendar that filters of subscriptions are given, whatever rules were asked before", () => {
    const compileFilter = createFilterCompiler(
      builtInTypes,
      () => ({}),
      () => calendar,
    );
    const filter = compileFilter("!isTradingDay('2026-01-12')", [example.type]);
    expect(fires("isTradingDay('2026-01-12')", forgetful)).toBe(true);
    expect(filter.ok && filter.matches(entry(example).event)).toBe(true);
  });

  test("are those of the calendar that what stands was made with", () => {
    const rules = rulesOf(`
standing:
  open: { of: short-sale-reports, count: true, when: "isTradingDay(now.calculatedOn)" }
rules: [{ name: a, on: short.report.increased, when: standing.open >= 0, title: "{{ standing.open }}" }]`);
    const standing = rules.standing?.create(calendar) as StandingState;
    standing.know("short-sale-reports", true);
    for (const [key, calculatedOn] of [
      ["a", "2026-01-09"],
      ["b", "2026-01-12"],
    ] as const)
      standing.take({ source: "short-sale-reports", key, item: { subject: "7203", now: { calculatedOn } } });
    const event = { ...entry(example).event, subject: "7203" };
    expect(rules.match({ seq: 1, event }, { ...forgetful, standing })[0]?.title).toBe("1");
  });
});
