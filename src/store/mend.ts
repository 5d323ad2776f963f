/** Mends damaged parts: the rest of each is deleted, in the transaction that tells of it. */
import type { Damage } from "../model/damage.ts";
import type { Database } from "./database.ts";
import { partOf, type SealedTableName, sumOf } from "./sealed-tables.ts";
import type { SourceRow } from "./sources.ts";
import { readable } from "./sqlite-error.ts";
import type { Tables } from "./tables.ts";

/** A source that begins anew: its outage and its times stay. */
export function anewRow(row: SourceRow | undefined): SourceRow {
  const known = row ?? { attemptAt: null, successAt: null, outage: null };
  return { ...known, cursor: null, anew: "damaged" };
}

/** Tables with an index apart from their rows. */
const indexed: Partial<Record<Damage["part"], readonly SealedTableName[]>> = {
  memories: ["rule_memories"],
  notes: ["sources"],
  hold: ["holds"],
  mails: ["outbox"],
  history: ["suppressions", "withheld", "delivery_attempts", "runs"],
  file: [
    "rule_memories",
    "sources",
    "holds",
    "outbox",
    "suppressions",
    "withheld",
    "delivery_attempts",
    "runs",
  ],
};

/**
 * Makes indexes anew of what is damaged, or rows could not be found to be taken away. Not within a transaction: one
 * that meets a damaged page writes no more.
 */
export function reindex(db: Database, damages: readonly Damage[]): void {
  const tables = new Set(damages.flatMap(({ part }) => indexed[part] ?? []));
  for (const table of tables) readable(() => db.exec(`REINDEX ${table}`));
}

/** @param rowOf what is known of a source in memory */
export function createMend(
  db: Database,
  tables: Tables,
  rowOf: (source: string) => SourceRow | undefined,
): (damage: Damage) => void {
  const reseal = (...names: SealedTableName[]) => {
    for (const name of names) {
      db.prepare(`DELETE FROM ${name} WHERE sum IS NOT ${sumOf(name)}`).run();
      db.prepare("DELETE FROM sums WHERE name = ?").run(name);
      db.prepare(
        `INSERT INTO sums (name, part, rows, sum)
         SELECT '${name}', ${partOf(name)}, count(*), sum(sum) FROM ${name} GROUP BY ${partOf(name)}`,
      ).run();
    }
  };
  return (damage) => {
    if (damage.part === "items") {
      tables.items.forget(damage.source);
      tables.holds.drop(damage.source);
      tables.sources.write(damage.source, anewRow(rowOf(damage.source)));
    } else if (damage.part === "hold") {
      tables.holds.drop(damage.source);
      reseal("holds");
    } else if (damage.part === "memories") tables.ruleMemories.forgetRule(damage.rule);
    else if (damage.part === "cooldowns") reseal("cooldowns");
    else if (damage.part === "mails") reseal("outbox");
    else if (damage.part === "notes") reseal("meta", "sources", "publications");
    else if (damage.part === "history") reseal("suppressions", "withheld", "delivery_attempts", "runs");
  };
}
