/** The log as a table: a row an entry. */
import * as z from "zod";
import { type Asked, batchRows, type Exported } from "../../history/export-history.ts";
import type { Column, ColumnKind, Row } from "../../lib/rows/row-writer.ts";
import type { Event, StoredEntry } from "../../model/event.ts";
import { type EventTypes, matchesType } from "../../model/event-types.ts";
import type { StoreReader } from "../../store/reader.ts";

interface AskedEvents extends Asked {
  /** Types or patterns of them, such as `short.report.*`; left out: all. */
  readonly types?: readonly string[] | undefined;
}

const own: readonly Column[] = [
  { name: "seq", kind: "integer" },
  { name: "id", kind: "text" },
  { name: "time", kind: "moment" },
  { name: "type", kind: "text" },
  { name: "subject", kind: "text" },
  { name: "source", kind: "text" },
  { name: "published", kind: "text" },
  { name: "occurred", kind: "text" },
  { name: "simulated", kind: "json" },
  { name: "changed", kind: "json" },
];

/** With types the fields of their items are columns of their own, else `now` and `was` are one each. */
export function exportEvents(
  store: StoreReader,
  { from, to, types, subjects }: AskedEvents,
  known: EventTypes["known"],
): Exported {
  const fields = types === undefined ? undefined : fieldsOf(types, known);
  const columns = [...own, ...(fields?.flatMap(bothOf) ?? whole)];
  const isAsked = ({ type, subject }: StoredEntry): boolean =>
    (types?.some((pattern) => matchesType(pattern, type)) ?? true) && (subjects?.includes(subject) ?? true);
  let damaged = 0;
  return {
    columns,
    *batches() {
      for (const { entries, missing } of entriesBetween(store, from, to)) {
        damaged += missing;
        yield entries.filter(isAsked).map((entry) => rowOf(entry, fields));
      }
    },
    damaged: () => damaged,
    close: store.close,
  };
}

/** The entries of a time, in their order. Those that cannot be read are missing. */
export function* entriesBetween(
  { log, search }: Pick<StoreReader, "log" | "search">,
  from: number,
  to: number,
): Generator<{ readonly entries: readonly StoredEntry[]; readonly missing: number }> {
  const first = Math.max(search.seqAt(new Date(from - 1).toISOString()), log.oldest() - 1);
  const last = Math.min(search.seqAt(new Date(to).toISOString()), log.head());
  for (let after = first; after < last; ) {
    const entries = log.read(after, batchRows).filter(({ seq }) => seq <= last);
    const next = entries.length < batchRows ? last : (entries.at(-1)?.seq ?? last);
    // What was let go meanwhile is not damaged.
    yield { entries, missing: Math.max(0, next - Math.max(after, log.oldest() - 1) - entries.length) };
    after = next;
  }
}

const whole: readonly Column[] = [
  { name: "now", kind: "json" },
  { name: "was", kind: "json" },
];

function bothOf({ name, kind }: Column): Column[] {
  return ["now", "was"].map((side) => ({ name: `${side}.${name}`, kind }));
}

/** The fields of the items of some types, each once; one that is of two kinds is text. */
function fieldsOf(patterns: readonly string[], known: EventTypes["known"]): Column[] {
  const kinds = new Map<string, ColumnKind>();
  for (const [type, { item }] of known) {
    if (!patterns.some((pattern) => matchesType(pattern, type))) continue;
    for (const [name, kind] of kindsOf(item))
      kinds.set(name, (kinds.get(name) ?? kind) === kind ? kind : "text");
  }
  return [...kinds].map(([name, kind]) => ({ name, kind }));
}

function kindsOf(item: z.ZodObject): [string, ColumnKind][] {
  const { properties = {} } = z.toJSONSchema(item, { io: "output", unrepresentable: "any" });
  return Object.entries(properties).map(([name, schema]) => {
    const type = typeof schema === "object" ? schema.type : undefined;
    if (type === "number" || type === "integer") return [name, "number"];
    return [name, type === "string" ? "text" : "json"];
  });
}

function rowOf({ seq, json }: StoredEntry, fields: readonly Column[] | undefined): Row {
  return {
    // The entry as it was committed, behind its number.
    json: () => `{"seq":${seq},${json.slice(1)}`,
    cells() {
      const { data, ...event } = JSON.parse(json) as Event;
      const { id, time, type, subject, source, published, occurred, simulated } = event;
      const facts = [seq, id, time, type, subject, source, published, occurred, simulated, data.changed];
      if (fields === undefined) return [...facts, data.now, data.was];
      return [...facts, ...fields.flatMap(({ name }) => [data.now[name], data.was?.[name]])];
    },
  };
}
