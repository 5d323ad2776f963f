import { describe, expect, test } from "vitest";
import { Failure } from "../../../src/lib/failure.ts";
import type { Watchlists } from "../../../src/model/watchlists.ts";
import { createForumComments } from "../../../src/sources/forum-comments/index.ts";
import { createNamedSources, type SourceClients } from "../../../src/sources/index.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit, told } from "../poll-and-commit.ts";
import { commentOf, createMemoryForum } from "./memory-forum.ts";

function setUp(options: { codes?: string[]; fromRanking?: number; pageSize?: number } = {}) {
  const forum = createMemoryForum();
  const day = { today: "2026-11-20" };
  const codes = options.codes ?? (options.fromRanking === undefined ? ["7203"] : undefined);
  const source = createForumComments(
    { codes, fromRanking: options.fromRanking, pageSize: options.pageSize ?? 5 },
    forum,
    () => day.today,
  );
  const state = createMemoryState();
  return {
    forum,
    day,
    source,
    state,
    poll: (...scopes: string[]) =>
      pollAndCommit(source, state, undefined, scopes.length === 0 ? undefined : scopes),
  };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const posted = (parts: number[]) => parts.map((part) => `forum.comment.posted ${part}`);
const parts = ({ drafts }: { drafts: readonly { type: string; data: { now: Record<string, unknown> } }[] }) =>
  drafts.map(({ type, data }) => `${type} ${data.now.part}`);

test("the stocks of a watchlist are those that are on it at the poll", async () => {
  let watchlists: Watchlists = { core: [{ code: "7203" }] };
  const forum = createMemoryForum();
  const clients = { forum } as unknown as SourceClients;
  const clocks = { clock: createHandClock(), today: { market: today, forum: today, statistics: today } };
  const options = { codes: { watchlist: "core" }, pageSize: 5 };
  const [source] = createNamedSources({ "forum-comments": options }, clients, clocks, () => watchlists);
  if (source === undefined) throw new Error("it is made");
  const state = createMemoryState();
  forum.post("7203", 1);
  forum.post("6758", 1);
  expect((await pollAndCommit(source, state)).baselined).toEqual({ items: 1, scopes: ["7203"] });
  watchlists = { core: [{ code: "6758" }, { code: "7203" }] };
  expect((await pollAndCommit(source, state)).baselined).toEqual({ items: 1, scopes: ["6758"] });
  forum.post("6758", 2);
  forum.post("7203", 2);
  const { drafts } = await pollAndCommit(source, state);
  expect(drafts.map(({ subject }) => subject).sort()).toEqual(["6758", "7203"]);
  watchlists = { core: [] };
  forum.post("7203", 3);
  expect((await pollAndCommit(source, state)).drafts).toEqual([]);
});

const today = () => "2026-11-20";

describe("first sight", () => {
  test("stores the newest page and tells nothing", async () => {
    const { forum, poll, state } = setUp();
    forum.post("7203", ...range(1, 20));
    const first = await poll();
    expect(first.drafts).toEqual([]);
    expect(first.baselined).toEqual({ items: 5, scopes: ["7203"] });
    expect([...state.items("7203").keys()].map(Number).sort((a, b) => a - b)).toEqual(range(16, 20));
  });

  test("of a forum without comments is a baseline of nothing, and its first comment is told", async () => {
    const { forum, poll } = setUp();
    forum.post("7203");
    expect((await poll()).baselined).toEqual({ items: 0, scopes: ["7203"] });
    forum.post("7203", 1);
    expect(parts(await poll())).toEqual(posted([1]));
  });
});

describe("new comments", () => {
  test("are told in the order of their parts, with all that is known of them", async () => {
    const { forum, poll } = setUp();
    forum.post("7203", 10);
    await poll();
    forum.post("7203", 12, 15);
    const { drafts } = await poll();
    expect(parts({ drafts })).toEqual(posted([12, 15]));
    expect(drafts[0]).toEqual({
      type: "forum.comment.posted",
      source: "/sources/forum-comments",
      subject: "7203",
      published: "2026-11-20T10:00+09:00",
      occurred: "2026-11-20T10:00+09:00",
      data: {
        now: {
          code: "7203",
          part: 12,
          author: "author-5",
          title: "Title 12",
          body: "Body 12",
          postedAt: "2026-11-20T10:00+09:00",
          yes: 0,
          no: 0,
        },
      },
    });
  });

  test.each([true, false])(
    "are found page by page until what is known (inclusive: %s)",
    async (inclusive) => {
      const { forum, poll } = setUp();
      forum.inclusive = inclusive;
      forum.post("7203", ...range(1, 10));
      await poll();
      forum.post("7203", ...range(11, 24));
      expect(parts(await poll())).toEqual(posted(range(11, 24)));
    },
  );

  test.each([true, false])(
    "beyond the reach of one poll come with the next ones (inclusive: %s)",
    async (inclusive) => {
      const { forum, poll } = setUp();
      forum.inclusive = inclusive;
      forum.post("7203", 1);
      await poll();
      forum.post("7203", ...range(2, 60));
      const seen: string[] = [];
      const sizes: number[] = [];
      for (let count = 0; count < 5; count += 1) {
        const step = parts(await poll());
        sizes.push(step.length);
        seen.push(...step);
      }
      expect(sizes[0]).toBeLessThan(59);
      expect([...seen].sort()).toEqual(posted(range(2, 60)).sort());
    },
  );

  test("a page that does not start at mid is a failure, not an end", async () => {
    const { forum, poll } = setUp();
    forum.post("7203", 1);
    await poll();
    forum.post("7203", ...range(2, 30));
    forum.before = ({ mid }) => {
      if (mid !== undefined) forum.post("7203", mid + 1);
    };
    forum.inclusive = true;
    const ask = forum.comments;
    forum.comments = (query) => ask({ code: query.code, size: query.size });
    await expect(poll()).rejects.toMatchObject({ reason: "malformed" });
  });

  test("an empty page on the way back is asked for again before it is believed", async () => {
    const { forum, poll } = setUp();
    forum.inclusive = false;
    forum.post("7203", ...range(1, 3));
    await poll();
    forum.post("7203", ...range(4, 30));
    const ask = forum.comments;
    forum.comments = async (query) => (query.mid === undefined ? ask(query) : { comments: [] });
    expect(parts(await poll())).toEqual(posted(range(26, 30)));
    forum.comments = ask;
    expect(parts(await poll())).toEqual(posted(range(4, 25)));
    expect(parts(await poll())).toEqual([]);
  });
});

describe("known comments", () => {
  test("another body is an edit, other votes are a vote, both are told in that order", async () => {
    const { forum, poll } = setUp();
    forum.post("7203", ...range(1, 3));
    await poll();
    const comments = forum.forums.get("7203");
    Object.assign(comments?.get(1) ?? {}, { body: "Other" });
    Object.assign(comments?.get(2) ?? {}, { yes: 4 });
    Object.assign(comments?.get(3) ?? {}, { title: "Other", no: 2 });
    const { drafts } = await poll();
    expect(drafts.map(({ type, data }) => [type, data.now.part, data.changed])).toEqual([
      ["forum.comment.edited", 1, ["body"]],
      ["forum.comment.voted", 2, ["yes"]],
      ["forum.comment.edited", 3, ["title", "no"]],
      ["forum.comment.voted", 3, ["title", "no"]],
    ]);
    expect(drafts[1]?.data.was?.yes).toBe(0);
  });

  test("one that is missing between others is gone at once", async () => {
    const { forum, poll } = setUp();
    forum.post("7203", ...range(1, 4));
    await poll();
    forum.forums.get("7203")?.delete(2);
    const { drafts } = await poll();
    expect(parts({ drafts })).toEqual(["forum.comment.removed 2"]);
    expect(drafts[0]?.data).toMatchObject({ now: { body: "Body 2" } });
    expect(drafts[0]?.data.was).toBeUndefined();
  });

  test("one above the newest page is gone only when two polls in a row miss it", async () => {
    const { forum, poll } = setUp();
    forum.post("7203", ...range(1, 4));
    await poll();
    forum.forums.get("7203")?.delete(4);
    expect(parts(await poll())).toEqual([]);
    expect(parts(await poll())).toEqual(["forum.comment.removed 4"]);
  });

  test("an answer from a stale cache tells nothing", async () => {
    const { forum, poll } = setUp();
    forum.post("7203", ...range(1, 9));
    await poll();
    const ask = forum.comments;
    forum.comments = async (query) => ({
      comments: (await ask({ ...query, size: 50 })).comments.filter(({ part }) => part < 8).slice(0, 5),
    });
    expect(parts(await poll())).toEqual([]);
    forum.comments = ask;
    expect(parts(await poll())).toEqual([]);
  });

  test("one that is older than the newest page is left alone", async () => {
    const { forum, poll } = setUp();
    forum.post("7203", ...range(1, 5));
    await poll();
    forum.post("7203", ...range(6, 10));
    await poll();
    forum.forums.get("7203")?.delete(2);
    expect(parts(await poll())).toEqual([]);
  });

  test("one that surfaces late between known ones is told, and one that comes back is told again", async () => {
    const { forum, poll } = setUp();
    forum.post("7203", 1, 2, 4);
    await poll();
    forum.post("7203", 3);
    expect(parts(await poll())).toEqual(posted([3]));
    forum.forums.get("7203")?.delete(3);
    expect(parts(await poll())).toEqual(["forum.comment.removed 3"]);
    forum.post("7203", 3);
    expect(parts(await poll())).toEqual(posted([3]));
  });

  test("a burst that reaches below what is remembered is told once", async () => {
    const { forum, poll } = setUp({ pageSize: 50 });
    forum.post("7203", 1);
    await poll();
    forum.post("7203", ...range(2, 700));
    const seen = [
      ...parts(await poll()),
      ...parts(await poll()),
      ...parts(await poll()),
      ...parts(await poll()),
    ];
    expect([...seen].sort()).toEqual(posted(range(2, 700)).sort());
  });

  test("only the newest 200 are remembered", async () => {
    const { forum, poll, state } = setUp({ pageSize: 50 });
    forum.post("7203", ...range(1, 50));
    await poll();
    forum.post("7203", ...range(51, 230));
    expect(parts(await poll())).toEqual(posted(range(51, 230)));
    expect(Math.min(...[...state.items("7203").keys()].map(Number))).toBe(31);
  });

  test("a forum that began anew is known anew", async () => {
    const { forum, poll } = setUp();
    forum.post("7203", ...range(900, 905));
    await poll();
    forum.forums.delete("7203");
    forum.post("7203", 1, 2);
    await poll();
    const second = await poll();
    expect(second.drafts.every(({ type }) => type === "forum.comment.removed")).toBe(true);
    expect(second.baselined).toEqual({ items: 2, scopes: ["7203"] });
    forum.post("7203", 3);
    expect(parts(await poll())).toEqual(posted([3]));
  });
});

describe("failures", () => {
  test("an empty page for a forum that has comments is one", async () => {
    const { forum, poll } = setUp();
    forum.post("7203", 1);
    await poll();
    forum.forums.get("7203")?.clear();
    await expect(poll()).rejects.toMatchObject({ reason: "incomplete" });
  });

  test("a page of comments that have all lost their texts is one, and no edit", async () => {
    const { forum, poll } = setUp();
    forum.post("7203", ...Array.from({ length: 20 }, (_, part) => part + 1));
    await poll();
    for (const comment of forum.forums.get("7203")?.values() ?? [])
      Object.assign(comment, { title: "", body: "" });
    await expect(poll()).rejects.toMatchObject({ reason: "incomplete" });
    Object.assign(forum.forums.get("7203")?.get(20) ?? {}, { body: "back" });
    expect((await poll()).drafts.map(({ type }) => type)).toEqual(Array(5).fill("forum.comment.edited"));
  });

  test("an empty first page that says it should not be empty is one", async () => {
    const { forum, poll } = setUp();
    forum.comments = async () => ({ total: 12, comments: [] });
    await expect(poll()).rejects.toMatchObject({ reason: "incomplete" });
  });

  test("one broken stock does not stop the others and keeps its state", async () => {
    const { forum, poll } = setUp({ codes: ["7203", "6758"] });
    forum.post("7203", 1);
    forum.post("6758", 1);
    await poll();
    forum.post("7203", 2);
    forum.post("6758", 2);
    forum.before = ({ code }) => {
      if (code === "7203") throw new Failure("timeout", "too slow");
    };
    const step = await poll();
    expect(told(step)).toEqual(["forum.comment.posted 6758"]);
    expect(step.failures).toMatchObject([{ scope: "7203", failure: { reason: "timeout" } }]);
    forum.before = () => {};
    expect(told(await poll())).toEqual(["forum.comment.posted 7203"]);
  });

  test("a stock that the forum does not have is told apart from an outage, and its page is asked once", async () => {
    const { forum, poll } = setUp({ codes: ["7203", "99999", "6758"] });
    const asked: string[] = [];
    forum.known = (code) => void asked.push(code);
    forum.post("7203", 1);
    forum.post("6758", 1);
    const unknown = [{ scope: "99999", failure: { reason: "unknown-code", message: "no forum 99999" } }];
    expect((await poll()).failures).toMatchObject(unknown);
    forum.post("7203", 2);
    const second = await poll();
    expect(second.failures).toMatchObject(unknown);
    expect(told(second)).toEqual(["forum.comment.posted 7203"]);
    expect(asked).toEqual(["99999"]);
    // Listed in the meantime.
    forum.post("99999", 1);
    expect((await poll()).failures).toEqual([]);
  });

  test("an error about a stock whose page is there, or does not say, stays an outage", async () => {
    const { forum, poll } = setUp({ codes: ["7203", "6758"] });
    forum.post("7203", 1);
    forum.post("6758", 1);
    forum.before = ({ code }) => {
      if (code === "6758") throw new Failure("service-error", "come back later");
    };
    expect((await poll()).failures).toMatchObject([{ failure: { reason: "service-error" } }]);
    forum.forums.delete("6758");
    forum.known = () => {
      throw new Failure("timeout", "too slow");
    };
    expect((await poll()).failures).toMatchObject([{ failure: { reason: "service-error" } }]);
  });

  test("a poll all of whose stocks the forum does not have is a failed one", async () => {
    const { poll } = setUp({ codes: ["99998", "99999"] });
    await expect(poll()).rejects.toMatchObject({ reason: "service-error" });
  });

  test("when every stock fails the poll fails, and waits as long as the longest is asked to", async () => {
    const { forum, poll } = setUp({ codes: ["7203", "6758"] });
    forum.before = ({ code }) => {
      throw new Failure("rate-limited", "slow down", {
        status: 429,
        retryAfterMs: code === "7203" ? 10 : 90,
      });
    };
    await expect(poll()).rejects.toMatchObject({ reason: "rate-limited", status: 429, retryAfterMs: 90 });
  });

  test("an error that is no Failure is not taken for one", async () => {
    const { forum, poll } = setUp({ codes: ["7203", "6758"] });
    forum.post("7203", 1);
    forum.before = ({ code }) => {
      if (code === "6758") throw new TypeError("a bug");
    };
    await expect(poll()).rejects.toThrow(TypeError);
  });
});

describe("the top of the ranking", () => {
  test("decides which stocks are watched, at each poll", async () => {
    const { forum, poll } = setUp({ fromRanking: 3 });
    for (const code of ["1001", "1002", "1003", "1004"]) forum.post(code, 1);
    forum.ranked = ["1001", "1002", "1003", "1004"];
    expect((await poll()).baselined?.scopes).toEqual(["1001", "1002", "1003"]);
    forum.ranked = ["1004", "1001", "1002", "1003"];
    expect((await poll()).baselined?.scopes).toEqual(["1004"]);
  });

  test("a stock that comes back the same day is told what it was missing", async () => {
    const { forum, poll } = setUp({ fromRanking: 1 });
    forum.post("1001", 1);
    forum.post("1002", 1);
    forum.ranked = ["1001"];
    await poll();
    forum.ranked = ["1002"];
    await poll();
    forum.post("1001", 2);
    forum.ranked = ["1001"];
    expect(told(await poll())).toEqual(["forum.comment.posted 1001"]);
  });

  test("a stock that was away for days is forgotten", async () => {
    const { forum, poll, day, state } = setUp({ fromRanking: 1 });
    forum.post("1001", 1);
    forum.post("1002", 1);
    forum.ranked = ["1001"];
    await poll();
    forum.ranked = ["1002"];
    day.today = "2026-11-22";
    await poll();
    expect(state.items("1001").size).toBe(0);
    forum.ranked = ["1001"];
    expect((await poll()).baselined?.scopes).toEqual(["1001"]);
  });

  test("when it cannot be read at first, the stocks that the settings name are watched all the same", async () => {
    const { forum, poll } = setUp({ fromRanking: 1, codes: ["7203"] });
    forum.post("7203", 1);
    forum.before = ({ code }) => {
      if (code === "ranking") throw new Failure("server-error", "503");
    };
    const first = await poll();
    expect(first.baselined?.scopes).toEqual(["7203"]);
    expect(first.failures).toMatchObject([{ scope: "ranking" }]);
    forum.post("7203", 2);
    expect(told(await poll())).toEqual(["forum.comment.posted 7203"]);
  });

  test("when it cannot be read, the stocks of the last poll are watched on", async () => {
    const { forum, poll } = setUp({ fromRanking: 1 });
    forum.post("1001", 1);
    forum.ranked = ["1001"];
    await poll();
    forum.post("1001", 2);
    forum.before = ({ code }) => {
      if (code === "ranking") throw new Failure("server-error", "503");
    };
    const step = await poll();
    expect(told(step)).toEqual(["forum.comment.posted 1001"]);
    expect(step.failures).toMatchObject([{ scope: "ranking" }]);
  });
});

describe("a poll of some forums", () => {
  test("leaves the others and the ranking as they were, and their next comments are told", async () => {
    const { forum, poll, state } = setUp({ codes: ["7203", "none"], fromRanking: 2 });
    for (const code of ["7203", "1001", "1002"]) forum.post(code, ...range(1, 5));
    forum.ranked = ["1001", "1002"];
    await poll();
    const { cursor } = state;
    forum.ranked = ["1001"];
    for (const code of ["7203", "1001", "1002"]) forum.post(code, ...range(6, 12));
    const asked: string[] = [];
    forum.before = ({ code }) => void asked.push(code);
    const step = await poll("1001", "left");
    expect(new Set(asked)).toEqual(new Set(["1001"]));
    expect(new Set(told(step))).toEqual(new Set(["forum.comment.posted 1001"]));
    expect(parts(step)).toEqual(posted(range(6, 12)));
    const { codes, ...others } = state.cursor as { codes: Record<string, object> };
    const { codes: before, ...othersBefore } = cursor as typeof state.cursor & {
      codes: Record<string, object>;
    };
    expect(others).toEqual(othersBefore);
    expect({ ...codes, 1001: {} }).toEqual({ ...before, 1001: {} });
    forum.ranked = ["1001", "1002"];
    expect(new Set(told(await poll()))).toEqual(
      new Set(["forum.comment.posted 7203", "forum.comment.posted 1002"]),
    );
  });
});

describe("the pace of a forum", () => {
  const now = Date.parse("2026-11-20T09:00:00+09:00");
  /** Comments so many minutes ago. */
  async function paceOf(...minutes: number[]) {
    const { forum, poll, source, state } = setUp({ pageSize: 100 });
    forum.post("7203");
    for (const [index, ago] of minutes.toSorted((a, b) => b - a).entries()) {
      const postedAt = new Date(now - ago * 60_000).toISOString();
      forum.forums.get("7203")?.set(index + 1, { ...commentOf(index + 1), postedAt });
    }
    await poll();
    return source.paces?.(state, now);
  }

  test("is that of the last hour, of ten minutes where these say more, or what is usual at that time of day", async () => {
    expect(await paceOf()).toEqual([{ scope: "7203", perHour: 0 }]);
    expect(await paceOf(...range(11, 59), 61, 70)).toEqual([{ scope: "7203", perHour: 49 }]);
    expect(await paceOf(1, 2, 3)).toEqual([{ scope: "7203", perHour: 18 }]);
    // Twenty in the hour after nine of yesterday, ten in that of the day before.
    const day = 24 * 60;
    const usual = [...range(day - 20, day - 1), ...range(2 * day - 10, 2 * day - 1), 2 * day + 60];
    expect(await paceOf(...usual)).toEqual([{ scope: "7203", perHour: 15 }]);
  });
});
