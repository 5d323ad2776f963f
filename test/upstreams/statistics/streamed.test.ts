/** Answers that are read row by row as they come are as whole, and as true, as those that are read at once. */
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createOddities } from "../../../src/upstreams/misfits.ts";
import { createStatisticsClient } from "../../../src/upstreams/statistics/client.ts";
import { errorOf, hurriedClock, type Served, sendJson, serve } from "../../lib/http/loopback.ts";
import { until } from "../../support/until.ts";

const rowOf = (number: number, notes = 300) => ({
  SERIES_CODE: `S${number}`,
  NAME_OF_TIME_SERIES: `Fictional series ${number}, あ`,
  UNIT: "yen",
  FREQUENCY: "QUARTERLY",
  CATEGORY: "Fictional market",
  LAYER1: 1,
  LAST_UPDATE: "20260219",
  NOTES: "x".repeat(notes),
});
const rows = Array.from({ length: 2_000 }, (_, number) => rowOf(number));
const answer = { STATUS: 200, MESSAGEID: "M181000I", MESSAGE: "OK", DB: "FF", RESULTSET: rows };
const text = JSON.stringify(answer);

const clientOf = ({ url }: Served) =>
  createStatisticsClient({ url, language: "en", http: createHttp({ clock: hurriedClock() }) });
const metadata = (served: Served) => clientOf(served).metadata({ db: "FF" });

describe("a catalogue", () => {
  test("that comes compressed has all of its rows, in order", async () => {
    const served = await serve((_, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(gzipSync(text));
    });
    expect((await metadata(served)).map(({ code }) => code)).toEqual(
      rows.map(({ SERIES_CODE }) => SERIES_CODE),
    );
  });

  test("that is cut is asked for again, and the rows before the cut do not count", async () => {
    const served = await serve((_, response, count) => {
      if (count > 1) return sendJson(response, answer);
      response.writeHead(200, { "content-length": Buffer.byteLength(text) });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    });
    expect((await metadata(served)).length).toBe(rows.length);
    expect(served.asked).toHaveLength(2);
  });

  test("that is always cut is incomplete, also where HTTP calls it whole", async () => {
    const cut = await serve((_, response) => {
      response.writeHead(200, { "content-length": Buffer.byteLength(text) });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    });
    expect(await errorOf(metadata(cut))).toMatchObject({ reason: "incomplete" });
    const short = await serve((_, response) => response.end(text.slice(0, text.length / 2)));
    expect(await errorOf(metadata(short))).toMatchObject({ reason: "malformed" });
  });

  test("with an error after its rows is that error, also where a row is bad", async () => {
    const { STATUS: _, MESSAGEID: __, RESULTSET: ___, ...rest } = answer;
    const failing = { RESULTSET: [{ SERIES_CODE: 5 }], ...rest, STATUS: 503, MESSAGEID: "M181091S" };
    const served = await serve((_request, response) => sendJson(response, failing));
    expect(await errorOf(metadata(served))).toMatchObject({ messageId: "M181091S" });
  });

  test("with a bad row is malformed, and says which", async () => {
    const bad = { ...answer, RESULTSET: [...rows, { ...rowOf(1), LAST_UPDATE: "soon" }] };
    const served = await serve((_, response) => sendJson(response, bad));
    const error = await errorOf(metadata(served));
    expect(error).toMatchObject({ reason: "malformed" });
    expect(String(error)).toContain(`RESULTSET[${rows.length}].LAST_UPDATE`);
  });

  test.each(["shift_jis", "utf-8"])(
    "in the bytes of another charset is refused, though it says %s",
    async (charset) => {
      const served = await serve((_, response) => {
        response.setHeader("content-type", `application/json; charset=${charset}`);
        const row = { SERIES_CODE: "S1", UNIT: "UNIT" };
        const plain = JSON.stringify({ ...answer, RESULTSET: [row] });
        response.end(Buffer.from(plain.replace('UNIT"}', '\x83\x5c\x5c"}'), "latin1"));
      });
      expect(await errorOf(metadata(served))).toMatchObject({ reason: "malformed" });
    },
  );

  test("is UTF-8 whatever charset it says", async () => {
    const served = await serve((_, response) => {
      response.setHeader("content-type", "application/json; charset=shift_jis");
      response.end(JSON.stringify({ ...answer, RESULTSET: [{ SERIES_CODE: "S1", UNIT: "ソ" }] }));
    });
    expect(await metadata(served)).toEqual([{ code: "S1", unit: "ソ", layers: [] }]);
  });
});

