/** The registry of sources, in the order of tables and help. A new source is one folder and one line here. */
import type * as z from "zod";
import { inLane, isSteps } from "../lib/turns.ts";
import type { EventType } from "../model/event.ts";
import type { EventTypeFacts } from "../model/event-types.ts";
import type { Watchlists } from "../model/watchlists.ts";
import type { RecordClients } from "../upstreams/record-set.ts";
import { createIssueNames, type ReadNames } from "./dated.ts";
import { disclosures } from "./disclosures/member.ts";
import { earningsDates } from "./earnings-dates/member.ts";
import { forumComments } from "./forum-comments/member.ts";
import { forumRanking } from "./forum-ranking/member.ts";
import { marginAlerts } from "./margin-alerts/member.ts";
import type { Clocks, SourceClients, SourceMember } from "./member.ts";
import { createRecordSource } from "./records/index.ts";
import type { RecordsOptions } from "./records/state.ts";
import { shortSaleReports } from "./short-sale-reports/member.ts";
import type { Polled, Source } from "./source.ts";
import { statisticsUpdates } from "./statistics-updates/member.ts";

export { createIssueNames, type KeptNames } from "./dated.ts";
export { groundPieces } from "./market-past.ts";
export type {
  AskedPiece,
  Clocks,
  HistoryClients,
  NoHistory,
  PieceFile,
  SourceClients,
  SourceHistory,
  SourceMember,
  TrialCall,
  UpstreamName,
} from "./member.ts";
export { recordsHistory } from "./records/index.ts";
export { askFirst } from "./records/read-part.ts";
export {
  anyRecordSource,
  type KnownSets,
  type RecordSourceSettings,
  recordSource,
  recordSourceNames,
  sourceNameForm,
} from "./records/settings.ts";
export { type RecordsOptions, standingRecords } from "./records/state.ts";
export { quarantineDefaults } from "./settings.ts";
export type { PastOfSubject, SeriesReading, ShownSeries } from "./shown.ts";

const members = [
  forumComments,
  forumRanking,
  marginAlerts,
  shortSaleReports,
  disclosures,
  earningsDates,
  statisticsUpdates,
] as const;

/** The sources with a name of their own. */
export const sourceMembers: readonly SourceMember[] = members;

type Member = (typeof members)[number];
export type SourceName = Member["name"];

/** Settings of the sources; a source without settings is not polled. */
export type SourceSettings = {
  readonly [Name in SourceName]?: z.output<Extract<Member, { name: Name }>["settings"]>;
};

/** Options of the sources, made from their settings. */
export type SourcesOptions = {
  readonly [Name in SourceName]?: Parameters<Extract<Member, { name: Name }>["create"]>[0] | undefined;
};

/** The types of their events. */
export const sourceTypes: ReadonlyMap<EventType, EventTypeFacts> = new Map(
  sourceMembers.flatMap(({ name, subject, events }) =>
    Object.entries(events).map(([type, facts]) => [
      type as EventType,
      { ...facts, subject, sources: [name] },
    ]),
  ),
);

/** The sources that have options, in the order of the registry. */
export function createNamedSources(
  options: SourcesOptions,
  clients: SourceClients,
  clocks: Clocks,
  watchlists: () => Watchlists = noWatchlists,
): Source[] {
  const issueNames = issueNamesOf(clients, clocks);
  return sourceMembers.flatMap((member) => {
    const own = options[member.name as SourceName];
    if (own === undefined) return [];
    const source = member.create(own, clients, { ...clocks, issueNames, watchlists });
    return [inOwnLane({ ...source, asides: member.asides })];
  });
}

/** The sources that watch sets of records, in the order of the options. */
export function createRecordSources(
  options: readonly RecordsOptions[],
  clients: RecordClients,
  clocks: Clocks,
  watchlists: () => Watchlists = noWatchlists,
): Source[] {
  const { today } = clocks;
  const readNames = issueNamesOf(clients, clocks);
  return options.map((own) =>
    inOwnLane(createRecordSource(own, { clients, today: today[own.set.service], readNames, watchlists })),
  );
}

function issueNamesOf(
  { market }: { readonly market: Pick<SourceClients["market"], "names"> },
  { issueNames, today, clock }: Clocks,
): ReadNames {
  return issueNames ?? createIssueNames(market, today.market, clock);
}

const noWatchlists = (): Watchlists => ({});

/**
 * The source, its requests waiting in a lane of its own where the service is limited. After a poll that failed, or of
 * which something could not be used, nothing is taken from memory: an answer that was spoilt on its way may have the
 * tag of the true one, and would be confirmed for as long as that stays the same.
 */
export function inOwnLane<Answer>(source: Source<Answer>): Source<Answer> {
  const { name } = source;
  let doubts = false;
  const ask = <Part extends Polled<unknown> | undefined>(work: () => Promise<Part>): Promise<Part> =>
    inLane(
      name,
      async () => {
        const before = doubts;
        doubts = true;
        const part = await work();
        doubts = part === undefined ? before : isSpoilt(part);
        return onwards(part);
      },
      doubts,
    );
  /** Whoever asks for the next part is in no lane. */
  const onwards = <Part extends Polled<unknown> | undefined>(part: Part): Part => {
    const next = part?.next;
    return next === undefined ? part : { ...part, next: () => ask(next) };
  };
  return {
    ...source,
    poll: (context) => ask(() => source.poll(context)),
    *diff(answer, state) {
      const before = doubts;
      doubts = true;
      const diff = source.diff(answer, state);
      const compared = isSteps(diff) ? yield* diff : diff;
      doubts = before;
      return compared;
    },
  };
}

function isSpoilt({ failures, oddities }: Polled<unknown>): boolean {
  return (
    failures.some(({ failure }) => failure.reason !== "unknown-code") ||
    (oddities?.badRecords.length ?? 0) > 0
  );
}
