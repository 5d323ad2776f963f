import { describe, expect, test } from "vitest";
import { openWorld } from "../simulator/open-world.ts";
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
