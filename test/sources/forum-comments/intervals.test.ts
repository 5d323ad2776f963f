import { expect, test } from "vitest";
import { pollCode, withoutRanges } from "../../../src/sources/forum-comments/poll-code.ts";
import type { ForumClient } from "../../../src/upstreams/forum/records.ts";
import { commentOf } from "./memory-forum.ts";

const question = {
  code: "7203",
  size: 2,
  cursor: { highest: 100, knownFrom: 1, open: [], missing: [], seenOn: "2026-11-20" },
  storedParts: [],
  signal: new AbortController().signal,
};

test("taking a range out of an interval leaves the parts on both sides of it", () => {
  expect(withoutRanges([{ from: 10, to: 20 }], [[13, 15]])).toEqual([
    { from: 10, to: 13 },
    { from: 15, to: 20 },
  ]);
  expect(withoutRanges([{ from: 10, to: 20 }], [[11, 19]])).toEqual([]);
  expect(withoutRanges([{ from: 10, to: 20 }], [[5, 12]])).toEqual([{ from: 12, to: 20 }]);
});

test("an interval that no range touches stays as it is, its doubt included", () => {
  const open = [{ from: 10, to: 20, empty: true as const }];
  expect(
    withoutRanges(open, [
      [1, 10],
      [20, 30],
    ]),
  ).toEqual(open);
});

test("comments that cannot be read do not stop the way back", async () => {
  const pages: Record<number, number[]> = { 90: [90, 80], 80: [80], 70: [60] };
  const comments: ForumClient["comments"] = async ({ mid }) => {
    if (mid === undefined) return { comments: [commentOf(100), commentOf(90)] };
    return { comments: (pages[mid] ?? []).map(commentOf), ...(mid <= 80 ? { aside: [70] } : {}) };
  };
  const answer = await pollCode(
    { comments },
    {
      ...question,
      storedParts: [60, 70],
      cursor: { ...question.cursor, highest: 60 },
    },
  );
  expect(answer.comments.map(({ part }) => part)).toEqual([60, 80, 90, 100]);
  expect(answer).toMatchObject({ aside: [70, 70], open: [], gone: [], covered: [[60, 100]] });
});

test("a page on which only an unreadable comment could lead on fails the forum", async () => {
  const comments: ForumClient["comments"] = async ({ mid }) =>
    mid === undefined
      ? { comments: [commentOf(100), commentOf(90)] }
      : { comments: [commentOf(90)], aside: [undefined] };
  const asked = pollCode(
    { comments },
    {
      ...question,
      cursor: { ...question.cursor, highest: 60 },
    },
  );
  await expect(asked).rejects.toMatchObject({ reason: "incomplete" });
});

test("what one interval's page shows of another is not left open there", async () => {
  const comments: ForumClient["comments"] = async ({ mid }) => {
    if (mid === undefined) return { comments: [commentOf(1000), commentOf(999)] };
    return { comments: mid === 40 ? [39, 31, 15, 5].map(commentOf) : [] };
  };
  const answer = await pollCode(
    { comments },
    {
      code: "7203",
      size: 50,
      cursor: {
        highest: 1000,
        knownFrom: 900,
        open: [
          { from: 10, to: 20 },
          { from: 30, to: 40 },
        ],
        missing: [],
        seenOn: "2026-11-20",
      },
      storedParts: [999, 1000],
      signal: new AbortController().signal,
    },
  );
  expect(answer.open).toEqual([]);
  expect(answer.comments.map(({ part }) => part)).toEqual([5, 15, 31, 39, 999, 1000]);
});
