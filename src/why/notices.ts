/** Decisions about telling an alert, receiver by receiver: the facts on record. */
import type { Notice } from "../model/alerts.ts";
import type { Alert, SilenceAdded } from "../model/news-items.ts";
import type { NoticeFacts, UntoldFacts } from "../model/page/why.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import { entryOf, type Inquiry, isoIfKnown, isoOf } from "./inquiry.ts";

/** Decisions about an alert, in the order in which they were made. @param alertSeq seq of the alert */
export function noticeFacts(alertSeq: number, { reader, words }: Inquiry): NoticeFacts[] {
  return reader.alerts.ofAlert(alertSeq).map((notice) => {
    const { receiver, route, reason, state, at, until, by, message, toldAt } = notice;
    const told = message !== undefined && toldAt !== undefined;
    return {
      ...{ receiver, route, reason, message: words.entry.notice(reason), state, at: isoOf(at) },
      ...{ until: isoIfKnown(until), by, silence: silenceOf(notice, reader) },
      told: told ? { in: message, at: isoOf(toldAt) } : undefined,
    };
  });
}

/** An expression that asks for the watchlists of a stock. */
const asksWatchlists = /\bmine\(|\bwatchlists\b/;

/** Why an alert that has no receiver has none. @param rule undefined: there is none of that name now */
export function untoldFacts(
  { recipients, watchlists = [] }: Pick<Alert, "recipients" | "watchlists">,
  rule: CompiledRule | undefined,
  { words }: Pick<Inquiry, "words">,
): UntoldFacts | undefined {
  if (recipients.length > 0 || rule === undefined) return undefined;
  const { notify } = rule.about;
  const [choice] = notify;
  // Targets that are written out would be on the alert: the rule was edited since.
  if (choice !== undefined && (notify.length > 1 || /^[a-z]+:[^\s"]+$/.test(choice))) return undefined;
  const isUnwatched = choice !== undefined && watchlists.length === 0 && asksWatchlists.test(choice);
  const reason = choice === undefined ? "no-receiver" : isUnwatched ? "not-watched" : "own-choice";
  return { reason, message: words.entry.untold(reason), ...(choice === undefined ? {} : { notify: choice }) };
}

/** What was said when the silence was set; it may have ended since. */
function silenceOf({ reason, by }: Notice, { search }: Inquiry["reader"]): NoticeFacts["silence"] {
  if (reason !== "silenced" || by === undefined) return undefined;
  const [added] = search.newest({ types: ["silence.added"], subject: by, limit: 1 }).map(entryOf);
  if (added === undefined) return undefined;
  const { match, author, because } = added.event.data.now as unknown as SilenceAdded;
  return { match, author, because };
}
