import { describe, expect, test } from "vitest";
import { addDays } from "../../../src/model/dates.ts";
import { forumComments } from "../../../src/sources/forum-comments/member.ts";
import type { SourceHistory } from "../../../src/sources/member.ts";
import { commentToPast, createPastForum } from "../../../src/upstreams/forum/past.ts";
import { fc } from "../../support/fast-check.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { createMemoryHistory } from "../../support/memory-history.ts";
import { runsOf } from "../../support/runs.ts";
import { type CommentRow, forumService } from "../../support/services/forum.ts";
import type { Dialect } from "../../support/services/serve.ts";
import {
  at,
  fetchPieces,
  live,
  type MakeSource,
  type PastClients,
  play,
  served,
  type Told,
} from "./lived-and-played.ts";

const history = forumComments.history as SourceHistory<object>;
const means = { watchlists: () => ({}) };
const codes = ["9901", "9902"];

const make =
  (pageSize: number, more: { fromRanking?: number } = {}): MakeSource =>
  (clients, clocks) =>
    forumComments.create({ codes, pageSize, ...more }, clients as PastClients, {
      ...clocks,
      issueNames: async () => () => undefined,
      watchlists: () => ({}),
    }) as ReturnType<MakeSource>;

/** A comment as the service has it, and when it was posted. */
interface Posted extends CommentRow {
  readonly minute: number;
}

function posted(part: number, minute: number, more: Partial<CommentRow> = {}): Posted {
  const japan = new Date(minute * 60_000 + 9 * 3_600_000).toISOString();
  const postDate = `${japan.slice(0, 10).replaceAll("-", "/")} ${japan.slice(11, 16)}`;
  return { part, title: `Title ${part}`, body: `Body ${part}`, yes: 0, no: 0, minute, postDate, ...more };
}

/** Forums that show what was posted by the time of the clock, or what a test says of a time. */
async function openForums(forumsAt: (now: number) => Record<string, readonly Posted[]>, dialect: Dialect) {
  const clock = createHandClock();
  const world = { comments: {} as Record<string, CommentRow[]>, rankings: { daily: ["9903"] } };
  // Its tokens are its own, so it stays while its world changes.
  const service = forumService(world, dialect, clock.now);
  const shown = (comments: readonly Posted[]) =>
    comments.filter(({ minute }) => minute * 60_000 <= clock.now());
  const forum: typeof service = (question) => {
    for (const [code, comments] of Object.entries(forumsAt(clock.now())))
      world.comments[code] = shown(comments);
    return service(question);
  };
  const { clients, asked } = await served({ forum }, clock);
  return { clock, clients, asked };
}

const period = { from: "2026-08-20", to: "2026-11-20" };
const start = at(period.from, "00:00") / 60_000;
const end = at("2026-11-20", "20:00") / 60_000;

const gaps = fc.array(
  fc.record({ parts: fc.integer({ min: 1, max: 3 }), minutes: fc.constantFrom(0, 0, 1, 40, 700, 9_000) }),
  {
    maxLength: 60,
  },
);

function forumOf(steps: readonly { readonly parts: number; readonly minutes: number }[]): Posted[] {
  let [part, minute] = [1, start];
  const later = steps.flatMap((step) => {
    part += step.parts;
    minute += step.minutes;
    return minute > end ? [] : [posted(part, minute)];
  });
  return [posted(1, start), ...later];
}

describe.each(["documented", "observed"] as const)("as %s", (dialect) => {
  test("life and past tell the same comments", async () => {
    await fc.assert(
      fc.asyncProperty(gaps, gaps, fc.integer({ min: 2, max: 7 }), async (one, other, pageSize) => {
        const forums = { "9901": forumOf(one), "9902": forumOf(other) };
        const { clock, clients } = await openForums(() => forums, dialect);
        const times: number[] = [];
        for (let day = addDays(period.from, 3); day <= period.to; day = addDays(day, 4))
          times.push(at(day, "21:00"));
        const lived = await live(make(pageSize), clients, times, clock);
        const pieces = history.pieces({ codes, pageSize }, period, means);
        const past = await fetchPieces(pieces, clients);
        expect(await play(make(pageSize), past, times)).toEqual(lived);
        const all = [...forums["9901"], ...forums["9902"]];
        const minutes = [...new Set(all.map(({ minute }) => minute * 60_000))].sort((a, b) => a - b);
        expect([...history.moments({}, past, period)]).toEqual(minutes);
      }),
      { numRuns: runsOf({ quick: 4, long: 200 }) },
    );
  });

  test("an older month is found without paging through the newer ones", async () => {
    const some = { from: "2026-09-21", to: period.to };
    const from = at(some.from, "00:00") / 60_000;
    // Some 200 a day, so that a page has a part of a day.
    const comments = Array.from({ length: 12_000 }, (_, index) => posted(index * 2 + 1, from + index * 7));
    const { clock, clients, asked } = await openForums(() => ({ "9901": comments }), dialect);
    clock.moveTo(at(period.to, "23:00"));
    const pieces = history.pieces({ codes: ["9901"], pageSize: 50 }, some, means);
    expect(pieces.map(({ from, to }) => [from, to])).toEqual([
      ["2026-11-01", "2026-11-20"],
      ["2026-10-01", "2026-10-31"],
      ["2026-09-21", "2026-09-30"],
    ]);
    const past = await fetchPieces(pieces.slice(2), clients);
    const own = comments.filter(({ postDate = "" }) => postDate.startsWith("2026/09/"));
    const parts = past.between("forum/comments", some).map(({ name }) => Number(name));
    expect(parts.sort((a, b) => a - b)).toEqual(own.map(({ part }) => part));
    expect(asked.length).toBeLessThan(own.length / 48 + 18);
  });
});

