/** Samples of what a quarantine holds, for the person who decides about it. */
import type { EventDraft } from "../../model/event.ts";
import type { Database } from "../database.ts";
import { sumOf } from "../tables/sealed-tables.ts";

interface HeldSample {
  readonly position: number;
  readonly draft: EventDraft;
}

export interface HeldSamples {
  /** Events that tell a rewrite, after a position, in the order in which they would be told. Damaged ones are left out. */
  rewrites(source: string, after: number, limit: number): HeldSample[];
}

/** Rows that are looked through for a page: most of what is held are rewrites. */
const mostLookedAt = 2_000;

export function createHeldSamples(db: Database): HeldSamples {
  const rewrites = db.prepare<[string, number, number, number], { position: number; body: string }>(
    `SELECT position, body FROM
       (SELECT source, position, body, rewrites, sum FROM held_drafts WHERE source = ? AND position > ?
        ORDER BY position LIMIT ?)
     WHERE rewrites IS NOT NULL AND sum IS ${sumOf("held_drafts")} ORDER BY position LIMIT ?`,
  );
  return {
    rewrites: (source, after, limit) =>
      rewrites
        .all(source, after, mostLookedAt, limit)
        .map(({ position, body }) => ({ position, draft: JSON.parse(body) as EventDraft })),
  };
}
