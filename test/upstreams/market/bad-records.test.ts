import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { marginCall, marginFields } from "../../../src/sources/margin-alerts/events.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { createOddities } from "../../../src/upstreams/misfits.ts";
import { errorOf, sendJson, serve } from "../../lib/http/loopback.ts";

const good = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ Code: `${1000 + at}0`, PubDate: "2026-01-05" }));
const bad = (count: number) => good(count).map((row) => ({ ...row, ShrtOut: "words" }));

/** Reads a day whose pages hold these rows. */
async function read(...pages: unknown[][]) {
  const served = await serve((request, response) => {
    const at = Number(new URL(request.url ?? "", "http://x").searchParams.get("pagination_key") ?? 0);
    const more = at + 1 < pages.length ? { pagination_key: String(at + 1) } : {};
    sendJson(response, { data: pages[at], ...more });
  });
  const client = createMarketClient({ url: served.url, apiKey: "k", http: createHttp({ retries: 0 }) });
  const oddities = createOddities();
  const reading = client.read(marginCall, { date: "2026-01-05" }, undefined, oddities, marginFields);
  return { reading, oddities, served };
}

describe("records that cannot be read", () => {
  test.each([
    ["one of two", [[...bad(1), ...good(1)]], 1, 1],
    ["two of two hundred", [[...bad(2), ...good(198)]], 2, 198],
    ["two on a short page of a long listing", [[...good(10), ...bad(2)], good(190)], 2, 200],
    ["no record at all", [[null, 7, "text", ...good(300)]], 3, 300],
    ["none of nothing", [[]], 0, 0],
  ])("are set aside: %s", async (_, pages, aside, used) => {
    const { reading, oddities } = await read(...pages);
    expect(await reading).toHaveLength(used);
    expect(oddities.badRecords).toHaveLength(aside);
  });

  test.each([
    ["the only one", [bad(1)]],
    ["two of ten", [[...bad(2), ...good(8)]]],
    [
      "two of ten on pages of their own",
      [
        [...bad(1), ...good(5).slice(1)],
        [...bad(6).slice(5), ...good(10).slice(6)],
      ],
    ],
    ["more than one in a hundred", [[...bad(5), ...good(490)]]],
  ])("fail the listing with the place where they do not fit: %s", async (_, pages) => {
    const { reading } = await read(...pages);
    expect(await errorOf(reading)).toMatchObject({
      reason: "malformed",
      misfit: {
        places: [
          {
            path: "markets/margin-alert data[].ShrtOut",
            expected: "a number",
            found: "text of 5 characters",
          },
        ],
        sample: '{ Code: "10000", PubDate: "2026-01-05", ShrtOut: <text of 5 characters> }',
      },
    });
  });

  describe("for their sellers", () => {
    const report = (at: number, more: object = {}) => ({
      ...{ Code: `${1000 + at}0`, SSName: "Example Capital", ShrtPosToSO: "0.006" },
      ...{ CalcDate: "2026-01-05", DiscDate: "2026-01-06", ...more },
    });
    const reports = (sellers: readonly unknown[]) => [
      ...sellers.map((SSName, at) => report(at, { SSName })),
      ...Array.from({ length: 5 }, (_, at) => report(100 + at)),
    ];
    const readReports = async (rows: unknown[]) => {
      const served = await serve((_, response) => sendJson(response, { data: rows }));
      const client = createMarketClient({ url: served.url, apiKey: "k", http: createHttp({ retries: 0 }) });
      const oddities = createOddities();
      const reading = client.read("markets/short-sale-report", { date: "2026-01-06" }, undefined, oddities);
      return { reading, oddities };
    };

    test("are set aside, however many they are, while more than half can be read", async () => {
      const { reading, oddities } = await readReports(reports(["３６５", "-", "", "\ufffd\ufffd"]));
      expect(await reading).toHaveLength(5);
      expect(oddities.badRecords.map(({ name }) => name)).toEqual(["1000", "1001", "1002", "1003"]);
    });

    test.each([
      ["more than half have none", ["1", "2", "3", "4", "5", "6"]],
      ["there is no text at all", [7, null, 7]],
    ])("fail the listing where %s", async (_, sellers) => {
      const { reading } = await readReports(reports(sellers));
      expect(await errorOf(reading)).toMatchObject({ reason: "malformed" });
    });

    test("fail it where another value is bad, too", async () => {
      const twice = [0, 1].map((at) => report(at, { SSName: "1", ShrtPosToSO: "much" }));
      const { reading } = await readReports([...twice, ...reports([])]);
      expect(await errorOf(reading)).toMatchObject({ reason: "malformed" });
    });
  });

  test("that begin a long listing end it at once", async () => {
    const { reading, served } = await read(bad(50), good(50), good(50));
    expect(await errorOf(reading)).toMatchObject({ reason: "malformed" });
    expect(served.asked).toHaveLength(1);
  });

  test("are known again by what they are about, not by where they stand", async () => {
    const first = await read([...good(3), ...bad(1)]);
    await first.reading;
    const second = await read([{ ...bad(1)[0], LongOut: 5 }, ...good(3)]);
    await second.reading;
    const other = await read([{ ...bad(1)[0], Code: "99990" }, ...good(3)]);
    await other.reading;
    const [id] = first.oddities.badRecords.map((record) => record.id);
    expect(second.oddities.badRecords.map((record) => record.id)).toEqual([id]);
    expect(other.oddities.badRecords.map((record) => record.id)).not.toEqual([id]);
    expect(first.oddities.badRecords[0]?.name).toBe("1000");
    expect(first.oddities.badRecords[0]?.known).toEqual({ code: "1000", publishedOn: "2026-01-05" });
  });
});
