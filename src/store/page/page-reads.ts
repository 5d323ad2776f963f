/** What the page asks of the database beside what the monitor itself asks of it: always bounded, always by an index. */
import type { Database } from "../database.ts";
import { guarded } from "../sqlite-error.ts";
import type { Tables } from "../tables/tables.ts";
import { createDeliveryPages, type DeliveryPages } from "./delivery-pages.ts";
import { createHeldSamples, type HeldSamples } from "./held-samples.ts";
import { createRuleRecord, type RuleRecord } from "./rule-record.ts";

export interface PageReads {
  readonly deliveries: DeliveryPages;
  readonly held: HeldSamples;
  readonly rules: RuleRecord;
}

/** Each read throws a StoreError where the database cannot be read. */
export function createPageReads(path: string, db: Database, tables: Tables): PageReads {
  return {
    deliveries: guardedReads(path, createDeliveryPages(db)),
    held: guardedReads(path, createHeldSamples(db)),
    rules: guardedReads(path, createRuleRecord(db, tables)),
  };
}

function guardedReads<Reads extends object>(path: string, reads: Reads): Reads {
  const guardedOne = (read: unknown) =>
    typeof read === "function" ? (...asked: unknown[]) => guarded(path, () => read(...asked)) : read;
  return Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [name, guardedOne(read)]),
  ) as unknown as Reads;
}
