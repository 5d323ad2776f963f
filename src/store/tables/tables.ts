/** All tables of one database. */
import type { Damage } from "../../model/store-faults.ts";
import type { Database } from "../database.ts";
import { type AlertStatesTable, createAlertStates } from "./alert-states.ts";
import { type ConsumersTable, createConsumers } from "./consumers.ts";
import { createHolds, createWithheld, type HoldsTable, type WithheldTable } from "./holds.ts";
import { createItems, type ItemsTable } from "./items.ts";
import { createLogTable, type LogTable } from "./log.ts";
import { type AboutSubject, createLogOfSubject, createSubjectPast, type SubjectPast } from "./log-search.ts";
import { createMeta, createRuns, type MetaTable, type RunsTable } from "./meta.ts";
import { createNotices, type NoticesTable } from "./notices.ts";
import { createOutbox, type OutboxTable } from "./outbox.ts";
import { createRuleMemories, type RuleMemoriesTable } from "./rule-memories.ts";
import { createSums, type SumsTable } from "./sealed-tables.ts";
import { createSilentChanges, type SilentChangesTable } from "./silent-changes.ts";
import { createPublications, createSources, type PublicationsTable, type SourcesTable } from "./sources.ts";
import {
  type CooldownsTable,
  createCooldowns,
  createSuppressions,
  type SuppressionsTable,
} from "./suppressions.ts";

export interface Tables {
  readonly meta: MetaTable;
  readonly sources: SourcesTable;
  readonly items: ItemsTable;
  readonly holds: HoldsTable;
  readonly log: LogTable;
  readonly logOfSubject: AboutSubject;
  readonly subjectPast: SubjectPast;
  readonly publications: PublicationsTable;
  readonly cooldowns: CooldownsTable;
  readonly ruleMemories: RuleMemoriesTable;
  readonly suppressions: SuppressionsTable;
  readonly withheld: WithheldTable;
  readonly outbox: OutboxTable;
  readonly runs: RunsTable;
  readonly silent: SilentChangesTable;
  readonly alertStates: AlertStatesTable;
  readonly notices: NoticesTable;
  readonly consumers: ConsumersTable;
  readonly sums: SumsTable;
}

/** @param damaged called with what is found damaged where it is read; what a source stored throws instead */
export function createTables(db: Database, damaged: (damage: Damage) => void = () => {}): Tables {
  const sums = createSums(db);
  const meta = createMeta(db, damaged);
  const log = createLogTable(db, { meta, sums });
  return {
    meta,
    sources: createSources(db),
    items: createItems(db, sums),
    holds: createHolds(db, sums),
    log,
    logOfSubject: createLogOfSubject(db, log.chainedFrom),
    subjectPast: createSubjectPast(db, log.chainedFrom),
    publications: createPublications(db),
    cooldowns: createCooldowns(db, damaged),
    ruleMemories: createRuleMemories(db, sums, damaged),
    suppressions: createSuppressions(db),
    withheld: createWithheld(db),
    outbox: createOutbox(db, damaged),
    runs: createRuns(db),
    silent: createSilentChanges(db),
    alertStates: createAlertStates(db, sums, damaged),
    notices: createNotices(db, damaged),
    consumers: createConsumers(db, sums, damaged),
    sums,
  };
}
