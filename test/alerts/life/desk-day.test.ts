/** The day of docs/alerts.md, lived with the settings that the page shows: each row says what each receiver then gets. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { liveAlerts } from "./lived-alerts.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/alerts.md"), "utf8");
const [, settings = ""] = /```yaml\n(.*?)```/s.exec(page) ?? [];

interface Row {
  readonly when: string;
  readonly desk: string;
  readonly reason: string;
  readonly duty: string;
}

const rows = page
  .slice(page.indexOf("## A day of a desk"))
  .split("\n")
  .filter((line) => /^\| (Tue|Wed) /.test(line))
  .map((line): Row => {
    const [when = "", , desk = "", reason = "", duty = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    return { when, desk, reason, duty };
  });

const dates: Readonly<Record<string, string>> = { Tue: "2026-11-24", Wed: "2026-11-25" };
const mine = { watchlists: ["mine"] };
const margin = { subject: "margin-alerts", source: "/sources/margin-alerts" };

type Life = ReturnType<typeof liveAlerts>;

/** What happens at the rows where more than time does. */
const happenings: Readonly<Record<string, (life: Life) => void>> = {
  "Tue 09:10": (life) => life.fire(["short-large", mine]),
  "Tue 09:12": (life) => life.fire(["short-large", { ...mine, subject: "6758", key: "6758" }]),
  "Tue 09:40": (life) => life.fire(["short-large", mine]),
  "Tue 11:00": (life) => life.fire(["series-updated", { severity: "info", subject: "FM08" }]),
  "Tue 11:40": (life) => life.fire(["short-growing", mine]),
  "Tue 14:00": (life) => life.fire(["source-down", { ...margin, severity: "critical" }]),
  "Tue 14:30": (life) => life.fire(["source-late", margin]),
  "Tue 15:20": (life) =>
    life.tell({
      ...{ type: "alert.acknowledged", source: "/alerts", subject: "margin-alerts" },
      data: { now: { alert: "e", rule: "source-down", key: "margin-alerts", title: "", by: "desk" } },
    }),
  "Tue 16:10": (life) => life.resolve("source-down", { ...margin, severity: "critical" }),
  "Tue 23:30": (life) => life.fire(["short-large", { subject: "4689", key: "4689" }]),
};

function lived() {
  const alerts = stringify((parse(settings) as { alerts: object }).alerts);
  const life = liveAlerts(alerts, "2026-11-24T09:00", { "source-down": { until: true } });
  const noted: (readonly [when: string, receiver: string, reason: string])[] = [];
  for (const { when } of rows) {
    const before = life.notices.length;
    const [day = "", time = ""] = when.split(" ");
    life.until(`${dates[day]}T${time}`);
    happenings[when]?.(life);
    for (const { receiver, reason } of life.notices.slice(before)) noted.push([when, receiver, reason]);
  }
  life.until("2026-11-25T09:00");
  return { told: life.take(), noted };
}

const isMail = (cell: string) => /^(one mail|a digest|a reminder|its end)/.test(cell);

describe("the day of a desk", () => {
  const { told, noted } = lived();
  const timesOf = (receiver: string) => told.filter((one) => one.receiver === receiver).map(({ at }) => at);

  test("has a row for everything that happens", () => {
    expect(rows.length).toBeGreaterThan(14);
    expect(Object.keys(happenings).filter((when) => !rows.some((row) => row.when === when))).toEqual([]);
  });

  test("has a mail to each receiver where the page says so, and no other", () => {
    const next = rows.some(({ desk }) => desk === "waits until Wed 07:30") ? ["Wed 07:30"] : [];
    const ofDesk = rows.filter(({ desk }) => isMail(desk)).map(({ when }) => when);
    expect(timesOf("email:desk")).toEqual([...ofDesk, ...next]);
    const ofDuty = rows.filter(({ duty }) => isMail(duty)).map(({ when }) => when);
    expect(timesOf("email:duty")).toEqual(ofDuty);
  });

  test("gives the reasons that the page gives", () => {
    const wanted = rows
      .filter(({ reason }) => reason !== "")
      .map(({ when, reason }) => `${when} ${reason.split(",")[0]}`);
    const given = noted
      .filter(([, receiver]) => receiver === "email:desk")
      .map(([when, , reason]) => `${when} ${reason}`);
    expect(given).toEqual(wanted);
  });

  test("tells the group together, what the window held alone, and each in the language of its receiver", () => {
    const kinds = told.map(({ at, receiver, kind, notification }) => [at, receiver, kind, notification.all]);
    expect(kinds).toContainEqual(["Tue 09:15", "email:desk", "group", 2]);
    expect(kinds).toContainEqual(["Tue 12:30", "email:desk", "alert", 1]);
    expect(kinds).toContainEqual(["Tue 15:45", "email:desk", "digest", 1]);
    const languages = told.map(({ receiver, notification }) => `${receiver} ${notification.language}`);
    expect([...new Set(languages)].sort()).toEqual(["email:desk en", "email:duty ja"]);
  });
});