describe("a catalogue that is given on as it comes", () => {
  const many = Array.from({ length: 12_000 }, (_, number) => rowOf(number, 20));
  const whole = JSON.stringify({ ...answer, RESULTSET: many });

  test("gives its first rows while the rest is still under way", async () => {
    let finish = () => {};
    const served = await serve((_, response) => {
      response.write(whole.slice(0, whole.length / 2));
      finish = () => void response.end(whole.slice(whole.length / 2));
    });
    const pages = clientOf(served).cataloguePages({ db: "CO" });
    const first = await pages.next();
    expect(first.value?.[0]?.code).toBe("S0");
    finish();
    const codes = (first.value ?? []).map(({ code }) => code);
    for await (const page of pages) for (const { code } of page) codes.push(code);
    expect(codes).toEqual(many.map(({ SERIES_CODE }) => SERIES_CODE));
  });

  test("in CSV, too, and in Japanese", async () => {
    const heading = "SERIES_CODE,NAME_OF_TIME_SERIES_J,FREQUENCY,LAST_UPDATE";
    const line = (number: number) => `S${number},"架空, ""${number}""",QUARTERLY,20260219\r\n`;
    const text = `STATUS,200\r\nMESSAGEID,M181000I\r\n${heading}\r\n${many.map((_, number) => line(number)).join("")}`;
    const body = Buffer.from(text);
    let finish = () => {};
    const served = await serve((_, response) => {
      response.setHeader("content-type", "text/csv; charset=utf-8");
      // In the middle of a letter.
      const cut = body.indexOf(Buffer.from("空"), body.length / 2) + 1;
      response.write(body.subarray(0, cut));
      finish = () => void response.end(body.subarray(cut));
    });
    const pages = clientOf(served).cataloguePages({ db: "CO", format: "csv", language: "jp" });
    const first = await pages.next();
    expect(first.value?.[0]).toMatchObject({ code: "S0", name: '架空, "0"' });
    finish();
    const read = [...(first.value ?? [])];
    for await (const page of pages) read.push(...page);
    expect(read.map(({ code, name }) => [code, name])).toEqual(
      many.map((_, number) => [`S${number}`, `架空, "${number}"`]),
    );
  });

  test("waits for its reader: no more is asked of the service than was taken", async () => {
    const row = JSON.stringify({ ...rowOf(1), NOTES: "x".repeat(2_000) });
    const count = 25_000;
    let sent = 0;
    function* pieces() {
      yield `{"STATUS":200,"MESSAGEID":"M181000I","RESULTSET":[${row}`;
      for (; sent < count; sent += 50) yield `,${row}`.repeat(50);
      yield "]}";
    }
    const served = await serve((_, response) => void Readable.from(pieces()).pipe(response));
    const stopping = new AbortController();
    const pages = clientOf(served).cataloguePages({ db: "CO" }, stopping.signal);
    expect((await pages.next()).value?.length).toBeGreaterThanOrEqual(5_000);
    // More turns than the rest of the answer takes where nothing waits.
    for (let turn = 0; turn < 5_000; turn += 1) await new Promise(setImmediate);
    // Some megabytes lie in the buffers between the two ends.
    expect(sent).toBeLessThan(count * 0.8);
    stopping.abort();
    const rest = async () => {
      for await (const page of pages) expect(page.length).toBeGreaterThan(0);
    };
    expect(await errorOf(rest())).toMatchObject({ reason: "unreachable" });
  });

  test("and is left by its reader comes to its end", async () => {
    const served = await serve((_, response) => response.end(whole));
    for await (const page of clientOf(served).cataloguePages({ db: "CO" })) {
      expect(page.length).toBeGreaterThanOrEqual(5_000);
      break;
    }
    await until("the end of the answer", () => served.asked.length === 1);
  });

  test("and is cut goes on with the next attempt, each row once", async () => {
    const served = await serve((_, response, count) => {
      if (count > 1) return response.end(whole);
      response.writeHead(200, { "content-length": Buffer.byteLength(whole) });
      response.write(whole.slice(0, whole.length / 2), () => response.destroy());
    });
    const codes: string[] = [];
    for await (const page of clientOf(served).cataloguePages({ db: "CO" }))
      for (const { code } of page) codes.push(code);
    expect(codes).toEqual(many.map(({ SERIES_CODE }) => SERIES_CODE));
    expect(served.asked).toHaveLength(2);
  });

  test("and ends in an error throws it after the rows that came before", async () => {
    const short = await serve((_, response) => response.end(whole.slice(0, whole.length / 2)));
    const pages = clientOf(short).cataloguePages({ db: "CO" });
    expect((await pages.next()).value?.length).toBeGreaterThanOrEqual(5_000);
    const rest = async () => {
      for await (const page of pages) expect(page.length).toBeGreaterThan(0);
    };
    expect(await errorOf(rest())).toMatchObject({ reason: "malformed" });
  });
});

