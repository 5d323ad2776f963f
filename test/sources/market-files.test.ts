/** Files of the past from a server on loopback: what is taken of them, what is left to days, and what goes wrong. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import { createHttp } from "../../src/lib/http/http.ts";
import type { HistoryRecord } from "../../src/model/history.ts";
import { createPastFiles } from "../../src/sources/market-files.ts";
import type { HistoryClients } from "../../src/sources/member.ts";
import { callNamed, callRegistry } from "../../src/upstreams/market/calls.ts";
import { createMarketClient } from "../../src/upstreams/market/client.ts";
import { createOddities } from "../../src/upstreams/misfits.ts";
import { Random } from "../support/random.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const columns = "DiscNo,Code,Name,DiscDate,DiscTime,Title,DiscStatus,RevNo,DiscItems,Docs";

/** A file of disclosures of some days, three a day. */
function tableOf(days: readonly string[], heading = columns): string {
  const rows = days.flatMap((day) =>
    [1, 2, 3].map((place) => {
      const number = `${day.replaceAll("-", "")}13010${place}`;
      return `${number},990${place}0,架空${place},${day},13:0${place},"お知らせ, ${place}",,1,11101|11102,g|x`;
    }),
  );
  return [heading, ...rows, ""].join("\r\n");
}

const days = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"];

interface Served {
  file(): Buffer;
  /** Mark of the file at each request, in turn; the last one stays. */
  readonly marks?: readonly string[];
  /** Bytes after which each answer breaks off, in turn; then none does. */
  readonly cuts?: readonly number[];
  /** Statuses in place of the file, in turn. */
  readonly refusals?: readonly number[];
  readonly lastUpdated?: string;
}

/** The service with its store of files. */
async function serve({ file, marks = ['"a"'], cuts = [], refusals = [], lastUpdated }: Served) {
  const asked: string[] = [];
  const left = { marks: [...marks], cuts: [...cuts], refusals: [...refusals] };
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    asked.push(`${url.split("?")[0]} ${headers.range ?? ""}`.trim());
    if (url.startsWith("/v2/td/bulk")) {
      const address = `http://${headers.host}/store?Signature=secret-${asked.length}`;
      const body = { lastUpdated: lastUpdated ?? "2026-11-21T02:00:00+09:00", url: address };
      return void response.end(JSON.stringify(body));
    }
    const status = left.refusals.shift();
    if (status !== undefined) return void response.writeHead(status).end("<Error>secret</Error>");
    const whole = file();
    const mark = (left.marks.length > 1 ? left.marks.shift() : left.marks[0]) ?? "";
    const isSame = headers["if-range"] === undefined || headers["if-range"] === mark;
    const from = isSame ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0) : 0;
    const part = whole.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      ...{ "content-length": part.length, etag: mark },
      ...(from > 0 && { "content-range": `bytes ${from}-${whole.length - 1}/${whole.length}` }),
    });
    const cut = left.cuts.shift();
    if (cut === undefined || cut >= part.length) return void response.end(part);
    response.write(part.subarray(0, cut), () => void response.socket?.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { asked, url: `http://127.0.0.1:${port}/v2` };
}

interface Read {
  readonly records: readonly HistoryRecord[];
  readonly whole: readonly string[];
  readonly failure: unknown;
}

async function read(url: string, folder: string, wanted = days, signal = new AbortController().signal) {
  const market = createMarketClient({ url, apiKey: "key", http: createHttp({ retries: 0 }) });
  const call = callNamed(callRegistry(), "td/list");
  const file = createPastFiles(call, { from: days[0] ?? "", to: days.at(-1) ?? "" })(days[0] ?? "");
  if (file === undefined) throw new Error("there is no file");
  const records: HistoryRecord[] = [];
  const oddities = createOddities();
  const context = { signal, oddities, progress: () => {}, folder };
  const pages = file.read(new Set(wanted), { market } as unknown as HistoryClients, context);
  try {
    let page = await pages.next();
    for (; !page.done; page = await pages.next()) records.push(...page.value);
    const { hasAll, discard } = page.value;
    discard();
    return { records, whole: wanted.filter(hasAll), failure: undefined } satisfies Read;
  } catch (failure) {
    return { records, whole: [], failure } satisfies Read;
  }
}

const gzip = (text: string | Buffer) => gzipSync(text, { level: 0 });
const wordsOf = ({ failure }: Read) => (failure instanceof Failure ? failure.message : String(failure));
const allFiles = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];

test("a file gives the records of the days that are asked for, and says which it has whole", async () => {
  const { url } = await serve({ file: () => gzip(tableOf(days)) });
  const { records, whole } = await read(url, join(tmpFolder(), "files"), ["2026-11-13", ...days.slice(2)]);
  expect(records).toHaveLength(9);
  expect(records[0]).toEqual({
    ...{ set: "market/td/list", day: "2026-11-18", subject: "9901", name: "20261118130101" },
    row: {
      ...{ number: "20261118130101", code: "9901", name: "架空1", title: "お知らせ, 1", revision: "1" },
      ...{ disclosedOn: "2026-11-18", disclosedTime: "13:01" },
      ...{ items: ["11101", "11102"], papers: ["full", "xbrl"] },
    },
  });
  // Of what lies before the first row nothing is known.
  expect(whole).toEqual(days.slice(2));
});

