/** The forum's calls against the simulator: each field of the document as it came, beside what the client makes of it. */
import { describe, expect, test } from "vitest";
import { createForumClient } from "../../../src/upstreams/forum/client.ts";
import { openWorld, rankingState } from "../open-world.ts";
import { askAgain } from "./asked-again.ts";

const minute = (written: string) => {
  const [, year, month, day, hour, rest] = /^(\d+)\/(\d+)\/(\d+) (\d+):(\d+)$/.exec(written) ?? [];
  const two = (digits = "") => digits.padStart(2, "0");
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(rest)}:00+09:00`;
};
/** Texts with marks are read by tests of their own. */
const plain = (html: string) => (/[<&\n]/.test(html) ? expect.stringMatching(/./) : html);
const given = (name: string, value: string) => (value === "" ? {} : { [name]: value });

describe.each(["documented", "observed"] as const)("the %s forum", (dialect) => {
  async function open() {
    const { simulator, clock } = await openWorld({ dialect, elapsedMs: 50_000 });
    const { http, answers } = askAgain();
    return { forum: createForumClient({ url: simulator.forumUrl, http, clock }), answers };
  }

  test("comments: every field arrives", async () => {
    const { forum, answers } = await open();
    const page = await forum.comments({ code: "7203", size: 50 });
    const { response } = (await answers()).at(-1)?.json() ?? {};
    const { categoryId, threadId, totalSize, items } = response;
    expect(page).toMatchObject({ category: categoryId, thread: threadId, total: totalSize });
    expect(items).toHaveLength(50);
    expect(page.comments).toHaveLength(50);
    for (const [index, item] of items.entries())
      expect(page.comments[index]).toMatchObject({
        part: item.part,
        author: item.userId,
        name: item.dispname,
        title: plain(item.title),
        body: plain(item.body),
        postedAt: minute(item.postDate),
        yes: Number(item.good),
        no: Number(item.bad),
        ...given("icon", item.userIcon),
        ...given("authorLink", item.infoLink),
      });
  });

  test.each(["daily", "weekly", "monthly"] as const)("the %s ranking: every field arrives", async (term) => {
    const { forum, answers } = await open();
    const ranking = await forum.ranking({ term, page: 1 });
    const { results, paging } = rankingState((await answers()).at(-1)?.text ?? "");
    expect(ranking).toMatchObject(paging);
    expect(ranking.rows).toHaveLength(results.length);
    for (const [index, row] of results.entries()) {
      const { bbsContents } = row.rankingResult as { bbsContents: { updateDateTime: string } | null };
      expect(ranking.rows[index]).toMatchObject({
        rank: Number(row.rank),
        code: row.stockCode,
        name: row.stockName,
        market: row.marketName,
        quoteLink: row.detailLink,
        forumLink: row.bbsUrl,
        price: Number(row.savePrice.replaceAll(",", "")),
        priceTime: row.date,
        ...(bbsContents ? { activeAt: minute(bbsContents.updateDateTime) } : {}),
      });
    }
  });
});
