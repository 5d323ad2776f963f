/** Fields of a comment, and the events about comments. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { code, moment, numberFrom, text } from "../../model/fields.ts";

export const comment = z.object({
  code,
  part: numberFrom(0, "number of the comment in its forum", { label: "Comment number", grouped: false }),
  author: text("stable hash of the author", { label: "Author", hidden: true }).optional(),
  name: text("display name of the author", "Name").optional(),
  title: text("title", "Title").optional(),
  body: text("text, with line breaks", "Text"),
  postedAt: moment("time of posting, such as 2026-01-05T09:30:00+09:00", "+09:00", "Posted").optional(),
  yes: numberFrom(0, "votes that found it helpful", { label: "Found helpful", unit: "votes" }),
  no: numberFrom(0, "votes that did not find it helpful", { label: "Found unhelpful", unit: "votes" }),
});

export type Comment = z.infer<typeof comment>;

/** The name of a comment is its author's. */
const ofComment = { item: comment, namesOther: true } as const;

export const commentEvents = {
  "forum.comment.posted": { ...ofComment, about: "a comment was posted", hasNoWas: true },
  "forum.comment.edited": { ...ofComment, about: "title or body of a comment changed" },
  "forum.comment.removed": { ...ofComment, about: "a comment is gone", hasNoWas: true },
  "forum.comment.voted": { ...ofComment, about: "the votes on a comment changed" },
} as const satisfies Record<string, EventTypeFacts>;
