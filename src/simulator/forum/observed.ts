/** Properties of comments beyond the document. */
import type { commentJson } from "./comment-json.ts";

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
