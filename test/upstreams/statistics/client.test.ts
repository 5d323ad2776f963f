import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createStatisticsClient } from "../../../src/upstreams/statistics/client.ts";
import { StatisticsError } from "../../../src/upstreams/statistics/statistics-error.ts";
import { errorOf, hurriedClock, type Served, sendJson, serve } from "../../lib/http/loopback.ts";

function clientOf({ url }: Served, language: "en" | "jp" = "en") {
  return createStatisticsClient({ url: `${url}/`, language, http: createHttp({ clock: hurriedClock() }) });
}

const success = {
  STATUS: 200,
  MESSAGEID: "M181000I",
  MESSAGE: "Successfully completed",
  DATE: "2026-01-05T9:00:06.669+09:00",
};

const envelopeOf = (results: unknown[], more: object = {}) => ({
  ...success,
  PARAMETER: { DB: "ZZ08" },
  NEXTPOSITION: null,
  RESULTSET: results,
  ...more,
});

const seriesOf = (code: string, frequency: string, dates: unknown[], values: unknown[]) => ({
  SERIES_CODE: code,
  NAME_OF_TIME_SERIES: "Fictional rate, spot",
  UNIT: "yen",
  FREQUENCY: frequency,
  CATEGORY: "Fictional market",
  LAST_UPDATE: 20260105,
  VALUES: { SURVEY_DATES: dates, VALUES: values },
});

const answering = (body: unknown, status = 200) => serve((_, response) => sendJson(response, body, status));
const dataOf = (served: Served, codes = ["A"]) => clientOf(served).dataByCode({ db: "ZZ08", codes });

