import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { get, type OpenedWorld, openWorld } from "./open-world.ts";

let world: OpenedWorld;
let small: OpenedWorld;
beforeAll(async () => {
  world = await openWorld({ elapsedMs: 50_000 });
  // Limits that a few series reach.
  const statisticsLimits = {
    codesPerRequest: 6,
    seriesPerLayer: 30,
    seriesPerAnswer: 3,
    pointsPerAnswer: 300,
  };
  small = await openWorld({ elapsedMs: 50_000, statisticsLimits });
});
afterAll(() => Promise.all([world.simulator.close(), small.simulator.close()]));

const codes = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(2, "0")}`);
const metadata = async (db: string) =>
  (await world.statistics(`getMetadata?db=${db}&lang=en`)).json().RESULTSET;

describe("a good answer", () => {
  it("has the documented envelope and record in English", async () => {
    const answer = (
      await world.statistics("getDataCode?db=FM08&code=FXERD01&lang=en&startDate=202602")
    ).json();
    expect(answer).toEqual({
      STATUS: 200,
      MESSAGEID: "M181000I",
      MESSAGE: expect.any(String),
      DATE: "2026-03-02T21:00:00.000+09:00",
      PARAMETER: {
        FORMAT: "JSON",
        LANG: "EN",
        DB: "FM08",
        CODE: "FXERD01",
        STARTDATE: "202602",
        ENDDATE: "",
        STARTPOSITION: "",
      },
      NEXTPOSITION: null,
      RESULTSET: [
        {
          SERIES_CODE: "FXERD01",
          NAME_OF_TIME_SERIES: expect.any(String),
          UNIT: "Yen",
          FREQUENCY: "DAILY",
          CATEGORY: expect.any(String),
          LAST_UPDATE: 20260302,
          VALUES: { SURVEY_DATES: expect.any(Array), VALUES: expect.any(Array) },
        },
      ],
    });
    const { SURVEY_DATES, VALUES } = answer.RESULTSET[0].VALUES;
    expect([SURVEY_DATES[0], SURVEY_DATES.at(-1)]).toEqual([20260202, 20260227]);
    expect(VALUES).toHaveLength(SURVEY_DATES.length);
  });
  it("has the fields of the other language in Japanese, which is the default", async () => {
    const [record] = (await world.statistics("getDataCode?db=FM08&code=FXERD01")).json().RESULTSET;
    expect(Object.keys(record)).toEqual([
      "SERIES_CODE",
      "NAME_OF_TIME_SERIES_J",
      "UNIT_J",
      "FREQUENCY",
      "CATEGORY_J",
      "LAST_UPDATE",
      "VALUES",
    ]);
    expect(record.UNIT_J).toBe("円");
  });
  it("does not care about case in names and values", async () => {
    const upper = await world.statistics("getDataCode?DB=FM08&CODE=FXERD01&LANG=EN&STARTDATE=202601");
    const lower = await world.statistics("getDataCode?db=fm08&code=fxerd01&lang=en&startdate=202601");
    expect(lower.text).toBe(upper.text);
  });
  it("lists a catalogue in the order of its layers", async () => {
    const series = await metadata("fm08");
    expect(series).toHaveLength(58);
    expect(series[0]).toEqual({
      SERIES_CODE: "FXERD01",
      NAME_OF_TIME_SERIES: expect.any(String),
      UNIT: "Yen",
      FREQUENCY: "DAILY",
      CATEGORY: expect.any(String),
      LAYER1: "1",
      LAYER2: "1",
      LAYER3: "1",
      LAYER4: null,
      LAYER5: null,
      START_OF_THE_TIME_SERIES: "20160104",
      END_OF_THE_TIME_SERIES: "20260227",
      LAST_UPDATE: 20260302,
      NOTES: expect.any(String),
    });
    const layers = series.map((one: Record<string, string>) =>
      [one.LAYER1, one.LAYER2, one.LAYER3].map(Number),
    );
    expect(layers).toEqual([...layers].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]));
    expect((await metadata("FM01")).map((one: { FREQUENCY: string }) => one.FREQUENCY)).toEqual(
      Array(4).fill("DAILY"),
    );
  });
  it.each([
    ["CY", "FM08", "FXERA01", "2025", [2025]],
    ["FY", "BS01", "BSACF01", "2024", [2024]],
    ["FH", "BS01", "BSACH01", "202501", [202501]],
    ["CH", "BS01", "BSACC01", "202502", [202502]],
    ["Q", "CO", "TKSVQ01", "202504", [202504]],
    ["M", "PR01", "PRGDM01", "202512", [202512]],
    ["W", "BS01", "BSACW01", "202602", [20260206, 20260213, 20260220]],
  ])("writes periods of frequency %s as documented", async (frequency, db, code, bound, dates) => {
    const byCode = await world.statistics(
      `getDataCode?db=${db}&code=${code}&startDate=${bound}&endDate=${bound}`,
    );
    const layer = `getDataLayer?db=${db}&frequency=${frequency}&layer=*&startDate=${bound}&endDate=${bound}`;
    const [first] = (await world.statistics(layer)).json().RESULTSET;
    expect([byCode.json().RESULTSET[0].VALUES.SURVEY_DATES, first.VALUES.SURVEY_DATES]).toEqual([
      dates,
      dates,
    ]);
  });
  it.each([
    ["FM01", "STRDCLUCON"],
    ["IR01", "MADR1Z@D"],
    ["MD01", "MABS1AN11"],
    ["PR01", "PRCG20_2200000000"],
    ["CO", "TK99F1000601GCQ01000"],
    ["BP01", "BPBP6JYNCB"],
  ])("has values of %s/%s, a series of the bank's own code, for ten years", async (db, code) => {
    const call = `getDataCode?db=${db}&code=${encodeURIComponent(code)}&lang=en`;
    const [{ SERIES_CODE, VALUES }] = (await world.statistics(call)).json().RESULTSET;
    expect([SERIES_CODE, String(VALUES.SURVEY_DATES[0]).slice(0, 4)]).toEqual([code, "2016"]);
    expect(VALUES.VALUES.filter((value: unknown) => typeof value === "number").length).toBeGreaterThan(30);
  });
  it("says in its own way that there is nothing", async () => {
    const answer = (await world.statistics("getDataCode?db=FM08&code=FXERD01&endDate=195001")).json();
    expect(answer).toMatchObject({ STATUS: 200, MESSAGEID: "M181030I", RESULTSET: [], NEXTPOSITION: null });
  });
  it("answers every documented database, small or not", async () => {
    for (const db of ["IR01", "MD14", "LA05", "FF", "OB02", "PF02", "BP01", "BIS", "DER", "PS02", "OT"])
      expect((await metadata(db)).length).toBeGreaterThan(0);
  });
});

describe("pages", () => {
  const follow = async (call: string) => {
    const found: string[] = [];
    const positions: number[] = [];
    for (let position: number | null = 1; position !== null; ) {
      const page = (await small.statistics(`${call}&startPosition=${position}`)).json();
      found.push(...page.RESULTSET.map((one: { SERIES_CODE: string }) => one.SERIES_CODE));
      position = page.NEXTPOSITION;
      if (position !== null) positions.push(position);
    }
    return { found, positions };
  };
  it("counts the codes of the request in getDataCode", async () => {
    const asked = codes("PRGDM", 5).reverse();
    const bounds = "startDate=202501&endDate=202512";
    const { found, positions } = await follow(`getDataCode?db=PR01&code=${asked.join()}&${bounds}`);
    expect([found, positions]).toEqual([asked, [4]]);
  });
  it("cuts before the points are too many, and never within a series", async () => {
    // Two years of days are more than the limit: one series a page.
    const asked = ["STRDCLUCON", "STRDCLUCONH", "STRDCLUCONL", "STRDCLUCV"];
    const { found, positions } = await follow(`getDataCode?db=FM01&code=${asked.join()}`);
    expect([found, positions]).toEqual([asked, [2, 3, 4]]);
  });
  it("counts all series of the database in getDataLayer", async () => {
    const call = "getDataLayer?db=FM08&frequency=CY&layer=3,*,2&startDate=2024&endDate=2025";
    const { found, positions } = await follow(call);
    expect([found, positions]).toEqual([["FXERA02", "FXERA04", "FXERA06", "FXERA08"], [58]]);
  });
});

const refused: [string, string][] = [
  ["getDataCode?db=FM08&code=FM08'FXERD01", "M181001E"],
  ["getDataCode?db=FM08&code=FM08.FXERD01", "M181001E"],
  ["getDataCode?db=FM08&code=%EF%BC%A6", "M181001E"],
  ["getMetadata?db=FM08%3B", "M181001E"],
  ["getMetadata?db=FM08&lang=fr", "M181002E"],
  ["getMetadata?db=FM08&format=xml", "M181003E"],
  ["getMetadata", "M181004E"],
  ["getMetadata?db=", "M181004E"],
  ["getMetadata?db=FM99", "M181005E"],
  ["getDataCode?db=FM08", "M181006E"],
  [`getDataCode?db=FM08&code=${Array(251).fill("FXERD01").join()}`, "M181007E"],
  ["getDataCode?db=FM08&code=FXERD01&startDate=202613", "M181008E"],
  ["getDataCode?db=FM08&code=FXERD01&startDate=20260101", "M181008E"],
  ["getDataCode?db=FM08&code=FXERD01&endDate=2026-1", "M181009E"],
  ["getDataCode?db=FM08&code=FXERD01&startDate=184912", "M181010E"],
  ["getDataCode?db=FM08&code=FXERD01&endDate=205101", "M181010E"],
  ["getDataCode?db=FM08&code=FXERD01&startDate=soon", "M181010E"],
  ["getDataCode?db=FM08&code=FXERD01&startDate=202602&endDate=202601", "M181011E"],
  ["getDataCode?db=FM08&code=FXERD01&startPosition=0", "M181012E"],
  ["getDataCode?db=FM08&code=FXERD01&startPosition=1.5", "M181012E"],
  ["getDataCode?db=FM08&code=FXERD01,FXERD99", "M181013E"],
  ["getDataCode?db=FM08&code=FXERD01,FXERD02,FXERM01", "M181014E"],
  ["getDataCode?db=FM08&code=FXERD01&startDate=2026", "M181015E"],
  ["getDataCode?db=CO&code=TKSVQ01&startDate=202505", "M181015E"],
  ["getDataCode?db=FM08&code=FXERA01&endDate=202601", "M181016E"],
  ["getDataLayer?db=FM08&layer=1", "M181017E"],
  ["getDataLayer?db=FM08&layer=1&frequency=X", "M181018E"],
  ["getDataLayer?db=FM08&frequency=D", "M181019E"],
  ["getDataLayer?db=FM08&frequency=D&layer=,1", "M181019E"],
  ["getDataLayer?db=FM08&frequency=D&layer=1,x", "M181020E"],
  ["getDataLayer?db=FM08&frequency=D&layer=1,1,1,1,1,1", "M181020E"],
];

describe("a mistake", () => {
  it.each(refused)("%s is answered with HTTP 200 and %s", async (call, id) => {
    const answer = await world.statistics(call);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ STATUS: 400, MESSAGEID: id, PARAMETER: null, RESULTSET: [] });
  });
  it("names the position of the code at fault, in the language asked for", async () => {
    const { MESSAGE } = (await world.statistics("getDataCode?db=FM08&lang=en&code=FXERD01,FXERD99")).json();
    expect(MESSAGE).toMatch(/does not exist.*2/);
  });
  it("is told in JSON also where CSV was asked for", async () => {
    const answer = await world.statistics("getMetadata?db=FM99&format=csv");
    expect(answer.headers["content-type"]).toMatch(/json/);
    expect(answer.json().MESSAGEID).toBe("M181005E");
  });
  it("counts the series of a layer before it looks at their frequency", async () => {
    const answer = (await small.statistics("getDataLayer?db=FM08&frequency=CY&layer=*")).json();
    expect(answer.MESSAGEID).toBe("M181007E");
    expect((await small.statistics("getDataLayer?db=FM08&frequency=CY&layer=3")).json().STATUS).toBe(200);
  });
  it("in the path or the method is answered in HTTP", async () => {
    expect((await world.statistics("getEverything")).status).toBe(404);
    const url = `${world.simulator.statisticsUrl}/api/v1/getMetadata?db=FM08`;
    expect((await get(url, {}, "DELETE")).status).toBe(405);
  });
});

describe("CSV", () => {
  const call = "getDataCode?db=FM08&code=FXERD01,FXERD02&startDate=202602&endDate=202602&format=csv";
  it("is UTF-8 in English: the envelope in lines, a heading, a row an observation", async () => {
    const answer = await world.statistics(`${call}&lang=en`);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const lines = answer.text.split("\r\n");
    expect(lines.slice(0, 2)).toEqual(["STATUS,200", "MESSAGEID,M181000I"]);
    expect(lines).toContain('PARAMETER,CODE,"FXERD01,FXERD02"');
    const heading = lines.findIndex((line) => line.startsWith("SERIES_CODE,"));
    expect(lines[heading]).toMatch(/,SURVEY_DATES,VALUES$/);
    expect(lines[heading + 1]).toMatch(
      /^FXERD01,"U\.S\. dollar, spot, morning",Yen,DAILY,.*,20260202,[\d.]+$/,
    );
    // 18 business days in February of the world's calendar.
    expect(lines.slice(heading + 1)).toHaveLength(2 * 18 + 1);
  });
  it("is Shift_JIS in Japanese and holds the same text as JSON", async () => {
    const answer = await world.statistics(call);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=Shift_JIS");
    const text = new TextDecoder("shift_jis", { fatal: true }).decode(answer.bytes);
    const [record] = (await world.statistics(call.replace("&format=csv", ""))).json().RESULTSET;
    expect(text).toContain(
      `FXERD01,${record.NAME_OF_TIME_SERIES_J},円,DAILY,${record.CATEGORY_J},20260302,20260202,`,
    );
  });
});
