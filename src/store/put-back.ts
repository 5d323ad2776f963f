/** The record of how far a database was told, and what a start finds by it: that a copy was put back. */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { makeOwnerFile, ownerFile } from "../lib/replace-file.ts";
import type { PutBack } from "../model/event.ts";
import type { Database } from "./database.ts";
import type { Tables } from "./tables/tables.ts";

export interface Told {
  readonly epoch: string;
  /** The last entry of the log that was committed and may have been told. */
  readonly seq: number;
  /** Hash that tells that entry from another one with its number; empty if there is none. */
  readonly hash: string;
  /** The row of the last mail that the mail server took, 0 before the first. */
  readonly mail: number;
}

export interface ToldFile {
  /** Content when it was opened; undefined if there was none, or none that can be trusted. */
  readonly before: Told | undefined;
  keep(told: Told): void;
  /** Node's error where the last record could not be written. */
  failure(): unknown;
  close(): void;
}

/** Length of the record, filled up with spaces: one block of the disk, never cut and never grown. */
const recordBytes = 512;

/** Throws node's error. */
export function openTold(path: string): ToldFile {
  let file = opened(path);
  let failure: unknown;
  let closed = false;
  return {
    before: read(file),
    keep(told) {
      try {
        // Somebody may have deleted it.
        if (statSync(path, { throwIfNoEntry: false })?.ino !== fstatSync(file).ino) {
          // First the new one: a number that is closed may soon be another's.
          const old = file;
          file = opened(path);
          closeSync(old);
        }
        writeSync(file, recordOf(told), 0, "utf8");
        failure = undefined;
      } catch (error) {
        // Its subject is written in the database: it may be told.
        failure = error;
      }
    },
    failure: () => failure,
    close() {
      if (!closed) closeSync(file);
      closed = true;
    },
  };
}

/** Reads the record beside the database at `path`; undefined if there is none, or none that can be trusted. */
export function readTold(path: string): Told | undefined {
  try {
    const file = openSync(`${path}.told`, "r");
    try {
      return read(file);
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function opened(path: string): number {
  makeOwnerFile(path);
  return openSync(path, "r+", ownerFile);
}

function recordOf(told: Told): string {
  const json = JSON.stringify({ ...told, check: checkOf(told) });
  return `${json.padEnd(recordBytes - 1)}\n`;
}

function read(file: number): Told | undefined {
  const bytes = Buffer.alloc(recordBytes);
  const length = readSync(file, bytes, 0, recordBytes, 0);
  try {
    const { epoch, seq, hash, mail, check } = JSON.parse(bytes.toString("utf8", 0, length)) as Told & {
      check: unknown;
    };
    const told = { epoch, seq, hash, mail };
    return check === checkOf(told) ? told : undefined;
  } catch {
    return undefined;
  }
}

/** A record that was half written, or changed, is known by it. */
function checkOf({ epoch, seq, hash, mail }: Told): string {
  return createHash("sha256")
    .update(JSON.stringify([epoch, seq, hash, mail]))
    .digest("hex")
    .slice(0, 32);
}

// What a start finds: that an older copy was put back, the write-ahead log lost its end, or the database comes from
// elsewhere. It then gets a new epoch, so that no number of its log and no Message-ID names two events, and readers
// are told of the gap.

const epochKey = "epoch";
const putBackKey = "put-back";

/** What a restore leaves in the copy until its first start: how far the database was told that it replaced. */
const restoredKey = "restored";

/** Written with the news of it: it is told once. */
export const putBackTold: Readonly<Record<string, string>> = { [putBackKey]: "" };

interface Start {
  readonly db: Database;
  readonly tables: Tables;
  /** Record beside the database of what was told. */
  readonly told: Told | undefined;
  createEpoch(): string;
}

/** The epoch of the database, decided and written down. */
export function epochAtStart({ db, tables, told, createEpoch }: Start): string {
  const { meta } = tables;
  const known = meta.get(epochKey);
  const putBack =
    known === undefined ? undefined : (restoredAs(tables, told) ?? comparedWith(told, known, tables));
  if (known !== undefined && putBack === undefined) return known;
  const epoch = createEpoch();
  const write = db.transaction(() => {
    meta.set(epochKey, epoch);
    if (putBack) meta.set(putBackKey, JSON.stringify(putBack));
    if (meta.get(restoredKey)) meta.set(restoredKey, "");
  });
  write.immediate();
  return epoch;
}

/** Finds what this start, or one before, noticed and did not tell yet. */
export function untoldPutBack({ meta }: Pick<Tables, "meta">): PutBack | undefined {
  const json = meta.get(putBackKey) ?? "";
  return json === "" ? undefined : JSON.parse(json);
}

/** A restored copy, until its first start. */
export interface RestoredMark {
  /** Last entry that was told of the database whose place it takes. */
  readonly upTo: number;
  readonly reason: "restored" | "adopted";
  /** The record beside it at that time: another one says that it was started since. */
  readonly beside: Told | undefined;
}

/** Marks a database whose next start is to give it a new epoch, whatever stands beside it. */
export function markRestored(
  { meta, log }: Pick<Tables, "meta" | "log">,
  { upTo, reason, beside }: RestoredMark,
): void {
  meta.set(
    restoredKey,
    JSON.stringify({ upTo: Math.max(upTo, log.head()), reason, beside: placeOf(beside) }),
  );
}

function placeOf(told: Told | undefined): string {
  return told === undefined ? "" : `${told.epoch} ${told.seq}`;
}

/** Finds that the database was restored, and not started since: the mark of one that was may be back with an older page. */
function restoredAs(
  { meta, log }: Pick<Tables, "meta" | "log">,
  told: Told | undefined,
): PutBack | undefined {
  const mark = meta.get(restoredKey);
  if (!mark) return undefined;
  // One of an older version says no reason.
  const {
    upTo,
    reason = "restored",
    beside,
  } = JSON.parse(mark) as Pick<RestoredMark, "upTo"> &
    Partial<Pick<RestoredMark, "reason">> & { readonly beside: string };
  return beside === placeOf(told) ? { reason, head: log.head(), told: upTo } : undefined;
}

/**
 * Compares a database that is looked at with the record beside it; undefined where it is the one that was told of
 * last, or a restored one, whose first start is to come.
 * @param told the record, read before the database was opened: a monitor may be writing both
 */
export function comparedAtRest(tables: Tables, told: Told | undefined): PutBack | undefined {
  const epoch = tables.meta.get(epochKey);
  if (epoch === undefined || restoredAs(tables, told) !== undefined) return undefined;
  return comparedWith(told, epoch, tables);
}

function comparedWith(told: Told | undefined, epoch: string, { log, outbox }: Tables): PutBack | undefined {
  if (told === undefined) return undefined;
  const head = log.head();
  const facts = { head, told: told.seq };
  if (told.epoch !== epoch) return { reason: "another", ...facts };
  if (told.seq > head) return { reason: "older", ...facts };
  // Without a hash it is damaged or of before the chain, which says nothing about where it comes from.
  const hash = log.hashOf(told.seq) ?? "";
  if (hash !== "" && told.hash !== "" && hash !== told.hash) return { reason: "another", ...facts };
  // The outcome of a mail is written before the record beside the database: one that waits again was not sent yet
  // when the copy was made.
  return outbox.waits(told.mail) ? { reason: "older", ...facts } : undefined;
}
