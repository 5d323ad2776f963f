/** Alerts that were due while the monitor stood still come before what a poll brings, however many they are. */
import { expect, test } from "vitest";
import type { Alert } from "../../src/model/news-items.ts";
import { backtestOf, beginLife, logOf, position, rulesOfText } from "../backtest/lived-log.ts";

const rulesWith = (lines: string) =>
  rulesOfText(`rules: [{ name: gone, on: short.report.opened, title: "{{ now.code }}", ${lines} }]`);

/** The causes of the alerts that the monitor gave, which polled at these times and did nothing in between. */
function livedCauses(rules: ReturnType<typeof rulesWith>, codes: number, polls: readonly string[]) {
  const life = beginLife(rules);
  const reports = Array.from({ length: codes }, (_, at) => position(String(1000 + at), 1));
  for (const at of polls) life.pollOnly(at, reports);
  life.store.close();
  const given = logOf(life.path).filter(({ event }) => event.type === "alert.fired");
  const span = { from: "2026-01-05T00:00:00Z", to: polls.at(-1) ?? "" };
  const again = backtestOf(life.path, { rules, ...span });
  const causes = given.map(({ event }) => (event.data.now as unknown as Alert).cause.seq);
  return { causes, again: again.alerts };
}

test("more absences than are judged at once otherwise are all told before new reports end them", () => {
  const { causes, again } = livedCauses(rulesWith("absent: { for: 1h }"), 700, [
    "2026-01-05T00:00:00Z",
    "2026-01-05T05:00:00Z",
  ]);
  expect(causes).toEqual(Array.from({ length: 700 }, (_, at) => at + 1));
  expect(again).toBe(700);
});

test("an absence that is told each day is told for each day that was missed", () => {
  const { causes, again } = livedCauses(rulesWith('absent: { by: "18:00" }'), 2, [
    "2026-01-05T00:00:00Z",
    "2026-01-09T00:00:00Z",
  ]);
  expect(causes).toEqual([1, 2, 1, 2, 1, 2]);
  expect(again).toBe(6);
});

test("alerts that come due at one moment come in the order of their rules and keys, whatever their causes", () => {
  const waiting = (name: string) =>
    `{ name: ${name}, on: short.report.opened, title: t, absent: { for: 1h } }`;
  const life = beginLife(rulesOfText(`rules: [${waiting("b")}, ${waiting("a")}]`));
  life.pollOnly("2026-01-05T00:00:00Z", [position("9984", 1), position("1301", 1)]);
  life.pollOnly("2026-01-05T05:00:00Z", []);
  life.store.close();
  const alerts = logOf(life.path).filter(({ event }) => event.type === "alert.fired");
  expect(alerts.map(({ event }) => `${(event.data.now as unknown as Alert).rule} ${event.subject}`)).toEqual([
    "a 1301",
    "a 9984",
    "b 1301",
    "b 9984",
  ]);
});

test("alerts that come due at one moment for one event share a mail", () => {
  const waiting = (name: string, severity: string) =>
    `{ name: ${name}, on: short.report.opened, title: t, for: 1h, severity: ${severity}, notify: [email:desk] }`;
  const life = beginLife(rulesOfText(`rules: [${waiting("a", "info")}, ${waiting("b", "warning")}]`));
  life.pollOnly("2026-01-05T00:00:00Z", [position("7203", 1)]);
  life.pollOnly("2026-01-05T05:00:00Z", [position("7203", 2)]);
  life.store.close();
  const alerts = logOf(life.path).flatMap(({ event }) =>
    event.type === "alert.fired" ? [event.data.now as unknown as Alert] : [],
  );
  expect(alerts.map(({ rule, unmailed }) => [rule, unmailed])).toEqual([
    ["a", "same-cause"],
    ["b", undefined],
  ]);
});
