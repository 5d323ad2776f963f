/** Series that an answer leaves out, and dates that are null: through the real client, from a loopback service. */
import { expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import type { WatchOption } from "../../../src/sources/statistics-updates/events.ts";
import { createStatisticsUpdates } from "../../../src/sources/statistics-updates/index.ts";
import { createStatisticsClient } from "../../../src/upstreams/statistics/client.ts";
import { sendJson, serve } from "../../lib/http/loopback.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit, told } from "../poll-and-commit.ts";

async function setUp(watch: WatchOption, codes: readonly string[]) {
  const listed = new Set(codes);
  const leftOut = new Set<string>();
  const months = new Map(codes.map((code) => [code, 3]));
  const head = (code: string) => ({
    SERIES_CODE: code,
    NAME_OF_TIME_SERIES: `Fictional series ${code}`,
    FREQUENCY: "MONTHLY",
    LAST_UPDATE: 20_261_115 + (months.get(code) ?? 0),
  });
  const data = (code: string) => {
    const numbers = Array.from({ length: months.get(code) ?? 0 }, (_, at) => at + 1);
    return { ...head(code), VALUES: { SURVEY_DATES: numbers.map((at) => 202_600 + at), VALUES: numbers } };
  };
  const { url } = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
    const asked = searchParams.get("code")?.split(",") ?? [...listed];
    const rows = pathname.endsWith("getMetadata")
      ? [...listed].map((code) => ({ ...head(code), LAYER1: 1 }))
      : asked.filter((code) => listed.has(code) && !leftOut.has(code)).map(data);
    sendJson(response, { STATUS: 200, MESSAGEID: "M181000I", NEXTPOSITION: null, RESULTSET: rows });
  });
  const client = createStatisticsClient({ url, language: "en", http: createHttp({ retries: 0 }) });
  const source = createStatisticsUpdates({ watch: [watch] }, client, () => "2026-11-20");
  const state = createMemoryState();
  const poll = async () => {
    const step = await pollAndCommit(source, state);
    return { ...step, aside: (step.oddities?.badRecords ?? []).map(({ id, name }) => ({ id, name })) };
  };
  return { listed, leftOut, poll, grow: (code: string) => months.set(code, (months.get(code) ?? 0) + 1) };
}

test("watched by code costs that series alone, and is told under one id", async () => {
  const { leftOut, poll, grow } = await setUp({ db: "FM01", codes: ["A", "B", "C"] }, ["A", "B", "C"]);
  leftOut.add("B");
  const first = await poll();
  expect(first).toMatchObject({ failures: [], baselined: { items: 2 }, aside: [{ name: "FM01/B" }] });
  grow("A");
  grow("B");
  const second = await poll();
  expect(told(second)).toEqual(["statistics.series.updated FM01/A"]);
  expect(second.aside).toEqual(first.aside);
  leftOut.clear();
  expect((await poll()).baselined?.scopes).toEqual(["FM01/B"]);
});

test("the only one of a database that was updated does not stop the news of the others", async () => {
  const { listed, leftOut, poll, grow } = await setUp({ db: "FM01" }, ["A", "B", "C"]);
  await poll();
  leftOut.add("B");
  grow("B");
  listed.delete("C");
  const step = await poll();
  expect(told(step)).toEqual(["statistics.series.removed FM01/C"]);
  expect(step).toMatchObject({ failures: [], aside: [{ name: "FM01/B" }] });
  leftOut.clear();
  expect(told(await poll())).toEqual(["statistics.series.updated FM01/B"]);
});

test("of a layer is told, and asked for again while its update is young", async () => {
  const { leftOut, poll, grow } = await setUp({ db: "FM01", layer: ["1"], frequency: "M" }, ["A", "B", "C"]);
  await poll();
  leftOut.add("B");
  grow("B");
  grow("B");
  expect(await poll()).toMatchObject({ drafts: [], failures: [], aside: [{ name: "FM01/B" }] });
  leftOut.clear();
  expect(told(await poll())).toEqual(["statistics.series.updated FM01/B"]);
});

test("an answer that leaves out most of what was asked is no answer", async () => {
  const { leftOut, poll } = await setUp({ db: "FM01", codes: ["A", "B", "C"] }, ["A", "B", "C"]);
  for (const code of ["A", "B"]) leftOut.add(code);
  expect((await poll()).failures.map(({ scope }) => scope)).toEqual(["FM01/A", "FM01/B"]);
});
