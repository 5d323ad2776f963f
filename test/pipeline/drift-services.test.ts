/** Answers of each upstream beyond its documents, in both dialects, and what is told of them. */
import { describe, expect, test } from "vitest";
import type { Dialect } from "../support/services/serve.ts";
import { driftStage, type Kind, type Row } from "./drift-stage.ts";

const kinds: readonly Kind[] = ["margin", "short", "comments", "ranking", "catalogue", "data"];

/** A field that every record needs, by its name in each dialect, and where it stands. */
const needed: Record<Kind, { names: Record<Dialect, string>; path: string }> = {
  margin: { names: { documented: "PubDate", observed: "PubDate" }, path: "data[].PubDate" },
  short: {
    names: { documented: "ShortSellerName", observed: "SSName" },
    path: "data[].",
  },
  comments: { names: { documented: "part", observed: "part" }, path: "response.items[].part" },
  ranking: { names: { documented: "rank", observed: "rank" }, path: "mainRankingList.results[].rank" },
  catalogue: {
    names: { documented: "SERIES_CODE", observed: "SERIES_CODE" },
    path: "RESULTSET[].SERIES_CODE",
  },
  data: { names: { documented: "VALUES", observed: "VALUES" }, path: "RESULTSET[].VALUES" },
};

/** Series, which the observed dialect's headings are not. */
const records = (rows: Row[]) => rows.filter((row) => row.SERIES_CODE !== "");

for (const dialect of ["documented", "observed"] as const) {
  for (const kind of kinds) {
    describe(`${kind}, ${dialect}`, () => {
      const name = needed[kind].names[dialect];

      test("as it is has nothing odd", async () => {
        const { poll, told } = await driftStage(kind, dialect);
        await poll(2);
        expect(told()).toEqual(["source.baselined"]);
      });

      test("with new fields is read as before, and they are told once, without their values", async () => {
        const { poll, spoil, house, restarted } = await driftStage(kind, dialect);
        // Data is fetched again only when it changes.
        if (kind !== "data") await poll();
        spoil((rows, answer) => {
          answer.newEnvelope = 1;
          for (const row of rows) row.brandNew = "secret words";
        });
        await poll(2);
        house.stop();
        const again = restarted();
        await again.poll(2);
        expect(again.told()).toEqual(["source.baselined", "source.drifted unknown-fields"]);
        const { now } = again.events()[1]?.data ?? { now: {} };
        expect(JSON.stringify(now)).toContain("[].brandNew");
        expect(JSON.stringify(now)).toContain("text of 12 characters");
        expect(JSON.stringify(now)).not.toContain("secret");
      });

      test("without a field that it needs is drift at the third poll, and nothing is compared", async () => {
        const { poll, told, spoil, unspoil, events, house } = await driftStage(kind, dialect);
        if (kind !== "data") await poll();
        spoil((rows) => {
          for (const row of records(rows)) delete row[name];
        });
        const before = kind === "data" ? [] : ["source.baselined"];
        await poll(2);
        expect(told()).toEqual([...before, "source.failed malformed"]);
        await poll(3);
        expect(told()).toEqual([...before, "source.failed malformed", "source.drifted drifted"]);
        const { now } = events().at(-1)?.data ?? { now: {} };
        expect(JSON.stringify(now.places)).toContain(needed[kind].path);
        expect(now.message).toContain("found nothing");
        expect(now.sample).not.toBe("");
        for (const secret of ["Example Capital", "hash-of-author", "kaze", "734", "架空"])
          expect(JSON.stringify(now)).not.toContain(secret);
        unspoil();
        await poll(2);
        expect(
          told()
            .slice(before.length + 2)
            .sort(),
        ).toEqual([...(kind === "data" ? ["source.baselined"] : []), "source.recovered drifted"]);
        expect(house.store.outage(house.committed.at(-1)?.change.poll?.watched.source.name ?? "")).toBeNull();
      });
    });
  }
}

test("a forum page that lost its token is drift at the third poll", async () => {
  const { poll, told, events, pages } = await driftStage("comments", "observed");
  pages.edit = (html) => html.replaceAll("jwtToken", "otherToken");
  await poll(4);
  expect(told()).toEqual(["source.failed malformed", "source.drifted drifted"]);
  expect(events()[1]?.data.now).toMatchObject({
    places: [{ path: "forum/quote/9901.T/forum jwtToken", expected: "a token", found: "nothing" }],
  });
  expect(JSON.stringify(events()[1])).not.toContain("eyJ");
});

test("a ranking page that lost its variable is drift at the third poll", async () => {
  const { poll, told, events, pages } = await driftStage("ranking", "documented");
  await poll();
  pages.edit = (html) => html.replaceAll("__PRELOADED_STATE__", "__STATE__");
  await poll(4);
  expect(told()).toEqual(["source.baselined", "source.failed malformed", "source.drifted drifted"]);
  expect(JSON.stringify(events()[2]?.data.now.places)).toContain("window.__PRELOADED_STATE__");
});

test("names of one dialect are known in the other, and keys within an object are looked at", async () => {
  const { poll, told, spoil, events } = await driftStage("margin", "documented");
  spoil(([row = {}]) => {
    row.TSEMrgnRegCls = "001";
    row.PubReason = { Monitoring: "1", NewReason: "1", Empty: null };
  });
  await poll();
  expect(told()).toEqual(["source.baselined", "source.drifted unknown-fields"]);
  expect(events()[1]?.data.now.places).toEqual([
    {
      path: "markets/margin-alert data[].PubReason.NewReason",
      expected: "nothing",
      found: "text of 1 character",
    },
  ]);
});
