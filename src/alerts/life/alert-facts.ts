/** Facts of an alert that its life goes by, and the news that time alone brings about. */
import {
  type AlertFacts,
  type AlertMemory,
  type Episode,
  type episodeEnds,
  keyOf,
} from "../../model/alerts.ts";
import type { EventDraft, LogEntry } from "../../model/event.ts";
import { type Alert, gravity } from "../../model/news-items.ts";
import type { Silence, SilenceEnd } from "../../model/silence.ts";

/** The item of an `alert.fired` or `alert.resolved`. */
export function alertIn({ event }: LogEntry): Alert {
  return event.data.now as unknown as Alert;
}

export function alertFactsOf(entry: LogEntry): AlertFacts {
  const { rule, key, severity, labels, watchlists = [], recipients: notify, cause } = alertIn(entry);
  const source = cause.origin ?? cause.source;
  return { rule, key, severity, subject: entry.event.subject, source, labels, watchlists, notify };
}

/** Key of the episode that an alert belongs to. */
export function episodeKey({ rule, key }: Pick<Alert, "rule" | "key">): string {
  return keyOf(rule, key);
}

export function gravityOf(entry: LogEntry): number {
  return gravity[alertIn(entry).severity];
}

/** Most ends that one commit tells; the rest follows in the next. */
const mostEnds = 500;

/** Drafts the ends that are due at a moment, ms since 1970. */
export function endedByTime(
  memory: Pick<AlertMemory, "due" | "state">,
  at: number,
  entry: (seq: number) => LogEntry | undefined,
): EventDraft[] {
  const drafts: EventDraft[] = [];
  for (const { kind, key } of memory.due(at)) {
    if (drafts.length >= mostEnds) break;
    if (kind === "episode") {
      const episode = memory.state(kind, key);
      if (episode) drafts.push(resolvedDraft(episode, "time", entry));
    } else if (kind === "silence") {
      const silence = memory.state(kind, key);
      if (silence) drafts.push(endOfSilence(silence, silence.over ?? "expired"));
    }
  }
  return drafts;
}

/**
 * Drafts the end of an episode.
 * @param hand who ended it by hand, and why
 */
export function resolvedDraft(
  { facts, lastSeq, id }: Episode,
  why: Exclude<keyof typeof episodeEnds, "until">,
  entry: (seq: number) => LogEntry | undefined,
  hand: { readonly by?: string; readonly because?: string | undefined } = {},
): EventDraft {
  const { rule, key, severity, subject, labels, watchlists, source } = facts;
  const last = entry(lastSeq);
  const known = last && alertIn(last);
  const cause = known?.cause ?? { seq: lastSeq, id, type: "alert.fired", source, subject };
  const now: Alert = {
    ...{ rule, key, severity, title: known?.title ?? rule, body: "", labels: { ...labels } },
    ...{ recipients: known?.recipients ?? [], cause, why },
  };
  if (known?.data !== undefined) now.data = known.data;
  if (watchlists.length > 0) now.watchlists = [...watchlists];
  if (hand.by !== undefined) now.by = hand.by;
  if (hand.because !== undefined) now.because = hand.because;
  return { type: "alert.resolved", source: `/rules/${rule}`, subject, data: { now } };
}

export function endOfSilence({ id, match }: Silence, why: SilenceEnd, author?: string): EventDraft {
  const now = { id, match, why, ...(author !== undefined && { author }) };
  return { type: "silence.ended", source: "/alerts", subject: id, data: { now } };
}
