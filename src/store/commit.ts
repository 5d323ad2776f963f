/** Commits of batches, each in one transaction. */
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
  /** Asked before a transaction ends; what it throws takes it back. */
  check?(): void;
}

/** A commit: of the pipeline, with the row that its source has from then on. */
export interface CommitWrite {
  readonly batch: CommitBatch;
  /** ms since 1970. */
  readonly at: number;
  readonly row?: SourceRow | undefined;
}

export interface Committing {
  /**
   * What a batch writes; undefined: nothing that is worth a write, so that only the times in memory move. Throws plain
   * errors where the batch contradicts the log: a bug.
   * @param at ms since 1970
   */
  prepare(batch: CommitBatch, at: number): CommitWrite | undefined;
  /** Throws plain errors where a batch contradicts the log. */
  check(batch: CommitBatch): void;
  /** Writes all of it or nothing. */
  write(write: CommitWrite): void;
}

export function createCommit(context: CommitContext): Committing {
  const { db, cached } = context;
  const mend = createMend(db, context.tables, (source) => cached.sources.get(source));
  const transaction = db.transaction(({ batch, row, at }: CommitWrite) => {
    for (const damage of batch.damaged ?? []) mend(damage, at);
    writeBatch(context, { batch, row, at });
    context.check?.();
  });
  const check = (batch: CommitBatch) => checkNumbers(batch, cached.head);
  return {
    check,
    prepare(batch, at) {
      check(batch);
      const { source } = batch;
      const row = source && nextRow(cached.sources.get(source.name), source, cached.origins.get(source.name));
      const isRowNews = source && row && isNews(cached.stored.get(source.name), row);
      if (isRowNews || writesMore(batch)) return { batch, at, ...(row && { row }) };
      if (source && row) cached.sources.set(source.name, row);
      return undefined;
    },
    write(committed) {
      const { batch, row } = committed;
      const { source } = batch;
      if (batch.damaged) reindex(db, batch.damaged);
      written(context, () => transaction.immediate(committed));
      if (source && row) {
        cached.sources.set(source.name, row);
        rememberHold(source, cached);
        if (source.publication) cached.publications.set(source.name, source.publication);
        cached.stored.set(source.name, row);
      }
      if (batch.alerts?.states.some(({ kind }) => kind === "silence")) cached.silences = undefined;
      cached.head += batch.entries.length;
      if (batch.damaged !== undefined) {
        for (const damage of batch.damaged) forget(damage, cached);
        context.mended?.(batch.damaged);
      }
    },
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

function writeBatch({ tables, cached }: CommitContext, { batch, row, at }: CommitWrite): void {
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
