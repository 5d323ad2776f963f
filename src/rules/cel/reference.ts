/**
 * Reference data: what expressions know besides the event. Lists of words, tables with a key, and the watchlists of the
 * settings with `mine(code)`. It is the same for all rules, so its values are made once however many languages see them.
 */
import type { Cell, Kind } from "../../lib/csv-table.ts";
import {
  allWatched,
  codesOnList,
  listColumn,
  sides,
  type Watchlists,
  watchColumns,
} from "../../model/watchlists.ts";
import type { FieldType, Registry, Shape } from "./records.ts";
import { isNode, type Node, register } from "./syntax.ts";

export type Lists = Readonly<Record<string, readonly string[]>>;

export type ReferenceRow = Readonly<Record<string, Cell>>;

export interface ReferenceTable {
  /** A column without a value has no kind. */
  readonly columns: ReadonlyMap<string, Kind | undefined>;
  /** By key. */
  readonly rows: ReadonlyMap<string, ReferenceRow>;
}

/** Lists, tables and watchlists by name; each is undefined where expressions cannot name any. */
export interface Reference {
  readonly lists?: Lists | undefined;
  /** Nothing is known of a table with a mistake. */
  readonly tables?: Readonly<Record<string, ReferenceTable | undefined>> | undefined;
  /** Undefined: there are none to name. `unknown`: nothing is known of the settings, so any name and column may be. */
  readonly watched?: WatchedStocks | "unknown" | undefined;
}

export interface WatchedStocks {
  readonly watchlists: Watchlists;
  /** The columns of all lists. */
  readonly columns: ReadonlyMap<string, Kind | undefined>;
}

/** Watchlists alone, their columns as their stocks have them. */
export function watchedOf(watchlists: Watchlists): WatchedStocks {
  const columns = new Map<string, Kind | undefined>(watchColumns);
  for (const list of Object.values(watchlists))
    for (const stock of list)
      for (const [column, value] of Object.entries(stock))
        if (value !== undefined && !columns.has(column))
          columns.set(column, typeof value === "number" ? "number" : "text");
  return { watchlists, columns };
}

/** Puts further lists in place of those of the same name; a column of either is known. */
export function withLists(
  watched: WatchedStocks | "unknown",
  lists: Watchlists | undefined,
): WatchedStocks | "unknown" {
  if (watched === "unknown" || lists === undefined) return watched;
  const columns = new Map([...watchedOf(lists).columns, ...watched.columns]);
  return { watchlists: { ...watched.watchlists, ...lists }, columns };
}

interface Value {
  readonly type: string;
  readonly value: object;
}

interface Prepared {
  /** Types with their fields in the notation of the library. */
  readonly types: readonly { name: string; ctor: new () => object; fields: Record<string, string> }[];
  readonly shapes: ReadonlyMap<string, Shape>;
  /** By the name under which expressions know them. */
  readonly values: ReadonlyMap<string, Value>;
  readonly mine: ((code: string) => object) | undefined;
}

const noRow = new Map<string, unknown>();

const prepared = new WeakMap<Reference, Prepared>();

/** Registers the data; answers the names that now stand for a value. */
export function registerReference({ environment, known }: Registry, reference: Reference): string[] {
  const made = prepared.get(reference) ?? prepare(reference);
  prepared.set(reference, made);
  for (const { name, ctor, fields } of made.types) environment.registerType(name, { ctor, fields });
  for (const [name, shape] of made.shapes) known.set(name, shape);
  for (const [name, { type, value }] of made.values) environment.registerConstant(name, type, value);
  if (made.mine !== undefined) register(environment, [["mine(string): Mine", made.mine]]);
  if (reference.watched !== "unknown") return [...made.values.keys()];
  environment.registerConstant("watchlists", "map<string, list<string>>", noRow);
  register(environment, [["mine(string): map<string, dyn>", () => noRow]]);
  return [...made.values.keys(), "watchlists"];
}

function prepare({ lists, tables, watched }: Reference): Prepared {
  const types: Prepared["types"][number][] = [];
  const shapes = new Map<string, Shape>();
  const values = new Map<string, Value>();
  /** A class of records: the library tells types apart by their classes. */
  const classOf = (name: string, shape: Shape): (new () => object) => {
    const ctor = class CelRecord {};
    const fields = Object.fromEntries(
      [...shape].map(([field, type]) => [field, notationOf(name, field, type)]),
    );
    types.push({ name, ctor, fields });
    shapes.set(name, shape);
    return ctor;
  };
  const give = (name: string, type: string, shape: Shape, fields: object): void => {
    const ctor = classOf(type, shape);
    values.set(name, { type, value: Object.assign(new ctor(), fields) });
  };
  if (lists !== undefined) give("lists", "Lists", shapeOfLists(Object.keys(lists)), lists);
  if (tables !== undefined) {
    const maps = Object.entries(tables).map(([name, table]) => {
      if (table === undefined) return { name, element: { kind: "any" } as const, rows: noRow };
      const shape = shapeOfColumns(table.columns);
      const ctor = classOf(`Tables_${name}`, shape);
      const rows = [...table.rows].map(([key, row]) => [key, Object.assign(new ctor(), row)] as const);
      return { name, element: { kind: "object", shape } as const, rows: new Map(rows) };
    });
    const shape: Shape = new Map(
      maps.map(({ name, element }) => [name, { kind: "names", element }] as const),
    );
    give("tables", "Tables", shape, Object.fromEntries(maps.map(({ name, rows }) => [name, rows])));
  }
  if (watched === undefined || watched === "unknown") return { types, shapes, values, mine: undefined };
  const { watchlists } = watched;
  const names = Object.keys(watchlists);
  const codes = Object.fromEntries(names.map((name) => [name, codesOnList(watchlists, name)]));
  give("watchlists", "Watchlists", shapeOfLists(names), codes);
  const Mine = classOf("Mine", shapeOfMine(watched));
  const none = new Mine();
  const entries = new Map<string, object>();
  for (const [code, row] of rowsOfMine(watched)) entries.set(code, Object.assign(new Mine(), row));
  return { types, shapes, values, mine: (code) => entries.get(code) ?? none };
}

