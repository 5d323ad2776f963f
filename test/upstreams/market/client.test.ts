import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { marginCall, marginFields } from "../../../src/sources/margin-alerts/events.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { errorOf, hurriedClock, type Served, sendJson, serve } from "../../lib/http/loopback.ts";

const key = "fictional-key";

function clientOf({ url }: Served) {
  return createMarketClient({
    url: `${url}/v2`,
    apiKey: `${key}\n`,
    http: createHttp({ clock: hurriedClock() }),
  });
}

/** A service that answers every call with these pages, told apart by pagination_key "1", "2", ... */
function servePages(...pages: unknown[][]) {
  return serve((request, response) => {
    const at = Number(new URL(request.url ?? "", "http://x").searchParams.get("pagination_key") ?? 0);
    const more = at + 1 < pages.length ? { pagination_key: String(at + 1) } : {};
    sendJson(response, { data: pages[at], ...more });
  });
}

const day = { date: "2026-01-05" };

describe("every call", () => {
  test("sends the key and reads all pages", async () => {
    const served = await servePages(
      [{ Code: "99010", CoName: "架空自動車", CoNameEn: "Example Motor" }],
      [{ Code: "130A0", CoName: "架空電機", CoNameEn: "" }],
      [{ Code: "25935", CoName: "架空飲料優先", S17: 1 }],
    );
    expect(await clientOf(served).names()).toEqual(
      new Map([
        ["9901", { name: "架空自動車", nameEnglish: "Example Motor" }],
        ["130A", { name: "架空電機" }],
        ["25935", { name: "架空飲料優先" }],
      ]),
    );
    expect(served.asked.map(({ path }) => path)).toEqual([
      "/v2/equities/master",
      "/v2/equities/master?pagination_key=1",
      "/v2/equities/master?pagination_key=2",
    ]);
    expect(served.asked.every(({ headers }) => headers["x-api-key"] === key)).toBe(true);
  });

  test("a large page is read in several turns", async () => {
    const rows = Array.from({ length: 1_200 }, (_, at) => ({
      Code: `${1_000 + at}0`,
      CoName: `Example ${at}`,
      CoNameEn: "",
    }));
    const served = await servePages(rows);
    let turns = 0;
    const count = () => {
      turns += 0.5;
    };
    subscribe("yagura:turns", count);
    const names = await clientOf(served).names();
    unsubscribe("yagura:turns", count);
    expect(names.size).toBe(1_200);
    expect(turns).toBe(2);
  });

  test("a page key that comes again fails the whole listing", async () => {
    const served = await serve((_, response, count) => {
      sendJson(response, { data: [], pagination_key: count % 2 ? "a" : "b" });
    });
    expect(
      await errorOf(clientOf(served).read(marginCall, day, undefined, undefined, marginFields)),
    ).toMatchObject({ reason: "incomplete" });
    expect(served.asked).toHaveLength(3);
  });

  test("a page whose rows came before fails the whole listing, whatever its key says", async () => {
    const row = { Code: "99010", PubDate: "2026-01-05" };
    const page = [row, { ...row, Code: "99020" }];
    const served = await servePages(page, [{ ...row, Code: "99030" }], page);
    const error = await errorOf(clientOf(served).read(marginCall, day, undefined, undefined, marginFields));
    expect(error).toMatchObject({ reason: "incomplete" });
    expect(String(error)).toContain("the same page came twice");
  });

  test("pages without an end fail", async () => {
    const served = await serve((_, response, count) =>
      sendJson(response, { data: [], pagination_key: `${count}` }),
    );
    expect(
      await errorOf(clientOf(served).read(marginCall, day, undefined, undefined, marginFields)),
    ).toMatchObject({ reason: "incomplete" });
  });

  test("a failure on the second page fails the whole listing", async () => {
    const served = await serve((_, response, count) => {
      if (count === 1) sendJson(response, { data: [], pagination_key: "2" });
      else sendJson(response, { message: "Internal" }, 500);
    });
    expect(
      await errorOf(clientOf(served).read(marginCall, day, undefined, undefined, marginFields)),
    ).toMatchObject({
      reason: "server-error",
      status: 500,
    });
  });

  test.each([
    [401, "refused"],
    [403, "refused"],
    [400, "rejected"],
    [429, "rate-limited"],
  ])("a %d is %s, with the message of the service and without the key", async (status, reason) => {
    const served = await serve((_, response) =>
      sendJson(response, { message: `No plan for ${key}.` }, status),
    );
    const error = await errorOf(clientOf(served).read(marginCall, day, undefined, undefined, marginFields));
    expect(error).toMatchObject({ reason, status });
    expect(String(error)).toContain("No plan for ***.");
    expect(JSON.stringify(error)).not.toContain(key);
  });

  test("a key of one letter leaves the service's words as they are", async () => {
    const message = "This API is not available on your subscription.";
    const served = await serve((_, response) => sendJson(response, { message }, 403));
    const client = createMarketClient({ url: served.url, apiKey: "a", http: createHttp({ retries: 0 }) });
    expect(String(await errorOf(client.read(marginCall, day, undefined, undefined, marginFields)))).toContain(
      `answered 403: ${message}`,
    );
  });

  test.each([
    ["no data", { rows: [] }, "data: expected array"],
    ["data of another type", { data: {} }, "data: expected array"],
    ["a list", [], "the answer: expected object"],
    ["null", null, "the answer: expected object"],
    ["a key that is no text", { data: [], pagination_key: 7 }, "pagination_key: expected string"],
  ])("an answer with %s is malformed", async (_, body, place) => {
    const served = await serve((_, response) => sendJson(response, body));
    const error = await errorOf(clientOf(served).read(marginCall, day, undefined, undefined, marginFields));
    expect(error).toMatchObject({ reason: "malformed" });
    expect(String(error)).toContain(place);
  });

  test("one bad row fails the answer, and the message names its place and not its value", async () => {
    const good = { Code: "99010", PubDate: "2026-01-05" };
    const served = await servePages([good, good, good, { ...good, Code: 99010, ShrtOut: "private words" }]);
    const error = await errorOf(clientOf(served).read(marginCall, day, undefined, undefined, marginFields));
    expect(error).toMatchObject({ reason: "malformed" });
    expect(String(error)).toContain(
      "data[3].Code: expected a stock code; data[3].ShrtOut: expected a number",
    );
    expect(String(error)).not.toContain("private");
  });

  test("empty days and a 210 are no rows", async () => {
    const empty = await serve((_, response) => sendJson(response, { data: [] }));
    const none = await serve((_, response) => response.writeHead(210).end());
    expect(await clientOf(empty).read(marginCall, day, undefined, undefined, marginFields)).toEqual([]);
    expect(await clientOf(none).read(marginCall, day, undefined, undefined, marginFields)).toEqual([]);
  });
});

