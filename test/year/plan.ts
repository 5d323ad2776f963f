/** Plan of a life: its days, what is late in it, how the services are and what the monitor is told to do. */
import type { SimulatorOptions } from "../../src/simulator/index.ts";
import type { Late } from "../../src/simulator/world/publication-times.ts";
import { createWorldCalendar } from "../../src/simulator/world/trading-calendar.ts";
import { isLong } from "../support/runs.ts";

export const dayMs = 86_400_000;
/** In the quick runs a week before the holidays at the turn of April, so that two weeks have what a year has. */
const firstDay = isLong ? "2027-04-01" : "2027-04-22";
export const startsAt = japan(firstDay, "06:00");

/** ms since 1970 of a time in Japan. */
export function japan(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00+09:00`);
}

/** The day in Japan. */
export function dayAt(at: number): string {
  return new Date(at + 9 * 3_600_000).toISOString().slice(0, 10);
}

export interface LifePlan {
  readonly weeks: number;
  /** A schedule each of the sources whose publications are due. */
  readonly schedules: Readonly<Record<DueSource, string>>;
  /** Whether it asks for so much that some minute takes all that the plan has. */
  readonly fillsPlan?: boolean;
  /** Traits of the services besides their world. */
  readonly simulator?: Pick<SimulatorOptions, "dialect" | "pageRows" | "plan" | "limits">;
}

export const dueSources = ["margin-alerts", "short-sale-reports", "statistics-updates"] as const;
export type DueSource = (typeof dueSources)[number];
export const dues: Readonly<Record<DueSource, string>> = {
  "margin-alerts": "16:30",
  "short-sale-reports": "17:30",
  "statistics-updates": "08:50",
};
export const graceMs = 30 * 60_000;
/** Requests a minute of the standard plan. */
export const requestsPerMinute = 120;
/** Between two requests to the statistics service. */
export const spacingMs = 1_000;
export const codes = ["7203"];
export const pageSize = 50;
export const watch = [
  { db: "FM08", codes: ["FXERD01"] },
  { db: "FM01" },
  { db: "PR01", codes: ["PRGDM01", "PRGDM02"] },
];

/** The stocks that a person has. */
export const watchlist = [
  ...["7203", "6758", "2376", "6564", "6180", "212A", "1301", "133H", "132J", "285A"],
  ...["6754", "4689", "5806", "8554", "3882", "3370", "8284", "131X", "2593", "5401"],
  ...["6176", "8766", "5192", "9022", "3436", "7898", "3996", "7532", "5541", "5436"],
];

const names = ["margin-alert", "short-sale-report", "statistics"] as const;
const hoursLate = ["18:45", "19:10", "10:05"] as const;
const calendar = createWorldCalendar(firstDay);

/**
 * Every eighth business day one of the three, in turn, by hours or until the next business day's morning; twice
 * before holidays. In the quick runs, every fourth. Statistics come a little before the day's next ones then, and one poll would see both: only by
 * hours.
 */
function lateOnes(): Late[] {
  const turns = Array.from({ length: 30 }, (_, turn) => {
    const at = isLong ? 4 + turn * 8 : 2 + turn * 4;
    const [what, day] = [names[turn % 3] ?? "statistics", calendar.dateOf(at)];
    const next = calendar.dateOf(at + 1);
    const isOvernight = turn % 2 === 1 && what !== "statistics";
    return { what, day, until: isOvernight ? `${next}T07:10` : `${day}T${hoursLate[turn % 3]}` };
  });
  return [
    ...turns,
    { what: "margin-alert", day: "2027-04-28", until: "2027-04-30T07:10" },
    { what: "short-sale-report", day: "2027-12-30", until: "2028-01-04T07:10" },
  ];
}

/** Seed of the simulator, and of the world that the expectations are computed from. */
export const worldOptions = { seed: 27, startDate: firstDay, realTime: true, late: lateOnes() };

/** @param url where the three services are */
export function configText({ schedules }: LifePlan, url: string): string {
  const source = (name: DueSource, more = {}) =>
    JSON.stringify({
      schedule: schedules[name],
      on: "trading-days",
      due: dues[name],
      grace: "30m",
      share: "off",
      ...more,
    });
  return `
upstreams:
  market: { url: "${url}/market/v2", apiKey: key, tier: standard }
  forum: { url: "${url}/forum" }
  statistics: { url: "${url}/statistics", language: en, spacing: 1s }
watchlists: { mine: ${JSON.stringify(watchlist)} }
sources:
  forum-comments: { schedule: "0 0 0,12 * * *", codes: ${JSON.stringify(codes)}, pageSize: ${pageSize} }
  forum-ranking: { schedule: "0 15 21 * * *", terms: [daily] }
  margin-alerts: ${source("margin-alerts")}
  short-sale-reports: ${source("short-sale-reports")}
  statistics-updates: ${source("statistics-updates", { watch })}
rules: rules
state: "\${STATE}"
email:
  smtp: "file:outbox"
  recipients: { desk: [trader@example.com] }
feed: { host: 127.0.0.1, port: 0 }
log: { level: fatal }
`;
}
