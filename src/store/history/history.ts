/** Opens the file of a history, which is no part of a monitor's database: all of it can be fetched again. */
import { statSync } from "node:fs";
import type { HistoryPeriod, HistoryReader, HistoryWriter } from "../../model/history.ts";
import { StoreError } from "../../model/store-faults.ts";
import { type Database, openFile, openFileReader } from "../database.ts";
import { followed, lockDatabase } from "../lock.ts";
import { storeError } from "../sqlite-error.ts";
import { createForgetting, createPieces, type ForgetProgress, type RefusedPieces } from "./pieces.ts";
import { createRecords } from "./records.ts";
import { createSets } from "./sets.ts";
import { dayNumber, historyShape, sealSql, whole } from "./shape.ts";
import { createVerification, type HistoryDamage } from "./verify.ts";

export interface HistoryFileReader extends HistoryReader {
  readonly path: string;
  /** Pieces that services refused, by set and reason. */
  refusals(): readonly RefusedPieces[];
  /** Records of a set about one subject, counted by day. */
  counts(set: string, subject: string, period: HistoryPeriod): ReadonlyMap<string, number>;
  /** Subjects that have records, in their order. */
  subjects(): readonly string[];
  /** Where the records of each service come from, as the fetches claimed it. */
  origins(): ReadonlyMap<string, string>;
  /** Verifies what it has of a period, a part a step; gives what is damaged. */
  verify(period: HistoryPeriod): Generator<HistoryDamage | undefined>;
  /** Size on the disk. */
  bytes(): number;
  close(): void;
}

export interface HistoryFile extends HistoryWriter, HistoryFileReader {
  /**
   * Says where the records of a service come from, before any is added: what is made up must not stand between what is
   * real, nor count as fetched. Throws a StoreError where the history has records of the service from elsewhere.
   */
  claim(service: string, origin: string): void;
  /**
   * Forgets all days before one, and gives the number of records that are gone. A history keeps what was fetched until
   * a person asks for this: `yagura history forget`.
   */
  forget(before: string, tell?: ForgetProgress): number;
  /** Forgets what is damaged of a period, a part a step, so that a fetch asks for it again; gives what it was. */
  mend(period: HistoryPeriod): Generator<HistoryDamage | undefined>;
}

/** Opens to look only, beside a fetch too. Throws a StoreError, also when the file is not there. */
export function openHistoryReader(path: string): HistoryFileReader {
  return withAdvice(path, () => {
    const db = openFileReader(path, historyShape);
    return closingOnError(db, () => ({ ...createParts(db, path).reader, close: () => void db.close() }));
  });
}

/** Opens for one writer, and makes the file where there is none. Throws a StoreError, also where it has a writer. */
export function openHistory(path: string): HistoryFile {
  return withAdvice(path, () => {
    const file = followed(path);
    const lock = lockDatabase(file, "another fetch");
    try {
      const db = openFile(file, historyShape);
      return closingOnError(db, () => {
        lock.guard();
        return {
          ...writerOf(db, file),
          close() {
            db.close();
            lock.release();
          },
        };
      });
    } catch (error) {
      lock.release();
      throw error;
    }
  });
}

function closingOnError<T>(db: Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    db.close();
    throw error;
  }
}

function createParts(db: Database, path: string) {
  const sets = createSets(db);
  const pieces = createPieces(db, sets);
  const records = createRecords(db, sets);
  const origins = createOrigins(db);
  const verification = createVerification(db, sets);
  /** Each question sees one state of the file, though it is asked in several steps beside a writer. */
  const asked = <T>(question: () => T): T => withAdvice(path, () => db.transaction(question).deferred());
  const reader: Omit<HistoryFileReader, "close"> = {
    path,
    between: (set, period) => asked(() => records.between(set, period)),
    about: (set, subject, period) => asked(() => records.about(set, subject, period)),
    days: (set, period) => asked(() => records.days(set, period)),
    ofSubject: (subject, period) => asked(() => records.ofSubject(subject, period)),
    counts: (set, subject, period) => asked(() => records.counts(set, subject, period)),
    fetched: (piece) => asked(() => pieces.fetched(piece)),
    sets: () => asked(records.sets),
    refusals: () => asked(pieces.refusals),
    subjects: () => asked(records.subjects),
    origins: () => asked(origins.all),
    verify: (period) => withAdviceOn(path, verification.verify(period)),
    bytes: () => sizeOf(path),
  };
  return { sets, pieces, records, origins, verification, reader };
}

function writerOf(db: Database, path: string): Omit<HistoryFile, "close"> {
  const { sets, pieces, records, origins, verification, reader } = createParts(db, path);
  const forget = createForgetting(db, sets, pieces.forget);
  const written = (work: () => void): void =>
    withAdvice(path, () => {
      try {
        db.transaction(work).immediate();
      } catch (error) {
        sets.forget();
        throw error;
      }
    });
  return {
    ...reader,
    add: (each) => written(() => records.add(each)),
    claim: (service, origin) => written(() => origins.claim(service, origin, path)),
    finish: (piece) => written(() => pieces.finish(piece)),
    mend(period) {
      sets.forget();
      return withAdviceOn(path, verification.mend(period));
    },
    forget: (before, tell) => withAdvice(path, () => forget(dayNumber(before), tell)),
  };
}

function sizeOf(path: string): number {
  return ["", "-wal"].reduce(
    (sum, ending) => sum + (statSync(`${path}${ending}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

const advice = "; a history can be deleted and fetched again, nothing else is lost with it";

/** Steps of what touches the file, as withAdvice runs them. */
function* withAdviceOn<T>(path: string, steps: Generator<T>): Generator<T> {
  for (
    let step = withAdvice(path, () => steps.next());
    !step.done;
    step = withAdvice(path, () => steps.next())
  )
    yield step.value;
}

/** Runs what touches the file, its failures told as StoreErrors; those of damage say what to do. */
function withAdvice<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const told = storeError(path, error);
    if (!(told instanceof StoreError) || told.fault !== "damaged" || told.message.endsWith(advice))
      throw told;
    const words = told.message.startsWith(path) ? told.message : `${path}: ${told.message}`;
    const isSaid = words.includes("yagura history fetch");
    throw new StoreError(isSaid ? words : `${words}${advice}`, error, "damaged");
  }
}

// Table origins: where the records of each service come from, so that two worlds are not taken for one.

interface OriginsTable {
  /** By service. */
  all(): Map<string, string>;
  /** Throws a StoreError where the service has another one. */
  claim(service: string, origin: string, path: string): void;
}

function createOrigins(db: Database): OriginsTable {
  const all = db.prepare<[], { service: string; origin: string }>(
    `SELECT service, origin FROM origins WHERE ${whole("origins")}`,
  );
  const put = db.prepare<[string, string]>("INSERT OR IGNORE INTO origins (service, origin) VALUES (?, ?)");
  const reseal = db.prepare<[string]>(`UPDATE origins SET seal = ${sealSql.origins} WHERE service = ?`);
  const of = db.prepare<[string], { origin: string }>("SELECT origin FROM origins WHERE service = ?");
  return {
    all: () => new Map(all.all().map(({ service, origin }) => [service, origin])),
    claim(service, origin, path) {
      if (put.run(service, origin).changes > 0) reseal.run(service);
      const { origin: known } = of.get(service) ?? {};
      if (known !== undefined && known !== origin)
        throw new StoreError(
          `${path}: its past of ${service} comes from ${known}, not from ${origin}; name another file as history.file, or delete this one and fetch it again`,
        );
    },
  };
}
