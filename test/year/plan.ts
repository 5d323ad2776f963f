/** The year: its days, what is late in it, and how the monitor is set up. */

import { join } from "node:path";
import type { Late } from "../../src/simulator/world/late.ts";
import { createTradingCalendar } from "../../src/simulator/world/trading-calendar.ts";

export const dayMs = 86_400_000;
const firstDay = "2027-04-01";
export const startsAt = japan(firstDay, "06:00");

/** ms since 1970 of a time in Japan. */
export function japan(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00+09:00`);
}

/** The day in Japan. */
export function dayAt(at: number): string {
  return new Date(at + 9 * 3_600_000).toISOString().slice(0, 10);
}

const calendar = createTradingCalendar(firstDay);
const names = ["margin-alert", "short-sale-report", "statistics"] as const;
const sameDay = ["18:45", "19:10", "10:05"] as const;

/** Every third week one of the three, in turn, by hours or until the next business day's morning; twice before holidays. */
function lateOnes(): Late[] {
  const turns = Array.from({ length: 16 }, (_, turn) => {
    const [what, day] = [names[turn % 3] ?? "statistics", calendar.dateOf(7 + turn * 15)];
    const next = calendar.dateOf(7 + turn * 15 + 1);
    return { what, day, until: turn % 2 ? `${next}T07:10` : `${day}T${sameDay[turn % 3]}` };
  });
  return [
    ...turns,
    { what: "margin-alert", day: "2027-04-28", until: "2027-04-30T07:10" },
    { what: "short-sale-report", day: "2027-12-30", until: "2028-01-04T07:10" },
  ];
}

/** The simulator's world and the one that the expectations are computed from. */
export const worldOptions = { seed: 27, startDate: firstDay, realTime: true, late: lateOnes() };

/** Requests a minute of the standard plan. */
export const requestsPerMinute = 120;
export const codes = ["7203", "6758"];
export const pageSize = 50;
/** Fewer for a quick look. */
export const weeks = Number(process.env.YEAR_WEEKS ?? 52);
export const watch = [
  { db: "FM08", codes: ["FXERD01", "FXERD06"] },
  { db: "FM01" },
  { db: "PR01", codes: ["PRGDM01", "PRGDM02", "PRGDM05"] },
];

const rules = join(import.meta.dirname, "../../rules");

/** @param url where the three services are */
export function configText(url: string): string {
  return `
upstreams:
  market: { url: "${url}/market/v2", apiKey: key, tier: standard }
  forum: { url: "${url}/forum" }
  statistics: { url: "${url}/statistics", language: en }
sources:
  forum-comments: { schedule: "0 0 */6 * * *", codes: ${JSON.stringify(codes)}, pageSize: ${pageSize} }
  forum-ranking: { schedule: "0 15 9,21 * * *", terms: [daily] }
  margin-alerts: { schedule: "0 30 9,16,19 * * *" }
  short-sale-reports: { schedule: "0 30 9,17,20 * * *" }
  statistics-updates: { schedule: "0 50 8,10 * * *", watch: ${JSON.stringify(watch)} }
rules: "${rules}"
state: "\${STATE}"
email:
  smtp: "file:outbox"
  recipients: { desk: [trader@example.com] }
feed: { host: 127.0.0.1, port: 0 }
log: { level: error }
`;
}