describe("data", () => {
  test("is read with its description, nulls and numbers written as texts", async () => {
    const dates = [20260105, "20260106", 20260107];
    const served = await answering(envelopeOf([seriesOf("A", "DAILY", dates, [1.5, null, "2.50"])]));
    expect(await dataOf(served)).toEqual([
      {
        code: "A",
        name: "Fictional rate, spot",
        unit: "yen",
        frequency: "DAILY",
        category: "Fictional market",
        lastUpdate: "2026-01-05",
        points: [
          { period: "2026-01-05", value: 1.5 },
          { period: "2026-01-06", value: null },
          { period: "2026-01-07", value: 2.5 },
        ],
      },
    ]);
  });

  test("with null among its dates lacks that point alone", async () => {
    const dates = [20260105, null, 20260107];
    const served = await answering(envelopeOf([seriesOf("A", "DAILY", dates, [1, 2, 3])]));
    expect((await dataOf(served))[0]?.points).toEqual([
      { period: "2026-01-05", value: 1 },
      { period: "2026-01-07", value: 3 },
    ]);
  });

  test("has Japanese names where those are asked for", async () => {
    const { NAME_OF_TIME_SERIES: _, UNIT: __, CATEGORY: ___, ...rest } = seriesOf("A", "DAILY", [], []);
    const japanese = { ...rest, NAME_OF_TIME_SERIES_J: "架空相場", UNIT_J: "円", CATEGORY_J: "架空市場" };
    const served = await answering(envelopeOf([japanese]));
    const series = await clientOf(served, "jp").dataByCode({ db: "ZZ08", codes: ["A"] });
    expect(series[0]).toMatchObject({ name: "架空相場", unit: "円", category: "架空市場" });
    expect(served.asked[0]?.path).toContain("lang=jp");
  });

  test.each([
    ["ANNUAL", 2026, "2026"],
    ["ANNUAL(MAR)", 2026, "2026"],
    ["SEMIANNUAL", 202601, "2026-H1"],
    ["SEMIANNUAL(SEP)", 202602, "2026-H2"],
    ["QUARTERLY", 202604, "2026-Q4"],
    ["MONTHLY", 202604, "2026-04"],
    ["WEEKLY(MONDAY)", 20260105, "2026-01-05"],
    ["DAILY", "20260105", "2026-01-05"],
  ])("of %s: %s is the period %s", async (frequency, date, period) => {
    const served = await answering(envelopeOf([seriesOf("A", frequency, [date], [1])]));
    expect((await dataOf(served))[0]?.points).toEqual([{ period, value: 1 }]);
  });

  test.each([
    ["ANNUAL", 202601],
    ["SEMIANNUAL", 202603],
    ["QUARTERLY", 202605],
    ["MONTHLY", 202613],
    ["DAILY", 20260230],
    ["DAILY", 202601],
    ["HOURLY", 20260105],
    ["", 20260105],
  ])("of %j dated %d is malformed", async (frequency, date) => {
    const served = await answering(envelopeOf([seriesOf("A", frequency, [date], [1])]));
    const error = await errorOf(dataOf(served));
    expect(error).toMatchObject({ reason: "malformed" });
    expect(String(error)).toContain("RESULTSET[0].VALUES.SURVEY_DATES[0]");
  });

  test.each([
    [
      "more dates than values",
      seriesOf("A", "DAILY", [20260105, 20260106], [1]),
      "RESULTSET[0].VALUES.VALUES",
    ],
    [
      "a value that is no number",
      seriesOf("A", "DAILY", [20260105], ["n/a"]),
      "RESULTSET[0].VALUES.VALUES[0]",
    ],
    [
      "no values",
      { ...seriesOf("A", "DAILY", [], []), VALUES: null },
      "RESULTSET[0].VALUES: expected object",
    ],
    ["no code", seriesOf("", "DAILY", [], []), "RESULTSET[0].SERIES_CODE"],
    [
      "a year to come",
      seriesOf("A", "ANNUAL", [2999], [1]),
      "SURVEY_DATES[0]: expected a date of the frequency",
    ],
    ["a number beyond all", seriesOf("A", "ANNUAL", [2020], [1e300]), "VALUES[0]: expected a number"],
    ["two codes in one", seriesOf("A,B", "DAILY", [], []), "RESULTSET[0].SERIES_CODE"],
    ["its database before the code", seriesOf("ZZ08'A", "DAILY", [], []), "RESULTSET[0].SERIES_CODE"],
    ["a code in wide letters", seriesOf("Ａ", "DAILY", [], []), "RESULTSET[0].SERIES_CODE"],
    ["an impossible update", { ...seriesOf("A", "DAILY", [], []), LAST_UPDATE: 20261399 }, "LAST_UPDATE"],
  ])("with %s is malformed", async (_, series, place) => {
    const error = await errorOf(dataOf(await answering(envelopeOf([series]))));
    expect(error).toMatchObject({ reason: "malformed" });
    expect(String(error)).toContain(place);
  });

  test("is asked with every special character of a code encoded", async () => {
    const served = await answering(envelopeOf([]));
    await clientOf(served).dataByCode({
      db: "ZZ08",
      codes: ["A@B", "C%D", "E_F"],
      start: "202601",
      end: "202602",
    });
    await clientOf(served).dataByLayer({ db: "ZZ08", frequency: "M", layer: ["1", "*"] });
    expect(served.asked.map(({ path }) => path)).toEqual([
      "/api/v1/getDataCode?db=ZZ08&code=A%40B,C%25D,E_F&startDate=202601&endDate=202602&format=json&lang=en",
      "/api/v1/getDataLayer?db=ZZ08&frequency=M&layer=1,*&format=json&lang=en",
    ]);
  });

  test("of no codes is nothing, and nobody is asked", async () => {
    const served = await answering(envelopeOf([]));
    expect(await clientOf(served).dataByCode({ db: "ZZ08", codes: [] })).toEqual([]);
    expect(served.asked).toHaveLength(0);
  });
});

describe("pages of data", () => {
  test("are followed by position and joined by code, oldest period first", async () => {
    const pages: Record<string, unknown> = {
      "": envelopeOf([seriesOf("A", "MONTHLY", [202603, 202601], [3, 1])], { NEXTPOSITION: 2 }),
      "2": envelopeOf([seriesOf("B", "MONTHLY", [202601], [9])], { NEXTPOSITION: "7" }),
      "7": envelopeOf([seriesOf("A", "MONTHLY", [202602, 202603], [2, 33])]),
    };
    const served = await serve((request, response) => {
      sendJson(
        response,
        pages[new URL(request.url ?? "", "http://x").searchParams.get("startPosition") ?? ""],
      );
    });
    const series = await dataOf(served, ["A", "B"]);
    expect(
      series.map(({ code, points }) => [code, points.map(({ period, value }) => `${period}=${value}`)]),
    ).toEqual([
      ["A", ["2026-01=1", "2026-02=2", "2026-03=33"]],
      ["B", ["2026-01=9"]],
    ]);
  });

  test.each([
    ["stand still", [5, 5]],
    ["go back", [5, 4]],
    ["begin at the beginning again", [1]],
  ])("that %s are incomplete", async (_, positions) => {
    const served = await serve((_, response, count) => {
      sendJson(response, envelopeOf([], { NEXTPOSITION: positions[count - 1] ?? null }));
    });
    expect(await errorOf(dataOf(served))).toMatchObject({ reason: "incomplete" });
  });

  test("without an end are incomplete", async () => {
    const served = await serve((_, response, count) =>
      sendJson(response, envelopeOf([], { NEXTPOSITION: count + 1 })),
    );
    expect(await errorOf(dataOf(served))).toMatchObject({ reason: "incomplete" });
  });

  test("that end in no data are incomplete, since the service named the position", async () => {
    const served = await serve((_, response, count) => {
      sendJson(
        response,
        count === 1 ? envelopeOf([], { NEXTPOSITION: 2 }) : { ...success, MESSAGEID: "M181030I" },
      );
    });
    expect(await errorOf(dataOf(served))).toMatchObject({ reason: "incomplete" });
  });
});

