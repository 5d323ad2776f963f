/** Parts of what is kept apart of a source, as it leaves: so much that one turn is short. */
import type { HeldPart } from "../../model/commit.ts";
import type { Database } from "../database.ts";
import { intactState, readState } from "../sqlite-error.ts";
import type { ItemRow } from "./items.ts";
import { rowSum, type SumsTable } from "./sealed-tables.ts";

/** Limits of a part, which is judged and committed in some 20 ms. */
const partLimits = { rows: 50, chars: 250_000 };
/** Limits of what leaves at once where no more is left. */
const wholeLimits = { rows: 100, chars: 500_000 };

interface DraftRow {
  readonly position: number;
  readonly body: string;
  readonly rewrites: string | null;
  readonly sum: number | null;
}

/**
 * Reads parts: the next events, and the items that came with them. Events of two parts of a poll are in two, so that what
 * is told and what is stored stay together.
 */
export function createHeldParts(db: Database, sums: SumsTable): (source: string) => Omit<HeldPart, "cursor"> {
  // One query for both would read all rows.
  const [firstOf, lastOf] = ["min", "max"].map((end) =>
    db.prepare<[string], number | null>(`SELECT ${end}(position) FROM held_drafts WHERE source = ?`).pluck(),
  );
  const nextPart = db
    .prepare<[string, number], number | null>(
      "SELECT min(part) FROM held_items WHERE source = ? AND part > ?",
    )
    .pluck();
  const drafts = db.prepare<[string, number], DraftRow>(
    `SELECT position, body, rewrites, sum FROM held_drafts WHERE source = ? AND position < ? ORDER BY position`,
  );
  const items = db.prepare<[string, number], ItemRow & { scope: string; body: string | null }>(
    `SELECT scope, key, body, sum FROM held_items WHERE source = ? AND part <= ? ORDER BY part, scope, key`,
  );
  return (source) => {
    const damage = { part: "hold" as const, source };
    const [first, last] = readState(damage, () => [
      firstOf?.get(source) ?? null,
      lastOf?.get(source) ?? null,
    ]);
    const places = first === null || last === null ? 0 : last - first + 1;
    intactState(damage, places === (sums.get("held_drafts", source)?.rows ?? 0), undefined);
    const next = first === null ? null : readState(damage, () => nextPart.get(source, first));
    const limits = places > wholeLimits.rows ? partLimits : wholeLimits;
    const told = readState(damage, () =>
      some(drafts.iterate(source, next ?? Number.MAX_SAFE_INTEGER), limits),
    );
    const kept = readState(damage, () =>
      some(items.iterate(source, first ?? Number.MAX_SAFE_INTEGER), limits),
    );
    for (const { position, body, rewrites, sum } of told.rows)
      intactState(damage, rowSum("held_drafts", source, position, body, rewrites) === sum, undefined);
    for (const { scope, key, body, sum } of kept.rows)
      intactState(damage, rowSum("items", source, scope, key, body) === sum, undefined);
    const isLast = told.isAll && kept.isAll && next === null;
    const left = isLast ? kept.rows.length : undefined;
    intactState(
      damage,
      left === undefined || left === (sums.get("held_items", source)?.rows ?? 0),
      undefined,
    );
    const end = told.rows.at(-1)?.position;
    return {
      drafts: told.rows.map(({ body }) => JSON.parse(body)),
      put: kept.rows.flatMap(({ scope, key, body }) =>
        body === null ? [] : [{ scope, key, body: JSON.parse(body) }],
      ),
      drop: kept.rows.flatMap(({ scope, key, body }) => (body === null ? [{ scope, key }] : [])),
      items: kept.rows.map(({ scope, key }) => ({ scope, key })),
      ...(end === undefined ? {} : { last: end }),
      isLast,
    };
  };
}

/** Rows up to the limits. A large one is a part of its own. */
function some<Row extends { readonly body: string | null }>(all: Iterable<Row>, limits: typeof partLimits) {
  const rows: Row[] = [];
  let chars = 0;
  for (const row of all) {
    chars += row.body?.length ?? 0;
    if (rows.length === limits.rows || (rows.length > 0 && chars > limits.chars))
      return { rows, isAll: false };
    rows.push(row);
  }
  return { rows, isAll: true };
}
