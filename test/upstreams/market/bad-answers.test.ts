/**
 * Bad answers of the calls that came in 2026: torn pages, other charsets, an object for an array, pages that repeat or
 * have no end, addresses that expired. None is an event, each is told in words with its place, and the next good answer
 * tells what there is to tell.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Failure } from "../../../src/lib/failure.ts";
import { download } from "../../../src/lib/http/download.ts";
import { createHttp, type Http } from "../../../src/lib/http/http.ts";
import { encodeShiftJis } from "../../../src/simulator/statistics/bodies.ts";
import { createDisclosureSource } from "../../../src/sources/disclosures/index.ts";
import { createEarningsDates } from "../../../src/sources/earnings-dates/index.ts";
import { createRecordSource } from "../../../src/sources/records/index.ts";
import type { Source } from "../../../src/sources/source.ts";
import type { MarketCallName } from "../../../src/upstreams/market/calls.ts";
import { createMarketClient, type MarketService } from "../../../src/upstreams/market/client.ts";
import { fileCalls } from "../../../src/upstreams/market/files.ts";
import type { RecordClients } from "../../../src/upstreams/record-set.ts";
import { errorOf, serve } from "../../lib/http/loopback.ts";
import { createMemoryState } from "../../sources/memory-state.ts";
import { pollAndCommit } from "../../sources/poll-and-commit.ts";
import { optionsOf, type Settings } from "../../sources/records/scene.ts";
import { everyDay } from "../../support/every-day.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { documented } from "./documented.ts";

/** The day of the documented rows, a Monday. */
const today = () => "2026-01-05";

type Watch = (market: MarketService) => Source;

const records =
  (call: MarketCallName, settings: Settings = {}): Watch =>
  (market) =>
    createRecordSource(optionsOf(`market/${call}`, settings), {
      clients: { market } as unknown as RecordClients,
      today,
    }) as Source;

const ofDay: Settings = { query: { date: { last: 1 } } };

/** Each call with what watches it, and what tells a second row from the documented one. */
const calls: readonly (readonly [MarketCallName, Watch, Readonly<Record<string, unknown>>])[] = [
  ["td/list", (market) => createDisclosureSource(market, today) as Source, { DiscNo: "20260105130199" }],
  [
    "fins/earnings-date",
    (market) => createEarningsDates(market, today, everyDay) as Source,
    { Code: "99020", SchDate: "2026-02-02" },
  ],
  ["edinet/large-volume-shareholders", records("edinet/large-volume-shareholders"), { DocId: "S100ZZZZ" }],
  ["edinet/major-shareholders", records("edinet/major-shareholders"), { DocId: "S100ZZZZ" }],
  ["edinet/cross-shareholdings", records("edinet/cross-shareholdings"), { DocId: "S100ZZZZ" }],
  ["equities/valuation", records("equities/valuation", ofDay), { Code: "99020" }],
  ["equities/bars/minute", records("equities/bars/minute", ofDay), { Time: "14:59" }],
  ["bulk/list", records("bulk/list", { query: { endpoint: ["/equities/bars/daily"] } }), { Key: "other" }],
  ["markets/margin-interest", records("markets/margin-interest", ofDay), { Code: "99020" }],
];

interface Asked {
  /** Requests so far, this one included. */
  readonly count: number;
  readonly rows: readonly object[];
}

const asJson = (value: unknown) => JSON.stringify(value);
/** Some Japanese letters make the charset matter. */
const inJapanese = ({ rows }: Asked) => asJson({ data: rows.map((row) => ({ ...row, Note: "架空" })) });

/** The body of each bad answer, and the words that tell of it. */
const answers: Readonly<Record<string, readonly [body: (asked: Asked) => string | Buffer, words: RegExp]>> = {
  "a torn page": [({ rows }) => asJson({ data: rows }).slice(0, -20), /JSON/],
  "a page cut between two rows": [({ rows }) => asJson({ data: rows }).replace(/\},\{.*/, "},"), /JSON/],
  nothing: [() => "", /JSON/],
  "a page of another charset": [(asked) => encodeShiftJis(inJapanese(asked)), /JSON/],
  "a page of UTF-16": [(asked) => Buffer.from(inJapanese(asked), "utf16le"), /JSON/],
  "an object for the array": [({ rows }) => asJson({ data: { ...rows } }), /data: expected array/],
  "an array for the object": [({ rows }) => asJson(rows), /the answer: expected object/],
  "rows that are texts": [({ rows }) => asJson({ data: rows.map(() => "row") }), /data\[0\]: expected/],
  "a page that repeats": [
    ({ rows }) => asJson({ data: rows, pagination_key: "again", cursor: "again" }),
    /the same page came twice/,
  ],
  "the rows of a page under a new key": [
    ({ rows, count }) => asJson({ data: rows, pagination_key: `p${count}` }),
    /the same page came twice/,
  ],
  "a key that is no text": [
    ({ rows }) => asJson({ data: rows, pagination_key: 7 }),
    /pagination_key: expected/,
  ],
};

const wireRow = (name: MarketCallName): object =>
  Object.fromEntries(documented[name].map(([wire, , sent]) => [wire, sent]));

const messageOf = (error: unknown) => {
  if (!(error instanceof Failure)) throw error;
  return error.message;
};

