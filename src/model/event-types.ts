/**
 * The types of events: the monitor's own news, each with the item that its `now` holds, and all of an installation.
 */
import type * as z from "zod";
import { acknowledgement, ratingItem } from "./answer-items.ts";
import type { Event, EventType } from "./event.ts";
import * as items from "./news-items.ts";
import { silenceAdded, silenceEnded } from "./silence-items.ts";

/** An object of named fields. */
type ItemSchema = z.ZodObject;

export interface EventTypeFacts {
  /** Schema of `now` and `was`. */
  readonly item: ItemSchema;
  readonly about: string;
  /** Set if such events never have a `was`. */
  readonly hasNoWas?: true;
  /** Set if `name` in its items names somebody else than its subject, such as an author. */
  readonly namesOther?: true;
  /** Fields of its items that name who wrote them, which may be kept for less time than the rest; absent: none do. */
  readonly authors?: readonly string[];
  /** The sources that tell it; absent for the monitor's own news. */
  readonly sources?: readonly string[];
  /** Kind of subject, if it is the same for all of them. */
  readonly subject?: SubjectKind;
  /** The number of its items that mails show the past of; absent: they have none. */
  readonly tracks?: Tracked;
}

/** A number of items whose past is worth a look. */
export interface Tracked {
  /** Fields that may hold it: the one that an event changed most, or else the first that its item has. */
  readonly fields: readonly string[];
  /** Fields that tell the items of one subject apart; absent: it has one. */
  readonly by?: readonly string[];
  /** Field with the day or the period of the number; absent: the day that the event is about. */
  readonly on?: string;
  /** Field that tells two forms of items apart, which are not shown as one past: one that has it and one that lacks it. */
  readonly form?: string;
}

/** The field whose past is worth a look at an event: a number that changed much says more than one that hardly did. */
export function trackedField(
  { fields }: Tracked,
  { now, was = {}, changed = [] }: Event["data"],
): string | undefined {
  const known = fields.filter((field) => typeof now[field] === "number");
  const moved = known.map((field) => (changed.includes(field) ? shareMoved(was[field], now[field]) : -1));
  return known[moved.indexOf(Math.max(...moved))];
}

/** How far a number moved, as a share of the larger one. */
function shareMoved(from: unknown, to: unknown): number {
  if (typeof from !== "number" || typeof to !== "number") return 0;
  const larger = Math.max(Math.abs(from), Math.abs(to));
  return larger === 0 ? 0 : Math.abs(to / larger - from / larger);
}

export type SubjectKind = "stock" | "source" | (string & {});

export interface EventTypes {
  readonly known: ReadonlyMap<EventType, EventTypeFacts>;
  /** Types that the settings could have and do not: each with what a source would have to be `from`. */
  readonly possible: ReadonlyMap<string, string>;
  /** Every set of records that a source can be `from`, and whether one of the settings is. */
  readonly sets: ReadonlyMap<string, boolean>;
}

export function namesOf({ known }: EventTypes): EventType[] {
  return [...known.keys()];
}

