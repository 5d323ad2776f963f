/** What a past cannot show of comments: their removals, edits, votes and seconds. */
import type { PostedComment } from "../../../src/simulator/world/forum.ts";
import { endsAt, forums } from "./plan.ts";
import type { Told } from "./told.ts";
import { type Difference, momentAt, tickFrom, world } from "./truth.ts";

const read = new Map<number, ReadonlyMap<string, PostedComment>>();

/** Comments of the forums at a time, by code and part. */
function commentsAt(time: number): ReadonlyMap<string, PostedComment> {
  const known = read.get(time);
  if (known !== undefined) return known;
  const comments = new Map(
    forums.flatMap((code) => {
      const company = world.company(code);
      if (company === undefined) throw new Error(`no company ${code}`);
      const page = world.comments.page(company, momentAt(time), mostComments);
      return page.map((comment) => [`${code} ${comment.part}`, comment] as const);
    }),
  );
  read.set(time, comments);
  return comments;
}
const mostComments = 1_000;
const atEnd = commentsAt(endsAt);
const keyOf = ({ subject, now }: Told) => `${subject} ${now.part}`;
const isPosted = ({ type }: Told) => type === "forum.comment.posted";

export const removedComments: Difference = {
  reason: "a comment that was removed is gone: it was never told, and neither was its removal",
  past: (told) => told.filter((one) => !isPosted(one) || atEnd.has(keyOf(one))),
};

export const editedComments: Difference = {
  reason: "a comment that was edited has its last words all along",
  past: (told) =>
    told.map((one) => {
      if (!isPosted(one)) return one;
      const [then, last] = [commentsAt(one.at).get(keyOf(one)), atEnd.get(keyOf(one))];
      if (then === undefined || last === undefined || then.body === last.body) return one;
      // An author who edits adds a line.
      return { ...one, now: { ...one.now, body: `${one.now.body}${last.body.slice(then.body.length)}` } };
    }),
};

export const votes: Difference = {
  reason: "a comment has the votes of the end all along",
  isQuiet: true,
  past: (told) =>
    told.map((one) => {
      const last = isPosted(one) ? atEnd.get(keyOf(one)) : undefined;
      if (last === undefined || (last.yes === one.now.yes && last.no === one.now.no)) return one;
      return { ...one, now: { ...one.now, yes: last.yes, no: last.no } };
    }),
};

export const minutes: Difference = {
  reason:
    "a comment says the minute in which it was posted, not the second: a poll within that minute has it already",
  past: (told) =>
    told.map((one) => {
      if (!isPosted(one)) return one;
      const at = tickFrom("forum-comments", Date.parse(String(one.now.postedAt)));
      return at < one.at && one.at - at < longestTickMs && isWithinMinute(at, one) ? { ...one, at } : one;
    }),
};
const longestTickMs = 86_400_000;

function isWithinMinute(tick: number, { now }: Told): boolean {
  return tick - Date.parse(String(now.postedAt)) < 60_000;
}
