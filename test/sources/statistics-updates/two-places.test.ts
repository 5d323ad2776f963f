/** A code that stands at several places of a catalogue is one series: through the real client, from a loopback service. */
import { expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import type { WatchOption } from "../../../src/sources/statistics-updates/events.ts";
import { createStatisticsUpdates } from "../../../src/sources/statistics-updates/index.ts";
import { createStatisticsClient } from "../../../src/upstreams/statistics/client.ts";
import { sendJson, serve } from "../../lib/http/loopback.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit, told } from "../poll-and-commit.ts";

const answer = { STATUS: 200, MESSAGEID: "M181000I", MESSAGE: "OK", NEXTPOSITION: null };

/** S1 stands under layer 1 and again under layer 2, where S3 is. */
const places = [
  ["S1", 1, 1],
  ["S2", 1, 2],
  ["S1", 2, 1],
  ["S3", 2, 2],
] as const;

async function setUp(watch: WatchOption) {
  const months = new Map(places.map(([code]) => [code as string, 3]));
  const head = (code: string) => ({
    SERIES_CODE: code,
    NAME_OF_TIME_SERIES: `Fictional series ${code}`,
    FREQUENCY: "MONTHLY",
    LAST_UPDATE: 20_261_100 + (months.get(code) ?? 0),
  });
  const data = (code: string) => {
    const numbers = Array.from({ length: months.get(code) ?? 0 }, (_, at) => at + 1);
    return { ...head(code), VALUES: { SURVEY_DATES: numbers.map((at) => 202_600 + at), VALUES: numbers } };
  };
  const { url } = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
    const layer = searchParams.get("layer");
    const rows = pathname.endsWith("getMetadata")
      ? places.map(([code, LAYER1, LAYER2]) => ({ ...head(code), LAYER1, LAYER2 }))
      : layer === null
        ? (searchParams.get("code") ?? "").split(",").map(data)
        : places.filter(([, first]) => layer === "*" || String(first) === layer).map(([code]) => data(code));
    sendJson(response, { ...answer, RESULTSET: rows });
  });
  const client = createStatisticsClient({ url, language: "en", http: createHttp({ retries: 0 }) });
  const source = createStatisticsUpdates({ watch: [watch] }, client, () => "2026-11-20");
  const state = createMemoryState();
  return {
    poll: () => pollAndCommit(source, state),
    grow: (code: string) => months.set(code, (months.get(code) ?? 0) + 1),
  };
}

test("a whole database tells it once: at first sight, and when it is updated", async () => {
  const { poll, grow } = await setUp({ db: "MD09" });
  expect((await poll()).baselined).toEqual({ items: 3, scopes: ["MD09"] });
  grow("S1");
  expect(told(await poll())).toEqual(["statistics.series.updated MD09/S1"]);
});

test.each(["1", "2", "*"])("layer %s, which has it, tells it once", async (layer) => {
  const { poll, grow } = await setUp({ db: "MD09", layer: [layer], frequency: "M" });
  await poll();
  grow("S1");
  expect(told(await poll())).toEqual(["statistics.series.updated MD09/S1"]);
});

test("a layer that it comes into at its second place sees it, and one that it is not in does not", async () => {
  const { poll, grow } = await setUp({ db: "MD09", layer: ["2"], frequency: "M" });
  expect((await poll()).baselined?.items).toBe(2);
  grow("S2");
  expect(told(await poll())).toEqual([]);
  grow("S3");
  expect(told(await poll())).toEqual(["statistics.series.updated MD09/S3"]);
});
