/**
 * Writes that change what a monitor knows, as plain data: JSON can say each, and done once more on a copy of the
 * database it gives the same rows. What belongs to a process or a file alone (its runs, a proof that it can be written,
 * tables made anew) is none of them.
 */
import type { Device } from "../model/devices.ts";
import type { NamedPlace } from "../model/event.ts";
import type { MailOutcome } from "../model/mail.ts";
import type { CommitWrite } from "./commit.ts";
import type { OriginsWrite } from "./origins.ts";
import type { PruneWrite } from "./prune.ts";

/** The writes by their kinds. */
export interface Writes {
  commit: CommitWrite;
  /** What became of mails of an output. */
  outcomes: { readonly output: string; readonly outcomes: readonly MailOutcome[] };
  /** Composed mails of an output, before their first attempts. */
  bytes: { readonly output: string; readonly made: readonly MadeBytes[] };
  /** Places of consumers of the feed, seen at a time in ms since 1970. */
  places: { readonly places: readonly NamedPlace[]; readonly at: number };
  /** A consumer that is no more. */
  forget: { readonly name: string };
  /** A device that signed up. */
  device: { readonly device: Device };
  /** The id of a device that goes. */
  removal: { readonly id: string };
  /** A fact about the database. */
  meta: { readonly key: string; readonly value: string };
  /** Where the services of sources are asked from now on. */
  origins: OriginsWrite;
  /** A batch of what is too old. */
  prune: PruneWrite;
}

/** Bytes of a composed mail, by its row. */
interface MadeBytes {
  readonly id: number;
  readonly bytes: Buffer;
}

export type WriteKind = keyof Writes;

/** A write with its kind. */
export type StoreWrite = { [Kind in WriteKind]: Writes[Kind] & { readonly kind: Kind } }[WriteKind];

/** The log that several copies of the database share. */
export interface Journal {
  /** Adds a write, and answers its place, from 1. Throws a StoreError where it is not confirmed: then it is not to be done here. */
  append(write: StoreWrite): number;
  /** Hears each place of a consumer that is written, whoever writes it; undefined: it was forgotten. */
  placed(name: string, place: NamedPlace | undefined): void;
  /** Hears that a write which the log has could not be done here: this copy is behind the log from now on. */
  undone(error: unknown): void;
}

/** A write as plain JSON data. */
interface PlainWrite {
  readonly kind: WriteKind;
}

/** The plain data of a write: bytes are base64. */
export function plainWrite(write: StoreWrite): PlainWrite {
  if (write.kind !== "bytes") return write;
  const made = write.made.map(({ id, bytes }) => ({ id, bytes: bytes.toString("base64") }));
  return Object.assign({ ...write }, { made });
}

/** The write that `plainWrite` made data of. */
export function writeOf(plain: PlainWrite): StoreWrite {
  const write = plain as StoreWrite;
  if (write.kind !== "bytes") return write;
  const made = write.made.map(({ id, bytes }) => ({ id, bytes: Buffer.from(String(bytes), "base64") }));
  return { ...write, made };
}
