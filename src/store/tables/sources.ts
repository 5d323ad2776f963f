/** Tables sources and publications: the cursor and the status of each source, and what it published last. */
import type { BaselineReason, HoldFacts, Outage, PublicationFacts, SourceWrite } from "../../model/commit.ts";
import type { Database } from "../database.ts";
import { rowSum, sumOf } from "./sealed-tables.ts";

/** Times are ms since 1970, absent before the first. */
export interface StoredStatus {
  readonly name: string;
  readonly outage: Outage | null;
  /** The quarantine of the source; null if it has none. */
  readonly hold: HoldFacts | null;
  /** The publication that has not come in time. */
  readonly late?: PublicationFacts["late"];
  readonly attemptAt?: number;
  readonly successAt?: number;
}

export interface SourceRow {
  /** JSON; null before the first commit that says one. */
  readonly cursor: string | null;
  readonly attemptAt: number | null;
  readonly successAt: number | null;
  /** JSON of an Outage. */
  readonly outage: string | null;
  /** Reason for a second baseline; null: none is needed, or there was one since. */
  readonly anew: BaselineReason | null;
  /** The service that its state comes from: `simulated`, or a host; null: not known. */
  readonly origin: string | null;
}

/** Table sources. */
interface SourcesTable {
  /** Without those that are damaged. */
  all(): Map<string, SourceRow>;
  write(name: string, row: SourceRow): void;
  drop(name: string): void;
}

export function createSources(db: Database): SourcesTable {
  const all = db.prepare<[], SourceRow & { name: string }>(
    `SELECT name, cursor, attempt_at AS attemptAt, success_at AS successAt, outage, anew, origin
     FROM sources
     WHERE sum = ${sumOf("sources")} ORDER BY name`,
  );
  type Text = string | null;
  const write = db.prepare<[string, Text, number | null, number | null, Text, Text, Text, number]>(
    `INSERT INTO sources (name, cursor, attempt_at, success_at, outage, anew, origin, sum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, attempt_at = excluded.attempt_at,
       success_at = excluded.success_at, outage = excluded.outage, anew = excluded.anew,
       origin = excluded.origin, sum = excluded.sum`,
  );
  const drop = db.prepare<[string]>("DELETE FROM sources WHERE name = ?");
  return {
    all: () => new Map(all.all().map(({ name, ...row }) => [name, row])),
    write(name, { cursor, attemptAt, successAt, outage, anew, origin }) {
      const row = [name, cursor, attemptAt, successAt, outage, anew, origin] as const;
      write.run(...row, rowSum("sources", ...row));
    },
    drop: (name) => void drop.run(name),
  };
}

/**
 * The row after a write; what the write leaves out stays.
 * @param origin where its service is asked now, if that is known
 */
export function nextRow(
  row: SourceRow | undefined,
  write: SourceWrite,
  origin: string | undefined,
): SourceRow {
  return {
    origin: row?.origin ?? origin ?? null,
    cursor: write.cursor === undefined ? (row?.cursor ?? null) : JSON.stringify(write.cursor),
    attemptAt: write.attemptAt ?? row?.attemptAt ?? null,
    successAt: write.successAt ?? row?.successAt ?? null,
    outage: write.outage === null ? null : JSON.stringify(write.outage),
    anew: write.baselined ? null : (row?.anew ?? null),
  };
}

export function outageOf(row: SourceRow): Outage | null {
  return row.outage === null ? null : JSON.parse(row.outage);
}

/** Table publications: the newest publication that was seen of each source, and whether one is late. */
interface PublicationsTable {
  /** Without those that are damaged. */
  all(): Map<string, PublicationFacts>;
  put(source: string, facts: PublicationFacts): void;
}

interface PublicationRow {
  readonly source: string;
  readonly published: string | null;
  readonly lateDay: string | null;
  readonly lateSince: string | null;
}

export function createPublications(db: Database): PublicationsTable {
  const all = db.prepare<[], PublicationRow>(
    `SELECT source, published, late_day AS lateDay, late_since AS lateSince FROM publications
     WHERE sum = ${sumOf("publications")} ORDER BY source`,
  );
  const put = db.prepare<[string, string | null, string | null, string | null]>(
    `INSERT INTO publications (source, published, late_day, late_since) VALUES (?, ?, ?, ?)
     ON CONFLICT (source) DO UPDATE SET published = excluded.published,
       late_day = excluded.late_day, late_since = excluded.late_since`,
  );
  return {
    all: () => new Map(all.all().map((row) => [row.source, publicationOf(row)])),
    put: (source, { published, late }) =>
      void put.run(source, published ?? null, late?.day ?? null, late?.since ?? null),
  };
}

function publicationOf({ published, lateDay: day, lateSince: since }: PublicationRow): PublicationFacts {
  return {
    ...(published === null ? {} : { published }),
    ...(day === null || since === null ? {} : { late: { day, since } }),
  };
}
