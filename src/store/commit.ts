/** Commits a batch in one transaction. */
import type { CommitBatch, PublicationFacts, SourceWrite } from "../model/commit.ts";
import { memoryLimits } from "../model/rule.ts";
import type { Damage } from "../model/store-faults.ts";
import { type CachedSilences, writeAlerts } from "./alerts.ts";
import { anewRow, createMend, rebuildDamaged, reindex } from "./damage/mend.ts";
import type { Database } from "./database.ts";
import { isCorrupt } from "./sqlite-error.ts";
import type { HoldRow } from "./tables/holds.ts";
import { nextRow, type SourceRow } from "./tables/sources.ts";
import type { Tables } from "./tables/tables.ts";

/**
 * Greatest age of a source's stored times. A poll that finds nothing new changes only its times, and a write through
 * to the disk every two seconds for that is not worth it: after a crash they are a minute behind.
 */
const TIMES_MAX_AGE_MS = 60_000;

/** Values that the store keeps in memory; changed only after a transaction went through. */
export interface Cached extends CachedSilences {
  head: number;
  /** Rows as they are now, times included. */
  readonly sources: Map<string, SourceRow>;
  /** Rows as they are on the disk. */
  readonly stored: Map<string, SourceRow>;
  /** Where the services of sources are asked now, by source. */
  readonly origins: Map<string, string>;
  readonly holds: Map<string, HoldRow>;
  readonly publications: Map<string, PublicationFacts>;
}

export interface CommitContext {
  readonly db: Database;
  readonly tables: Tables;
  readonly cached: Cached;
  /** Called when tables were made anew: rows of them may be lost. */
  readonly rebuilt?: () => void;
  /** Called with what the commit has mended. */
  readonly mended?: (damages: readonly Damage[]) => void;
  now(): number;
  /** Asked before a transaction ends; what it throws takes it back. */
  check?(): void;
}

/** Writes all of the batch or nothing; answers whether there was anything to write. Throws plain errors where the batch contradicts the log: a bug. */
export function createCommit(context: CommitContext): (batch: CommitBatch) => boolean {
  const { db, cached } = context;
  const mend = createMend(db, context.tables, (source) => cached.sources.get(source), context.now);
  const transaction = db.transaction((batch: CommitBatch, row: SourceRow | undefined) => {
    for (const damage of batch.damaged ?? []) mend(damage);
    write(context, batch, row);
    context.check?.();
  });
  return (batch) => {
    checkNumbers(batch, cached.head);
    const { source } = batch;
    const row = source && nextRow(cached.sources.get(source.name), source, cached.origins.get(source.name));
    const rowToWrite = source && row && isNews(cached.stored.get(source.name), row) ? row : undefined;
    if (batch.damaged) reindex(db, batch.damaged);
    const writes = rowToWrite !== undefined || writesMore(batch);
    if (writes) written(context, () => transaction.immediate(batch, row));
    if (source && row) {
      cached.sources.set(source.name, row);
      rememberHold(source, cached);
      if (source.publication) cached.publications.set(source.name, source.publication);
      if (writes) cached.stored.set(source.name, row);
    }
    if (batch.alerts?.states.some(({ kind }) => kind === "silence")) cached.silences = undefined;
    cached.head += batch.entries.length;
    if (batch.damaged !== undefined) {
      for (const damage of batch.damaged) forget(damage, cached);
      context.mended?.(batch.damaged);
    }
    return writes;
  };
}

/** Writes, and once more after the damaged tables were rebuilt if damaged pages were the reason for a failure. */
function written({ db, cached, rebuilt }: CommitContext, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isCorrupt(error) || !rebuildDamaged(db)) throw error;
    cached.silences = undefined;
    rebuilt?.();
    write();
  }
}

/** Mends in memory what was mended on the disk. */
function forget(damage: Damage, cached: Cached): void {
  const { sources, stored, holds } = cached;
  cached.silences = undefined;
  if (damage.part !== "items" && damage.part !== "hold") return;
  holds.delete(damage.source);
  if (damage.part === "hold") return;
  const row = anewRow(sources.get(damage.source));
  sources.set(damage.source, row);
  stored.set(damage.source, row);
}

