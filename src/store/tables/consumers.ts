/** Table consumers: how far each consumer of the feed has handled the log. */
import { type ConsumerPlace, type NamedPlace, placeToKeep, type SeenPlace } from "../../model/event.ts";
import type { Damage } from "../../model/store-faults.ts";
import type { Database } from "../database.ts";
import { corruptAs, readable } from "../sqlite-error.ts";
import { rowSum, type SumsTable, sumOf, type Total } from "./sealed-tables.ts";

export interface ConsumersTable {
  /** Undefined: it is not known. Where its place may have been lost with damage, one in no epoch. */
  place(name: string): ConsumerPlace | undefined;
  owner(name: string): string | undefined;
  count(owner?: string): number;
  /** All of them, by name. What is damaged is left out. */
  all(): SeenPlace[];
  /** Whether there was one of that name. */
  forget(name: string): boolean;
  /** Answers those that it kept. @param at when these consumers were seen, ms since 1970 */
  put(places: readonly NamedPlace[], at: number): readonly NamedPlace[];
  /** Notes that places were lost with damage: whoever is not known may have had one. */
  noteLoss(at: number): void;
  /** Deletes at most `limit` that were last seen before a moment. */
  dropBefore(at: number, limit: number): number;
}

interface Row {
  readonly epoch: string;
  readonly seq: number;
  readonly lostFrom: number | null;
  readonly seenAt: number;
  readonly owner: string | null;
  readonly sum: number | null;
}

const lost: ConsumerPlace = { epoch: "", seq: 0 };
/** Name of the row that notes a loss; no consumer has it. */
const lossName = "";

/** @param damaged called with what is found damaged */
export function createConsumers(
  db: Database,
  sums: SumsTable,
  damaged: (damage: Damage) => void,
): ConsumersTable {
  const kept = reading(db, sums, damaged);
  return { ...kept, ...writing(db, kept.place) };
}

function reading(
  db: Database,
  sums: SumsTable,
  damaged: (damage: Damage) => void,
): Pick<ConsumersTable, "place" | "owner" | "count" | "all"> {
  const columns = "epoch, seq, lost_from AS lostFrom, seen_at AS seenAt, owner, sum";
  const one = db.prepare<[string], Row>(`SELECT ${columns} FROM consumers WHERE name = ?`);
  const every = db.prepare<[string], Row & { name: string }>(
    `SELECT name, ${columns} FROM consumers WHERE name <> ? ORDER BY name`,
  );
  const ofOwner = db.prepare<[string], number>("SELECT count(*) FROM consumers WHERE owner = ?").pluck();
  const total = db.prepare<[], Total>(
    `SELECT count(*) AS rows, coalesce(sum(${sumOf("consumers")}), 0) AS sum FROM consumers`,
  );
  const count = db.prepare<[string], number>("SELECT count(*) FROM consumers WHERE name <> ?").pluck();
  /** Nothing is read where the disk does not give it: no more is known than after damage. */
  const read = <T>(work: () => T): T | undefined =>
    readable(() => corruptAs(damaged, { part: "consumers" }, work));
  const isSound = (name: string, { epoch, seq, lostFrom, seenAt, owner, sum }: Row) =>
    rowSum("consumers", name, epoch, seq, lostFrom, seenAt, owner) === sum;
  /** The total at which all rows were found to be there: they are read again when it has changed. */
  let checked: Total | undefined;
  /** Whether a name that is not there cannot have been there before. */
  const isWhole = (): boolean => {
    const known = sums.get("consumers") ?? { rows: 0, sum: 0 };
    if (!isSame(checked, known)) {
      checked = read(() => total.get());
      if (!isSame(checked, known)) damaged({ part: "consumers" });
    }
    return isSame(checked, known) && read(() => one.get(lossName) === undefined) === true;
  };
  return {
    place(name) {
      const found = read(() => ({ row: one.get(name) }));
      if (found === undefined) return lost;
      if (found.row === undefined) return isWhole() ? undefined : lost;
      if (isSound(name, found.row)) return placeOf(found.row);
      damaged({ part: "consumers" });
      return lost;
    },
    owner(name) {
      const row = read(() => one.get(name));
      return row !== undefined && isSound(name, row) ? (row.owner ?? undefined) : undefined;
    },
    count: (owner) => read(() => (owner === undefined ? count.get(lossName) : ofOwner.get(owner))) ?? 0,
    all: () =>
      (read(() => every.all(lossName)) ?? [])
        .filter((row) => isSound(row.name, row))
        .map(({ name, seenAt, owner, ...row }) => ({
          ...{ name, seenAt, ...placeOf(row) },
          ...(owner !== null && { owner }),
        })),
  };
}

function writing(
  db: Database,
  placeOf: ConsumersTable["place"],
): Pick<ConsumersTable, "forget" | "put" | "noteLoss" | "dropBefore"> {
  const forget = db.prepare<[string]>("DELETE FROM consumers WHERE name = ?");
  const put = db.prepare<[string, string, number, number | null, number, string | null, number]>(
    `INSERT INTO consumers (name, epoch, seq, lost_from, seen_at, owner, sum) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET epoch = excluded.epoch, seq = excluded.seq,
       lost_from = excluded.lost_from, seen_at = excluded.seen_at, owner = excluded.owner, sum = excluded.sum`,
  );
  const drop = db.prepare<[number, number]>(
    `DELETE FROM consumers WHERE name IN
       (SELECT name FROM consumers WHERE seen_at < ? AND sum = ${sumOf("consumers")} ORDER BY seen_at LIMIT ?)`,
  );
  const putOne = ({ name, epoch, seq, lostFrom, owner }: NamedPlace, at: number) => {
    const row = [name, epoch, seq, lostFrom ?? null, at, owner ?? null] as const;
    put.run(...row, rowSum("consumers", ...row));
  };
  const putAll = db.transaction((places: readonly NamedPlace[], at: number) => {
    const kept: NamedPlace[] = [];
    for (const asked of places) {
      const place = placeToKeep(asked, placeOf);
      if (place === undefined) continue;
      putOne(place, at);
      kept.push(place);
    }
    return kept;
  });
  return {
    forget: (name) => name !== lossName && forget.run(name).changes > 0,
    put: (places, at) => putAll.immediate(places, at),
    noteLoss: (at) => putOne({ name: lossName, ...lost }, at),
    dropBefore: (at, limit) => drop.run(at, limit).changes,
  };
}

function placeOf({ epoch, seq, lostFrom }: Pick<Row, "epoch" | "seq" | "lostFrom">): ConsumerPlace {
  return lostFrom === null ? { epoch, seq } : { epoch, seq, lostFrom };
}

function isSame(one: Total | undefined, other: Total): boolean {
  return one?.rows === other.rows && one.sum === other.sum;
}
