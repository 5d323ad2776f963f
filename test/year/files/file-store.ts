/** A market service that tells a year by files of its past, which it sends slowly enough to be cut at any byte. */
import { closeSync, createWriteStream, openSync, readSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { addDays, isWeekday, jstDay } from "../../../src/model/dates.ts";

export interface StoreSize {
  /** Days before today that the margin balances reach back; disclosures go back five times as far. */
  readonly days: number;
  readonly stocks: number;
  readonly disclosures: number;
}

export interface FileStore {
  readonly url: string;
  /** Path of each request, without its query. */
  readonly asked: string[];
  /** Bytes of files that were sent so far, and the size of all files. */
  sent(): number;
  readonly bytes: number;
  /** Records that the days from one on have. */
  records(from: string): { readonly disclosures: number; readonly margin: number };
  close(): Promise<void>;
}

const disclosureColumns = "DiscNo Code Name DiscDate DiscTime Title DiscStatus RevNo DiscItems Docs".split(
  " ",
);
const balances = "ShrtVol LongVol ShrtNegVol LongNegVol ShrtStdVol LongStdVol".split(" ");
const values = "ShrtVal LongVal ShrtNegVal LongNegVal ShrtStdVal LongStdVal".split(" ");
const marginColumns = ["PubDate", "Date", "Code", "IssType", ...balances, ...values];

const two = (number: number) => String(number).padStart(2, "0");

function disclosuresOf(day: string, { disclosures }: StoreSize): string[][] {
  return Array.from({ length: disclosures }, (_, at) => {
    const time = `${two(9 + Math.floor(at / 60))}:${two(at % 60)}`;
    const number = `${day.replaceAll("-", "")}${String(at).padStart(6, "0")}`;
    const title = `第${at}号 業績予想の修正に関するお知らせ`;
    const code = `${1300 + ((at * 37) % 4200)}0`;
    return [number, code, `架空${at}`, day, time, title, "", "1", "11101|11102", "g|x"];
  });
}

function marginOf(day: string, { stocks }: StoreSize): string[][] {
  const seed = Number(day.replaceAll("-", ""));
  return Array.from({ length: stocks }, (_, at) => {
    const figure = (place: number) => String(((seed + at * 7_919 + place * 104_729) * 31) % 9_999_900);
    return [
      addDays(day, 1),
      day,
      `${1300 + at}0`,
      "2",
      ...[...balances, ...values].map((_, place) => figure(place)),
    ];
  });
}

function weekdays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (isWeekday(day)) days.push(day);
  return days;
}

type RowsOf = (day: string, size: StoreSize) => string[][];

async function writeTable(
  path: string,
  columns: readonly string[],
  days: readonly string[],
  size: StoreSize,
  rowsOf: RowsOf,
) {
  function* text() {
    yield `${columns.join(",")}\r\n`;
    for (const day of days)
      yield rowsOf(day, size)
        .map((row) => `${row.join(",")}\r\n`)
        .join("");
  }
  await pipeline(Readable.from(text()), createGzip(), createWriteStream(path));
}

const marginPath = "markets/margin-interest";

/** Writes the files, and serves them. */
export async function openFileStore(folder: string, size: StoreSize): Promise<FileStore> {
  const today = jstDay(Date.now());
  const first = addDays(today, -size.days);
  const files = new Map<string, string>();
  const all = join(folder, "all.csv.gz");
  const disclosed = weekdays(addDays(today, -5 * size.days), addDays(today, -1));
  await writeTable(all, disclosureColumns, disclosed, size, disclosuresOf);
  files.set("all.csv.gz", all);
  const months = [...new Set(weekdays(`${first.slice(0, 7)}-01`, today).map((day) => day.slice(0, 7)))];
  for (const month of months.filter((one) => one < today.slice(0, 7))) {
    const name = `markets_margin-interest_${month.replace("-", "")}.csv.gz`;
    const days = weekdays(`${month}-01`, `${month}-31`).filter((day) => day.startsWith(month));
    await writeTable(join(folder, name), marginColumns, days, size, marginOf);
    files.set(name, join(folder, name));
  }
  return serveFiles(files, { size, today, first });
}

interface Told {
  readonly size: StoreSize;
  readonly today: string;
  readonly first: string;
}

