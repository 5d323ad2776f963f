/**
 * Silences of one episode that also end when its number grows beyond a limit. One that is over quiets nothing from that
 * moment on; its end is told with the next commit, as that of any other that time ends.
 */
import type { LogEntry } from "../../model/event.ts";
import type { Alert } from "../../model/news-items.ts";
import { type Growth, isBeyond, type Silence } from "../../model/silence.ts";
import { alertIn, episodeKey } from "./alert-facts.ts";
import type { Making } from "./pending.ts";

/** Ends those whose limit an alert passes. One that does not have the number cannot be compared: it ends them too. */
export function endGrown(entry: LogEntry, making: Making): void {
  for (const { silence, grows } of growing(alertIn(entry), making)) {
    const number = numberOf(entry, grows, making.house.entry);
    if (number === undefined || isBeyond(grows, number)) end(silence, "grew", making);
  }
}

/** Ends those of an episode that is over. */
export function endWithEpisode(episode: Pick<Alert, "rule" | "key">, making: Making): void {
  for (const { silence } of growing(episode, making)) end(silence, "resolved", making);
}

function growing({ rule, key }: Pick<Alert, "rule" | "key">, { book, at }: Making) {
  const own = episodeKey({ rule, key });
  return book.all("silence").flatMap((silence) => {
    const { grows, until } = silence;
    return grows !== undefined && until > at && episodeKey(grows) === own ? [{ silence, grows }] : [];
  });
}

function end(silence: Silence, over: NonNullable<Silence["over"]>, { book, at }: Making): void {
  book.put({ kind: "silence", key: silence.id, body: { ...silence, until: at, over }, due: at });
}

/** The number of an alert, in the item of the event that caused it; undefined where the log does not have it. */
export function numberOf(
  alert: LogEntry,
  { field }: Pick<Growth, "field">,
  entryAt: (seq: number) => LogEntry | undefined,
): number | undefined {
  const value = entryAt(alertIn(alert).cause.seq)?.event.data.now[field];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