export const newsTypes = {
  "source.baselined": {
    item: items.sourceNews,
    subject: "source",
    about: "first poll: items were stored as the baseline, and none of them is news",
    hasNoWas: true,
  },
  "source.failed": {
    item: items.sourceNews,
    subject: "source",
    about: "polls fail; one event per outage",
    hasNoWas: true,
  },
  "source.recovered": {
    item: items.sourceNews,
    subject: "source",
    about: "polls succeed again",
    hasNoWas: true,
  },
  "source.late": {
    item: items.sourceNews,
    subject: "source",
    about: "a publication is overdue",
    hasNoWas: true,
  },
  "source.drifted": {
    item: items.sourceNews,
    subject: "source",
    about: "the service answers in another form than documented",
    hasNoWas: true,
  },
  "source.quarantined": {
    item: items.sourceNews,
    subject: "source",
    about: "a mass rewrite is in quarantine until a person decides",
    hasNoWas: true,
  },
  "source.released": {
    item: items.sourceNews,
    subject: "source",
    about: "a quarantine has ended: released, discarded or taken back",
    hasNoWas: true,
  },
  "rules.loaded": { item: items.rulesNews, about: "a set of rules is active", hasNoWas: true },
  "rules.rejected": {
    item: items.rulesNews,
    about: "an edit was refused; the old rules stay",
    hasNoWas: true,
  },
  "rules.limited": {
    item: items.ruleLimit,
    about: "a rule has reached the limit of its state and drops the oldest entries",
    hasNoWas: true,
  },
  "clock.jumped": { item: items.clockJump, about: "the machine's clock was set", hasNoWas: true },
  "digest.due": {
    item: items.digestDue,
    about: "a digest is sent within a minute that comes also on a quiet day",
    hasNoWas: true,
  },
  "store.replaced": {
    item: items.storeNews,
    about: "the database is an older copy, or not the one that ran before",
    hasNoWas: true,
  },
  "store.damaged": {
    item: items.storeDamage,
    about: "a part of the database is damaged; its content is not used",
    hasNoWas: true,
  },
  "alert.fired": { item: items.alert, about: "a rule matched", hasNoWas: true },
  "alert.resolved": { item: items.alert, about: "an alert is resolved", hasNoWas: true },
  "alert.acknowledged": {
    item: acknowledgement,
    about: "somebody acknowledged an alert: it is not repeated",
    hasNoWas: true,
  },
  "alert.rated": {
    item: ratingItem,
    about: "somebody said whether an alert was useful, or took that back",
    hasNoWas: true,
  },
  "silence.added": {
    item: silenceAdded,
    about: "somebody silenced some alerts for a time",
    hasNoWas: true,
  },
  "silence.ended": { item: silenceEnded, about: "a silence ended", hasNoWas: true },
  "mail.failed": {
    item: items.mailFailure,
    about: "a mail could not be delivered and was given up",
    hasNoWas: true,
  },
  "webhook.failed": {
    item: items.mailFailure,
    about: "a message to a webhook's target could not be delivered and was given up",
    hasNoWas: true,
  },
  "push.failed": {
    item: items.mailFailure,
    about: "a message to a device could not be delivered and was given up",
    hasNoWas: true,
  },
  "push.ended": {
    item: items.deviceEnd,
    about: "a device is no longer signed up for messages: its push service says so",
    hasNoWas: true,
  },
} satisfies Record<string, EventTypeFacts>;

/** News of deliveries that were given up, of each output that has such. */
const lostTypes = [
  "mail.failed",
  "webhook.failed",
  "push.failed",
] as const satisfies (keyof typeof newsTypes)[];
export type LostType = (typeof lostTypes)[number];

/** Whether the item of an event is a MailFailure. */
export function isLost(type: string): type is LostType {
  return (lostTypes as readonly string[]).includes(type);
}

/** Verbs of the events of a record set. */
export const recordVerbs = ["added", "changed", "corrected", "removed"] as const;
export type RecordVerb = (typeof recordVerbs)[number];

/** Whether a type is meant by a pattern: itself, `*`, or a prefix such as `short.report.*`. */
export function matchesType(pattern: string, type: string): boolean {
  if (pattern === "*" || pattern === type) return true;
  return pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1));
}

/** A value that is one of few with the settings at hand. */
export interface Narrowed {
  /** Beginning of the types of such events. */
  readonly prefix: string;
  /** Path of the field, such as `now.term`. */
  readonly path: string;
  readonly values: readonly string[];
  /** The setting that excludes them, in words. */
  readonly reason: string;
}

/** Events that the settings exclude, so that lint can warn of conditions about them. */
export interface Excluded {
  /** Types that no event has, each with the reason in words. */
  readonly untold?: ReadonlyMap<EventType, string>;
  readonly narrowed?: readonly Narrowed[];
}

const mostNamed = 10;

/** Names for a person, the first ten of them. */
export function someOf(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  return rest <= 0 ? names.join(", ") : `${names.slice(0, mostNamed).join(", ")} and ${rest} more`;
}
