/** Files that the market service names: papers that are stored, files of the past that are read as rows. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  fetchCallsOf,
  fetchFiles,
  parseFetch,
} from "../../../../src/commands/services/fetch/fetch-records.ts";
import { callsIn } from "../../../../src/config/services.ts";
import { requireConfig } from "../../../../src/files/check-files.ts";
import { Failure } from "../../../../src/lib/failure.ts";
import { callRegistry } from "../../../../src/upstreams/market/calls.ts";
import { fileRows } from "../../../../src/upstreams/market/file-rows.ts";
import { type OpenedWorld, openWorld } from "../../../simulator/open-world.ts";
import { tmpFolder } from "../../../support/tmp-folder.ts";
import { runFetch } from "./run-fetch.ts";

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld({ dialect: "observed", elapsedMs: 58_000 });
});
afterAll(() => world.simulator.close());

const fetched = (line: string) => runFetch({ marketUrl: world.simulator.marketUrl }, line);

async function stored(line: string, folder: string) {
  const file = join(tmpFolder(), "monitor.yaml");
  writeFileSync(
    file,
    `upstreams: { market: { url: "${world.simulator.marketUrl}", apiKey: any, tier: premium } }\n`,
  );
  const config = requireConfig(file, {});
  const parsed = parseFetch(line.split(" "), undefined, true, fetchCallsOf(callsIn(config)));
  const asides: string[] = [];
  const listener = { aside: (text: string) => void asides.push(text), progress() {} };
  return fetchFiles(parsed, folder, { config, signal: new AbortController().signal }, listener);
}

test("papers of a disclosure are named without an address, and stored whole", async () => {
  const { rows: all } = await fetched("market td/bulk");
  const found = all.findLast(({ papers }) => Array.isArray(papers) && papers.length === 3);
  const number = String(found?.number);
  const { rows } = await fetched(`market td/files --number ${number}`);
  const [full = "", summary = "", xbrl = ""] = ["full.pdf", "summary.pdf", "xbrl.zip"].map(
    (name) => `${number}-${name}`,
  );
  expect(rows).toEqual([full, summary, xbrl].map((file) => ({ file })));
  const folder = tmpFolder();
  const paths = await stored(`market td/files --number ${number} --docs g,x`, folder);
  expect(paths).toEqual([full, xbrl].map((name) => join(folder, name)));
  expect(readFileSync(paths[0] ?? "", "latin1")).toMatch(/^%PDF/);
  expect(readdirSync(folder).sort()).toEqual([full, xbrl]);
});

test("a disclosure without papers has none, and an unknown number is refused in words", async () => {
  const { failure } = await fetched("market td/files --number 20010101000000");
  expect(failure?.message ?? "no files").toMatch(/no files|answered 4\d\d|another disclosure|names no file/);
  await expect(fetched("market td/files --number 12")).resolves.toMatchObject({
    failure: { message: expect.stringContaining("14 digits") },
  });
});

test("a month of valuations by file is what the call answers day by day", async () => {
  const { rows: listed } = await fetched("market bulk/list --endpoint /equities/valuation --date 2026-01");
  expect(listed).toHaveLength(1);
  const key = String(listed[0]?.key);
  expect(key).toBe("equities/valuation/historical/2026/equities_valuation_202601.csv.gz");
  const { rows } = await fetched(`market bulk/get --key ${key}`);
  const { rows: same } = await fetched("market bulk/get --endpoint equities/valuation --date 2026-01");
  expect(same).toEqual(rows);
  const { rows: day } = await fetched("market equities/valuation --date 2026-01-15 --no-names");
  const plain = ({ name: _, ...row }: Readonly<Record<string, unknown>>) => row;
  expect(rows.filter(({ date }) => date === "2026-01-15").map(plain)).toEqual(day.map(plain));
  expect(day.length).toBeGreaterThan(10);
  const folder = tmpFolder();
  const [path = ""] = await stored(`market bulk/get --key ${key}`, folder);
  expect(readFileSync(path)).toHaveLength(Number(listed[0]?.size));
  expect(await stored(`market bulk/get --key ${key}`, folder)).toEqual([path]);
});

test("all disclosures by one file have the fields of the list", async () => {
  const { rows } = await fetched("market td/bulk");
  const { rows: first } = await fetched("market td/list --date 2026-01-15");
  const numbers = new Map(rows.map((row) => [row.number, row]));
  expect(rows.length).toBeGreaterThan(1_000);
  const [one] = first;
  expect(numbers.get(one?.number)).toMatchObject({
    title: one?.title,
    items: one?.items,
    papers: one?.papers,
  });
});

test("what gives rows has no files, and other options of a file are refused", async () => {
  await expect(stored("market markets/margin-alert --date 2026-01-15", tmpFolder())).rejects.toThrow(
    /no files/,
  );
  await expect(fetched("market bulk/get")).resolves.toMatchObject({ failure: { message: /key/ } });
  await expect(fetched("market bulk/get --key ../../etc/passwd")).resolves.toMatchObject({
    failure: { message: /key of bulk\/list/ },
  });
});

const valuation = () => {
  const call = callRegistry().get("equities/valuation");
  if (call === undefined) throw new Error("no such call");
  return call;
};

async function rowsIn(bytes: Buffer) {
  const path = join(tmpFolder(), "x.csv.gz");
  writeFileSync(path, bytes);
  const rows: object[] = [];
  for await (const some of fileRows(path, valuation(), undefined)) rows.push(...some);
  return rows;
}

const csv = "\ufeffCode,Date,PER,Extra\r\n99990,2030-04-01,14.2,x\r\n99980,2030-04-01,,\r\n";

test("columns are read by their heading, in any order, with a mark before it; what is empty is unknown", async () => {
  expect(await rowsIn(gzipSync(csv))).toEqual([
    { code: "9999", date: "2030-04-01", priceToEarnings: 14.2 },
    { code: "9998", date: "2030-04-01" },
  ]);
});

test.each<[string, Buffer, RegExp]>([
  ["a cut file", gzipSync(csv.repeat(2_000)).subarray(0, 60), /is cut/],
  ["no gzip", Buffer.from("<html>"), /no gzip/],
  ["an empty file", gzipSync(""), /is empty/],
  ["a file of another call", gzipSync("Key,Size\r\na,1\r\n"), /has no column/],
  ["another charset", gzipSync(Buffer.from([0x43, 0x6f, 0x64, 0x65, 0x2c, 0x93, 0xfa, 0x0a])), /not UTF-8/],
  ["a quote that stands alone", gzipSync('Code,Date\r\n99990,"2030\r\n'), /quote/],
])("%s is told in words and gives no row", async (_name, bytes, words) => {
  const outcome = await rowsIn(bytes).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(Failure);
  expect((outcome as Failure).message).toMatch(words);
});
