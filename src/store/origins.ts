/**
 * The origins of what is stored of sources: the state of a source belongs to the service that it came from. Where that
 * is another one now, the state is set aside under a name of its own, and comes back with its service.
 */
import type { Cached } from "./commit.ts";
import type { Database } from "./database.ts";
import { type SealedTableName, sealedColumns, sumOf } from "./tables/sealed-tables.ts";
import type { SourceRow } from "./tables/sources.ts";
import type { Tables } from "./tables/tables.ts";

/** The origin of a state; undefined: it is of a version that did not note it. */
export interface StateOrigin {
  readonly source: string;
  readonly origin: string | undefined;
}

export interface StoredOrigins {
  /** Origins of all states, those that are set aside included. */
  all(): readonly StateOrigin[];
  /**
   * Says where the services of sources are asked from now on, by source. A state of another origin is set aside with
   * its quarantine; one of this origin comes back, or else the source begins anew. A state of unknown origin goes on. One
   * transaction. Answers the states that were set aside. Throws a StoreError.
   */
  take(origins: ReadonlyMap<string, string>, options: TakeOptions): readonly StateOrigin[];
}

/** What goes, and is noted, where a state is set aside. */
interface TakeOptions {
  /** Whether what rules remember goes as well: it came from that. */
  readonly forgetsRules: boolean;
  /** Facts about the database, by their keys. */
  readonly meta: Readonly<Record<string, string>>;
}

/** Where the services of sources are asked from now on, by source, with what goes where a state is set aside. */
export interface OriginsWrite extends TakeOptions {
  readonly origins: readonly (readonly [source: string, origin: string])[];
}

/** Stands in no name of a source. */
const mark = "@";
const asideName = (source: string, origin: string) => `${source}${mark}${origin}`;

/** Whether a name is that of a state which is set aside. */
export function isSetAside(name: string): boolean {
  return name.includes(mark);
}

type Parts = Pick<Tables, "sources" | "holds" | "publications" | "items" | "sums" | "silent" | "meta"> &
  Pick<Tables, "ruleMemories">;

interface Context {
  readonly db: Database;
  readonly tables: Parts;
  readonly cached: Cached;
}

/** Takes the origins of a write; answers the states that were set aside. */
export function createTakeOrigins({
  db,
  tables,
  cached,
}: Context): (write: OriginsWrite) => readonly StateOrigin[] {
  const swap = createSwap(db, tables);
  const take = db.transaction(({ origins, forgetsRules, meta }: OriginsWrite) => {
    const left: StateOrigin[] = [];
    for (const [source, origin] of origins) {
      const row = cached.sources.get(source);
      if (row === undefined || row.origin === origin) continue;
      if (row.origin === null) tables.sources.write(source, { ...row, origin });
      else {
        swap(source, row, origin);
        tables.silent.put(cached.head, { source, isKnown: false });
        left.push({ source, origin: row.origin });
      }
    }
    if (left.length === 0) return left;
    for (const [key, value] of Object.entries(meta)) tables.meta.set(key, value);
    if (forgetsRules) {
      tables.ruleMemories.forgetRule();
      db.exec("DELETE FROM cooldowns");
    }
    return left;
  });
  return (write) => {
    const left = take.immediate(write);
    refill(cached.sources, tables.sources.all());
    refill(cached.stored, cached.sources);
    refill(cached.holds, tables.holds.all());
    refill(cached.publications, tables.publications.all());
    return left;
  };
}

/** @param write writes origins that are others now */
export function originsOf(
  { sources, origins: current }: Pick<Cached, "sources" | "origins">,
  write: (origins: OriginsWrite) => readonly StateOrigin[],
): StoredOrigins {
  return {
    all: () =>
      [...sources].map(([name, { origin }]) => ({
        source: name.split(mark)[0] ?? name,
        origin: origin ?? undefined,
      })),
    take(origins, options) {
      const isOther = [...origins].some(([source, origin]) => {
        const row = sources.get(source);
        return row !== undefined && row.origin !== origin;
      });
      const left = isOther ? write({ ...options, origins: [...origins] }) : [];
      for (const [source, origin] of origins) current.set(source, origin);
      return left;
    },
  };
}

function refill<T>(map: Map<string, T>, fresh: ReadonlyMap<string, T>): void {
  map.clear();
  for (const [name, value] of fresh) map.set(name, value);
}

/** Tables with rows of a source besides its own in `sources`; the first have totals of their parts. */
const counted = ["items", "held_items", "held_drafts"] as const;
const moved = [...counted, "holds", "publications"] as const;

/** Columns of a row that are under no checksum. */
const unsealed: Partial<Record<SealedTableName, readonly string[]>> = { held_items: ["part"] };

function createSwap(db: Database, tables: Parts) {
  const { sources, items, sums } = tables;
  const copies = moved.map((table) => db.prepare<[string, string, string]>(copySql(table)));
  const drops = moved.map((table) => db.prepare<[string]>(`DELETE FROM ${table} WHERE source = ?`));
  const rowsOf = counted.map((table) => {
    const whole = `sum IS ${sumOf(table)}`;
    return db.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE source = ? AND ${whole}`);
  });
  /** Rows that should be there. */
  const expected = (table: (typeof counted)[number], source: string) => {
    const parts = table === "items" ? sums.parts(table, `${source}\x1f`) : [source];
    return parts.reduce((all, part) => all + (sums.get(table, part)?.rows ?? 0), 0);
  };
  const isWhole = (source: string) =>
    counted.every((table, at) => rowsOf[at]?.pluck().get(source) === expected(table, source));
  const forget = (source: string): void => {
    for (const drop of drops) drop.run(source);
    items.forget(source);
    tables.holds.drop(source);
  };
  const move = (from: string, to: string): void => {
    forget(to);
    for (const copy of copies) copy.run(to, to, from);
    forget(from);
  };
  return (source: string, row: SourceRow, origin: string): void => {
    const aside = asideName(source, String(row.origin));
    // A state with holes would tell of what it lacks as news when it comes back.
    const isKept = isWhole(source);
    if (isKept) move(source, aside);
    else forget(source);
    sources.write(aside, isKept ? row : { ...row, cursor: null, anew: "damaged" });
    const known = asideName(source, origin);
    const before = sources.all().get(known);
    if (before) move(known, source);
    sources.drop(known);
    sources.write(source, before ?? { ...beginning, origin });
  };
}

const beginning = { cursor: null, attemptAt: null, successAt: null, outage: null, anew: "origin" } as const;

/** Copies the rows of a source under another name, with their checksums; those that are damaged stay behind. */
function copySql(table: (typeof moved)[number]): string {
  const own = [...sealedColumns(table), ...(unsealed[table] ?? [])];
  const others = own.filter((column) => column !== "source").join(", ");
  const values = sealedColumns(table).map((column) => (column === "source" ? "?" : column));
  const kind = sumOf(table, "", values);
  return `INSERT INTO ${table} (source, ${others}, sum) SELECT ?, ${others}, ${kind} FROM ${table}
    WHERE source = ? AND sum IS ${sumOf(table)}`;
}
