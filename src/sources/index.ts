/** The registry of sources, in the order of tables and help. A new source is one folder and one line here. */
import type * as z from "zod";
import type { EventType } from "../model/event-types.ts";
import type { EventTypeFacts } from "../model/known-types.ts";
import type { RecordClients } from "../upstreams/record-set.ts";
import { forumComments } from "./forum-comments/member.ts";
import { forumRanking } from "./forum-ranking/member.ts";
import { createIssueNames } from "./issue-names.ts";
import { marginAlerts } from "./margin-alerts/member.ts";
import type { Clients, Clocks, SourceMember } from "./member.ts";
import { inOwnLane } from "./own-lane.ts";
import { createRecords } from "./records/index.ts";
import type { RecordsOptions } from "./records/options.ts";
import { shortSaleReports } from "./short-sale-reports/member.ts";
import type { Source } from "./source.ts";
import { statisticsUpdates } from "./statistics-updates/member.ts";

export type { Clients, Clocks, Question, SourceMember, UpstreamName } from "./member.ts";
export type { RecordsOptions } from "./records/options.ts";
export { firstQuery } from "./records/questions.ts";
export {
  anyRecordSource,
  type RecordSource,
  recordSource,
  recordSourceNames,
  sourceNameForm,
} from "./records/settings.ts";
export { quarantineDefaults } from "./settings.ts";

const members = [forumComments, forumRanking, marginAlerts, shortSaleReports, statisticsUpdates] as const;

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
export function createSources(options: SourcesOptions, clients: Clients, clocks: Clocks): Source[] {
  const issueNames = createIssueNames(clients.market, clocks.today.market, clocks.clock);
  return sourceMembers.flatMap((member) => {
    const own = options[member.name as SourceName];
    if (own === undefined) return [];
    const source = member.create(own, clients, { ...clocks, issueNames });
    return [inOwnLane({ ...source, asides: member.asides })];
  });
}

/** The sources that watch sets of records, in the order of the options. */
export function createRecordSources(
  options: readonly RecordsOptions[],
  clients: RecordClients,
  { today }: Clocks,
): Source[] {
  return options.map((own) => inOwnLane(createRecords(own, clients, today[own.set.service])));
}
