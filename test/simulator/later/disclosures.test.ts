/** Timely disclosures: by cursor and by page, their papers, and all of the past. */
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseCsv } from "../../../src/lib/csv.ts";
import { createWorld } from "../../../src/simulator/world/world.ts";
import { fc } from "../../support/fast-check.ts";
import { get, type OpenedWorld, openWorld, startDate } from "../open-world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of a remote service, of which the tests check parts
type Row = Record<string, any>;

const dayMs = 60_000;
const opened: OpenedWorld[] = [];
async function open(options: Parameters<typeof openWorld>[0] = {}) {
  const world = await openWorld({ dialect: "observed", elapsedMs: 0, ...options });
  opened.push(world);
  return world;
}
afterAll(() => Promise.all(opened.map(({ simulator }) => simulator.close())));

let evening: OpenedWorld;
beforeAll(async () => {
  evening = await open({ elapsedMs: 58_000 });
});
const read = async (world: OpenedWorld, query: string) => {
  const answer = await world.market(`td/list?${query}`);
  expect([answer.status, query]).toEqual([200, query]);
  return answer.json() as { data: Row[]; cursor?: string; pagination_key?: string };
};

describe("the list", () => {
  it("has ten fields, each as it was seen", async () => {
    const { data } = await read(evening, `date=${startDate}`);
    expect(data.length).toBeGreaterThan(2);
    for (const row of data)
      expect(row).toEqual({
        DiscNo: expect.stringMatching(/^20260302\d{6}$/),
        Code: expect.stringMatching(/^[\dA-Z]{4}0$/),
        Name: expect.stringMatching(/./),
        DiscDate: startDate,
        DiscTime: expect.stringMatching(/^\d\d:\d\d$/),
        Title: expect.stringMatching(/./),
        DiscStatus: null,
        RevNo: "1",
        DiscItems: expect.arrayContaining([expect.stringMatching(/^\d{5}$/)]),
        Docs: expect.any(Array),
      });
  });

  it.each([
    ["", "This API requires at least 1 parameter as follows; date, code"],
    ["from=2026-02-01&to=2026-03-01", "This API requires at least 1 parameter as follows; date, code"],
    ["code=7203&from=2026-02-01", "'from' and 'to' must be given together, and with 'code'."],
    ["date=2026-02-27&cursor=e30=", "'cursor' can be given only with the current date."],
    ["date=2026-03-02&cursor=e30=&pagination_key=x", "'cursor' cannot be combined with 'pagination_key'."],
    ["date=2026-03-02&cursor=e30=", "'cursor' is not valid."],
  ])("refuses %s", async (query, message) => {
    const answer = await evening.market(`td/list?${query}`);
    expect([answer.status, answer.json()]).toEqual([400, { message }]);
  });

  it("finds by stock, in a range, and by items that must all be there", async () => {
    const { data } = await read(evening, "code=7203");
    expect(data.length).toBeGreaterThan(10);
    expect(new Set(data.map(({ Code }) => Code))).toEqual(new Set(["72030"]));
    const [from, to] = [data[3]?.DiscDate, data[6]?.DiscDate];
    expect((await read(evening, `code=72030&from=${from}&to=${to}`)).data).toEqual(
      data.filter(({ DiscDate }) => DiscDate >= from && DiscDate <= to),
    );
    const day = (await read(evening, "date=2026-02-13")).data;
    const two = day.find(({ DiscItems }) => DiscItems.length === 2);
    const both = (await read(evening, `date=2026-02-13&discItems=${two?.DiscItems.join(",")}`)).data;
    expect(both).toContainEqual(two);
    expect(both).toEqual(
      day.filter(({ DiscItems }) => two?.DiscItems.every((item: string) => DiscItems.includes(item))),
    );
  });

  it("has a cursor on the last page of today, and of no other day", async () => {
    const paged = await open({ elapsedMs: 58_000, pageRows: 2 });
    const first = await read(paged, `date=${startDate}`);
    expect([first.data.length, first.cursor]).toEqual([2, undefined]);
    const all = [...first.data];
    let last = first;
    while (last.pagination_key) {
      last = await read(paged, `date=${startDate}&pagination_key=${encodeURIComponent(last.pagination_key)}`);
      all.push(...last.data);
    }
    expect(all).toEqual((await read(evening, `date=${startDate}`)).data);
    expect(JSON.parse(Buffer.from(last.cursor ?? "", "base64").toString())).toMatchObject({ d: startDate });
    expect(await read(evening, "date=2026-02-27")).not.toHaveProperty("cursor");
    expect(await read(evening, "code=7203")).not.toHaveProperty("cursor");
  });

  it("with the cursor tells each disclosure of the day once, whenever it is asked", async () => {
    const peak = "2026-02-13";
    const moments = fc.array(fc.integer({ min: 1, max: dayMs - 1 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(moments, fc.constantFrom(3, 1_000), async (asked, pageRows) => {
        const world = await openWorld({ dialect: "observed", startDate: peak, pageRows });
        try {
          const told: string[] = [];
          let cursor: string | undefined;
          for (const at of [...asked.toSorted((a, b) => a - b), dayMs - 1]) {
            world.clock.move(at - world.simulator.elapsedMs());
            let query = `date=${peak}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
            for (;;) {
              const page = await read(world, query);
              told.push(...page.data.map(({ DiscNo }) => DiscNo));
              cursor = page.cursor;
              if (!page.pagination_key) break;
              query = `date=${peak}&pagination_key=${encodeURIComponent(page.pagination_key)}`;
            }
          }
          const all: string[] = [];
          world.clock.move(dayMs);
          for (let query = `date=${peak}`; query; ) {
            const page = await read(world, query);
            all.push(...page.data.map(({ DiscNo }) => DiscNo));
            const key = page.pagination_key;
            query = key ? `date=${peak}&pagination_key=${encodeURIComponent(key)}` : "";
          }
          expect(told).toEqual(all);
          expect((await world.market(`td/list?date=${peak}&cursor=${cursor}`)).status).toBe(400);
        } finally {
          await world.simulator.close();
        }
      }),
      { numRuns: 6 },
    );
  });
});

describe("papers", () => {
  const papered = async (isPaperless: boolean) => {
    for (const { DiscNo, Docs } of (await read(evening, "code=7203")).data)
      if ((Docs.length === 0) === isPaperless && (isPaperless || Docs.length > 1)) return { DiscNo, Docs };
    return undefined;
  };

  it("are at addresses that are good for fifteen minutes, without a key", async () => {
    const one = await papered(false);
    const { discNo, files } = (await evening.market(`td/files?discNo=${one?.DiscNo}`)).json();
    expect([discNo, Object.keys(files)]).toEqual([one?.DiscNo, ["pdf", "summaryPdf", "xbrl"]]);
    const paper = await get(files.pdf);
    expect([paper.status, paper.headers["content-type"], paper.text.slice(0, 5)]).toEqual([
      ...[200, "application/pdf", "%PDF-"],
    ]);
    const rest = await get(files.pdf, { range: "bytes=100-" });
    expect([rest.status, rest.text]).toEqual([206, paper.text.slice(100)]);
    expect((await get(`${files.pdf}0`)).status).toBe(403);
    evening.clock.move(14 * 60_000 + 59_000);
    expect((await get(files.xbrl)).bytes.subarray(0, 4).toString()).toBe("PK\x03\x04");
    evening.clock.move(1_000);
    expect((await get(files.xbrl)).status).toBe(403);
  });

  it("are null one by one where there is none, and altogether for a disclosure without any", async () => {
    const one = await papered(false);
    const only = (await evening.market(`td/files?discNo=${one?.DiscNo}&docs=x`)).json();
    expect(only.files).toEqual({ pdf: null, summaryPdf: null, xbrl: expect.stringContaining("Signature=") });
    const { data } = await read(evening, "date=2026-02-13");
    expect(data.length).toBeGreaterThan(30);
    const world = createWorld({ seed: 1, startDate });
    const bare = Array.from({ length: 300 }, (_, day) => world.disclosures.on(-day - 1, 0))
      .flat()
      .find(({ papers }) => papers.length === 0);
    expect((await evening.market(`td/files?discNo=${bare?.number}`)).json()).toEqual({
      discNo: bare?.number,
      files: null,
    });
  });

  it.each([
    ["", 400],
    ["discNo=123", 400],
    ["discNo=20260227999999", 210],
    ["discNo=20260227510000&docs=pdf", 400],
  ])("of %s are answered with %i", async (query, status) => {
    expect((await evening.market(`td/files?${query}`)).status).toBe(status);
  });
});

it("all of the past is one file, renewed at two in the morning, and agrees with the list", async () => {
  const { simulator, market } = await open({ elapsedMs: 30_000 });
  const { lastUpdated, url, ...rest } = (await market("td/bulk")).json();
  expect([lastUpdated, rest]).toEqual(["2026-02-28T02:00:00+09:00", {}]);
  expect(url).toContain(simulator.url);
  const file = await get(url, { "accept-encoding": "gzip" });
  expect([file.status, file.headers["content-encoding"]]).toEqual([200, undefined]);
  const [head, ...rows] = parseCsv(gunzipSync(file.bytes).toString());
  expect(head?.join(" ")).toBe("DiscNo Code Name DiscDate DiscTime Title DiscStatus RevNo DiscItems Docs");
  expect(rows.at(-1)?.[3]).toBe("2026-02-27");
  const listed = (await market("td/list?date=2026-02-27")).json().data as Row[];
  expect(rows.filter((row) => row[3] === "2026-02-27").map((row) => [row[0], row[5], row[8]])).toEqual(
    listed.map(({ DiscNo, Title, DiscItems }) => [DiscNo, Title, DiscItems.join("|")]),
  );
});