test("a day that was not over when the file was written is left to itself", async () => {
  const { url } = await serve({
    file: () => gzip(tableOf(days)),
    lastUpdated: "2026-11-20T12:00:00+09:00",
  });
  expect((await read(url, join(tmpFolder(), "files"))).whole).toEqual(days.slice(0, -1));
});

test("cut or stopped at any byte it goes on behind it, and no address is kept", async () => {
  const random = new Random(20261128);
  const long = Array.from({ length: 200 }, (_, at) => days[at % days.length] ?? "");
  const body = gzip(tableOf(long.sort()));
  for (let trial = 0; trial < 5; trial += 1) {
    const cuts = Array.from({ length: 4 }, () => Math.floor(1 + random.next() * (body.length / 5)));
    const { url, asked } = await serve({ file: () => body, cuts, refusals: trial === 0 ? [403] : [] });
    const folder = join(tmpFolder(), "files");
    const stop = new AbortController();
    const first = read(url, folder, days, stop.signal);
    const begun = () => allFiles(folder).some((name) => name.endsWith(".part"));
    while (!begun()) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await first;
    for (const name of allFiles(folder).filter((one) => /\.(part|mark)$/.test(one)))
      expect(readFileSync(join(folder, name), "latin1")).not.toContain("secret");
    const { whole, failure } = await read(url, folder);
    expect([failure, whole]).toEqual([undefined, days]);
    const parts = asked.filter((one) => one.startsWith("/store"));
    expect(parts.some((one) => /bytes=[1-9]/.test(one))).toBe(true);
    // Each part by an address of its own.
    expect(asked.length - parts.length).toBeGreaterThanOrEqual(parts.length);
    expect(allFiles(folder)).toEqual([]);
  }
});

test("a file that is renewed between two parts is read anew, and not made of two", async () => {
  const [old, now] = [gzip(tableOf(days.slice(0, 4))), gzip(tableOf(days))];
  const served = { count: 0 };
  const file = () => {
    served.count += 1;
    return served.count === 1 ? old : now;
  };
  const { url } = await serve({ file, marks: ['"a"', '"b"'], cuts: [200] });
  const { records, whole, failure } = await read(url, join(tmpFolder(), "files"));
  expect([failure, whole, records.length]).toEqual([undefined, days, 15]);
});

test("what came of a file that was written anew since is thrown away", async () => {
  const folder = join(tmpFolder(), "files");
  const body = gzip(tableOf(days));
  const before = await serve({
    file: () => body,
    cuts: [300, 0, 0, 0, 0],
    lastUpdated: "2026-11-20T02:00:00+09:00",
  });
  expect(wordsOf(await read(before.url, folder))).toMatch(/connection broke/);
  expect(allFiles(folder).some((name) => name.endsWith(".part"))).toBe(true);
  const now = await serve({ file: () => body });
  expect((await read(now.url, folder)).whole).toEqual(days);
  expect(now.asked).toEqual(["/v2/td/bulk", "/store"]);
});

describe("nothing is taken of", () => {
  const shiftJis = Buffer.concat([
    Buffer.from(`${columns}\r\n20261116130101,99010,`),
    Buffer.from([0x89, 0xcb]),
  ]);
  const short = tableOf(days).replace(",11101|11102,g|x", "");
  test.each<[string, Buffer, RegExp]>([
    ["a torn file", gzip(tableOf(days)).subarray(0, -9), /file is cut/],
    ["a damaged file", Buffer.concat([gzip(tableOf(days)).subarray(0, -8), Buffer.alloc(8)]), /damaged/],
    ["another charset", gzip(shiftJis), /not UTF-8/],
    [
      "a heading without a field",
      gzip(tableOf(days, columns.replace("DiscItems", "Items"))),
      /no column DiscItems/,
    ],
    ["a row with fewer cells", gzip(short), /row 1 of the file has 8 cells, its heading 10/],
    ["a page in place of the file", Buffer.from("<html>wait</html>"), /no gzip/],
  ])("%s, which is told in words", async (_name, body, words) => {
    const { url } = await serve({ file: () => body });
    const folder = join(tmpFolder(), "files");
    const outcome = await read(url, folder);
    expect(wordsOf(outcome)).toMatch(words);
    expect(outcome.records).toEqual([]);
    expect(allFiles(folder).filter((name) => /gz/.test(name))).toEqual([]);
  });

  test("a file whose time is not known", async () => {
    const { url, asked } = await serve({ file: () => gzip(tableOf(days)), lastUpdated: "soon" });
    expect(wordsOf(await read(url, join(tmpFolder(), "files")))).toMatch(/time .* cannot be read/);
    expect(asked).toEqual(["/v2/td/bulk"]);
  });
});

test("a column that is new passes", async () => {
  const text = tableOf(days, `${columns},New`).replaceAll("g|x", "g|x,1");
  const { url } = await serve({ file: () => gzip(text) });
  expect((await read(url, join(tmpFolder(), "files"))).whole).toEqual(days);
});
