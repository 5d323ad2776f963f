import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { reportCall, reportFields } from "../../../src/sources/short-sale-reports/events.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { errorOf, type Served, sendJson, serve } from "../../lib/http/loopback.ts";

function clientOf({ url }: Served) {
  return createMarketClient({ url, apiKey: "k", http: createHttp({ retries: 0 }) });
}

const documented = {
  DisclosedDate: "2026-01-05",
  CalculatedDate: "2025-12-30",
  Code: "99010",
  StockName: "架空自動車",
  ShortSellerName: "Example Capital",
  ShortPositionsToSharesOutstandingRatio: "0.50",
  ShortPositionsInSharesNumber: 3020000,
};

const observed = {
  DiscDate: "2026-01-05",
  CalcDate: "2025-12-30",
  Code: "99010",
  SSName: "Example Capital ",
  SSAddr: "1 Fiction Street",
  FundName: "Example Fund",
  ShrtPosToSO: 0.0053,
  ShrtPosShares: 3020000,
  ShrtPosUnits: 30200,
  PrevRptDate: "2025-12-01",
  PrevRptRatio: "0.0112",
  Notes: "",
};

/** What is asked, by the two ways to ask for a day. */
const parameters = ({ asked }: Served) => asked.map(({ path }) => /[?&](date|disc_date)=/.exec(path)?.[1]);

describe("short-sale reports", () => {
  test("as documented, the ratio is percent", async () => {
    const served = await serve((_, response) => sendJson(response, { data: [documented] }));
    expect(
      await clientOf(served).read(reportCall, { date: "2026-01-05" }, undefined, undefined, reportFields),
    ).toEqual([
      {
        code: "9901",
        name: "架空自動車",
        seller: "Example Capital",
        ratio: 0.5,
        shares: 3020000,
        calculatedOn: "2025-12-30",
        disclosedOn: "2026-01-05",
      },
    ]);
  });

  test.each(["Example \ufffd\ufffd Capital", "Example \ud83d", "12345", 7, "x".repeat(2_000)])(
    "%j is nobody who could be told from others",
    async (seller) => {
      const row = { ...documented, ShortSellerName: seller };
      const served = await serve((_, response) => sendJson(response, { data: [row] }));
      const error = await errorOf(
        clientOf(served).read(reportCall, { date: "2026-01-05" }, undefined, undefined, reportFields),
      );
      expect(String(error)).toContain("data[0].ShortSellerName: expected a name");
    },
  );

  test("as observed, the fraction becomes percent, exactly", async () => {
    const served = await serve((_, response) => sendJson(response, { data: [observed], cursor: "c" }));
    expect(
      await clientOf(served).read(reportCall, { date: "2026-01-05" }, undefined, undefined, reportFields),
    ).toEqual([
      {
        code: "9901",
        seller: "Example Capital",
        fund: "Example Fund",
        ratio: 0.53,
        shares: 3020000,
        calculatedOn: "2025-12-30",
        disclosedOn: "2026-01-05",
        previousRatio: 1.12,
        previousOn: "2025-12-01",
      },
    ]);
  });

  test.each([
    [documented, "DisclosedDate"],
    [documented, "CalculatedDate"],
    [documented, "ShortSellerName"],
    [documented, "ShortPositionsToSharesOutstandingRatio"],
    [observed, "CalcDate"],
    [observed, "SSName"],
    [observed, "ShrtPosToSO"],
    [observed, "Code"],
  ])("a row without a required field is malformed, under its own name (%#: %s)", async (row, name) => {
    const served = await serve((_, response) => sendJson(response, { data: [row, { ...row, [name]: "" }] }));
    const error = await errorOf(
      clientOf(served).read(reportCall, { date: "2026-01-05" }, undefined, undefined, reportFields),
    );
    expect(error).toMatchObject({ reason: "malformed" });
    expect(String(error)).toContain(`data[1].${name}: expected`);
  });
});

describe("the two ways to ask for a day", () => {
  const takesOnly = (parameter: string, row: unknown) =>
    serve((request, response) => {
      const query = new URL(request.url ?? "", "http://x").searchParams;
      if (query.has(parameter)) sendJson(response, { data: [row] });
      else sendJson(response, { message: "This combination of parameters is not supported." }, 400);
    });

  test("a service that takes date is asked no other way", async () => {
    const served = await takesOnly("date", documented);
    const client = clientOf(served);
    await client.read(reportCall, { date: "2026-01-05" }, undefined, undefined, reportFields);
    await client.read(reportCall, { date: "2026-01-05" }, undefined, undefined, reportFields);
    expect(parameters(served)).toEqual(["date", "date"]);
  });

  test("a refusal of date leads to disc_date, which is remembered", async () => {
    const served = await takesOnly("disc_date", observed);
    const client = clientOf(served);
    expect(
      await client.read(reportCall, { date: "2026-01-05" }, undefined, undefined, reportFields),
    ).toHaveLength(1);
    await client.read(reportCall, { date: "2026-01-05" }, undefined, undefined, reportFields);
    expect(parameters(served)).toEqual(["date", "disc_date", "disc_date"]);
  });

  test("an empty day proves nothing: date is tried again on the next", async () => {
    const served = await serve((request, response) => {
      if (request.url?.includes("disc_date=")) sendJson(response, { data: [] });
      else sendJson(response, {}, 400);
    });
    const client = clientOf(served);
    expect(await client.read(reportCall, { date: "2026-01-03" }, undefined, undefined, reportFields)).toEqual(
      [],
    );
    await client.read(reportCall, { date: "2026-01-04" }, undefined, undefined, reportFields);
    expect(parameters(served)).toEqual(["date", "disc_date", "date", "disc_date"]);
  });

  test("rows of other days are no answer: the refusal stands", async () => {
    const served = await serve((request, response) => {
      if (request.url?.includes("disc_date=")) sendJson(response, { data: [observed] });
      else sendJson(response, { message: "Your subscription covers other dates." }, 400);
    });
    const error = await errorOf(
      clientOf(served).read(reportCall, { date: "2020-01-06" }, undefined, undefined, reportFields),
    );
    expect(error).toMatchObject({ reason: "rejected", status: 400 });
    expect(String(error)).toContain("Your subscription covers");
  });

  test("when both are refused, both messages are told", async () => {
    const served = await serve((request, response) => {
      const message = request.url?.includes("disc_date=") ? "Outside your plan." : "No such parameter.";
      sendJson(response, { message }, 400);
    });
    const error = await errorOf(
      clientOf(served).read(reportCall, { date: "2020-01-06" }, undefined, undefined, reportFields),
    );
    expect(error).toMatchObject({ reason: "rejected", status: 400 });
    expect(String(error)).toMatch(/date: .*No such parameter\.; disc_date: .*Outside your plan\./);
  });

  test("a refused key is no refusal of the form", async () => {
    const served = await serve((_, response) => sendJson(response, { message: "no" }, 403));
    expect(
      await errorOf(
        clientOf(served).read(reportCall, { date: "2026-01-05" }, undefined, undefined, reportFields),
      ),
    ).toMatchObject({
      reason: "refused",
    });
    expect(parameters(served)).toEqual(["date"]);
  });
});
