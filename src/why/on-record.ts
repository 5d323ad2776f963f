/** Facts on record about an event: its poll and its changes, its alerts, their mails, and suppressions. */

import { isSimulatedEvent } from "../config/services.ts";
import { dayMs } from "../lib/clock.ts";
import { changedFields, type Event, type LogEntry, type StoredEntry } from "../model/event.ts";
import type { UnmailedReason } from "../model/mail.ts";
import type { Alert } from "../model/news-items.ts";
import type {
  CauseFacts,
  EventFacts,
  FieldChange,
  MailFacts,
  NoticedFacts,
  PollFacts,
  SuppressionFacts,
} from "../model/page/why.ts";
import type { Suppression } from "../model/rule.ts";
import { appearanceOf } from "../model/sighting.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import { isTimed } from "../rules/state/index.ts";
import { entryAt, entryOf, type Inquiry, isoIfKnown, isoOf, ruleLoads } from "./inquiry.ts";

export function eventFacts({ seq, event }: LogEntry, { config }: Pick<Inquiry, "config">): EventFacts {
  const { id, type, subject, source, time, published, occurred } = event;
  return {
    ...{ seq, id, type, subject, source, time, published, occurred },
    simulated: isSimulatedEvent(config, event),
  };
}

export function causeFacts(entry: LogEntry, inquiry: Inquiry): CauseFacts {
  const poll = pollFacts(entry, inquiry);
  return { ...eventFacts(entry, inquiry), poll, change: changeOf(entry.event) };
}

/** Facts about the poll. Entries of one commit have one time. */
function pollFacts({ seq, event }: LogEntry, inquiry: Inquiry): PollFacts {
  const counts = inquiry.reader.search.committedWith(seq, event.time);
  const events: Record<string, number> = {};
  for (const { type, count } of counts) events[type] = (events[type] ?? 0) + count;
  const source = /^\/sources\/(.+)$/.exec(event.source)?.[1];
  const release = counts.find((each) => each.type === "source.released" && each.source === event.source);
  const released = release && event.type !== "source.released" ? entryAt(release.last, inquiry) : undefined;
  const { reason, since } = released?.event.data.now ?? {};
  const heldSince = reason === "released" && typeof since === "string" ? since : undefined;
  const noticed = source === undefined ? undefined : noticedFacts({ seq, event }, source, inquiry);
  return { source, time: event.time, events, heldSince, noticed };
}

/** Each event by its own time of publication: the sighting has that of the first. */
function noticedFacts(
  { seq, event }: LogEntry,
  source: string,
  { reader }: Inquiry,
): NoticedFacts | undefined {
  if (event.type.startsWith("source.")) return undefined;
  const sighting = reader.sightings.of({ seq, source, at: Date.parse(event.time) });
  if (sighting === undefined) return undefined;
  const { appearedAt, doubtMs } = appearanceOf(event.published, sighting);
  const { askedAt, answeredAt } = sighting;
  return { appearedAt: isoOf(appearedAt), doubtMs, askedAt: isoOf(askedAt), answeredAt: isoOf(answeredAt) };
}

function changeOf({ data: { now, was, changed } }: Event): FieldChange[] {
  if (was === undefined) return [];
  return (changed ?? changedFields(was, now)).map((field) => ({
    field,
    was: was[field],
    now: now[field],
  }));
}

export function suppressionFacts(
  { reason, at, until, causeSeq }: Suppression,
  { words }: Pick<Inquiry, "words">,
): SuppressionFacts {
  const message = words.entry.suppressed(reason);
  return { reason, message, at: isoOf(at), until: isoIfKnown(until), cause: causeSeq };
}

const aroundMs = 7 * dayMs;
const mostRead = 1_000;

interface GivenAlert {
  readonly rule: string;
  readonly key: string;
  /** ms since 1970. */
  readonly at: number;
  /** seq of the event that brought it about. */
  readonly causeSeq: number;
}

/**
 * Suppressions of the same alert in the week before one that was given and in the week after, the nearest first. What
 * an event asked for that came after the cause is after it, also where both were committed together.
 */
