import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createStatisticsClient } from "../../../src/upstreams/statistics/client.ts";
import { errorOf, type Served, sendJson, serve } from "../../lib/http/loopback.ts";

const clientOf = ({ url }: Served) =>
  createStatisticsClient({ url, language: "en", http: createHttp({ retries: 0 }) });

const sending = (body: Buffer | string, type = "text/csv") =>
  serve((_, response) => response.writeHead(200, { "content-type": type }).end(body));

const head = "STATUS,200\r\nMESSAGEID,M181000I\r\nMESSAGE,Done\r\nDATE,2026-01-05T9:00:06.669+09:00\r\n";
const csv = { db: "ZZ08", codes: ["A", "B"], format: "csv" } as const;

describe("CSV answers", () => {
  test("give the same records as JSON: quoted names, null for missing, one row an observation", async () => {
    const served = await sending(
      `${head}PARAMETER,DB,ZZ08\r\nNEXTPOSITION,\r\n` +
        "SERIES_CODE,NAME_OF_TIME_SERIES,UNIT,FREQUENCY,CATEGORY,LAST_UPDATE,SURVEY_DATES,VALUES\r\n" +
        'A,"Rate, spot",yen,DAILY,Fictional,20260105,20260104,1.50\r\n' +
        'A,"Rate, spot",yen,DAILY,Fictional,20260105,20260105,null\r\n' +
        "B,Other,yen,DAILY,Fictional,20260105,20260105,2\r\n",
    );
    const series = { unit: "yen", frequency: "DAILY", category: "Fictional", lastUpdate: "2026-01-05" };
    expect(await clientOf(served).dataByCode(csv)).toEqual([
      {
        code: "A",
        name: "Rate, spot",
        ...series,
        points: [
          { period: "2026-01-04", value: 1.5 },
          { period: "2026-01-05", value: null },
        ],
      },
      { code: "B", name: "Other", ...series, points: [{ period: "2026-01-05", value: 2 }] },
    ]);
    expect(served.asked[0]?.path).toBe("/api/v1/getDataCode?db=ZZ08&code=A,B&format=csv&lang=en");
  });

  test.each(["text/csv", "text/csv; charset=Shift_JIS"])("in Japanese are Shift_JIS (%s)", async (type) => {
    // 架空 and 円 in Shift_JIS.
    const name = Buffer.from([0x89, 0xcb, 0x8b, 0xf3]);
    const served = await sending(
      Buffer.concat([
        Buffer.from(
          `${head}NEXTPOSITION,null\r\nSERIES_CODE,NAME_OF_TIME_SERIES_J,FREQUENCY,SURVEY_DATES,VALUES\r\nA,`,
        ),
        name,
        Buffer.from(",MONTHLY,202601,1\r\n"),
      ]),
      type,
    );
    const [series] = await clientOf(served).dataByCode({ ...csv, language: "jp" });
    expect(series).toMatchObject({ name: "架空", points: [{ period: "2026-01", value: 1 }] });
    expect(served.asked[0]?.path).toContain("lang=jp");
  });

  test.each([
    ["Japanese in UTF-8 under another name", "架空の系列", "jp", "text/csv; charset=Shift_JIS"],
    ["Japanese in UTF-8", "架空の系列", "jp", "text/csv"],
    ["English in Shift_JIS", "\x89\xcb\x8b\xf3", "en", "text/csv; charset=Shift_JIS"],
  ] as const)("in another charset are malformed: %s", async (_, name, language, type) => {
    const heading = `SERIES_CODE,NAME_OF_TIME_SERIES${language === "jp" ? "_J" : ""},FREQUENCY,SURVEY_DATES,VALUES`;
    const text = `${head}NEXTPOSITION,null\r\n${heading}\r\nA,${name},MONTHLY,202601,1\r\n`;
    const served = await sending(Buffer.from(text, language === "jp" ? "utf8" : "latin1"), type);
    const error = await errorOf(clientOf(served).dataByCode({ ...csv, language }));
    expect(error).toMatchObject({ reason: "malformed" });
  });

  test("of the catalogue have layers, periods and notes; headings are left out", async () => {
    const served = await sending(
      `${head}DB,ZZ08\r\n` +
        "SERIES_CODE,NAME_OF_TIME_SERIES,FREQUENCY,LAYER1,LAYER2,LAYER3,START_OF_THE_TIME_SERIES,END_OF_THE_TIME_SERIES,LAST_UPDATE,NOTES\r\n" +
        ",A heading,,1,0,0,,,,\r\nA,Rate,MONTHLY,1,2,0,199901,202601,20260105,Fictional\r\n",
    );
    expect(await clientOf(served).catalogue({ db: "ZZ08", format: "csv" })).toEqual([
      {
        code: "A",
        name: "Rate",
        frequency: "MONTHLY",
        lastUpdate: "2026-01-05",
        layers: ["1", "2"],
        start: "199901",
        end: "202601",
        notes: "Fictional",
      },
    ]);
  });

  test("of the catalogue in Japanese, whose Japanese columns come first, are in Japanese", async () => {
    const served = await sending(
      `${head}DB,ZZ08\r\n` +
        "SERIES_CODE,NAME_OF_TIME_SERIES_J,UNIT_J,CATEGORY_J,NOTES_J,NAME_OF_TIME_SERIES,UNIT,FREQUENCY,CATEGORY,LAYER1,LAST_UPDATE,NOTES\r\n" +
        "A,架空,円,架空市場,注記,Rate,yen,MONTHLY,Fictional,1,20260105,Remark\r\n",
      "text/csv; charset=utf-8",
    );
    const texts = { name: "架空", unit: "円", category: "架空市場", notes: "注記" };
    const asked = { db: "ZZ08", format: "csv", language: "jp" } as const;
    expect(await clientOf(served).catalogue(asked)).toMatchObject([texts]);
  });

  test("follow NEXTPOSITION", async () => {
    const served = await serve((_, response, count) =>
      response.end(
        `${head}NEXTPOSITION,${count === 1 ? 2 : ""}\r\nSERIES_CODE,FREQUENCY,SURVEY_DATES,VALUES\r\nA${count},ANNUAL,2026,1\r\n`,
      ),
    );
    expect(
      (await clientOf(served).dataByCode({ ...csv, codes: ["A1", "A2"] })).map(({ code }) => code),
    ).toEqual(["A1", "A2"]);
  });

  test("an error is JSON all the same", async () => {
    const served = await serve((_, response) =>
      sendJson(response, { STATUS: 400, MESSAGEID: "M181013E", MESSAGE: "No such code (2)." }),
    );
    expect(await errorOf(clientOf(served).dataByCode(csv))).toMatchObject({ problem: "unknown-code" });
  });

  test.each([
    ["a row that is cut", `${head}SERIES_CODE,FREQUENCY,SURVEY_DATES,VALUES\r\nA,ANNUAL,20`],
    ["a stray quote", `${head}SERIES_CODE,FREQUENCY,SURVEY_DATES,VALUES\r\nA"B,ANNUAL,2026,1\r\n`],
    ["no status", "SERIES_CODE,FREQUENCY,SURVEY_DATES,VALUES\r\nA,ANNUAL,2026,1\r\n"],
    ["a page of something else", "<html>busy</html>"],
  ])("with %s are malformed", async (_, body) => {
    expect(await errorOf(clientOf(await sending(body)).dataByCode(csv))).toMatchObject({
      reason: "malformed",
    });
  });
});
