/** A set of records over an array that the test sets, as the market service would answer it. */
import { Failure } from "../../../src/lib/failure.ts";
import { createRecordSource } from "../../../src/sources/records/index.ts";
import type { RecordsOptions } from "../../../src/sources/records/state.ts";
import type { WatchedRecord } from "../../../src/upstreams/record.ts";
import type { RecordClients, RecordQuery } from "../../../src/upstreams/record-set.ts";
import { recordSetsOf } from "../../../src/upstreams/record-sets.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit } from "../poll-and-commit.ts";

export type Settings = Partial<Pick<RecordsOptions, "key" | "compare" | "tolerance" | "query">>;

/** Options that the settings of a source come to, see config/services.ts. */
export function optionsOf(from: string, settings: Settings = {}): RecordsOptions {
  const set = recordSetsOf().get(from);
  if (set === undefined) throw new Error(`no record set ${from}`);
  const { key = set.key, tolerance = {}, query = {} } = settings;
  const others = Object.keys(set.fields).filter(
    (field) => !key.includes(field) && !set.asides?.includes(field),
  );
  return { name: "records", set, key, compare: settings.compare ?? others, tolerance, query };
}

export function watchRecords(from: string, settings: Settings = {}) {
  const options = optionsOf(from, settings);
  const scene = {
    today: "2026-11-20",
    records: [] as WatchedRecord[],
    asked: [] as RecordQuery[],
    /** Values of a query that the service refuses. */
    refused: new Set<string>(),
    /** Refusal of a range without a code; undefined: the service takes it. */
    rangeRefusal: undefined as string | undefined,
    /** Names of the list of issues. */
    names: new Map<string, string>(),
    /** Places that the polls told on their way. */
    places: [] as string[],
    /** The field by which the service chooses days. */
    dayField: options.set.day?.[0] ?? "",
    state: createMemoryState(),
    poll: () => pollAndCommit(watched, scene.state, (at) => void scene.places.push(at)),
    /** Polls with other settings of the same source. */
    pollWith: (other: Settings) => pollAndCommit(source(optionsOf(from, other)), scene.state),
  };
  const answer = async (_name: unknown, query: RecordQuery) => {
    scene.asked.push(query);
    if (Object.values(query).some((value) => scene.refused.has(value)))
      throw new Failure("rejected", "refused");
    if (query.from !== undefined && query.code === undefined && scene.rangeRefusal !== undefined)
      throw new Failure("rejected", scene.rangeRefusal, { status: 400 });
    return structuredClone(scene.records.filter((record) => matches(record, query, scene.dayField)));
  };
  async function* pages(name: unknown, query: RecordQuery) {
    yield await answer(name, query);
  }
  const market = { pages, names: async () => new Map() };
  const clients = { market, statistics: { catalogue: answer } } as unknown as RecordClients;
  const readNames = async () => (code: string) => scene.names.get(code);
  const source = (made: RecordsOptions) =>
    createRecordSource(made, { clients, today: () => scene.today, readNames });
  const watched = source(options);
  return scene;
}

function matches(record: WatchedRecord, { code, date, from, to }: RecordQuery, field: string): boolean {
  const day = String(record[field]);
  const isOfCode = code === undefined || record.code === code;
  return isOfCode && (date ?? day) === day && (from ?? day) <= day && day <= (to ?? day);
}
