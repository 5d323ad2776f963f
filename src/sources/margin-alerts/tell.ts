import type { EventDraft } from "../../model/event.ts";
import type { EventType } from "../../model/event-types.ts";
import { draft } from "../draft.ts";
import type { Book } from "./book.ts";
import type { Publication } from "./publication.ts";
import { hasNews, type Row } from "./row.ts";

/**
 * What a publication says against the one before it, or against what was seen of itself before.
 * This is where a first-seen publication that lost most of its members would be held back instead.
 */
export function tellMembers(book: Book, before: Publication | undefined, next: Publication): EventDraft[] {
  const drafts: EventDraft[] = [];
  for (const [code, row] of next.members) {
    const member = before?.members.get(code);
    if (member === undefined) {
      drafts.push(tell("margin.alert.added", row));
    } else if (row.standsOn === undefined && (before?.day !== next.day || member.standsOn !== undefined)) {
      const was = book.newestVersion(member);
      if (hasNews(was.item, row.item)) drafts.push(tell("margin.alert.changed", row, was));
    }
  }
  for (const [code, row] of before?.members ?? []) {
    if (!next.members.has(code)) drafts.push(lifted(book.newestVersion(row), next.day));
  }
  return drafts;
}

export function tell(type: EventType, { item }: Row, was?: Row): EventDraft {
  return draft("margin-alerts", {
    type,
    subject: item.code,
    published: item.publishedOn,
    occurred: item.appliedOn,
    now: item,
    was: was?.item,
  });
}

/** The last state of an issue that the publication of a day does not hold any more. */
function lifted({ item }: Row, day: string): EventDraft {
  return draft("margin-alerts", {
    type: "margin.alert.lifted",
    subject: item.code,
    published: day,
    now: item,
  });
}