test("a comment is shown from its minute on, and none before one that was written earlier", async () => {
  const past = createMemoryHistory();
  const comment = (part: number, postedAt?: string) =>
    commentToPast("9901", { part, body: "", yes: 0, no: 0, ...(postedAt && { postedAt }) }, "2026-11-19");
  past.add([
    comment(1, "2026-11-19T09:05:00+09:00"),
    comment(2),
    // Its clock was wrong.
    comment(3, "2026-11-19T09:04:00+09:00"),
    comment(4, "2026-11-19T09:06:00+09:00"),
  ]);
  let now = 0;
  const forum = createPastForum(past, () => now);
  const shown = async (time: string) => {
    now = Date.parse(`2026-11-19T${time}+09:00`);
    return (await forum.comments({ code: "9901", size: 10 })).comments.map(({ part }) => part);
  };
  expect(await shown("09:04:59.999")).toEqual([]);
  expect(await shown("09:05:00")).toEqual([3, 2, 1]);
  expect(await shown("09:06:00")).toEqual([4, 3, 2, 1]);
  expect((await forum.comments({ code: "9901", size: 2, mid: 3 })).comments.map(({ part }) => part)).toEqual([
    3, 2,
  ]);
});

test("a month is gone on with from where the newer one ended", async () => {
  const comments = Array.from({ length: 3_000 }, (_, index) => posted(index + 1, start + index * 40));
  const { clock, clients, asked } = await openForums(() => ({ "9901": comments }), "documented");
  clock.moveTo(at(period.to, "23:00"));
  const past = await fetchPieces(history.pieces({ codes: ["9901"], pageSize: 50 }, period, means), clients);
  expect(past.between("forum/comments", period)).toHaveLength(3_000);
  expect(asked.length).toBeLessThan(3_000 / 49 + 10);
});

test("codes come from the watchlist that the settings name", () => {
  const named = { watchlists: () => ({ core: [{ code: "9905" }] }) } as never;
  const pieces = history.pieces(
    { codes: { watchlist: "core" }, pageSize: 50 },
    { from: period.to, to: period.to },
    named,
  );
  expect(pieces.map(({ scope }) => scope)).toEqual(["code=9905"]);
});

test("the past of a ranking is refused in words", async () => {
  const forum = createPastForum(createMemoryHistory(), () => 0);
  await expect(forum.ranking({ term: "daily", page: 1 })).rejects.toThrow("past ranks are not known");
});

const untold: readonly string[] = history.untold;
const times = ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"].map((day) => at(day, "18:00"));

/** "type part title" of each poll, in life and by the past. */
async function livedAndPlayed(
  forumAt: (now: number) => readonly Posted[],
  more: { fromRanking?: number } = {},
) {
  const forums = (now: number) => ({
    "9901": forumAt(now),
    "9902": [old],
    "9903": [posted(1, end), posted(2, end - 3_000)],
  });
  const { clock, clients } = await openForums(forums, "documented");
  const lived = await live(make(50, more), clients, times, clock);
  const past = await fetchPieces(history.pieces({ codes, pageSize: 50, ...more }, period, means), clients);
  return { lived, past };
}

function linesOf(told: Told): string[] {
  return told.flatMap((drafts) =>
    drafts.map(({ type, data: { now } }) => `${type} ${now.part} ${now.title} ${now.yes}`),
  );
}

const minuteOf = (day: string) => at(day, "12:00") / 60_000;
const old = posted(1, minuteOf("2026-11-16"));
const own = posted(2, minuteOf("2026-11-18"));

const shown: Record<string, () => Promise<void>> = {
  async "Comments have their current text and votes: there are no events of edits and votes."() {
    const later = (now: number) => now >= at("2026-11-19", "00:00");
    const { lived, past } = await livedAndPlayed((now) => [
      old,
      { ...own, ...(later(now) && { title: "Edited", yes: 3 }) },
    ]);
    expect(linesOf(lived)).toEqual([
      "forum.comment.posted 2 Title 2 0",
      "forum.comment.edited 2 Edited 3",
      "forum.comment.voted 2 Edited 3",
    ]);
    expect(linesOf(await play(make(50), past, times))).toEqual(["forum.comment.posted 2 Edited 3"]);
  },
  async "Removed comments are missing, and so are their removals."() {
    const later = (now: number) => now >= at("2026-11-19", "00:00");
    const newest = posted(3, minuteOf("2026-11-18") + 1);
    const { lived, past } = await livedAndPlayed((now) => [old, ...(later(now) ? [] : [own]), newest]);
    expect(linesOf(lived)).toEqual([
      "forum.comment.posted 2 Title 2 0",
      "forum.comment.posted 3 Title 3 0",
      "forum.comment.removed 2 Title 2 0",
    ]);
    expect(linesOf(await play(make(50), past, times))).toEqual(["forum.comment.posted 3 Title 3 0"]);
  },
  async "The top stocks of past rankings are not known: there are no events of `fromRanking`."() {
    expect(history.pieces({ fromRanking: 5, pageSize: 50 }, period, means)).toEqual([]);
    const { past } = await livedAndPlayed(() => [old, own]);
    expect(past.sets().map(({ set }) => set)).toEqual(["forum/comments"]);
    expect(past.about("forum/comments", "9903", period)).toEqual([]);
  },
};

describe("what the past of a forum does not tell", () => {
  test.each(untold)("%s", async (sentence) => {
    expect(shown).toHaveProperty([sentence]);
    await shown[sentence]?.();
  });
});