describe("the catalogue", () => {
  const row = {
    SERIES_CODE: "A",
    NAME_OF_TIME_SERIES: "Fictional rate, spot",
    UNIT: "yen",
    FREQUENCY: "DAILY",
    CATEGORY: "Fictional market",
    START_OF_THE_TIME_SERIES: "19990101",
    END_OF_THE_TIME_SERIES: "20260105",
    NOTES: "",
  };
  const common = {
    code: "A",
    unit: "yen",
    frequency: "DAILY",
    category: "Fictional market",
    lastUpdate: "2026-02-19",
  };

  test("as documented", async () => {
    const layers = { LAYER1: "1", LAYER2: "2", LAYER3: null, LAYER4: null, LAYER5: null };
    const served = await answering(envelopeOf([{ ...row, ...layers, LAST_UPDATE: 20260219 }]));
    expect(await clientOf(served).metadata({ db: "ZZ08" })).toEqual([{ ...common, layers: ["1", "2"] }]);
    expect(served.asked[0]?.path).toBe("/api/v1/getMetadata?db=ZZ08&format=json&lang=en");
  });

  test("as observed: headings, integer layers, dates as texts, DB instead of PARAMETER", async () => {
    const layers = { LAYER1: 1, LAYER2: 10, LAYER3: 0, LAYER4: 0, LAYER5: 0 };
    const heading = { ...row, SERIES_CODE: "", FREQUENCY: "", LAST_UPDATE: "", ...layers };
    const series = { ...row, ...layers, LAST_UPDATE: "20260219" };
    const served = await answering({
      ...success,
      DB: "ZZ08",
      RESULTSET: [heading, series, { ...heading, SERIES_CODE: null }],
    });
    expect(await clientOf(served).metadata({ db: "ZZ08" })).toEqual([{ ...common, layers: ["1", "10"] }]);
  });

  describe("in both languages", () => {
    const both = {
      ...row,
      NOTES: "Fictional remark",
      NAME_OF_TIME_SERIES_J: "架空相場、直物",
      UNIT_J: "円",
      CATEGORY_J: "架空市場",
      NOTES_J: "架空の注記",
      LAST_UPDATE: "20260219",
    };
    const english = {
      name: row.NAME_OF_TIME_SERIES,
      unit: row.UNIT,
      category: row.CATEGORY,
      notes: both.NOTES,
    };
    const japanese = { name: "架空相場、直物", unit: "円", category: "架空市場", notes: "架空の注記" };

    test.each([
      ["jp", japanese],
      ["en", english],
    ] as const)("is read in that which was asked for, %s", async (language, texts) => {
      const served = await answering(envelopeOf([both]));
      expect(await clientOf(served, language).catalogue({ db: "ZZ08" })).toMatchObject([texts]);
      expect(await clientOf(served).catalogue({ db: "ZZ08", language })).toMatchObject([texts]);
      const { unit, category } = texts;
      expect(await clientOf(served, language).metadata({ db: "ZZ08" })).toMatchObject([{ unit, category }]);
    });

    test("has the English texts where the Japanese ones are empty", async () => {
      const { NAME_OF_TIME_SERIES_J: _, ...rest } = both;
      const served = await answering(envelopeOf([{ ...rest, NOTES_J: "", UNIT_J: null }]));
      expect(await clientOf(served, "jp").catalogue({ db: "ZZ08" })).toMatchObject([
        { ...english, category: "架空市場" },
      ]);
    });
  });

  test("of 30,000 series is read whole", async () => {
    const rows = Array.from({ length: 30_000 }, (_, number) => ({
      ...row,
      SERIES_CODE: `S${number}`,
      LAYER1: number,
    }));
    const served = await answering(envelopeOf(rows));
    expect(await clientOf(served).metadata({ db: "ZZ08" })).toHaveLength(30_000);
  });
});

