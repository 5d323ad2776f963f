/**
 * Files of the past of what the market service publishes day by day: of each month, or of all years, in the place of a
 * request for each day. A day that a file may not have whole is left to its own request.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hourMs } from "../lib/clock.ts";
import { Failure } from "../lib/failure.ts";
import { addDays, japanMoment } from "../model/dates.ts";
import type { HistoryPeriod, HistoryRecord } from "../model/history.ts";
import type { NamedCall, PastFiles } from "../upstreams/market/call.ts";
import { checkTable, fileRows } from "../upstreams/market/file-rows.ts";
import { type FoundFile, fileCalls, type NamedFileCall } from "../upstreams/market/files.ts";
import { createPastRecords, outMoments, rowDay } from "../upstreams/market/past-records.ts";
import type { WholeRow } from "../upstreams/market/record-sets.ts";
import { storeFile } from "../upstreams/market/store-files.ts";
import type { HistoryClients, PieceFile } from "./member.ts";

type Context = Parameters<PieceFile["read"]>[2];

/** A file that the service has, and how to ask for it. */
interface Found {
  readonly call: NamedFileCall;
  readonly query: Readonly<Record<string, string>>;
  readonly file: FoundFile;
  /** When it was written, as the service writes times. */
  readonly written: string;
}

type Find = (clients: HistoryClients, context: Context) => Promise<Found>;

/** Finds the file of a day among those that a call has of a period; undefined: there is none. */
export function createPastFiles(
  call: NamedCall,
  period: HistoryPeriod,
): (day: string) => PieceFile | undefined {
  const { files } = call;
  if (files === undefined) return () => undefined;
  if (files.of === "all years") {
    const all = fileOfAll(call, files);
    return () => all;
  }
  const list = createList(call, period);
  const months = new Map<string, PieceFile>();
  return (day) => {
    const month = day.slice(0, 7);
    const end = addDays(nextMonth(month), -1);
    // What comes out after its month is not in the file that is written at the month's end.
    if (!isOutAt(call, day, japanMoment(addDays(end, 1), 0))) return undefined;
    const known = months.get(month);
    if (known !== undefined) return known;
    // One of them asks for the list, too; the newest may not be there yet.
    const requests = month === period.from.slice(0, 7) ? 2 : 1;
    const facts = { bytes: daysAMonth * files.bytesADay, requests, place: month };
    const file = { ...fileOfMonth(call, facts, list), to: end };
    months.set(month, file);
    return file;
  };
}

function nextMonth(month: string): string {
  return `${addDays(`${month}-28`, 4).slice(0, 7)}-01`;
}

const yearsOfAll = 5;
const daysAYear = 245;
const daysAMonth = 21;

function fileOfAll(call: NamedCall, { bytesADay }: PastFiles): PieceFile {
  const by = fileCallNamed("td/bulk");
  const bytes = yearsOfAll * daysAYear * bytesADay;
  const find: Find = async ({ market }, { signal }) => {
    const [file] = await market.files(by, {}, signal);
    if (file?.written === undefined)
      throw new Failure("malformed", `${by.name}: the answer does not say when its file was written`);
    return { call: by, query: {}, file, written: file.written };
  };
  return pieceFile(call, by, { bytes, requests: 1, place: "all" }, find);
}

function fileOfMonth(call: NamedCall, facts: FileFacts, list: ReadList): PieceFile {
  const by = fileCallNamed("bulk/get");
  const find: Find = async (clients, { signal }) => {
    const listed = (await list(clients, signal)).find(({ key }) =>
      key.endsWith(`_${facts.place.replace("-", "")}.csv.gz`),
    );
    if (listed?.lastModified === undefined)
      throw new Failure("rejected", `bulk/list names no file of ${call.name} of ${facts.place}`);
    const query = { key: listed.key };
    const [file] = await clients.market.files(by, query, signal);
    if (file === undefined) throw new Failure("rejected", `${by.name}: there is no such file`);
    return { call: by, query, file, written: listed.lastModified };
  };
  return pieceFile(call, by, facts, find);
}

