/** All tables of one database. */
import type { Damage } from "../model/damage.ts";
import { type CooldownsTable, createCooldowns } from "./cooldowns.ts";
import type { Database } from "./database.ts";
import { createHolds, type HoldsTable } from "./holds.ts";
import { createItems, type ItemsTable } from "./items.ts";
import { createLogTable, type LogTable } from "./log.ts";
import { createMeta, type MetaTable } from "./meta.ts";
import { createOutbox, type OutboxTable } from "./outbox.ts";
import { createPublications, type PublicationsTable } from "./publications.ts";
import { createRuleMemories, type RuleMemoriesTable } from "./rule-memories.ts";
import { createRuns, type RunsTable } from "./runs.ts";
import { createSources, type SourcesTable } from "./sources.ts";
import { createSums, type SumsTable } from "./sums.ts";
import { createSuppressions, type SuppressionsTable } from "./suppressions.ts";
import { createWithheld, type WithheldTable } from "./withheld.ts";

export interface Tables {
  readonly meta: MetaTable;
  readonly sources: SourcesTable;
  readonly items: ItemsTable;
  readonly holds: HoldsTable;
  readonly log: LogTable;
  readonly publications: PublicationsTable;
  readonly cooldowns: CooldownsTable;
  readonly ruleMemories: RuleMemoriesTable;
  readonly suppressions: SuppressionsTable;
  readonly withheld: WithheldTable;
  readonly outbox: OutboxTable;
  readonly runs: RunsTable;
  readonly sums: SumsTable;
}

/** @param damaged called with what is found damaged where it is read; what a source stored throws instead */
export function createTables(db: Database, damaged: (damage: Damage) => void = () => {}): Tables {
  const sums = createSums(db);
  const meta = createMeta(db, damaged);
  return {
    meta,
    sources: createSources(db),
    items: createItems(db, sums),
    holds: createHolds(db, sums),
    log: createLogTable(db, { meta, sums }),
    publications: createPublications(db),
    cooldowns: createCooldowns(db, damaged),
    ruleMemories: createRuleMemories(db, sums, damaged),
    suppressions: createSuppressions(db),
    withheld: createWithheld(db),
    outbox: createOutbox(db, damaged),
    runs: createRuns(db),
    sums,
  };
}
