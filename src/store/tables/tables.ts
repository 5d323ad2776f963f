/** All tables of one database. */
import type { Damage } from "../../model/store-faults.ts";
import type { Database } from "../database.ts";
import { createAlertStates } from "./alert-states.ts";
import { createConsumers } from "./consumers.ts";
import { createDevices } from "./devices.ts";
import { createHolds, createWithheld } from "./holds.ts";
import { createItems } from "./items.ts";
import { createLogTable } from "./log.ts";
import { createLogOfSubject, createSubjectPast } from "./log-search.ts";
import { createMeta, createRuns } from "./meta.ts";
import { createNotices } from "./notices.ts";
import { createOutbox } from "./outbox.ts";
import { createRuleMemories } from "./rule-memories.ts";
import { createSums } from "./sealed-tables.ts";
import { createSightings } from "./sightings.ts";
import { createSilentChanges } from "./silent-changes.ts";
import { createPublications, createSources } from "./sources.ts";
import { createCooldowns, createSuppressions } from "./suppressions.ts";

export type Tables = Readonly<ReturnType<typeof createTables>>;

/** @param damaged called with what is found damaged where it is read; what a source stored throws instead */
export function createTables(db: Database, damaged: (damage: Damage) => void = () => {}) {
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
    sightings: createSightings(db),
    alertStates: createAlertStates(db, sums, damaged),
    notices: createNotices(db, damaged),
    consumers: createConsumers(db, sums, damaged),
    devices: createDevices(db, damaged),
    sums,
  };
}