export function suppressionsAround(
  { at, causeSeq, ...alert }: GivenAlert,
  inquiry: Inquiry,
): { before: SuppressionFacts[]; after: SuppressionFacts[] } {
  const { suppressions } = inquiry.reader;
  const factsOf = (each: Suppression) => suppressionFacts(each, inquiry);
  const limit = mostRead;
  const upTo = suppressions.ofAlert(alert, { limit, from: at - aroundMs, to: at, order: "latest" });
  const later = suppressions.ofAlert(alert, { limit, from: at + 1, to: at + aroundMs, order: "earliest" });
  const isBefore = (each: Suppression) => each.causeSeq <= causeSeq;
  const meanwhile = upTo.filter((each) => !isBefore(each)).reverse();
  return {
    before: upTo.filter(isBefore).map(factsOf),
    after: [...meanwhile, ...later].slice(0, limit).map(factsOf),
  };
}

/** The mails of an alert, each with its attempts. @param alertSeq seq of the alert */
export function mailFacts(alertSeq: number, { reader }: Pick<Inquiry, "reader">): MailFacts[] {
  return reader.deliveries.ofAlert(alertSeq).map((delivery) => {
    const { address, message, also, state, queuedAt, attempts, nextAt, tries } = delivery;
    return {
      ...{ address, message, also, state, queuedAt: isoOf(queuedAt), attempts, nextAt: isoIfKnown(nextAt) },
      tries: tries.map(({ at, outcome, answer }) => ({ at: isoOf(at), outcome, answer })),
    };
  });
}

/** An alert of a rule, with the event that brought it about. */
export interface CausedAlert {
  readonly seq: number;
  readonly type: string;
  readonly title: string;
  readonly time: string;
  /** Reason why its recipients got no mail. */
  readonly unmailed?: UnmailedReason | undefined;
  /** seq of the event that brought it about. */
  readonly cause: number;
  /** Reason for an end; absent for an alert that fired. */
  readonly why: Alert["why"];
}

const types = ["alert.fired", "alert.resolved"];
const mostAlerts = 5_000;

/**
 * Finds alerts by their causes, in the order of the log.
 * @param waited seqs of earlier events of which time may make something
 */
export function causedAlerts(
  rule: CompiledRule,
  causes: readonly LogEntry[],
  waited: readonly number[],
  inquiry: Inquiry,
): CausedAlert[] {
  const seqs = new Set([...causes.map(({ seq }) => seq), ...waited]);
  const first = Math.min(...seqs);
  // A timed alert comes long after its cause; a rule that was edited since may have been another one.
  const isLater = isTimed(rule.over) || ruleLoads(rule.name, first, inquiry).later !== undefined;
  const all = isLater ? alertsAfter(rule, first, inquiry) : alertsWith(rule, causes, inquiry);
  // What time or a person ends was not brought about by the event that began it.
  return all.filter(({ cause, why }) => seqs.has(cause) && (why === undefined || why === "until"));
}

function alertsAfter({ name }: CompiledRule, after: number, { reader }: Inquiry): CausedAlert[] {
  return reader.search.oldest({ types, source: `/rules/${name}`, after, limit: mostAlerts }).map(alertOf);
}

/** Finds the alerts that were committed with their cause: those that did not wait. */
function alertsWith({ name }: CompiledRule, causes: readonly LogEntry[], { reader }: Inquiry): CausedAlert[] {
  // Causes of one poll have one commit, and each of them all of its alerts.
  const alerts = new Map<number, CausedAlert>();
  for (const { seq, event } of causes) {
    const { last } = reader.search.commitOf(seq, event.time);
    const question = { types, source: `/rules/${name}`, after: seq, upTo: last, limit: mostAlerts };
    for (const stored of reader.search.oldest(question)) alerts.set(stored.seq, alertOf(stored));
  }
  return [...alerts.values()].sort((a, b) => a.seq - b.seq);
}

function alertOf(stored: StoredEntry): CausedAlert {
  const { seq, event } = entryOf(stored);
  const { title, cause, unmailed, why } = event.data.now as unknown as Alert;
  return { seq, type: event.type, title, time: event.time, unmailed, cause: cause.seq, why };
}
