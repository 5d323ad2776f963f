import { describe, expect, test } from "vitest";
import { sendJson, serve } from "../../../lib/http/loopback.ts";
import { openWorld } from "../../../simulator/open-world.ts";
import { runFetch } from "./run-fetch.ts";

describe("data in which the service finds nothing", () => {
  test.each(["json", "csv"])("is printed with its nulls, and said, as %s", async (wire) => {
    const { simulator } = await openWorld({ dialect: "observed", elapsedMs: 50_000 });
    const call = "statistics getDataCode --db FM08 --code FXERD01 --endDate 195001";
    const { rows, asides } = await runFetch(simulator, `${call} --wire ${wire}`);
    await simulator.close();
    expect(rows).toEqual([
      expect.objectContaining({ db: "FM08", code: "FXERD01", period: "1950-01-01", value: null }),
    ]);
    expect(asides).toEqual([
      "getDataCode: the service says that nothing matches; what it sent has no values",
    ]);
  });

  test("is said where no row comes", async () => {
    const { simulator } = await openWorld({ elapsedMs: 50_000 });
    const call = "statistics getDataLayer --db FM08 --frequency D --layer * --endDate 195001";
    const { rows, asides } = await runFetch(simulator, call);
    await simulator.close();
    expect(rows).toEqual([]);
    expect(asides).toEqual(["getDataLayer: the service says that nothing matches"]);
  });
});

test("of many records that cannot be read ten are told, and how many more there are", async () => {
  const row = (at: number) => ({
    PubDate: "2026-01-05",
    Code: `${1000 + at}0`,
    ShrtOut: at < 13 ? "many" : 1,
  });
  const data = Array.from({ length: 1_400 }, (_, at) => row(at));
  const served = await serve((_, response) => sendJson(response, { data }));
  const call = "market markets/margin-alert --no-names --date 2026-01-05";
  const { rows, asides } = await runFetch({ marketUrl: served.url }, call);
  expect(rows).toHaveLength(1_387);
  expect(asides.filter((aside) => /^warning: the record of \w+ was left out: /.test(aside))).toHaveLength(10);
  expect(asides.slice(10)).toEqual(["warning: 3 more records were left out"]);
});
