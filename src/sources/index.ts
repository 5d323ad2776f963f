/** The registry: a new source is one folder and one line here. */
import type { Clock } from "../lib/clock.ts";
import type { ForumClient } from "../upstreams/forum/records.ts";
import type { MarketClient } from "../upstreams/market/records.ts";
import type { RecordClients } from "../upstreams/record-set.ts";
import type { StatisticsClient } from "../upstreams/statistics/records.ts";
import type { Tolerance } from "./compare-fields.ts";
import { createDayPlans } from "./days-to-read.ts";
import { createForumComments, type ForumCommentsOptions } from "./forum-comments/index.ts";
import { createForumRanking, type ForumRankingOptions } from "./forum-ranking/index.ts";
import { createIssueNames, type ReadNames } from "./issue-names.ts";
import { diff as diffMarginAlerts } from "./margin-alerts/diff.ts";
import { createMarginAlerts } from "./margin-alerts/index.ts";
import { inOwnLane } from "./own-lane.ts";
import { createRecords } from "./records/index.ts";
import type { RecordsOptions } from "./records/options.ts";
import { diff as diffShortSaleReports } from "./short-sale-reports/diff.ts";
import { createShortSaleReports } from "./short-sale-reports/index.ts";
import type { Diff, Source, SourceState } from "./source.ts";
import { createStatisticsUpdates, type StatisticsUpdatesOptions } from "./statistics-updates/index.ts";

export type { RecordsOptions } from "./records/options.ts";
export { firstQuery } from "./records/questions.ts";

interface ComparedOptions {
  readonly tolerance?: Tolerance;
}

/** What each source needs to know; one that is left out is not made. */
export interface SourcesOptions {
  readonly "forum-comments"?: ForumCommentsOptions | undefined;
  readonly "forum-ranking"?: ForumRankingOptions | undefined;
  readonly "margin-alerts"?: ComparedOptions | undefined;
  readonly "short-sale-reports"?: ComparedOptions | undefined;
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

/** The source with numbers that may be a little apart and are still the same. */
function comparing<Answer>(
  source: Source<Answer>,
  diff: (answer: Answer, state: SourceState, tolerance?: Tolerance) => Diff,
  tolerance: Tolerance | undefined,
): Source<Answer> {
  return { ...source, diff: (answer, state) => diff(answer, state, tolerance) };
}

const registry: readonly Registered[] = [
  entry("forum-comments", "forum", (own, { forum }, { today }) =>
    createForumComments(own, forum, today.forum),
  ),
  entry("forum-ranking", "forum", (own, { forum }) => createForumRanking(own, forum)),
  // A service may go by the day of the figures: what is published today then stands under the weekday before.
  entry("margin-alerts", "market", ({ tolerance }, { market }, { today, issueNames, clock }) => {
    const source = createMarginAlerts(market, today.market, issueNames, createDayPlans(clock, 2));
    return comparing(source, diffMarginAlerts, tolerance);
  }),
  entry("short-sale-reports", "market", ({ tolerance }, { market }, { today, issueNames, clock }) => {
    const source = createShortSaleReports(market, today.market, issueNames, createDayPlans(clock, 1));
    return comparing(source, diffShortSaleReports, tolerance);
  }),
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
