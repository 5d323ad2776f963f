/** Margin balances of every stock: weekly rows, and daily ones that say when they were published. */
import { describe, expect, test } from "vitest";
import { told } from "../poll-and-commit.ts";
import { watchRecords } from "./scene.ts";

const set = "market/markets/margin-interest";
const balance = (date: string, buyingBalance: number, publishedOn?: string) => ({
  code: "7203",
  date,
  buyingBalance,
  ...(publishedOn === undefined ? {} : { publishedOn }),
});

/** The last week's row, too. */
const newest = { key: ["code"], query: { date: { last: 6 } } };

describe("the newest balance of each stock", () => {
  test("is a change from one day to the next, and from one week to the next", async () => {
    for (const [was, now] of [
      [balance("2026-11-18", 100, "2026-11-19"), balance("2026-11-19", 130, "2026-11-20")],
      [balance("2026-11-13", 100), balance("2026-11-20", 130)],
    ] as const) {
      const scene = watchRecords(set, newest);
      scene.records = [was];
      await scene.poll();
      scene.records = [was, now];
      expect(await scene.poll()).toMatchObject({
        drafts: [{ type: "market.margin-interest.changed", data: { now, was } }],
      });
    }
  });

  test("is new where the one before is of another form: a day is not compared with a week", async () => {
    const scene = watchRecords(set, newest);
    scene.records = [balance("2026-11-13", 100)];
    await scene.poll();
    scene.records.push(balance("2026-11-19", 130, "2026-11-20"));
    const { drafts } = await scene.poll();
    expect(drafts).toMatchObject([
      { type: "market.margin-interest.added", published: "2026-11-20", occurred: "2026-11-19" },
    ]);
    expect(drafts[0]?.data).not.toHaveProperty("was");
    scene.records.push(balance("2026-11-20", 140, "2026-11-23"));
    expect(told(await scene.poll())).toEqual(["market.margin-interest.changed 7203"]);
  });

  test("is corrected where the same day gets its day of publication later", async () => {
    const scene = watchRecords(set);
    scene.records = [balance("2026-11-19", 130)];
    await scene.poll();
    scene.records = [balance("2026-11-19", 130, "2026-11-20")];
    expect(await scene.poll()).toMatchObject({
      drafts: [{ type: "market.margin-interest.corrected", data: { changed: ["publishedOn"] } }],
    });
  });
});

test("the newest publication is the day that the rows say, else the last on which they may have come", async () => {
  const scene = watchRecords(set);
  scene.records = [balance("2026-11-19", 130, "2026-11-20")];
  expect((await scene.poll()).published).toBe("2026-11-20");
  const weekly = watchRecords(set);
  weekly.records = [balance("2026-11-20", 130)];
  expect((await weekly.poll()).published).toBe("2026-11-24");
});

test("publishedDate asks for each day of publication by itself, and takes rows that say it", async () => {
  const scene = watchRecords(set, { query: { publishedDate: { last: 2 } } });
  scene.records = [
    balance("2026-11-13", 90),
    balance("2026-11-18", 100, "2026-11-19"),
    balance("2026-11-19", 130, "2026-11-20"),
  ];
  const { baselined } = await scene.poll();
  expect(scene.asked).toEqual([{ publishedDate: "2026-11-19" }, { publishedDate: "2026-11-20" }]);
  expect(baselined).toMatchObject({ items: 2 });
});
