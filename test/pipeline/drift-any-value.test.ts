/**
 * Whatever stands in one field of one record: a poll fails with a Failure or goes on, and what the other records
 * are about did not change and is not told. Anything but a Failure would end the pipeline, which the stage throws.
 */

import { describe, expect, test } from "vitest";
import { fc } from "../support/fast-check.ts";
import { runsOf } from "../support/runs.ts";
import { driftStage, type Kind, type Row } from "./drift-stage.ts";

const kinds: readonly Kind[] = ["margin", "short", "comments", "ranking", "catalogue", "data"];

/** Values that a field may hold; undefined takes it away. Those that would name another record are left out. */
const anyValue = fc
  .oneof(
    fc.constantFrom<unknown>(undefined, null, "", "-", "*", "soon", "1", 0, -1, true, [], {}, [null], [{}]),
    fc.constantFrom<unknown>({ SURVEY_DATES: [20261117], VALUES: [] }, { Monitoring: 5 }, "2026-02-30"),
    fc.jsonValue(),
  )
  .filter((value) => !/990\d|^"?10\d"?$|^"?110"?$|^"?[1-5]"?$/.test(JSON.stringify(value) ?? ""));

const records = (rows: Row[]) => rows.filter((row) => row.SERIES_CODE !== "");

describe.each(["documented", "observed"] as const)("any value in any field, %s", (dialect) => {
  for (const kind of kinds) {
    test(`of ${kind} tells nothing of the other records`, async () => {
      const stage = await driftStage(kind, dialect);
      let names: string[] = [];
      stage.spoil((rows) => {
        names = Object.keys(records(rows)[0] ?? {});
      });
      await stage.poll();
      expect(names.length).toBeGreaterThan(4);
      let day = 20261120;
      const spoiledPoll = fc.asyncProperty(fc.nat(40), fc.nat(4), anyValue, async (field, at, value) => {
        const name = names[field % names.length] ?? "";
        // Data is fetched again only when it changes; a day that is none would fail the catalogue.
        day = day === 20261120 ? 20261121 : 20261120;
        if (kind === "data") for (const row of stage.worlds.statistics.series) row.lastUpdate = day;
        const before = stage.events().length;
        let subject = "";
        stage.spoil((rows) => {
          const row = records(rows)[at];
          if (row === undefined) return;
          subject = String(row.Code ?? row.stockCode ?? row.SERIES_CODE ?? row.part);
          row[name] = value;
        });
        await stage.poll();
        const result = stage.house.committed.at(-1)?.change.poll?.result;
        const isUnread = result instanceof Error || (result?.oddities?.badRecords.length ?? 0) > 0;
        stage.unspoil();
        await stage.poll(2);
        const told = stage.events().slice(before);
        const others = told.filter(({ type }) => !type.startsWith("source."));
        const about = others.map(({ subject: of, data }) => String(data.now.part ?? of));
        // A record that can be read with its new value did change; one that cannot, did not.
        const allowed = isUnread ? [] : others.filter((_, index) => !isOther(about[index] ?? "", subject));
        expect({ name, value, told: others }).toEqual({ name, value, told: allowed });
      });
      await fc.assert(spoiledPoll, { numRuns: runsOf({ quick: 6, long: 300 }) });
    });
  }
});

/** Whether an event is about one of the records that were left alone. */
function isOther(about: string, spoiled: string): boolean {
  const is = /^(FM08\/)?S?(990\d)0?$|^(10\d|110)$/.exec(about);
  const key = is?.[2] ?? is?.[3];
  return key !== undefined && !spoiled.includes(key);
}
