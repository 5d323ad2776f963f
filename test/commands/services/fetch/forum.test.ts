import { describe, expect, test } from "vitest";
import { forumFetches } from "../../../../src/commands/services/fetch/forum.ts";
import type { ServiceClients } from "../../../../src/config/clients.ts";
import type { CommentQuery } from "../../../../src/upstreams/forum/records.ts";

/** Comments with gaps in their numbers, one a day back from 10 January. */
const parts = [30, 29, 27, 24, 20, 19, 11, 7, 3, 1];
const all = parts.map((part, at) => ({
  part,
  body: "words",
  yes: 0,
  no: 0,
  postedAt: `2026-01-${String(10 - at).padStart(2, "0")}T09:00:00+09:00`,
}));

async function fetchComments(options: Record<string, string>, inclusive: boolean) {
  const asked: CommentQuery[] = [];
  const comments = async (query: CommentQuery) => {
    asked.push(query);
    const { size, mid = 100 } = query;
    const below = all.filter(({ part }) => (inclusive ? part <= mid : part < mid));
    return { comments: below.slice(0, size) };
  };
  const call = forumFetches.find((each) => each.call === "comments");
  const clients = { forum: { comments } } as unknown as ServiceClients;
  const found: unknown[] = [];
  const context = { signal: new AbortController().signal, today: "2026-01-10" };
  for await (const page of call?.rows(clients, options, context) ?? [])
    for (const row of page.rows) found.push(row.part);
  return { found, asked };
}

describe("fetch forum comments", () => {
  test("reads one page, or the one from mid", async () => {
    const { found, asked } = await fetchComments({ code: "9901", size: "3", mid: "24" }, true);
    expect(found).toEqual([24, 20, 19]);
    expect(asked).toEqual([{ code: "9901", size: 3, mid: 24 }]);
  });

  for (const inclusive of [true, false])
    for (const size of ["1", "2", "4", "50"]) {
      test(`--since pages back to its day, each once (${size} a page, mid inclusive: ${inclusive})`, async () => {
        const { found } = await fetchComments({ code: "9901", size, since: "2026-01-05" }, inclusive);
        expect(found).toEqual([30, 29, 27, 24, 20, 19]);
        const whole = await fetchComments({ code: "9901", size, since: "2020-01-01" }, inclusive);
        expect(whole.found).toEqual(parts);
      });
    }
});