describe("margin alerts", () => {
  test("as documented", async () => {
    const served = await servePages([
      {
        PubDate: "2026-01-05",
        Code: "99010",
        AppDate: "2026-01-02",
        ShrtOut: 120000,
        ShrtOutChg: -3000,
        ShrtOutRatio: "1.50",
        LongOut: 480000,
        LongOutChg: 0,
        SLRatio: "25.0",
      },
    ]);
    expect(await clientOf(served).read(marginCall, day, undefined, undefined, marginFields)).toEqual([
      {
        code: "9901",
        publishedOn: "2026-01-05",
        appliedOn: "2026-01-02",
        shortOutstanding: 120000,
        shortChange: -3000,
        shortRatio: 1.5,
        longOutstanding: 480000,
        longChange: 0,
        shortLongRatio: 25,
      },
    ]);
    expect(served.asked[0]?.path).toBe("/v2/markets/margin-alert?date=2026-01-05");
  });

  test("as observed: reasons, regulation, and three signs for unknown", async () => {
    const flags = { Restricted: "1", Monitoring: "0", RestrictedByJSF: "1", UnclearOrSecOnAlert: "0" };
    const row = {
      PubDate: "2026-01-05",
      Code: "130A0",
      AppDate: "",
      ShrtOut: 0,
      ShrtOutChg: "-",
      ShrtOutRatio: "*",
      LongOut: null,
      LongOutRatio: 2.25,
      SLRatio: "*",
      TSEMrgnRegCls: "001",
      ShrtNegOut: "anything",
    };
    const served = await servePages([
      { ...row, PubReason: { ...flags, DailyPublication: "1" } },
      { ...row, PubReason: { ...flags, DailyPublication: "0" } },
      { ...row, PubReason: { Monitoring: "0" } },
    ]);
    const rest = {
      code: "130A",
      publishedOn: "2026-01-05",
      shortOutstanding: 0,
      longRatio: 2.25,
      regulation: "001",
    };
    expect(await clientOf(served).read(marginCall, day, undefined, undefined, marginFields)).toEqual([
      { ...rest, reasons: ["restricted", "dailyPublication", "restrictedByJsf"], dailyPublication: true },
      { ...rest, reasons: ["restricted", "restrictedByJsf"], dailyPublication: false },
      { ...rest, reasons: [] },
    ]);
  });

  test.each([
    [{ PubReason: "1" }, "data[0].PubReason: expected object"],
    [{ PubReason: { Monitoring: "yes" } }, 'data[0].PubReason.Monitoring: expected "0" or "1"'],
    [{ PubDate: "2026-02-30" }, "data[0].PubDate: expected a date"],
    [{ PubDate: null }, "data[0].PubDate: expected a date"],
    [{ PubDate: "9999-12-31" }, "data[0].PubDate: expected a date"],
    [{ ShrtOut: 1e99 }, "data[0].ShrtOut: expected a number"],
    [{ ShrtOut: "9".repeat(100) }, "data[0].ShrtOut: expected a number"],
    [{ AppDate: "soon" }, "data[0].AppDate: expected a date"],
    [{ Code: "" }, "data[0].Code: expected a stock code"],
    [{ Code: "NULL" }, "data[0].Code: expected a stock code"],
    [{ Code: "720" }, "data[0].Code: expected a stock code"],
    [{ Code: "720300" }, "data[0].Code: expected a stock code"],
    [{ Code: "7203.T" }, "data[0].Code: expected a stock code"],
    [{ Code: "７２０３" }, "data[0].Code: expected a stock code"],
    [{ Code: "130a0" }, "data[0].Code: expected a stock code"],
  ])("%j is malformed", async (field, place) => {
    const served = await servePages([{ Code: "99010", PubDate: "2026-01-05", ...field }]);
    expect(
      String(await errorOf(clientOf(served).read(marginCall, day, undefined, undefined, marginFields))),
    ).toContain(place);
  });
});

describe("the calendar", () => {
  test("keeps the division as it was sent", async () => {
    const served = await servePages([
      { Date: "2026-01-03", HolDiv: "1" },
      { Date: "2026-01-05", HolDiv: "0" },
    ]);
    expect(await clientOf(served).read("markets/calendar", { from: "2026-01-03", to: "2026-01-05" })).toEqual(
      [
        { date: "2026-01-03", holidayDivision: "1" },
        { date: "2026-01-05", holidayDivision: "0" },
      ],
    );
    expect(served.asked[0]?.path).toBe("/v2/markets/calendar?from=2026-01-03&to=2026-01-05");
  });
});