describe("the envelope", () => {
  const unknown = {
    STATUS: 400,
    MESSAGEID: "M181005E",
    MESSAGE: "Invalid database name.",
    DATE: success.DATE,
  };

  test.each([
    [
      "as documented, in an HTTP 200",
      { ...unknown, PARAMETER: null, NEXTPOSITION: null, RESULTSET: [] },
      200,
    ],
    ["as observed, in an HTTP 400 with four fields", unknown, 400],
  ])("an error %s names its message code", async (_, body, status) => {
    const error = await errorOf(dataOf(await answering(body, status)));
    expect(error).toBeInstanceOf(StatisticsError);
    expect(error).toMatchObject({ reason: "service-error", messageId: "M181005E", status: 400 });
    expect(String(error)).toContain("Invalid database name.");
  });

  test.each([
    ["M181090S", { reason: "server-error", status: 500, problem: "unexpected-error" }, true],
    ["M181091S", { reason: "server-error", status: 503, problem: "database-error" }, true],
    ["M181999S", { reason: "server-error", status: 500, problem: "unknown" }, true],
    ["M181005E", { reason: "service-error", status: 400, problem: "invalid-database" }, false],
    ["M181999E", { reason: "service-error", status: 400, problem: "unknown" }, false],
  ])("a STATUS of 200 with %s is its error, with rows or without", async (MESSAGEID, failure, isServers) => {
    for (const rows of [{}, { RESULTSET: [seriesOf("A", "DAILY", [20260105], [1])] }]) {
      const body = { STATUS: 200, MESSAGEID, MESSAGE: "Fictional words.", ...rows };
      for (const error of [
        await errorOf(dataOf(await answering(body))),
        await errorOf(clientOf(await answering(body)).metadata({ db: "ZZ08" })),
      ]) {
        expect(error).toMatchObject({ messageId: MESSAGEID, ...failure });
        expect(String(error)).toContain(`${MESSAGEID}: Fictional words.`);
        expect(String(error).includes("maintenance")).toBe(isServers);
      }
    }
  });

  test.each([
    [500, "M181090S", 200],
    [503, "M181091S", 200],
    [503, "M181091S", 503],
  ])("a STATUS %d is the server's error, whatever HTTP says", async (STATUS, MESSAGEID, status) => {
    const served = await answering({ STATUS, MESSAGEID, MESSAGE: "Database access error" }, status);
    expect(await errorOf(dataOf(served))).toMatchObject({
      reason: "server-error",
      messageId: MESSAGEID,
      status: STATUS,
    });
  });

  test.each([
    ["without series", { ...success, MESSAGEID: "M181030I", RESULTSET: [] }],
    [
      "with series of nulls",
      envelopeOf([seriesOf("A", "DAILY", [20260105], [null])], { MESSAGEID: "M181030I" }),
    ],
    ["without a result set", { ...success, MESSAGEID: "M181030I" }],
  ])("M181030I %s is no data", async (_, body) => {
    expect(await dataOf(await answering(body))).toEqual([]);
    expect(await clientOf(await answering(body)).metadata({ db: "ZZ08" })).toEqual([]);
  });

  test.each([
    ["no STATUS", { RESULTSET: [] }, "STATUS: expected an integer"],
    ["no RESULTSET", success, "RESULTSET: expected array"],
    ["RESULTSET null", { ...success, RESULTSET: null }, "RESULTSET: expected array"],
    ["a list", [], "the answer: expected object"],
  ])("with %s is malformed", async (_, body, place) => {
    const served = await answering(body);
    for (const call of [dataOf(served), clientOf(served).metadata({ db: "ZZ08" })]) {
      const error = await errorOf(call);
      expect(error).toMatchObject({ reason: "malformed" });
      expect(String(error)).toContain(place);
    }
  });

  test("a page of something before the service keeps its HTTP meaning", async () => {
    const proxy = await serve((_, response) => response.writeHead(403).end("<h1>Blocked</h1>"));
    expect(await errorOf(dataOf(proxy))).toMatchObject({ name: "Failure", reason: "refused", status: 403 });
    const gateway = await answering({ error: "bad gateway" }, 502);
    expect(await errorOf(dataOf(gateway))).toMatchObject({
      name: "Failure",
      reason: "server-error",
      status: 502,
    });
    const contrary = await answering(envelopeOf([]), 500);
    expect(await errorOf(dataOf(contrary))).toMatchObject({ reason: "server-error", status: 500 });
    const html = await serve((_, response) => response.end("<h1>Maintenance</h1>"));
    expect(await errorOf(dataOf(html))).toMatchObject({ reason: "malformed" });
  });
});
