/** Table publications: the newest publication that was seen of each source, and whether one is late. */
import type { PublicationFacts } from "../model/commit.ts";
import type { Database } from "./database.ts";
import { sumOf } from "./sealed-tables.ts";

export interface PublicationsTable {
  /** Without those that are damaged. */
  all(): Map<string, PublicationFacts>;
  put(source: string, facts: PublicationFacts): void;
}

interface Row {
  readonly source: string;
  readonly published: string | null;
  readonly lateDay: string | null;
  readonly lateSince: string | null;
}

export function createPublications(db: Database): PublicationsTable {
  const all = db.prepare<[], Row>(
    `SELECT source, published, late_day AS lateDay, late_since AS lateSince FROM publications
     WHERE sum = ${sumOf("publications")} ORDER BY source`,
  );
  const put = db.prepare<[string, string | null, string | null, string | null]>(
    `INSERT INTO publications (source, published, late_day, late_since) VALUES (?, ?, ?, ?)
     ON CONFLICT (source) DO UPDATE SET published = excluded.published,
       late_day = excluded.late_day, late_since = excluded.late_since`,
  );
  return {
    all: () => new Map(all.all().map((row) => [row.source, factsOf(row)])),
    put: (source, { published, late }) =>
      void put.run(source, published ?? null, late?.day ?? null, late?.since ?? null),
  };
}

function factsOf({ published, lateDay: day, lateSince: since }: Row): PublicationFacts {
  return {
    ...(published === null ? {} : { published }),
    ...(day === null || since === null ? {} : { late: { day, since } }),
  };
}
