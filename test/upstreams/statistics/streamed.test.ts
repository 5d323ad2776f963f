/** Answers that are read row by row as they come are as whole, and as true, as those that are read at once. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createStatisticsClient } from "../../../src/upstreams/statistics/client.ts";
import { errorOf, hurriedClock, type Served, sendJson, serve } from "../../lib/http/loopback.ts";

const rowOf = (number: number) => ({
  SERIES_CODE: `S${number}`,
  NAME_OF_TIME_SERIES: `Fictional series ${number}, あ`,
  UNIT: "yen",
  FREQUENCY: "QUARTERLY",
  CATEGORY: "Fictional market",
  LAYER1: 1,
  LAST_UPDATE: "20260219",
  NOTES: "x".repeat(300),
});
const rows = Array.from({ length: 2_000 }, (_, number) => rowOf(number));
const answer = { STATUS: 200, MESSAGEID: "M181000I", MESSAGE: "OK", DB: "FF", RESULTSET: rows };
const text = JSON.stringify(answer);

const metadata = ({ url }: Served) =>
  createStatisticsClient({ url, language: "en", http: createHttp({ clock: hurriedClock() }) }).metadata({
    db: "FF",
  });

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

  test("in another charset is read at once", async () => {
    const served = await serve((_, response) => {
      response.setHeader("content-type", "application/json; charset=shift_jis");
      const row = { SERIES_CODE: "S1", UNIT: "UNIT" };
      const plain = JSON.stringify({ ...answer, RESULTSET: [row] });
      response.end(Buffer.from(plain.replace('UNIT"}', '\x83\x5c"}'), "latin1"));
    });
    expect(await metadata(served)).toEqual([{ code: "S1", unit: "ソ", layers: [] }]);
  });
});
