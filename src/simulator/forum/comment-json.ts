/** A comment as the forum's document writes it. */
import { createHash } from "node:crypto";
import type { Comment } from "../world/comments.ts";
import { japanTime, twoDigits } from "../world/japan-time.ts";
import { escapeHtml } from "./html.ts";

const titleLength = 20;

export function commentJson(comment: Comment, postedAt: Date, forumPage: string, base: string) {
  const userId = createHash("sha1").update(`author ${comment.author}`).digest("hex").slice(0, 24);
  const { year, month, day, hour, minute } = japanTime(postedAt);
  return {
    part: comment.part,
    userId,
    userIcon: `${base}/icons/${userId.slice(0, 2)}.png`,
    dispname: comment.name,
    infoLink: `${base}/users/${userId}/comments`,
    title: titleHtml(comment.title),
    body: bodyHtml(comment, forumPage),
    // Only the minute is padded.
    postDate: `${year}/${month}/${day} ${hour}:${twoDigits(minute)}`,
    good: comment.yes,
    bad: comment.no,
  };
}

function titleHtml(title: string): string {
  const letters = [...title];
  if (letters.length <= titleLength) return escapeHtml(title);
  return `${escapeHtml(letters.slice(0, titleLength).join(""))}&hellip;`;
}

function bodyHtml({ body, answers }: Comment, forumPage: string): string {
  const text = escapeHtml(body).replaceAll("\n", "<br />");
  if (answers === undefined) return text;
  const link = `<a href="${escapeHtml(`${forumPage}?part=${answers}`)}">&gt;&gt;${answers}</a>`;
  return `<span data-part="${answers}">${link}</span><br />${text}`;
}
