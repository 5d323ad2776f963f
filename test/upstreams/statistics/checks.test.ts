import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createStatisticsClient } from "../../../src/upstreams/statistics/client.ts";
import {
  type CodeQuery,
  dateOfDay,
  type LayerQuery,
  type SeriesFrequency,
} from "../../../src/upstreams/statistics/records.ts";
import { statisticsMessages } from "../../../src/upstreams/statistics/statistics-error.ts";
import { errorOf, sendJson, serve } from "../../lib/http/loopback.ts";

const empty = { STATUS: 200, MESSAGEID: "M181000I", RESULTSET: [] };

async function quiet() {
  const served = await serve((_, response) => sendJson(response, empty));
  const client = createStatisticsClient({
    url: served.url,
    language: "en",
    http: createHttp({ retries: 0 }),
  });
  return { served, client };
}

const byCode = { db: "ZZ08", codes: ["A"] };
const byLayer = { db: "ZZ08", frequency: "M", layer: ["1"] };

describe("a mistake is told without a request", () => {
  test.each([
    [{ codes: ["A<B"] }, "M181001E"],
    [{ codes: ["A", "B;"] }, "M181001E"],
    [{ codes: ["Ａ"] }, "M181001E"],
    [{ codes: ["ZZ08'A"] }, "M181001E"],
    [{ codes: ["zz08:A"] }, "M181001E"],
    [{ language: "fr" }, "M181002E"],
    [{ format: "xml" }, "M181003E"],
    [{ db: "" }, "M181004E"],
    [{ db: "ZZ-8" }, "M181005E"],
    [{ codes: ["A", ""] }, "M181006E"],
    [{ codes: Array.from({ length: 251 }, (_, number) => `A${number}`) }, "M181007E"],
    [{ start: "2026011" }, "M181008E"],
    [{ start: "202613" }, "M181008E"],
    [{ end: "202600" }, "M181009E"],
    [{ start: "1849" }, "M181010E"],
    [{ end: "205101" }, "M181010E"],
    [{ start: "soon" }, "M181010E"],
    [{ start: "202602", end: "202601" }, "M181011E"],
    [{ start: "2025", end: "202601" }, "M181016E"],
    [{ startPosition: 0 }, "M181012E"],
    [{ startPosition: 1.5 }, "M181012E"],
  ])("by code %j is %s", async (more, messageId) => {
    const { served, client } = await quiet();
    const error = await errorOf(client.dataByCode({ ...byCode, ...more } as CodeQuery));
    expect(error).toMatchObject({ name: "StatisticsQueryError", reason: "rejected", messageId });
    expect(served.asked).toHaveLength(0);
  });

  test.each([
    [{ frequency: "" }, "M181017E"],
    [{ frequency: "Y" }, "M181018E"],
    [{ layer: [] }, "M181019E"],
    [{ layer: ["", "1"] }, "M181019E"],
    [{ layer: ["1", "x"] }, "M181020E"],
    [{ layer: ["1", "1", "1", "1", "1", "1"] }, "M181020E"],
    [{ frequency: "M", start: "2026" }, "M181015E"],
    [{ frequency: "CY", start: "202601" }, "M181015E"],
    [{ frequency: "FH", end: "202603" }, "M181016E"],
    [{ frequency: "Q", end: "202605" }, "M181016E"],
    [{ frequency: "D", start: "20260105" }, "M181008E"],
  ])("by layer %j is %s", async (more, messageId) => {
    const { served, client } = await quiet();
    const error = await errorOf(client.dataByLayer({ ...byLayer, ...more } as LayerQuery));
    expect(error).toMatchObject({ name: "StatisticsQueryError", messageId });
    expect(served.asked).toHaveLength(0);
  });

  test("what is at the limits is asked", async () => {
    const { served, client } = await quiet();
    await client.dataByCode({
      db: "BIS",
      codes: Array.from({ length: 250 }, (_, number) => `BIS_A@${number}%`),
      start: "1850",
      end: "2050",
      startPosition: 1,
    });
    const forms: [SeriesFrequency, string][] = [
      ["CY", "2026"],
      ["FY", "2026"],
      ["CH", "202602"],
      ["FH", "202601"],
      ["Q", "202604"],
      ["M", "202612"],
      ["W", "202612"],
      ["D", "202612"],
    ];
    for (const [frequency, start] of forms)
      await client.dataByLayer({
        db: "ZZ08",
        frequency,
        layer: ["*", "1", "2", "*", "5"],
        start,
        end: start,
      });
    expect(served.asked).toHaveLength(9);
  });
});

describe("the period of a day", () => {
  test.each([
    ["CY", "2026"],
    ["FY", "2025"],
    ["CH", "202601"],
    ["FH", "202502"],
    ["Q", "202601"],
    ["M", "202603"],
    ["D", "202603"],
  ] as const)("by %s, in March 2026, is %s", (frequency, date) => {
    expect(dateOfDay("2026-03-31", frequency)).toBe(date);
  });

  test.each([
    ["CH", ["01", "01", "01", "01", "01", "01", "02", "02", "02", "02", "02", "02"]],
    ["Q", ["01", "01", "01", "02", "02", "02", "03", "03", "03", "04", "04", "04"]],
  ] as const)("by %s changes at the right months", (frequency, parts) => {
    const days = parts.map((_, month) => `2026-${String(month + 1).padStart(2, "0")}-15`);
    expect(days.map((day) => dateOfDay(day, frequency))).toEqual(parts.map((part) => `2026${part}`));
  });

  test("begins a fiscal year in April", () => {
    expect(dateOfDay("2026-04-01", "FY")).toBe("2026");
    expect(dateOfDay("2026-04-01", "FH")).toBe("202601");
    expect(dateOfDay("2026-10-01", "FH")).toBe("202602");
  });
});

describe("every message code of the document", () => {
  const errors = Object.entries(statisticsMessages).filter(([, { status }]) => status !== 200);

  test("there are 22 errors, each with a name of its own", () => {
    expect(errors).toHaveLength(22);
    expect(new Set(errors.map(([, { name }]) => name)).size).toBe(22);
  });

  test.each(errors)("%s is a named error", async (messageId, { status, name }) => {
    const body = { STATUS: status, MESSAGEID: messageId, MESSAGE: "words", PARAMETER: null };
    for (const http of [200, status]) {
      const served = await serve((_, response) => sendJson(response, body, http));
      const client = createStatisticsClient({
        url: served.url,
        language: "en",
        http: createHttp({ retries: 0 }),
      });
      expect(await errorOf(client.dataByCode(byCode))).toMatchObject({
        name: "StatisticsError",
        messageId,
        problem: name,
        status,
      });
    }
  });
});