function shapeOfLists(names: readonly string[]): Shape {
  return new Map(names.map((name) => [name, { kind: "list", element: { kind: "text" } }] as const));
}

function notationOf(owner: string, field: string, type: FieldType): string {
  switch (type.kind) {
    case "text":
      return "string";
    case "number":
      return "double";
    case "list":
      return "list<string>";
    case "names":
      return `map<string, ${type.element.kind === "any" ? "dyn" : `${owner}_${field}`}>`;
    default:
      return "dyn";
  }
}

function shapeOfColumns(columns: ReferenceTable["columns"]): Shape {
  return new Map([...columns].map(([name, kind]) => [name, { kind: kind ?? "any" }] as const));
}

function shapeOfMine({ columns }: WatchedStocks): Shape {
  const shape = new Map(shapeOfColumns(columns));
  shape.set("side", { kind: "text", values: sides });
  return shape.set(listColumn, { kind: "text" });
}

const mine = new WeakMap<WatchedStocks, ReadonlyMap<string, ReferenceRow>>();

/** Entries by code, each with the name of the list that it is from. */
function rowsOfMine(watched: WatchedStocks): ReadonlyMap<string, ReferenceRow> {
  const known = mine.get(watched);
  if (known !== undefined) return known;
  const rows = new Map<string, ReferenceRow>();
  for (const [code, { watchlist, stock }] of allWatched(watched.watchlists)) {
    const cells = Object.entries(stock).filter((cell): cell is [string, Cell] => cell[1] !== undefined);
    rows.set(code, { ...Object.fromEntries(cells), [listColumn]: watchlist });
  }
  mine.set(watched, rows);
  return rows;
}

/** The list that a node names, `lists.NAME` or `watchlists.NAME`: the same array for all that name it. */
export function namedList(
  node: Node | undefined,
  reference: Reference | undefined,
): readonly string[] | undefined {
  if (node?.op !== ".") return undefined;
  const [owner, name] = node.args as [unknown, string];
  if (!isNode(owner) || owner.op !== "id") return undefined;
  const { lists = {}, watched } = reference ?? {};
  if (owner.args === "lists") return Object.hasOwn(lists, name) ? lists[name] : undefined;
  return owner.args === "watchlists" && isKnown(watched) && Object.hasOwn(watched.watchlists, name)
    ? codesOnList(watched.watchlists, name)
    : undefined;
}

function isKnown(watched: Reference["watched"]): watched is WatchedStocks {
  return watched !== undefined && watched !== "unknown";
}

/** A look into reference data for a row: `tables.NAME[key]`, `mine(code)`. */
export interface RowLook {
  /** The type of the row in the environment. */
  readonly type: string;
  /** The key that is looked for. */
  readonly key: Node;
  readonly rows: ReadonlyMap<string, ReferenceRow>;
}

export function rowLook(node: Node, reference: Reference | undefined): RowLook | undefined {
  const { tables = {}, watched } = reference ?? {};
  if (node.op === "call") {
    const [called, given] = node.args as [string, Node[]];
    const [key] = given;
    if (called !== "mine" || key === undefined || !isKnown(watched)) return undefined;
    return { type: "Mine", key, rows: rowsOfMine(watched) };
  }
  if (node.op !== "[]" && node.op !== "[?]") return undefined;
  const [table, at] = node.args as [Node, Node];
  if (table.op !== ".") return undefined;
  const [owner, name] = table.args as [unknown, string];
  if (!isNode(owner) || owner.op !== "id" || owner.args !== "tables") return undefined;
  const rows = Object.hasOwn(tables, name) ? tables[name]?.rows : undefined;
  return rows && { type: `Tables_${name}`, key: withoutPlace(at), rows };
}

/** The key of a look that was made ready for lists, too; see asPlace. */
function withoutPlace(at: Node): Node {
  const [called, given] = at.op === "call" ? (at.args as [string, Node[]]) : [];
  return called === "own_place" && given?.[0] !== undefined ? given[0] : at;
}
