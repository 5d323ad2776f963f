/** Every built-in type of event, with the item that its `now` and `was` hold. */
import * as items from "./items.ts";

interface EventTypeFacts {
  item: (typeof items)[keyof typeof items];
  about: string;
  /** Such events never have a `was`: it is new, or gone and `now` is its last state, or tells of a moment. */
  hasNoWas?: true;
}

export const eventTypes = {
  "forum.comment.posted": { item: items.comment, about: "a comment was posted", hasNoWas: true },
  "forum.comment.edited": { item: items.comment, about: "title or body of a comment changed" },
  "forum.comment.removed": { item: items.comment, about: "a comment is gone", hasNoWas: true },
  "forum.comment.voted": { item: items.comment, about: "the votes on a comment changed" },
  "forum.ranking.entered": { item: items.rankingRow, about: "a stock entered the ranking", hasNoWas: true },
  "forum.ranking.left": { item: items.rankingRow, about: "a stock left the ranking", hasNoWas: true },
  "forum.ranking.moved": { item: items.rankingRow, about: "a stock changed its rank" },
  "forum.ranking.active": {
    item: items.rankingRow,
    about: "newer activity at the same rank; told only where the settings say `activity: true`",
  },
  "margin.alert.added": {
    item: items.marginAlert,
    about: "a stock came under daily publication",
    hasNoWas: true,
  },
  "margin.alert.changed": {
    item: items.marginAlert,
    about: "its figures, reasons or regulation are other ones",
  },
  "margin.alert.corrected": {
    item: items.marginAlert,
    about: "figures that were published already were corrected",
  },
  "margin.alert.lifted": { item: items.marginAlert, about: "a stock left daily publication", hasNoWas: true },
  "short.report.opened": {
    item: items.shortPosition,
    about: "a seller reported a position for the first time",
    hasNoWas: true,
  },
  "short.report.increased": { item: items.shortPosition, about: "a reported position grew" },
  "short.report.decreased": { item: items.shortPosition, about: "a reported position shrank" },
  "short.report.closed": {
    item: items.shortPosition,
    about: "a position fell below 0.5 %, the reporting line",
  },
  "short.report.corrected": {
    item: items.shortPosition,
    about: "a report that was published already was corrected",
  },
  "statistics.series.added": {
    item: items.series,
    about: "a series appeared in a watched database",
    hasNoWas: true,
  },
  "statistics.series.updated": { item: items.series, about: "new periods came out" },
  "statistics.series.revised": { item: items.series, about: "periods that were published already changed" },
  "statistics.series.removed": {
    item: items.series,
    about: "a series is gone from a watched database",
    hasNoWas: true,
  },
  "source.baselined": {
    item: items.sourceNews,
    about: "first sight: items were stored, and none of them is news",
    hasNoWas: true,
  },
  "source.failed": { item: items.sourceNews, about: "polls fail; told once an outage", hasNoWas: true },
  "source.recovered": { item: items.sourceNews, about: "polls succeed again", hasNoWas: true },
  "source.late": { item: items.sourceNews, about: "a publication is overdue", hasNoWas: true },
  "source.drifted": {
    item: items.sourceNews,
    about: "the service answers otherwise than documented",
    hasNoWas: true,
  },
  "source.quarantined": {
    item: items.sourceNews,
    about: "a mass rewrite is held back for a person",
    hasNoWas: true,
  },
  "source.released": { item: items.sourceNews, about: "a held rewrite was let through", hasNoWas: true },
  "rules.loaded": { item: items.rulesNews, about: "a set of rules is active", hasNoWas: true },
  "rules.rejected": {
    item: items.rulesNews,
    about: "an edit was refused; the old rules stay",
    hasNoWas: true,
  },
  "rules.limited": {
    item: items.ruleLimit,
    about: "a rule remembers as much as it may, and forgets",
    hasNoWas: true,
  },
  "clock.jumped": { item: items.clockJump, about: "the machine's clock was set", hasNoWas: true },
  "store.replaced": {
    item: items.storeNews,
    about: "the database is an older copy, or another one, than was told of last",
    hasNoWas: true,
  },
  "store.damaged": {
    item: items.storeDamage,
    about: "something in the database is damaged; nothing of it is told",
    hasNoWas: true,
  },
  "alert.fired": { item: items.alert, about: "a rule matched", hasNoWas: true },
  "alert.resolved": { item: items.alert, about: "what an alert told of is over", hasNoWas: true },
  "mail.failed": { item: items.mailFailure, about: "a mail was given up", hasNoWas: true },
} as const satisfies Record<string, EventTypeFacts>;

type BuiltInType = keyof typeof eventTypes;

/** What can happen to a record of a set that the settings watch. */
export const recordVerbs = ["added", "changed", "corrected", "removed"] as const;
export type RecordVerb = (typeof recordVerbs)[number];

/** Of a record set that the settings watch: service, call and what happened, such as market.fins-summary.added. */
type RecordEventType = `${"market" | "statistics"}.${string}.${RecordVerb}`;

export type EventType = BuiltInType | RecordEventType;

/** The built-in types; all types of an installation are in its EventTypes, see known-types.ts. */
export const eventTypeNames = Object.keys(eventTypes) as BuiltInType[];

/** Whether a type is meant by a pattern: itself, `*`, or a prefix such as `short.report.*`. */
export function matchesType(pattern: string, type: string): boolean {
  if (pattern === "*" || pattern === type) return true;
  return pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1));
}