interface ListedFile {
  readonly key: string;
  readonly lastModified?: string;
}

/** Asks the first time only. Throws a Failure. */
type ReadList = (clients: HistoryClients, signal: AbortSignal) => Promise<readonly ListedFile[]>;

function createList({ name }: NamedCall, { from, to }: HistoryPeriod): ReadList {
  const query = { endpoint: `/${name}`, from: `${from.slice(0, 7)}-01`, to };
  let listed: readonly ListedFile[] | undefined;
  return async ({ market }, signal) => {
    listed ??= await market.read("bulk/list", query, signal, undefined, ["key", "lastModified"]);
    return listed;
  };
}

function fileCallNamed(name: string): NamedFileCall {
  const call = fileCalls.get(name);
  if (call === undefined) throw new Error(`there is no call of files ${name}`);
  return call;
}

interface FileFacts {
  readonly bytes: number;
  readonly requests: number;
  /** Tells it from other files of the call, in names of folders. */
  readonly place: string;
}

function pieceFile(call: NamedCall, by: NamedFileCall, facts: FileFacts, find: Find): PieceFile {
  const { bytes, requests, place } = facts;
  return {
    ...{ call: by.name, plan: by.plan, requests, bytes },
    async *read(days, clients, context) {
      const found = await find(clients, context);
      const writtenAt = Date.parse(found.written);
      if (Number.isNaN(writtenAt))
        throw new Failure("malformed", `${by.name}: the time at which the file was written cannot be read`);
      const home = join(context.folder, `${call.name.replaceAll("/", "_")} ${place}`);
      const folder = folderFor(home, found.written);
      const { file, query } = found;
      const check = (path: string) => checkTable(path, call);
      await storeFile(file, by, clients.market, query, { ...context, folder, check });
      const discard = () => rmSync(home, { recursive: true, force: true });
      try {
        const ends = yield* recordsIn(join(folder, file.name), call, days, context);
        const hasAll = (day: string) =>
          ends.first <= day && day <= ends.last && isOutAt(call, day, writtenAt);
        return { hasAll, discard };
      } catch (error) {
        // A file that cannot be read is not to be found again.
        if (!context.signal.aborted) discard();
        throw error;
      }
    },
  };
}

/** Folder of a file that was written at some time; what came of an earlier one is of no use any more. */
function folderFor(home: string, written: string): string {
  const own = written.replaceAll(/\D/g, "").slice(0, 20);
  mkdirSync(join(home, own), { recursive: true });
  for (const other of readdirSync(home))
    if (other !== own) rmSync(join(home, other), { recursive: true, force: true });
  return join(home, own);
}

/** First and last day of which a file has any row: of days before and after these it is not known whether it tells them. */
interface Ends {
  first: string;
  last: string;
}

/** The records of some days. */
async function* recordsIn(
  path: string,
  call: NamedCall,
  days: ReadonlySet<string>,
  { oddities, signal }: Context,
): AsyncGenerator<readonly HistoryRecord[], Ends, void> {
  const toRecords = createPastRecords(call, undefined);
  const ends: Ends = { first: "9999", last: "" };
  for await (const rows of fileRows(path, call, oddities)) {
    if (signal.aborted) throw new Failure("incomplete", `${call.name}: stopped while the file was read`);
    const asked: WholeRow[] = [];
    for (const row of rows) {
      const day = rowDay(call.records, row);
      if (day === undefined) continue;
      if (day < ends.first) ends.first = day;
      if (day > ends.last) ends.last = day;
      if (days.has(day)) asked.push(row);
    }
    if (asked.length > 0) yield toRecords(asked);
  }
  return ends;
}

/** Time after a day until what came through it is out, at crowded times too. */
const settlesMs = hourMs;

/** Whether all records of a day were out at a moment, ms since 1970. */
function isOutAt({ records }: NamedCall, day: string, at: number): boolean {
  const last = outMoments(records, day).at(-1) ?? japanMoment(addDays(day, 1), settlesMs);
  return last <= at;
}