describe("rows that cannot be read, read as they come,", () => {
  const bad = (number: number) => ({ ...rowOf(number), LAST_UPDATE: "soon" });
  const mixed = (count: number) => rows.map((row, number) => (number < count ? bad(number) : row));

  async function readMixed(answered: object) {
    const oddities = createOddities();
    const served = await serve((_, response) => sendJson(response, { ...answer, ...answered }));
    return { oddities, reading: clientOf(served).metadata({ db: "FF" }, undefined, oddities) };
  }

  test("are set aside up to one in a hundred", async () => {
    const { oddities, reading } = await readMixed({ RESULTSET: mixed(20) });
    expect((await reading)[0]?.code).toBe("S20");
    expect(oddities.badRecords.map(({ known }) => known.code)).toEqual(
      rows.slice(0, 20).map(({ SERIES_CODE }) => SERIES_CODE),
    );
    expect(oddities.badRecords[0]).toMatchObject({
      name: "S0",
      sample: expect.stringMatching(/^\{ SERIES_CODE: "S0", .*UNIT: "yen", .*LAST_UPDATE: "soon"/),
    });
    expect(oddities.badRecords[0]?.places).toEqual([
      {
        path: "getMetadata RESULTSET[].LAST_UPDATE",
        expected: "a date YYYYMMDD",
        found: "text of 4 characters",
      },
    ]);
  });

  test.each([21, 1_500, 2_000])("fail the answer where they are %i of two thousand", async (count) => {
    const { reading } = await readMixed({ RESULTSET: mixed(count) });
    expect(await errorOf(reading)).toMatchObject({
      reason: "malformed",
      misfit: { places: [{ path: "getMetadata RESULTSET[].LAST_UPDATE", found: "text of 4 characters" }] },
    });
  });

  test("leave unknown fields of the others, and of what stands around them, to be told", async () => {
    const told = rows.map((row, number) => (number === 1_999 ? { ...row, GRADE: 3 } : row));
    const { oddities, reading } = await readMixed({ RESULTSET: told, EXTRA: "new" });
    await reading;
    expect(oddities.unknownFields).toEqual([
      { path: "getMetadata EXTRA", found: "text of 3 characters" },
      { path: "getMetadata RESULTSET[].GRADE", found: "a number" },
    ]);
  });

  test("do not count in an attempt that was cut", async () => {
    const spoiled = JSON.stringify({ ...answer, RESULTSET: [{ ...bad(1), GRADE: 3 }, ...rows] });
    const served = await serve((_, response, count) => {
      if (count > 1) return sendJson(response, answer);
      response.writeHead(200, { "content-length": Buffer.byteLength(spoiled) });
      response.write(spoiled.slice(0, spoiled.length / 2), () => response.destroy());
    });
    const oddities = createOddities();
    const infos = await clientOf(served).metadata({ db: "FF" }, undefined, oddities);
    expect(infos).toHaveLength(rows.length);
    expect({ ...oddities }).toMatchObject({ unknownFields: [], badRecords: [] });
    expect(served.asked).toHaveLength(2);
  });

  test("of series are told by each value that does not fit", async () => {
    const series = (values: unknown[]) => ({
      SERIES_CODE: "S1",
      FREQUENCY: "QUARTERLY",
      VALUES: { SURVEY_DATES: [202_501, "20259", 202_503, 202_504], VALUES: values },
    });
    const served = await serve((_, response) =>
      sendJson(response, { ...answer, RESULTSET: [series([1, 2, "x", null])] }),
    );
    const query = { db: "FF", codes: ["S1"] };
    const error = await errorOf(clientOf(served).dataByCode(query));
    expect(String(error)).toContain("RESULTSET[0].VALUES.SURVEY_DATES[1]: expected a date of the frequency");
    expect(String(error)).toContain("RESULTSET[0].VALUES.VALUES[2]: expected a number");
  });
});