/** A service that answers with what the test sets, and a source that has its baseline. */
async function watched([name, watch, other]: (typeof calls)[number]) {
  const row = wireRow(name);
  const first = [row];
  const both = [row, { ...row, ...other }];
  const scene = { body: (_: Asked): string | Buffer => asJson({ data: first }), count: 0 };
  const served = await serve((_, response) => {
    scene.count += 1;
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
    response.end(scene.body({ count: scene.count, rows: both }));
  });
  const market = createMarketClient({ url: served.url, apiKey: "k", http: createHttp({ retries: 0 }) });
  const source = watch(market);
  const state = createMemoryState();
  const poll = () => pollAndCommit(source, state);
  expect(await poll()).toMatchObject({ drafts: [], baselined: { items: 1 } });
  return { scene, poll, good: () => asJson({ data: both }) };
}

test.each(calls)("%s: no bad answer is an event, and each is told with its place", async (...call) => {
  const { scene, poll, good } = await watched(call);
  for (const [name, [body, words]] of Object.entries(answers)) {
    scene.body = body;
    const message = messageOf(await errorOf(poll()));
    expect(message, name).toContain(`/${call[0]}`);
    expect(message, name).toMatch(words);
  }
  scene.body = good;
  expect((await poll()).drafts.map(({ type }) => type)).toHaveLength(1);
});

test.each(calls)("%s: pages without an end are given up, and are no event", async (...call) => {
  const [name, watch] = call;
  let count = 0;
  // In memory: a thousand pages of each call take seconds on a socket.
  const http: Http = {
    async get(url) {
      count += 1;
      const body = asJson({ data: [], pagination_key: `p${count}` });
      const { host, pathname } = new URL(url);
      return { status: 200, headers: {}, body: Buffer.from(body), where: `${host}${pathname}` };
    },
  };
  const market = createMarketClient({ url: "http://market.example.com", apiKey: "k", http });
  const message = messageOf(await errorOf(pollAndCommit(watch(market), createMemoryState())));
  expect(message).toContain(`/${name}: more than 1000 pages`);
});

/** Each call that names files, with what it is asked and an answer that is good. */
const files: readonly (readonly [string, Readonly<Record<string, string>>, (address: string) => object])[] = [
  [
    "td/files",
    { number: "20260105130100" },
    (pdf) => ({ discNo: "20260105130100", files: { pdf, summaryPdf: null, xbrl: null } }),
  ],
  ["td/bulk", {}, (url) => ({ lastUpdated: "2026-01-05T02:00:00+09:00", url })],
  ["bulk/get", { endpoint: "equities/bars/daily", date: "2025-12" }, (url) => ({ url })],
];

const signature = "X-Signature=0123456789abcdef";

const badFiles: Readonly<Record<string, (good: object) => string | Buffer>> = {
  "a torn answer": (good) => asJson(good).slice(0, -6),
  nothing: () => "",
  "another charset": (good) => encodeShiftJis(asJson({ ...good, note: "架空" })),
  "a list for the object": (good) => asJson([good]),
  "an object for the address": (good) => asJson(good).replace(/"http[^"]*"/, '{"url":"http://127.0.0.1/"}'),
  "a list for the address": (good) => asJson(good).replace(/"http[^"]*"/, "[]"),
  "an address of no web server": (good) => asJson(good).replace(/"http[^"]*"/, '"file:///etc/passwd"'),
  "rows in the place of files": () => asJson({ data: [] }),
};

/** A service whose files are at addresses that have expired. */
async function fileService(name: string, answer: (address: string) => string | Buffer) {
  const served = await serve((request, response) => {
    const isFile = request.url?.startsWith("/signed/");
    response.writeHead(isFile ? 403 : 200, { "content-type": "application/json; charset=utf-8" });
    if (isFile) response.end("<Error><Message>Request has expired</Message></Error>");
    else response.end(answer(`${served.url}/signed/${name}?${signature}`));
  });
  const http = createHttp({ retries: 0 });
  return { served, http, market: createMarketClient({ url: served.url, apiKey: "k", http }) };
}

test.each(files)("%s: a bad answer names no file, and is told with its place", async (name, query, good) => {
  const call = fileCalls.get(name);
  if (call === undefined) throw new Error(`no call ${name}`);
  for (const [kind, spoil] of Object.entries(badFiles)) {
    const { market } = await fileService(name, (address) => spoil(good(address)));
    const message = messageOf(await errorOf(market.files(call, query)));
    expect(message, kind).toContain(`/${name}`);
    expect(message, kind).not.toContain(signature);
  }
});

test.each(files)(
  "%s: an address that expired is asked for anew, and then told in words",
  async (name, query, good) => {
    const call = fileCalls.get(name);
    if (call === undefined) throw new Error(`no call ${name}`);
    const { served, http, market } = await fileService(name, (address) => asJson(good(address)));
    const folder = tmpFolder();
    const path = join(folder, "file");
    const asked = download({
      ...{ http, path, label: name, signal: new AbortController().signal },
      address: async () => (await market.files(call, query))[0]?.address ?? "",
      check: async () => {},
      progress: () => {},
    });
    const message = messageOf(await errorOf(asked));
    expect(message).toBe(`${name}: its address was answered 403; addresses expire`);
    expect(served.asked.filter(({ path }) => path.startsWith(`/${name}`))).toHaveLength(3);
    expect(readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"))).toEqual([""]);
  },
);
