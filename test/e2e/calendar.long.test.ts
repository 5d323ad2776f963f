/** The compiled program and the market service's trading calendar. */

import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { addDays, isWeekday, jstDay } from "../../src/model/dates.ts";
import { isLong } from "../support/runs.ts";
import { json } from "../support/services/serve.ts";
import { until } from "../support/until.ts";
import { baselined, type Stage, setStage } from "./stage.ts";

const path = "/v2/markets/calendar";

/** A year and more around today, weekdays open, as the dialect writes it. */
function calendar(open: string, closed: string) {
  const from = addDays(jstDay(Date.now()), -60);
  const days = Array.from({ length: 500 }, (_, index) => addDays(from, index));
  return json({ data: days.map((day) => ({ Date: day, HolDiv: isWeekday(day) ? open : closed })) });
}

const askedOf = ({ services }: Stage) => services.asked.filter((asked) => asked.path === path).length;

function kept({ folder }: Stage): { days?: string } {
  const db = new Sqlite(join(folder, "state/yagura.db"), { readonly: true });
  const text = db.prepare("SELECT value FROM meta WHERE key = 'trading-calendar'").pluck().get();
  db.close();
  return JSON.parse(String(text ?? "{}"));
}

const writings = [
  ["documented", "0", "1"],
  ["observed", "1", "0"],
] as const;

// In the build's run the way in which the service was seen to write; both with LONG=1.
test.each(writings.slice(isLong ? 0 : 1))(
  "a calendar of the %s dialect that does not answer delays neither start, polls nor stop; it is read once and known after a restart",
  async (dialect, open, closed) => {
    const stage = await setStage(dialect);
    stage.answers.set(path, "hang");
    const waiting = await stage.start();
    await baselined(stage);
    const asked = askedOf(stage);
    expect(asked).toBeGreaterThan(0);
    expect(await waiting.stop("SIGTERM")).toBe(0);

    stage.answers.set(path, calendar(open, closed));
    const day = jstDay(Date.now());
    const first = await stage.start();
    await until("the calendar", () => kept(stage).days !== undefined);
    expect(kept(stage).days).toMatch(/1111100|1110011|1001111/);
    expect(kept(stage).days).not.toMatch(/111111|000/);
    await first.stop("SIGTERM");
    const polls = stage.services.asked.length;
    const second = await stage.start();
    await until("polls after the restart", () => stage.services.asked.length > polls + 5);
    expect(await second.stop("SIGTERM")).toBe(0);
    // Unless it is another day meanwhile.
    if (jstDay(Date.now()) === day) expect(askedOf(stage)).toBe(asked + 1);
  },
);
