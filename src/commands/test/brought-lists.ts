/** Results of a step, in the words that tests use. */
import type { LogEntry } from "../../model/event.ts";
import type { Brought } from "./scene.ts";

/** The lists that a test can expect something of. */
export const listNames = ["events", "alerts", "resolved", "mails", "held_back", "frames"] as const;
export type ListName = (typeof listNames)[number];
export type BroughtLists = Readonly<Record<ListName, readonly object[]>>;

export function broughtLists({ entries, mails, suppressions, frames }: Brought): BroughtLists {
  const of = (type: string) => entries.filter(({ event }) => event.type === type).map(alertOf);
  return {
    events: entries.filter(({ event }) => !event.type.startsWith("alert.")).map(eventOf),
    alerts: of("alert.fired"),
    resolved: of("alert.resolved"),
    mails: mails.map(({ address, from, subject, text }) => ({ to: address, from, subject, text })),
    held_back: suppressions.map(({ rule, key, reason }) => ({ rule, key, reason })),
    frames,
  };
}

function eventOf({ event: { type, subject, source, published, occurred, data } }: LogEntry): object {
  const { now, was, changed } = data;
  return { type, subject, source, published, occurred, now, was, changed };
}

function alertOf({ event: { subject, data } }: LogEntry): object {
  return { ...data.now, subject };
}
