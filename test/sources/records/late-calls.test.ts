/** Calls that take a day and no range of days, as sets of records. */
import { expect, test } from "vitest";
import { watchRecords } from "./scene.ts";

const lastDays = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"];
const holdings = "market/edinet/large-volume-shareholders";

test.each([
  ["market/td/list", {}, lastDays.map((date) => ({ date }))],
  [holdings, {}, lastDays.map((date) => ({ date }))],
  [holdings, { edinetCode: ["E00001", "E00002"] }, [{ edinetCode: "E00001" }, { edinetCode: "E00002" }]],
  ["market/fins/earnings-date", {}, lastDays.map((date) => ({ date }))],
  ["market/fins/earnings-date", { code: ["9901"] }, [{ code: "9901" }]],
  [
    "market/fins/earnings-date",
    { scheduledDate: { next: 2 } },
    [{ scheduledDate: "2026-11-20" }, { scheduledDate: "2026-11-23" }],
  ],
])("%s with %j is asked as its document has it", async (from, query, asked) => {
  const scene = watchRecords(from, { query });
  await scene.poll().catch(() => {});
  expect(scene.asked).toEqual(asked);
});

test("another holder in a paper that stands is a correction, and the paper is told as it is", async () => {
  const scene = watchRecords(holdings);
  const paper = {
    documentId: "S1",
    code: "9901",
    submittedOn: "2026-11-20",
    holders: [{ kind: "person", ratio: 5.1 }],
  };
  scene.records = [paper];
  await scene.poll();
  expect((await scene.poll()).drafts).toEqual([]);
  scene.records = [{ ...paper, holders: [{ kind: "person", ratio: 5.2 }] }];
  const { drafts } = await scene.poll();
  expect(drafts).toHaveLength(1);
  expect(drafts[0]).toMatchObject({
    type: "market.edinet-large-volume-shareholders.corrected",
    subject: "9901",
    data: { now: { holders: [{ ratio: 5.2 }] }, was: { holders: [{ ratio: 5.1 }] }, changed: ["holders"] },
  });
});
