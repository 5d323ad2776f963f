/** The databases of the machines of a cluster, held against each other row by row, and against what a reader got. */
import { isDeepStrictEqual } from "node:util";
import { openDatabaseReader } from "../../../src/store/database.ts";
import type { ReadEvent } from "../../support/feed-reader.ts";
import { until } from "../../support/until.ts";
import type { Machine } from "./cluster-stage.ts";

/** Rows of each table, each row as JSON, in an order of its own. */
type Content = ReadonlyMap<string, readonly string[]>;

interface Held {
  /** The last message of the log of the cluster that it has. */
  readonly place: number;
  readonly machine: string;
  readonly content: Content;
  readonly log: readonly Pick<ReadEvent, "seq" | "event">[];
}

/** What a machine has of its own: the lives of its process, what it has proven of its file, and what counts these. */
const isItsOwn = (table: string, row: string) =>
  table === "runs" ||
  (table === "meta" && row.startsWith('["proof",')) ||
  (/^(sums|sqlite_sequence)$/.test(table) && /^\["(runs|meta)",/.test(row));

type Reader = ReturnType<typeof openDatabaseReader>;

const listOf = (database: Reader, sql: string) => database.prepare(sql).pluck().all() as string[];

const placeOf = (database: Reader) =>
  listOf(database, "SELECT value FROM meta WHERE key = 'cluster.place'")[0];

/** What a database has at one place of the log of the cluster. */
function held(machine: string, database: Reader): Held {
  const tables = listOf(database, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
  const rowsOf = (table: string) => {
    const rows = database.prepare(`SELECT * FROM "${table}"`).raw().all();
    return rows
      .map((row) => JSON.stringify(row))
      .filter((row) => !isItsOwn(table, row))
      .sort();
  };
  const log = database.prepare("SELECT seq, body FROM log ORDER BY seq").all() as {
    seq: number;
    body: string;
  }[];
  return {
    machine,
    place: Number(placeOf(database)),
    content: new Map(tables.map((table) => [table, rowsOf(table)])),
    log: log.map(({ seq, body }) => ({ seq, event: JSON.parse(body) })),
  };
}

/** All databases as they are at one and the same place of the log, while their machines go on. */
export function holdAll(machines: readonly Machine[]): Promise<Held[]> {
  return until(
    "all databases at one place",
    () => {
      const readers = machines.map(({ database }) => openDatabaseReader(database));
      try {
        for (const reader of readers) reader.exec("BEGIN");
        if (new Set(readers.map(placeOf)).size > 1) return undefined;
        return readers.map((reader, index) => held(machines[index]?.name ?? "", reader));
      } finally {
        for (const reader of readers) reader.close();
      }
    },
    20_000,
  );
}

/** What is not alike, in words. */
export function differences([first, ...others]: readonly Held[], events: readonly ReadEvent[]): string[] {
  if (first === undefined) return ["no database"];
  const between = others.flatMap(({ machine, content }) =>
    [...first.content].flatMap(([table, rows]) => {
      const own = content.get(table) ?? [];
      if (isDeepStrictEqual(rows, own)) return [];
      const [more, less] = [own.find((row) => !rows.includes(row)), rows.find((row) => !own.includes(row))];
      return [`${table} of ${machine}: ${more} for ${less} of ${first.machine}`];
    }),
  );
  // The log of all others is this one, by its table.
  const read = events.map(({ seq, event }) => ({ seq, event }));
  const unlike = first.log.findIndex((entry, index) => !isDeepStrictEqual(entry, read[index]));
  return [
    ...between,
    ...(unlike === -1 ? [] : [`entry ${first.log[unlike]?.seq} was read as ${JSON.stringify(read[unlike])}`]),
    ...(read.length > first.log.length ? ["more was read than the log has"] : []),
  ];
}
