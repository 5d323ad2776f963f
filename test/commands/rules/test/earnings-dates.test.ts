/** The desk's two rules about dates, played over a hundred announcements of which thirty are moved. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTestFiles } from "../../../../src/commands/rules/test/read-test-files.ts";
import { runTests } from "../../../../src/commands/rules/test/run-tests.ts";
import { createCompiler } from "../../../../src/commands/rules/test/test.ts";
import { failureLines } from "../../../../src/commands/rules/test/test-results.ts";
import { recordsOptions } from "../../../../src/config/services.ts";
import { checkFiles, ruleOptions } from "../../../../src/files/check-files.ts";
import { addDays, isWeekday } from "../../../../src/model/dates.ts";
import { tmpFolder } from "../../../support/tmp-folder.ts";

const root = join(import.meta.dirname, "../../../..");

function weekdayFrom(day: string, steps: number): string {
  let found = day;
  for (let left = Math.abs(steps); left > 0; left -= isWeekday(found) ? 1 : 0)
    found = addDays(found, Math.sign(steps));
  return found;
}

const stocks = Array.from({ length: 100 }, (_, place) => ({
  code: String(2_000 + place),
  announced: weekdayFrom("2026-10-23", 1 + (place % 20)),
}));
/** Ten become earlier by a day, twenty later by three. */
const dates = stocks.map(({ code, announced }, place) => ({
  ...{ code, announced, isMoved: place < 30 },
  day: place >= 30 ? announced : weekdayFrom(announced, place < 10 ? -1 : 3),
}));

const row = (code: string, scheduledOn: string, publishedOn: string) => ({
  ...{ code, name: `架空${code}`, period: "2Q", yearEndsOn: "2027-03-31", scheduledOn, publishedOn },
});
const report = (code: string, day: string) => ({
  ...{ code, seller: "Example Capital", ratio: 0.7, calculatedOn: day, disclosedOn: day },
});
const at = (day: string, time: string) => `${day}T${time}:00+09:00`;

function stepsOf(day: string) {
  const reminded = dates.filter((one) => weekdayFrom(one.day, -2) === day);
  const shorted = dates.filter((one) => weekdayFrom(one.day, -1) === day);
  const alerts = (rule: string, keys: readonly string[]) => keys.map((key) => ({ rule, key }));
  return [
    {
      at: at(day, "08:00"),
      expect: {
        exactly: true,
        alerts: alerts(
          "earnings-in-two-days",
          reminded.map(({ code }) => code),
        ),
      },
    },
    {
      at: at(day, "18:00"),
      poll: { "short-sale-reports": shorted.map(({ code }) => report(code, day)) },
      expect: {
        exactly: true,
        alerts: alerts(
          "short-before-earnings",
          shorted.map(({ code }) => `${code}|Example Capital|–`),
        ),
      },
    },
  ];
}

test("each fires for a hundred of a hundred dates, and each moved date is told once", async () => {
  const { config, rules } = await checkFiles(join(root, "docs/desk/monitor.yaml"), {});
  if (config === undefined || rules === undefined) throw new Error("no rules");
  const moved = dates.filter(({ isMoved }) => isMoved);
  const movedRows = moved.map(({ code, day }) => row(code, day, "2026-09-10"));
  const events = (type: string, count: number) => Array.from({ length: count }, () => ({ type }));
  const days = Array.from({ length: 30 }, (_, place) => weekdayFrom("2026-10-19", place));
  const steps = [
    { at: at("2026-09-01", "10:10"), poll: { "earnings-dates": [], "short-sale-reports": [] } },
    {
      at: at("2026-09-02", "10:10"),
      poll: { "earnings-dates": stocks.map(({ code, announced }) => row(code, announced, "2026-09-02")) },
      expect: { exactly: true, events: events("earnings.date.announced", 100), alerts: [] },
    },
    {
      at: at("2026-09-10", "10:10"),
      poll: { "earnings-dates": movedRows },
      expect: { exactly: true, events: events("earnings.date.moved", 30), alerts: [] },
    },
    {
      at: at("2026-09-10", "10:20"),
      poll: { "earnings-dates": movedRows },
      expect: { events: [], alerts: [] },
    },
    ...days.flatMap(stepsOf),
  ];
  const rulesAsked = ["earnings-in-two-days", "short-before-earnings"];
  const watchlists = { mine: stocks.map(({ code }) => code) };
  const path = join(tmpFolder(), "dates.yaml");
  writeFileSync(path, JSON.stringify({ tests: [{ name: "dates", rules: rulesAsked, watchlists, steps }] }));
  const known = { types: ruleOptions(config).types, rules: rules.names, records: recordsOptions(config) };
  const { files, problems } = await readTestFiles([path], known, (file) => file);
  expect(problems).toEqual([]);
  const { results } = await runTests({
    ...{ config, rules: rules.rules, files, withLists: createCompiler(config) },
    watchlists: rules.watchlists,
    shownAs: (file) => file,
  });
  expect(results.some(({ ok }) => ok)).toBe(true);
  expect(
    results
      .filter(({ ok }) => !ok)
      .flatMap((result) => failureLines(result))
      .slice(0, 40),
  ).toEqual([]);
});
