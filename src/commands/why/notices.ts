/** Decisions about telling an alert, receiver by receiver: the facts on record, and their lines. */
import { type Notice, type NoticeReason, type NoticeState, noticeReasons } from "../../model/alerts.ts";
import type { SilenceAdded } from "../../model/news-items.ts";
import { withheldWords } from "../../outputs/index.ts";
import { timeWords } from "../terminal.ts";
import { entryOf, type Inquiry, isoIfKnown, isoOf } from "./inquiry.ts";
import { tamed } from "./words.ts";

/** A decision about an alert and a receiver; times are ISO. */
export interface NoticeFacts {
  readonly receiver: string;
  /** Name of the route; "" where the rule alone names the receiver. */
  readonly route: string;
  readonly reason: NoticeReason;
  /** The reason in a sentence. */
  readonly message: string;
  readonly state: NoticeState;
  readonly at: string;
  /** Up to when the reason holds, where that is known. */
  readonly until?: string | undefined;
  /** What quiets it: a silence's id, a window's name, the id of an alert. */
  readonly by?: string | undefined;
  /** The silence, if one quiets it and the log has it. */
  readonly silence?: Pick<SilenceAdded, "match" | "author" | "because"> | undefined;
  /** Name of the message that told it, and when. */
  readonly told?: { readonly in: string; readonly at: string } | undefined;
}

/** Decisions about an alert, in the order in which they were made. @param alertSeq seq of the alert */
export function noticeFacts(alertSeq: number, { reader }: Pick<Inquiry, "reader">): NoticeFacts[] {
  return reader.alerts.ofAlert(alertSeq).map((notice) => {
    const { receiver, route, reason, state, at, until, by, message, toldAt } = notice;
    const told = message !== undefined && toldAt !== undefined;
    return {
      ...{ receiver, route, reason, message: messageOf(reason), state, at: isoOf(at) },
      ...{ until: isoIfKnown(until), by, silence: silenceOf(notice, reader) },
      told: told ? { in: message, at: isoOf(toldAt) } : undefined,
    };
  });
}

/** The outputs know best what can be done about what they do not send. */
function messageOf(reason: NoticeReason): string {
  return reason === "simulated" ? withheldWords(reason) : noticeReasons[reason];
}

/** What was said when the silence was set; it may have ended since. */
function silenceOf({ reason, by }: Notice, { search }: Inquiry["reader"]): NoticeFacts["silence"] {
  if (reason !== "silenced" || by === undefined) return undefined;
  const [added] = search.newest({ types: ["silence.added"], subject: by, limit: 1 }).map(entryOf);
  if (added === undefined) return undefined;
  const { match, author, because } = added.event.data.now as unknown as SilenceAdded;
  return { match, author, because };
}

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
