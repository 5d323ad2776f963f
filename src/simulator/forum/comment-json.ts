/** A comment as the forum's document writes it, and as the service was seen to. */
import { createHash } from "node:crypto";
import { escapeHtml } from "../../lib/text/escape-html.ts";
import type { Comment } from "../world/forum/comments.ts";
import { japanTime, twoDigits } from "../world/written-forms.ts";

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

type CommentJson = ReturnType<typeof commentJson>;

const shownLetters = 3;
const lineLength = 8;

/** Some names are masked, some titles hold line breaks, and there are keys that the document does not have. */
export function observedComment(comment: CommentJson, answers: number | undefined) {
  const odd = Number.parseInt(comment.userId.slice(0, 2), 16);
  const letters = [...comment.dispname];
  const masked = `${letters.slice(0, shownLetters).join("")}*****`;
  return {
    ...comment,
    dispname: odd % 2 === 0 ? masked : comment.dispname,
    title: comment.part % 3 === 0 ? broken(comment.title) : comment.title,
    ...(comment.part % 5 === 0 ? { feelLabel: "強く買いたい" } : {}),
    ...(answers === undefined ? {} : { parent: answers }),
  };
}

function broken(title: string): string {
  // An entity must stay whole.
  const at = title.includes("&") ? title.indexOf("&") : lineLength;
  return at > 0 && at < title.length ? `${title.slice(0, at)}\n${title.slice(at)}` : title;
}
