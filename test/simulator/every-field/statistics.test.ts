/** The statistics calls against the simulator: each field of the document as it came, beside what the client makes of it. */
import { describe, expect, test } from "vitest";
import { createStatisticsClient } from "../../../src/upstreams/statistics/client.ts";
import { openWorld } from "../open-world.ts";
import { askAgain } from "./asked-again.ts";

type Row = Readonly<Record<string, unknown>>;

const day = (written: unknown) => String(written).replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");

const common = (row: Row, language: "en" | "jp") => {
  // Data has the field of its language alone, the catalogue one name for both, or the same.
  const text = (name: string) => (language === "jp" && row[`${name}_J`]) || row[name];
  return {
    code: row.SERIES_CODE,
    name: text("NAME_OF_TIME_SERIES"),
    unit: text("UNIT"),
    frequency: row.FREQUENCY,
    category: text("CATEGORY"),
    lastUpdate: day(row.LAST_UPDATE),
  };
};

describe.each(["documented", "observed"] as const)("the %s statistics service", (dialect) => {
  describe.each(["en", "jp"] as const)("in %s", (language) => {
    async function open() {
      const { simulator } = await openWorld({ dialect, elapsedMs: 50_000 });
      const { http, answers } = askAgain();
      const statistics = createStatisticsClient({ url: simulator.statisticsUrl, language, http });
      const rows = async (): Promise<Row[]> => (await answers()).flatMap((answer) => answer.json().RESULTSET);
      return { statistics, rows };
    }

    test("getMetadata: every field arrives, and as CSV the same", async () => {
      const { statistics, rows } = await open();
      const catalogue = await statistics.catalogue({ db: "FM08" });
      const listed = (await rows()).filter((row) => row.SERIES_CODE !== "");
      expect(listed.length).toBeGreaterThan(0);
      expect(catalogue).toHaveLength(listed.length);
      for (const [index, row] of listed.entries()) {
        const layers = [1, 2, 3, 4, 5].map((level) => row[`LAYER${level}`]);
        const notes = (language === "jp" && row.NOTES_J) || row.NOTES;
        expect(catalogue[index]).toMatchObject({
          ...common(row, language),
          layers: layers.filter((level) => level !== null && level !== 0).map(String),
          start: String(row.START_OF_THE_TIME_SERIES),
          end: String(row.END_OF_THE_TIME_SERIES),
          ...(notes ? { notes } : {}),
        });
      }
      expect(await statistics.catalogue({ db: "FM08", format: "csv" })).toEqual(catalogue);
    });

    test.each(["getDataCode", "getDataLayer"])(
      "%s: every field arrives, and as CSV the same",
      async (verb) => {
        const { statistics, rows } = await open();
        const range = { db: "FM08", start: "202601" };
        const read = (format: "json" | "csv") =>
          verb === "getDataCode"
            ? statistics.dataByCode({ ...range, codes: ["FXERD01", "FXERD16"], format })
            : statistics.dataByLayer({ ...range, frequency: "D", layer: ["*"], format });
        const data = await read("json");
        const came = await rows();
        expect(came.length).toBeGreaterThan(1);
        expect(data).toHaveLength(came.length);
        for (const [index, row] of came.entries()) {
          const { SURVEY_DATES: dates = [], VALUES: values = [] } = row.VALUES as Record<string, unknown[]>;
          expect(data[index]).toMatchObject(common(row, language));
          const points = dates.map((at, n) => ({ at, period: day(at), value: values[n] }));
          expect(data[index]?.points).toEqual(
            points.filter(({ at }) => at !== null).map(({ period, value }) => ({ period, value })),
          );
          expect(dates.length).toBeGreaterThan(0);
        }
        expect(await read("csv")).toEqual(data);
      },
    );
  });
});
