/** Fields of a comment, and the events about comments. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { code, moment, numberFrom, text } from "../../model/fields.ts";

const votes = { en: "votes", ja: "票" };

export const comment = z.object({
  code,
  part: numberFrom(0, "number of the comment in its forum", {
    label: { en: "Comment number", ja: "コメント番号" },
    grouped: false,
  }),
  author: text("stable hash of the author", {
    label: { en: "Author", ja: "投稿者ID" },
    hidden: true,
  }).optional(),
  name: text("display name of the author", { en: "Name", ja: "投稿者" }).optional(),
  title: text("title", { en: "Title", ja: "件名" }).optional(),
  body: text("text, with line breaks", { en: "Text", ja: "本文" }),
  postedAt: moment("time of posting, such as 2026-01-05T09:30:00+09:00", "+09:00", {
    en: "Posted",
    ja: "投稿日時",
  }).optional(),
  yes: numberFrom(0, "votes that found it helpful", {
    label: { en: "Found helpful", ja: "参考になった" },
    unit: votes,
  }),
  no: numberFrom(0, "votes that did not find it helpful", {
    label: { en: "Found unhelpful", ja: "参考にならなかった" },
    unit: votes,
  }),
});

export type ForumComment = z.infer<typeof comment>;

/** The name of a comment is its author's. */
const ofComment = { item: comment, namesOther: true, authors: ["author", "name"] } as const;

export const commentEvents = {
  "forum.comment.posted": { ...ofComment, about: "a comment was posted", hasNoWas: true },
  "forum.comment.edited": { ...ofComment, about: "title or body of a comment changed" },
  "forum.comment.removed": { ...ofComment, about: "a comment is gone", hasNoWas: true },
  "forum.comment.voted": { ...ofComment, about: "the votes on a comment changed" },
} as const satisfies Record<string, EventTypeFacts>;