function write({ tables, cached, now }: CommitContext, batch: CommitBatch, row: SourceRow | undefined): void {
  const { source, entries, cooldowns, memories = [], suppressions = [], forget = [] } = batch;
  const {
    mails,
    failedMails = [],
    again = [],
    withheld = [],
    silent = [],
    sightings = [],
    meta = {},
  } = batch;
  if (source && row) {
    tables.sources.write(source.name, row);
    for (const item of source.drop) tables.items.drop(source.name, item);
    for (const item of source.put) tables.items.put(source.name, item);
    writeHold(tables, source);
    if (source.publication) tables.publications.put(source.name, source.publication);
  }
  for (const entry of entries) tables.log.append(entry);
  const head = entries.at(-1)?.seq;
  if (head !== undefined) tables.log.keepHead(head);
  for (const sighting of sightings) tables.sightings.put(sighting);
  for (const change of silent) tables.silent.put(head ?? cached.head, change);
  for (const cooldown of cooldowns) tables.cooldowns.put(cooldown);
  for (const meaning of forget) tables.ruleMemories.forget(meaning);
  for (const memory of memories) tables.ruleMemories.put(memory);
  for (const rule of new Set(memories.map(({ rule }) => rule)))
    tables.ruleMemories.keepNewest(rule, memoryLimits.keys);
  for (const suppression of suppressions) tables.suppressions.put(suppression);
  const at = now();
  for (const change of withheld) tables.withheld.put(change, at);
  for (const mail of mails) tables.outbox.queue(mail, at);
  for (const mail of failedMails) tables.outbox.failed(mail);
  for (const delivery of again) tables.outbox.again(delivery);
  if (batch.alerts) writeAlerts(tables, batch.alerts, at);
  for (const [key, value] of Object.entries(meta)) tables.meta.set(key, value);
}

function writeHold({ holds }: Tables, { name, hold }: SourceWrite): void {
  if (hold === undefined) return;
  if ("end" in hold) holds.step(name, hold);
  else holds.put(name, hold);
}

function rememberHold({ name, hold }: SourceWrite, { holds }: Cached): void {
  if (hold === undefined) return;
  const before = holds.get(name);
  if (!("end" in hold)) {
    const { since, items, message, stage, cursor } = hold;
    const json = cursor === undefined ? (before?.cursor ?? null) : JSON.stringify(cursor);
    holds.set(name, { since, items, message, stage, cursor: json });
  } else if (hold.isLast) holds.delete(name);
  else if (before !== undefined) holds.set(name, { ...before, stage: hold.end });
}

/** Whether the row says something that is worth a write of its own. */
function isNews(stored: SourceRow | undefined, row: SourceRow): boolean {
  if (!stored || stored.cursor !== row.cursor || stored.outage !== row.outage || stored.anew !== row.anew)
    return true;
  const aged = (was: number | null, now: number | null) =>
    Math.abs((now ?? 0) - (was ?? 0)) >= TIMES_MAX_AGE_MS;
  return aged(stored.attemptAt, row.attemptAt) || aged(stored.successAt, row.successAt);
}

function writesMore({ source, alerts, meta = {}, ...lists }: CommitBatch): boolean {
  if (source?.hold !== undefined || source?.publication !== undefined) return true;
  const { put = [], drop = [] } = source ?? {};
  const { states = [], notices = [], ends = [] } = alerts ?? {};
  const all = [put, drop, states, notices, ends, ...Object.values(lists)];
  return all.some((list: readonly unknown[] = []) => list.length > 0) || Object.keys(meta).length > 0;
}

function checkNumbers({ entries, mails, alerts }: CommitBatch, head: number): void {
  entries.forEach(({ seq }, index) => {
    if (seq !== head + 1 + index) throw new Error(`entry ${seq} where ${head + 1 + index} comes next`);
  });
  for (const { alertSeq } of mails) {
    if (alertSeq < 1 || alertSeq > head + entries.length) {
      throw new Error(`a mail for entry ${alertSeq}, which is not on the log`);
    }
  }
  for (const { alertSeq } of alerts?.notices ?? []) {
    if (alertSeq < 1 || alertSeq > head + entries.length) {
      throw new Error(`a notice about entry ${alertSeq}, which is not on the log`);
    }
  }
}