async function serveFiles(files: ReadonlyMap<string, string>, told: Told): Promise<FileStore> {
  const { size, today } = told;
  const asked: string[] = [];
  let sent = 0;
  const rows = (columns: readonly string[], table: string[][]) =>
    table.map((cells) =>
      Object.fromEntries(
        columns.map((name, at) => [
          name,
          /^(DiscItems|Docs)$/.test(name) ? cells[at]?.split("|") : cells[at] || null,
        ]),
      ),
    );
  const answers: Readonly<Record<string, (query: URLSearchParams, host: string) => object>> = {
    "/v2/markets/calendar": (query) => {
      const days: object[] = [];
      for (let day = query.get("from") ?? today; day <= (query.get("to") ?? today); day = addDays(day, 1))
        days.push({ Date: day, HolDiv: isWeekday(day) ? "1" : "0" });
      return { data: days };
    },
    "/v2/equities/master": () => ({ data: [{ Date: today, Code: "13000", CoName: "架空" }] }),
    "/v2/td/list": (query) => {
      const day = query.get("date") ?? "";
      return { data: day < today ? rows(disclosureColumns, disclosuresOf(day, size)) : [] };
    },
    [`/v2/${marginPath}`]: (query) => {
      const day = query.get("date") ?? "";
      return { data: day < today ? rows(marginColumns, marginOf(day, size)) : [] };
    },
    "/v2/td/bulk": (_query, host) => ({
      lastUpdated: `${today}T02:00:00+09:00`,
      url: signed(host, "all.csv.gz"),
    }),
    "/v2/bulk/list": () => ({
      data: [...files.keys()].flatMap((name) => {
        const [, year, month] = /_(\d{4})(\d\d)\.csv\.gz$/.exec(name) ?? [];
        if (year === undefined) return [];
        const next = addDays(`${year}-${month}-28`, 4).slice(0, 7);
        const key = `${marginPath}/historical/${year}/${name}`;
        return [
          { Key: key, LastModified: `${next}-01T02:10:00+09:00`, Size: statSync(files.get(name) ?? "").size },
        ];
      }),
    }),
    "/v2/bulk/get": (query, host) => ({ url: signed(host, query.get("key")?.split("/").at(-1) ?? "") }),
  };
  let addresses = 0;
  const signed = (host: string, name: string) => {
    addresses += 1;
    return `http://${host}/store/${name}?Signature=secret-${addresses}`;
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    asked.push(url.pathname);
    const path = files.get(url.pathname.replace("/store/", ""));
    if (path === undefined) {
      const answer = answers[url.pathname];
      response.setHeader("content-type", "application/json");
      return void response
        .writeHead(answer ? 200 : 404)
        .end(JSON.stringify(answer?.(url.searchParams, url.host) ?? {}));
    }
    // Every third address has expired when it is used.
    if (addresses % 3 === 0) return void response.writeHead(403).end("<Error/>");
    void sendFile(path, request.headers.range, response, (bytes) => {
      sent += bytes;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, asked },
    sent: () => sent,
    bytes: [...files.values()].reduce((sum, path) => sum + statSync(path).size, 0),
    records(from) {
      const days = weekdays(from, addDays(today, -1)).length;
      return { disclosures: days * size.disclosures, margin: days * size.stocks };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const pieceBytes = 64 * 1024;
const pieceMs = 10;

/** A piece at a time, so that whoever reads it may be killed in between. */
async function sendFile(
  path: string,
  range: string | undefined,
  response: ServerResponse,
  count: (bytes: number) => void,
) {
  const { size } = statSync(path);
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
  if (from > 0 && from >= size)
    return void response.writeHead(416, { "content-range": `bytes */${size}` }).end();
  response.writeHead(from > 0 ? 206 : 200, {
    ...{ "content-length": size - from, etag: `"${size}"` },
    ...(from > 0 && { "content-range": `bytes ${from}-${size - 1}/${size}` }),
  });
  const file = openSync(path, "r");
  const piece = Buffer.alloc(pieceBytes);
  for (let at = from; at < size && !response.destroyed; ) {
    const read = readSync(file, piece, 0, pieceBytes, at);
    at += read;
    count(read);
    response.write(Buffer.from(piece.subarray(0, read)));
    await new Promise<void>((resolve) => setTimeout(resolve, pieceMs));
  }
  closeSync(file);
  response.end();
}
