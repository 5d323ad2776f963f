/** Every call of `fetch --list` against both dialects of the simulator: rows, and nothing passed over. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchCallsOf } from "../../../../src/commands/services/fetch/fetch-records.ts";
import { notPlayed } from "../../../simulator/not-played.ts";
import { type OpenedWorld, openWorld } from "../../../simulator/open-world.ts";
import { clockFrom } from "../../../support/clock-from.ts";
import { runFetch } from "./run-fetch.ts";

/** A Monday when companies announce their results, and the Friday before it. */
const monday = "2026-02-09";
const friday = "2026-02-06";

/** By service and call, with options that have answers in the simulated world. */
const lines = [
  `market equities/bars/daily --from ${friday}`,
  "market equities/bars/daily/am --code 7203",
  `market equities/bars/minute --code 7203 --date ${monday}`,
  `market equities/valuation --date ${monday}`,
  "market equities/master",
  "market equities/earnings-calendar",
  "market equities/investor-types --from 2026-01-05",
  `market fins/summary --from ${friday}`,
  "market fins/details --code 7203",
  "market fins/dividend --code 7203",
  `market td/list --date ${monday}`,
  `market fins/earnings-date --date ${monday}`,
  "market bulk/list --endpoint /fins/earnings-date",
  `market edinet/large-volume-shareholders --date ${monday}`,
  "market edinet/major-shareholders --code 7203",
  "market edinet/cross-shareholdings --code 7203",
  "market markets/calendar --from 2026-01-01 --to 2026-03-31",
  "market markets/sectors/mkt17",
  "market markets/sectors/mkt33",
  `market markets/breakdown --date ${monday}`,
  `market markets/short-ratio --from ${friday}`,
  `market markets/short-sale-report --from ${friday}`,
  `market markets/margin-alert --from ${friday}`,
  "market markets/margin-interest --code 7203",
  "market indices/bars/daily --code 0028 --from 2026-01-05",
  "market indices/bars/daily/mkt --from 2026-01-05",
  `market derivatives/bars/daily/futures --from ${friday} --category NK225F`,
  `market derivatives/bars/daily/options --date ${friday}`,
  `market derivatives/bars/daily/options/225 --from ${friday}`,
  "forum comments --code 7203 --since 2026-02-09",
  "forum page --code 7203",
  "forum ranking --term weekly",
  "statistics getDataCode --db FM08 --code FXERD01,FXERD04 --startDate 202601",
  "statistics getDataLayer --db FM08 --frequency D --layer * --startDate 202601",
  "statistics getMetadata --db FM08",
];
/** Calls that name files have a test of their own. */
const ofFiles = ["market td/files", "market td/bulk", "market bulk/get"];
const named = (line: string) => line.split(" ").slice(0, 2).join(" ");

test("there are 38 calls, of which those that give rows are walked below", () => {
  const all = fetchCallsOf().map(({ service, call }) => `${service} ${call}`);
  expect(all).toHaveLength(38);
  expect(lines.map(named)).toEqual(all.filter((one) => !ofFiles.includes(one)));
});

/** Said by the observed services: a range is asked day by day, and of a statement the main figures are read. */
const isUsual = (aside: string) =>
  aside.endsWith("asked day by day") || aside.startsWith("fins/summary: passed over");

describe.each(["documented", "observed"] as const)("against the %s services", (dialect) => {
  let world: OpenedWorld;
  beforeAll(async () => {
    world = await openWorld({ dialect, startDate: monday, elapsedMs: 58_000 });
  });
  afterAll(() => world.simulator.close());

  test.each(lines)("%s", async (line) => {
    const [, , ...words] = line.split(" ");
    const at = words.indexOf("--since");
    const since = at < 0 ? undefined : words[at + 1];
    const call = since === undefined ? line : line.replace(` --since ${since}`, "");
    const clock = clockFrom(Date.parse(monday));
    const { rows, asides, failure } = await runFetch(world.simulator, call, since, clock);
    if (notPlayed[dialect].includes(line.split(" ")[1] ?? "")) return expect(failure).toBeDefined();
    expect(failure).toBeUndefined();
    // They are in annual reports.
    if (!line.includes("cross-shareholdings")) expect(rows.length).toBeGreaterThan(0);
    expect(asides.filter((aside) => dialect === "documented" || !isUsual(aside))).toEqual([]);
    const { columns = [] } = fetchCallsOf().find(({ call: name }) => name === line.split(" ")[1]) ?? {};
    for (const row of rows) expect(Object.keys(row).filter((name) => !columns.includes(name))).toEqual([]);
  });
});
