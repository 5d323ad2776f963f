import type { EventDraft } from "../../model/event.ts";
import type { EventType } from "../../model/event-types.ts";
import type { Tolerance } from "../compare-fields.ts";
import { draft } from "../draft.ts";
import { compareKeyed } from "../keyed.ts";
import type { Book } from "./book.ts";
import type { Publication } from "./publication.ts";
import { hasNews, type Row } from "./row.ts";

/** Compares a publication with the one before it, or with an earlier version of itself. */
export function tellMembers(
  book: Book,
  before: Publication | undefined,
  next: Publication,
  tolerance: Tolerance,
): EventDraft[] {
  const drafts: EventDraft[] = [];
  const { standing, gone } = compareKeyed(before?.members ?? new Map<string, Row>(), next.members);
  for (const { now: row, was: member } of standing) {
    if (member === undefined) {
      drafts.push(tell("margin.alert.added", row));
    } else if (row.standsOn === undefined && (before?.day !== next.day || member.standsOn !== undefined)) {
      const was = book.newestVersion(member);
      if (hasNews(was.item, row.item, tolerance)) drafts.push(tell("margin.alert.changed", row, was));
    }
  }
  for (const { was } of gone) drafts.push(lifted(book.newestVersion(was), next.day));
  return drafts;
}

export function tell(type: EventType, { item }: Row, was?: Row): EventDraft {
  return draft("margin-alerts", {
    type,
    subject: item.code,
    published: item.publishedOn,
    occurred: item.appliedOn,
    rewrites: type === "margin.alert.corrected" ? item.code : undefined,
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
