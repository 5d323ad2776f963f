/**
 * Life and history are one: days that were lived by the monitor, then fetched as history from the same services and
 * played, give the same events and alerts, but for a closed list of what a past cannot show.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { addDays, isWeekday } from "../../../src/model/dates.ts";
import type { LogEntry } from "../../../src/model/event.ts";
import { createWorldCalendar } from "../../../src/simulator/world/trading-calendar.ts";
import { type Lived, live } from "../lived.ts";
import { alertsIn, excusedBy, linesOfAlerts } from "./alerts.ts";
import { type Compared, differences, pastOf } from "./differences.ts";
import { type Past, readPast } from "./fetched.ts";
import { configText, endsAt, firstDay, ruleFiles, startsAt, worldOptions } from "./plan.ts";
import { linesOf, toldIn } from "./told.ts";

/** Where the life puts its database. */
const livedState = ["$", "{STATE}"].join("");

let folder: string;
let lived: Lived;
let life: readonly LogEntry[];
let past: Past;
let compared: Compared;

beforeAll(async () => {
  let url = "";
  lived = await live({
    ...{ startsAt, simulator: { ...worldOptions, dialect: "observed" }, rules: ruleFiles },
    config(at) {
      url = at;
      return configText({ url, rules: "rules", state: livedState, history: "history.db" });
    },
  });
  await lived.until(endsAt);
  life = lived.log();
  folder = mkdtempSync(join(tmpdir(), "yagura-past-"));
  const shipped = join(import.meta.dirname, "../../../rules");
  for (const name of ruleFiles) cpSync(join(shipped, name), join(folder, "rules", name));
  const noRules = join(folder, "none");
  mkdirSync(noRules);
  writeFileSync(join(noRules, "none.yaml"), "rules: []\n");
  const config = join(folder, "monitor.yaml");
  writeFileSync(config, configText({ url, rules: "rules", state: "played.db", history: "history.db" }));
  past = await readPast({ config, noRules, firstDay, end: endsAt, lived });
  compared = pastOf(toldIn(life));
}, 600_000);
afterAll(async () => {
  await lived?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

/** Everything but what a play says of its own reading. */
const playedEvents = () => toldIn(past.log).filter(({ type }) => type !== "source.baselined");

test("the span has a weekday on which nothing is published", () => {
  const { isOpen } = createWorldCalendar(firstDay);
  const week = Array.from({ length: 8 }, (_, after) => addDays(firstDay, after));
  expect(week.filter((day) => isWeekday(day) && !isOpen(day))).toEqual(["2027-04-29"]);
});

describe("a span that was lived, and the same span as its services tell it later", () => {
  it("tell the same events at the same polls, but for what a past cannot show", () => {
    expect(linesOf(playedEvents())).toEqual(linesOf(compared.past));
    expect(compared.past.length).toBeGreaterThan(500);
  });
  it.each(differences)("differ because $reason", (difference) => {
    expect(compared.touched.filter((one) => one.difference === difference)).not.toEqual([]);
  });
  it("give the same alerts, but for those about events that differ", () => {
    const isExcused = excusedBy(compared.touched);
    const lines = (alerts: Parameters<typeof linesOfAlerts>[0]) =>
      linesOfAlerts(alerts.filter((alert) => !isExcused(alert)));
    const given = alertsIn(life);
    const found = past.alerts.map(({ time, rule, key, title, cause }) => ({
      ...{ time, rule, key, title },
      cause: past.log.find(({ seq }) => seq === cause)?.event,
    }));
    expect(lines(found)).toEqual(lines(given));
    expect(lines(given).length).toBeGreaterThan(50);
  });
});
