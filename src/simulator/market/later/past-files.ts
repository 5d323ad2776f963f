/** Files of the past: a month of a call in one file, and a day of the running month, as CSV by gzip. */
import { gzipSync } from "node:zlib";
import { csvRow } from "../../../lib/csv.ts";
import { createRecent } from "../../world/dice.ts";
import { businessDay, isoDate, momentOfDay, msPerDate } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import {
  type CallQuery,
  CallRefusal,
  type Endpoint,
  type FileEndpoint,
  lazily,
  type ServedFile,
} from "../endpoint.ts";

/** Calls that there are files of, of those that a service has. */
const sets = [
  ...["/equities/bars/daily", "/equities/valuation", "/fins/earnings-date"],
  ...["/markets/margin-interest", "/markets/margin-alert", "/markets/short-ratio"],
  "/markets/short-sale-report",
];

interface PastFile {
  readonly set: string;
  /** YYYY-MM, or YYYY-MM-DD of a day of the running month. */
  readonly time: string;
}

type Endpoints = Readonly<Record<string, Endpoint>>;

const keyOf = ({ set, time }: PastFile) => {
  const path = set.slice(1);
  const part = time.length === 7 ? "historical" : "live";
  return `${path}/${part}/${time.slice(0, 4)}/${path.replaceAll("/", "_")}_${time.replaceAll("-", "")}.csv.gz`;
};

function fileNamed(name: string): PastFile | undefined {
  const [, path, digits = ""] =
    /^(.+)\/(?:historical|live)\/\d{4}\/[\w-]+_(\d{6}|\d{8})\.csv\.gz$/.exec(name) ?? [];
  if (path === undefined) return undefined;
  return {
    set: `/${path}`,
    time: [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter(Boolean).join("-"),
  };
}

/** Files that are there at a moment, the oldest first. A month is one once it is over. */
function filesOf({ calendar }: World, set: string, at: number): PastFile[] {
  const last = businessDay(at) - 1;
  const running = calendar.dateOf(businessDay(at)).slice(0, 7);
  const times = new Set<string>();
  for (let day = calendar.firstDay; day <= last; day += 1) {
    const date = calendar.dateOf(day);
    times.add(date.startsWith(running) ? date : date.slice(0, 7));
  }
  return [...times].map((time) => ({ set, time }));
}

function isAsked({ time }: PastFile, { month, from, to }: CallQuery): boolean {
  const plain = (text: string) => text.replaceAll("-", "");
  const own = plain(time);
  if (month !== undefined && !own.startsWith(plain(month).slice(0, 6))) return false;
  const within = (bound: string) => own.slice(0, Math.min(own.length, plain(bound).length));
  if (from !== undefined && within(from) < plain(from).slice(0, own.length)) return false;
  return to === undefined || within(to) <= plain(to).slice(0, own.length);
}

export function pastFiles(endpoints: Endpoints): { readonly list: Endpoint; readonly get: FileEndpoint } {
  const known = sets.filter((set) => set in endpoints);
  const texts = createRecent<string, ServedFile>(4);
  const setNamed = (endpoint: string) => {
    const set = `/${endpoint.replace(/^\//, "")}`;
    if (!known.includes(set)) throw new CallRefusal(400, "There is no such 'endpoint'.");
    return set;
  };
  const list: Endpoint = {
    parameters: { endpoint: "endpoint", date: "month", from: "from", to: "to" },
    check({ endpoint, month, from, to }) {
      if (endpoint === undefined && month === undefined)
        throw new CallRefusal(400, "This API requires at least 1 parameter as follows; endpoint, date");
      if (endpoint === undefined && (from ?? to) !== undefined)
        throw new CallRefusal(400, "'from' and 'to' need 'endpoint'.");
    },
    find(world, query, at) {
      const asked = query.endpoint === undefined ? known : [setNamed(query.endpoint)];
      const files = asked.flatMap((set) => filesOf(world, set, at)).filter((one) => isAsked(one, query));
      return lazily(files, (file) => {
        const body = bodyOf(world, endpoints, file, texts);
        return { Key: keyOf(file), LastModified: `${writtenOn(file)}T02:10:00+09:00`, Size: body.length };
      });
    },
  };
  const get: FileEndpoint = {
    parameters: { key: "key", endpoint: "endpoint", date: "month" },
    check({ key, endpoint, month }) {
      if (
        (key === undefined) === (endpoint === undefined) ||
        (endpoint === undefined) !== (month === undefined)
      )
        throw new CallRefusal(400, "This API requires 'key', or 'endpoint' and 'date'.");
    },
    answer(world, { key, endpoint, month = "" }, at, addressOf) {
      const digits = month.replaceAll("-", "");
      const wanted = (file: PastFile) =>
        endpoint === undefined
          ? keyOf(file) === key
          : file.set === setNamed(endpoint) && file.time.replaceAll("-", "") === digits;
      const found = known.flatMap((set) => filesOf(world, set, at)).find(wanted);
      if (found === undefined) throw new CallRefusal(400, "There is no such file.");
      return { url: addressOf(keyOf(found)) };
    },
    file(world, name) {
      const file = fileNamed(name);
      if (file === undefined || !known.includes(file.set)) return undefined;
      return { type: "application/gzip", body: bodyOf(world, endpoints, file, texts) };
    },
  };
  return { list, get };
}

/** The day after the last one of the file. */
function writtenOn({ time }: PastFile): string {
  const [year = 0, month = 0, day] = time.split("-").map(Number);
  return isoDate(
    Date.UTC(year, day === undefined ? month : month - 1, day === undefined ? 1 : day + 1) / msPerDate,
  );
}

function bodyOf(
  world: World,
  endpoints: Endpoints,
  file: PastFile,
  texts: ReturnType<typeof createRecent<string, ServedFile>>,
): Buffer {
  return texts(keyOf(file), () => ({ type: "", body: gzipSync(csvOf(world, endpoints, file)) })).body;
}

/** Prices are as they were: what is adjusted for later splits has no column. */
const leftOut = /^[AM]?Adj(?!Factor)/;

function csvOf(world: World, endpoints: Endpoints, { set, time }: PastFile): string {
  const { calendar } = world;
  const first = calendar.dayFrom(time.length === 7 ? `${time}-01` : time);
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (let day = first; calendar.dateOf(day).startsWith(time); day += 1) {
    const date = calendar.dateOf(day);
    // Two days later all of it is out.
    const found = endpoints[set]?.find(world, { date }, momentOfDay(day + 3), "premium");
    rows.push(...((found?.slice(0) ?? []) as Readonly<Record<string, unknown>>[]));
  }
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !leftOut.test(name));
  const cells = (row: Readonly<Record<string, unknown>>) =>
    columns.map((name) => (typeof row[name] === "object" ? "" : String(row[name] ?? "")));
  return [csvRow(columns), ...rows.map((row) => csvRow(cells(row)))].join("");
}
