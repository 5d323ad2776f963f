/** Decisions about telling an alert in lines. */
import { tamed } from "../../app/why/words.ts";
import { timeWords } from "../../lib/text/time-words.ts";
import type { NoticeState } from "../../model/alerts.ts";
import type { NoticeFacts } from "../../model/page/why.ts";

/** A line for each receiver and reason. */
export function noticeLines(notices: readonly NoticeFacts[]): string[] {
  return notices.map(({ receiver, route, reason, message, state, until, told, ...quiet }) => {
    const way = route === "" ? "" : ` by the route ${tamed(route)}`;
    const end = until === undefined || state !== "waiting" ? "" : ` until ${timeWords(until)}`;
    const when = told === undefined ? `${stateWords[state]}${end}` : `told ${timeWords(told.at)}`;
    return `${tamed(receiver)}${way}: ${reason}, ${when}: ${message}${quietWords(quiet)}`;
  });
}

const stateWords: Readonly<Record<NoticeState, string>> = {
  waiting: "waiting",
  told: "told",
  dropped: "not told",
};

function quietWords({ by, silence }: Pick<NoticeFacts, "by" | "silence">): string {
  if (silence === undefined) return by === undefined ? "" : ` (${tamed(by)})`;
  const { match, author, because } = silence;
  return ` (${tamed(by ?? "")} by ${tamed(author)}, ${tamed(match)}: ${tamed(because)})`;
}
