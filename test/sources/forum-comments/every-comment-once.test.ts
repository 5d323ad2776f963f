import { expect, test } from "vitest";
import { Failure } from "../../../src/lib/failure.ts";
import { createForumComments } from "../../../src/sources/forum-comments/index.ts";
import type { CommentsCursor } from "../../../src/sources/forum-comments/poll-code.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit } from "../poll-and-commit.ts";
import { createMemoryForum, type MemoryForum } from "./memory-forum.ts";

type Move =
  | { kind: "post"; gaps: number[] }
  | { kind: "remove"; which: number[] }
  | { kind: "vote"; which: number };

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("post" as const),
      gaps: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 60, size: "max" }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("remove" as const),
      which: fc.array(fc.nat(), { maxLength: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("vote" as const), which: fc.nat() }) },
);

/** Between two polls, and while the pages of one are read. */
const step = fc.record({
  pageSize: fc.integer({ min: 1, max: 12 }),
  moves: fc.array(move, { maxLength: 4 }),
  meanwhile: fc.array(move, { maxLength: 3 }),
});

function play(forum: MemoryForum, next: Move): void {
  const comments = forum.forums.get("7203") ?? new Map();
  const existing = [...comments.keys()];
  if (next.kind === "post") {
    let part = Math.max(0, forum.ranked.length, ...existing);
    for (const gap of next.gaps) {
      part += gap;
      forum.post("7203", part);
    }
    // Parts are never used again, also when the newest was removed: the ranking, unused here, remembers how far they got.
    forum.ranked = Array.from({ length: Math.max(part, forum.ranked.length) }, () => "");
  } else if (next.kind === "remove") {
    for (const which of next.which) comments.delete(existing[which % Math.max(1, existing.length)]);
  } else {
    const comment = comments.get(existing[next.which % Math.max(1, existing.length)]);
    if (comment !== undefined) comment.yes += 1;
  }
}

function isOpen(cursor: unknown): boolean {
  return (cursor as CommentsCursor).codes["7203"]?.open.length !== 0;
}

test("every comment that is there when it can be read is told once, whatever happens meanwhile", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.nat({ max: 40 }),
      async (inclusive, steps, hiccup) => {
        const forum = createMemoryForum();
        forum.inclusive = inclusive;
        // Once, a page on the way back comes empty.
        const ask = forum.comments;
        let pagesBack = 0;
        forum.comments = async (query) => {
          const page = await ask(query);
          return query.mid !== undefined && pagesBack++ === hiccup ? { comments: [] } : page;
        };
        play(forum, { kind: "post", gaps: [1, 1, 1] });
        const state = createMemoryState();
        const told: number[] = [];
        const gone: number[] = [];
        let options = { codes: ["7203"], pageSize: 3 };
        const poll = async () => {
          const source = createForumComments(options, forum, () => "2026-11-20");
          // A forum whose comments are all gone looks like a broken page; that is a failure, and nothing is told.
          const diff = await pollAndCommit(source, state).catch((error: unknown) => {
            if (error instanceof Failure && error.reason === "incomplete") return undefined;
            throw error;
          });
          const some = diff?.drafts.filter(({ type }) => type === "forum.comment.posted") ?? [];
          const parts = some.map(({ data }) => Number(data.now.part));
          expect(parts).toEqual([...parts].sort((a, b) => a - b));
          told.push(...parts);
          for (const { type, data } of diff?.drafts ?? [])
            if (type === "forum.comment.removed") gone.push(Number(data.now.part));
        };
        await poll();
        const before = new Set(forum.forums.get("7203")?.keys());
        for (const { pageSize, moves, meanwhile } of steps) {
          for (const next of moves) play(forum, next);
          const waiting = [...meanwhile];
          forum.before = () => {
            const next = waiting.shift();
            if (next !== undefined) play(forum, next);
          };
          options = { codes: ["7203"], pageSize };
          await poll();
        }
        forum.before = () => {};
        // One that is empty for good fails for good.
        fc.pre(forum.forums.get("7203")?.size !== 0);
        // Pages of a usual size: what pages of two leave open would take hundreds of polls.
        options = { codes: ["7203"], pageSize: 20 };
        for (let quiet = 0; quiet < 3 || isOpen(state.cursor); quiet += 1) {
          expect(quiet).toBeLessThan(60);
          await poll();
        }
        const staying = [...(forum.forums.get("7203")?.keys() ?? [])].filter((part) => !before.has(part));
        expect(staying.filter((part) => !told.includes(part))).toEqual([]);
        expect(new Set(told).size).toBe(told.length);
        expect(told.filter((part) => before.has(part))).toEqual([]);
        expect(new Set(gone).size).toBe(gone.length);
        expect(gone.filter((part) => forum.forums.get("7203")?.has(part))).toEqual([]);
      },
    ),
    // Shrinking such a history takes minutes; the seed and path that are printed run it again.
    { numRuns: runsOf({ quick: 20, long: 1_000 }), endOnFailure: true },
  );
});
