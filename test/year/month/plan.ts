/** The month: its days, its world, the thirty stocks that a person has, and the settings. */
import type { SimulatorOptions } from "../../../src/simulator/index.ts";
import { createWorldCalendar } from "../../../src/simulator/world/trading-calendar.ts";
import { japan, watchlist } from "../plan.ts";

const firstDay = "2027-04-01";
export const startsAt = japan(firstDay, "06:00");

export const monthWorld = {
  ...{ seed: 12, startDate: firstDay, realTime: true, market: "full", busyForums: 50 },
  ...{ dialect: "observed", plan: "standard" },
} satisfies Omit<SimulatorOptions, "clock">;

/** So many business days from one on, and the end of the last. */
export function daysOf(
  count: number,
  first = firstDay,
): { readonly all: readonly string[]; readonly end: number } {
  const calendar = createWorldCalendar(first);
  const all = Array.from({ length: count }, (_, day) => calendar.dateOf(day));
  return { all, end: japan(all.at(-1) ?? first, "23:59") };
}

export const ruleFiles = [
  ...["comments.yaml", "margin.yaml", "monitor.yaml"],
  ...["ranking.yaml", "shorts.yaml", "statistics.yaml"],
];

/** Beside the config file. */
export const files = {
  "mine.csv": `code,shares,price\n${watchlist.map((code, place) => `${code},${100 * (place + 1)},${1_000 + place}`).join("\n")}\n`,
};

export const recipient = "trader@example.com";
export const from = "Yagura <yagura@localhost>";

// The month of a season of results, in which the sources of 2026 are watched beside the others.

/** 22 business days around the sixteen on which companies tell their results; 2,500 disclosures on the busiest. */
export const season = { first: "2027-04-20", peak: "2027-05-19", days: 22 } as const;
export const seasonWorld = { ...monthWorld, startDate: season.first };
export const seasonRules = [...ruleFiles, "disclosures.yaml", "results.yaml"];

/**
 * The market service's sources as config/monitor.yaml polls them, and forums and statistics; if `isWhole` says no,
 * without what is about short sales, forums and statistics, and with fewer polls, none of them in the minute in which a
 * message has waited for a quarter of an hour. What a poll of disclosures asks is counted, so there are none besides the
 * written ones.
 */
export function seasonText(url: string, isWhole: boolean): string {
  const others = `${publicSources}
  short-sale-reports: { schedule: "0 */10 17-21 * * *", due: "17:30" }`;
  const sources = `${isWhole ? others : ""}
  margin-alerts: { schedule: "0 */10 16-20 * * *", due: "16:30" }
  disclosures: { schedule: "0 ${isWhole ? "*" : "*/12"} 8-20 * * *", share: off }
  earnings-dates: { schedule: "0 */10 10-12 * * *", due: "10:05" }`;
  return `${watchedBy(url, sources)}
email: { smtp: "file:outbox", from: "${from}", recipients: { desk: [${recipient}] } }
`;
}

/** The person whom the rules name, and two who ask for more: all about the stocks on the list, and all of the market. */
export const readers = ["desk", "mine", "all"] as const;
type Reader = (typeof readers)[number];

/** The address of a reader; `plain` is one who is told of the same alerts one by one. */
export function addressOf(reader: Reader, plain = false): string {
  return `${plain ? "plain-" : ""}${reader}@example.com`;
}

/**
 * Settings with routes: the rules' own recipient, and two readers, in groups or digests. Each is also notified one by one
 * at an address of their own; the two if `withPlain` says so: that is nearly all of the mails.
 */
export function routedText(url: string, withPlain: boolean): string {
  const recipients = [
    `desk: [${addressOf("desk")}]`,
    `plain-desk: [${addressOf("desk", true)}]`,
    ...readers
      .slice(1)
      .flatMap((one) => [
        `${one}: [${addressOf(one)}]`,
        ...(withPlain ? [`plain-${one}: [${addressOf(one, true)}]`] : []),
      ]),
  ];
  const plainRoutes = `
    - { match: watchlist=mine, to: [email:plain-mine], continue: true }
    - { match: rule=*, to: [email:plain-all], continue: true }`;
  return `${watchedBy(url)}
email: { smtp: "file:outbox", from: "${from}", recipients: { ${recipients.join(", ")} } }
alerts:
  routes:
    - { match: "notify=email:desk", to: [email:plain-desk], continue: true }${withPlain ? plainRoutes : ""}
    - { match: watchlist=mine, to: [email:mine], groupBy: [rule], wait: 10m, every: 2h, continue: true }
    - { match: severity=critical, to: [email:all], continue: true }
    - { match: rule=*, to: [email:all], digest: [before-open, after-close, after-evening], continue: true }
    - { match: severity=critical, repeat: 1h, resolved: true }
    - { match: rule=short-*, groupBy: [], wait: 5m, every: 1h }
    - { match: rule=margin-*, groupBy: [], wait: 5m, every: 1h }
    - { match: severity=info, digest: [before-open, after-close] }
`;
}

const publicSources = `
  forum-comments: { schedule: "0 0 8-22/2 * * *", fromRanking: 50, pageSize: 50 }
  forum-ranking: { schedule: "0 0 8-22/2 * * *", terms: [daily, weekly, monthly] }
  statistics-updates:
    schedule: "0 0,30 8-10 * * *"
    on: trading-days
    due: "08:50"
    watch: [{ db: FM08, codes: [FXERD01] }, { db: FM01 }]`;

const monthSources = `${publicSources}
  margin-alerts: { schedule: "0 0,30 16-20 * * *", share: off, on: trading-days, due: "16:30" }
  short-sale-reports: { schedule: "0 0,30 17-21 * * *", share: off, on: trading-days, due: "17:30" }`;

/** Services, sources, rules and the list of thirty stocks. */
function watchedBy(url: string, sources = monthSources): string {
  return `
upstreams:
  market: { url: "${url}/market/v2", apiKey: key, tier: standard }
  forum: { url: "${url}/forum" }
  statistics: { url: "${url}/statistics", language: en, spacing: 1s }
watchlists:
  mine: { file: mine.csv }
sources:${sources}
rules: rules
state: "\${STATE}"
feed: { host: 127.0.0.1, port: 0 }
log: { level: fatal }`;
}
