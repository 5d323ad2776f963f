/** Span that is lived and then fetched: its world, with late publications, a holiday and corrections in it, and the settings. */
import type { Late } from "../../../src/simulator/world/publication-times.ts";
import { createWorldCalendar } from "../../../src/simulator/world/trading-calendar.ts";
import { isLong } from "../../support/runs.ts";
import { japan, watchlist } from "../plan.ts";

const worldStart = "2027-04-01";
const calendar = createWorldCalendar(worldStart);

/** A Thursday a week before the holidays at the turn of April. */
export const firstDay = "2027-04-22";
/** Thirty days, or as many as have a weekend, a holiday and all kinds of lateness. */
const lastDay = isLong ? "2027-05-21" : "2027-04-30";
export const startsAt = japan(firstDay, "06:00");
export const endsAt = japan(lastDay, "23:30");

/** By hours, until the next morning, and over a holiday. */
const late: Late[] = [
  { what: "statistics", day: "2027-04-26", until: "2027-04-26T10:05" },
  { what: "margin-alert", day: "2027-04-27", until: "2027-04-27T19:10" },
  { what: "short-sale-report", day: "2027-04-28", until: "2027-04-30T07:10" },
  { what: "margin-alert", day: "2027-05-11", until: "2027-05-12T07:10" },
];

/** Seed of the simulator, and of the world that the differences are computed from. */
export const worldOptions = { seed: 28, startDate: worldStart, realTime: true, late };

/** Business days of the span, by their numbers in the world. */
export const days = Array.from(
  { length: calendar.dayFrom(lastDay) - calendar.dayFrom(firstDay) + 1 },
  (_, place) => calendar.dayFrom(firstDay) + place,
);

export const forums = ["7564", "3382"];
export const watch: readonly { readonly db: string; readonly codes?: readonly string[] }[] = [
  { db: "FM08", codes: ["FXERD01", "FXERD02"] },
  { db: "PR01", codes: ["PRGDM03", "PRGDM08"] },
  { db: "FM01" },
];
const barsOf = "6758";

export const ruleFiles = [
  ...["comments.yaml", "margin.yaml", "monitor.yaml"],
  ...["ranking.yaml", "shorts.yaml", "statistics.yaml"],
];

/**
 * All begin at dawn, before anything of the first day is out, so that a life and a play have the same
 * baseline. A comment is posted in the minute of a tick of the forum.
 */
export const schedules = {
  "forum-comments": "0 1 6-22/4 * * *",
  "margin-alerts": "0 30 6,16,19 * * *",
  "short-sale-reports": "0 30 6,17,20 * * *",
  "statistics-updates": "0 0 6,9,11 * * *",
  statements: "0 15 6,18 * * *",
  bars: "0 0 6,17 * * *",
} as const;
/** Of the sources whose publications can be late. */
export const dues = {
  "margin-alerts": "16:30",
  "short-sale-reports": "17:30",
  "statistics-updates": "08:50",
} as const;

interface Places {
  /** Where the three services are. */
  readonly url: string;
  readonly rules: string;
  readonly state: string;
  readonly history: string;
}

function dated(source: keyof typeof dues, more = {}): string {
  return JSON.stringify({ schedule: schedules[source], on: "trading-days", due: dues[source], ...more });
}

export function configText({ url, rules, state, history }: Places): string {
  return `
upstreams:
  market: { url: "${url}/market/v2", apiKey: key, tier: premium }
  forum: { url: "${url}/forum" }
  statistics: { url: "${url}/statistics", language: en, spacing: 1s }
watchlists: { mine: ${JSON.stringify(watchlist)} }
sources:
  forum-comments: { schedule: "${schedules["forum-comments"]}", codes: ${JSON.stringify(forums)}, pageSize: 50 }
  forum-ranking: { schedule: "0 15 21 * * 4,5", terms: [daily] }
  margin-alerts: ${dated("margin-alerts")}
  short-sale-reports: ${dated("short-sale-reports")}
  statistics-updates: ${dated("statistics-updates", { watch })}
  statements: { from: market/fins/summary, schedule: "${schedules.statements}", on: trading-days }
  bars: { from: market/equities/bars/daily, schedule: "${schedules.bars}", on: trading-days, query: { code: "${barsOf}" } }
rules: "${rules}"
state: "${state}"
history: { file: "${history}" }
email: { smtp: "file:outbox", recipients: { desk: [trader@example.com] } }
feed: { host: 127.0.0.1, port: 0 }
log: { level: fatal }
`;
}
