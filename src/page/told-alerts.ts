/** Alerts by their numbers, as lists of the page name them. */
import type { Event, LogReader, StoredEntry } from "../model/event.ts";
import type { Alert } from "../model/news-items.ts";
import type { AlertMention } from "../model/page/told-alert.ts";

/** The alerts that the log still has, in the order of these numbers. */
export function mentionsOf(seqs: readonly number[], log: Pick<LogReader, "read">): AlertMention[] {
  return seqs.flatMap((seq) => {
    const [entry] = log.read(seq - 1, 1);
    return entry?.seq === seq && entry.type.startsWith("alert.") ? [mentionOf(entry)] : [];
  });
}

export function mentionOf({ seq, json }: StoredEntry): AlertMention {
  const { id, time, subject, data } = JSON.parse(json) as Event;
  const { rule, title, severity, texts } = data.now as unknown as Alert;
  const others = Object.entries(texts ?? {}).flatMap(([language, own]) =>
    own ? [[language, own.title]] : [],
  );
  const titles = others.length === 0 ? {} : { titles: Object.fromEntries(others) };
  return { id, seq, time, rule, title, ...titles, severity, subject };
}
