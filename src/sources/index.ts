/** The registry: a new source is one folder and one line here. */
import type { Clock } from "../lib/clock.ts";
import type { ForumClient } from "../upstreams/forum/records.ts";
import type { MarketClient } from "../upstreams/market/records.ts";
import type { RecordClients } from "../upstreams/record-set.ts";
import type { StatisticsClient } from "../upstreams/statistics/records.ts";
import { createDayPlans } from "./days-to-read.ts";
import { createForumComments, type ForumCommentsOptions } from "./forum-comments/index.ts";
import { createForumRanking, type ForumRankingOptions } from "./forum-ranking/index.ts";
import { createIssueNames, type ReadNames } from "./issue-names.ts";
import { createMarginAlerts } from "./margin-alerts/index.ts";
import { inOwnLane } from "./own-lane.ts";
import { createRecords } from "./records/index.ts";
import type { RecordsOptions } from "./records/options.ts";
import { createShortSaleReports } from "./short-sale-reports/index.ts";
import type { Source } from "./source.ts";
import { createStatisticsUpdates, type StatisticsUpdatesOptions } from "./statistics-updates/index.ts";

export type { RecordsOptions } from "./records/options.ts";

/** What each source needs to know; one that is left out is not made. */
export interface SourcesOptions {
  readonly "forum-comments"?: ForumCommentsOptions | undefined;
  readonly "forum-ranking"?: ForumRankingOptions | undefined;
  readonly "margin-alerts"?: object | undefined;
  readonly "short-sale-reports"?: object | undefined;
  readonly "statistics-updates"?: StatisticsUpdatesOptions | undefined;
}

export interface Clients {
  readonly forum: ForumClient;
  readonly market: MarketClient;
  readonly statistics: StatisticsClient;
}

export interface Clocks {
  readonly clock: Clock;
  /** The day (YYYY-MM-DD in Japan) that each service takes for today; a simulated one has its own. */
  readonly today: Readonly<Record<keyof Clients, () => string>>;
}

/** What sources may share besides the clients. */
interface Surroundings extends Clocks {
  readonly issueNames: ReadNames;
}

interface Registered {
  readonly name: keyof SourcesOptions;
  /** Whose data it watches. */
  readonly upstream: keyof Clients;
  /** Empty where it has no options. */
  make(options: SourcesOptions, clients: Clients, surroundings: Surroundings): Source[];
}

function entry<Name extends keyof SourcesOptions>(
  name: Name,
  upstream: keyof Clients,
  create: (
    options: NonNullable<SourcesOptions[Name]>,
    clients: Clients,
    surroundings: Surroundings,
  ) => Source,
): Registered {
  return {
    name,
    upstream,
    make(options, clients, surroundings) {
      const own = options[name];
      return own === undefined ? [] : [create(own, clients, surroundings)];
    },
  };
}

const registry: readonly Registered[] = [
  entry("forum-comments", "forum", (own, { forum }, { today }) =>
    createForumComments(own, forum, today.forum),
  ),
  entry("forum-ranking", "forum", (own, { forum }) => createForumRanking(own, forum)),
  // A service may go by the day of the figures: what is published today then stands under the weekday before.
  entry("margin-alerts", "market", (_own, { market }, { today, issueNames, clock }) =>
    createMarginAlerts(market, today.market, issueNames, createDayPlans(clock, 2)),
  ),
  entry("short-sale-reports", "market", (_own, { market }, { today, issueNames, clock }) =>
    createShortSaleReports(market, today.market, issueNames, createDayPlans(clock, 1)),
  ),
  entry("statistics-updates", "statistics", (own, { statistics }, { today }) =>
    createStatisticsUpdates(own, statistics, today.statistics),
  ),
];

/** The sources that have options, in the order of the registry. */
export function createSources(options: SourcesOptions, clients: Clients, clocks: Clocks): Source[] {
  const issueNames = createIssueNames(clients.market, clocks.today.market, clocks.clock);
  return registry.flatMap(({ make }) => make(options, clients, { ...clocks, issueNames })).map(inOwnLane);
}

/** The sources that watch sets of records, in the order of the options. */
export function createRecordSources(
  options: readonly RecordsOptions[],
  clients: RecordClients,
  { today }: Clocks,
): Source[] {
  return options.map((own) => inOwnLane(createRecords(own, clients, today[own.set.service])));
}

/** The service whose data a built-in source watches; undefined where there is no such source. */
export function upstreamOf(source: string): keyof Clients | undefined {
  return registry.find(({ name }) => name === source)?.upstream;
}
