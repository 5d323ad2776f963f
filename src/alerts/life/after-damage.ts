/** What waits for nothing any more, since what would have told it is damaged: it is told at once. */
import type { LogEntry } from "../../model/event.ts";
import type { StoreDamage } from "../../model/news-items.ts";
import { feedWithOpen } from "./inhibitors.ts";
import { type Making, putGroup } from "./pending.ts";

/** Takes the news that something is damaged. */
export function tellForgotten({ event }: LogEntry, making: Making): void {
  const { what } = event.data.now as unknown as StoreDamage;
  if (what !== "alerts") return;
  const { book, house, at } = making;
  // An inhibitor without an open episode never ends.
  const feeding = book
    .all("inhibitor")
    .filter(({ episodes }) => episodes.some((key) => book.get("episode", key)));
  const awaited = new Set(feeding.flatMap(({ groups }) => groups));
  for (const { receiver, group: key } of house.memory.waitingGroups()) {
    const known = book.get("group", key);
    if (known?.tellAt !== undefined || (known !== undefined && awaited.has(key))) continue;
    const lost = { receiver, route: "", kind: "held" as const, about: "", open: [] };
    putGroup(book, key, { ...(known ?? lost), tellAt: at });
  }
  feedWithOpen(making);
}
