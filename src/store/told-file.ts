/**
 * The record of how far the database was told: to the feed, which reads what is committed, and to the mail server.
 * It is written over itself in place after each commit, and not through to the disk: after a power cut it may be
 * older than the database, which claims nothing.
 */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { makeOwnerFile, ownerFile } from "../lib/owner-only.ts";

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
