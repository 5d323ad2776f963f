/** Status of a source at a moment of the past, as far as the log tells. */
import type { LogEntry } from "../../model/event.ts";
import { timeWords } from "../time-words.ts";
import type { Known } from "./answer.ts";
import { entryOf, type Inquiry } from "./inquiry.ts";
import type { GivingSource } from "./sources-of.ts";

const mostRead = 100;
const healthTypes = ["source.failed", "source.drifted", "source.recovered"];
const holdTypes = ["source.quarantined", "source.released"];

export interface Then {
  /** seq of the last entry of the log then. */
  readonly upTo: number;
  /** Whether a monitor was at work, as far as is on record. */
  readonly isRunning: boolean;
}

export function sourceThen(
  { name, isConfigured }: GivingSource,
  { upTo, isRunning }: Then,
  inquiry: Inquiry,
): Known[] {
  if (!isConfigured)
    return [{ kind: "not-configured", message: `the settings have no source ${name}: nothing is polled` }];
  const { search } = inquiry.reader;
  const newest = (types?: readonly string[]) =>
    search.newest({ types, source: `/sources/${name}`, upTo, limit: mostRead }).map(entryOf);
  const told = newest();
  if (told.length === 0)
    return [
      {
        kind: "source",
        message: `the log has nothing of ${name} up to then: it was not polled yet, or told nothing`,
      },
    ];
  const when = isRunning ? "then" : "when the monitor was last at work";
  const facts = [
    ...held(name, when, newest(holdTypes)),
    ...failing(name, when, newest(healthTypes)),
    ...late(name, when, told),
  ];
  if (facts.length > 0) return facts;
  const last = told.find(isOfItem);
  const words = last && `last told #${last.seq} ${last.event.type}, ${timeWords(last.event.time)}`;
  const state = isRunning
    ? `${name} was well then, as far as the log says${words ? `, and ${words}` : ""}`
    : `${name} was not polled then: what it had is not known${words ? `; it ${words}` : ""}`;
  return [{ kind: "source", message: state }];
}

function held(name: string, when: string, [last]: readonly LogEntry[]): Known[] {
  if (last?.event.type !== "source.quarantined") return [];
  const { items, since } = last.event.data.now;
  return [fact(`${name} was quarantined ${when}: ${String(items)} items were held back`, since)];
}

/** Other drift than an outage stops nothing. */
function failing(name: string, when: string, news: readonly LogEntry[]): Known[] {
  const last = news.find(
    ({ event }) => event.type !== "source.drifted" || event.data.now.reason === "drifted",
  );
  if (last === undefined || last.event.type === "source.recovered") return [];
  const { reason, message, since } = last.event.data.now;
  return [fact(`${name} was failing ${when} (${String(reason)}): ${String(message)}`, since)];
}

/** Finds a lateness. It ends without news of its own, with the events of the publication. */
function late(name: string, when: string, told: readonly LogEntry[]): Known[] {
  const last = told.find((entry) => isOfItem(entry) || entry.event.type === "source.late");
  if (last?.event.type !== "source.late") return [];
  const { message, since } = last.event.data.now;
  return [fact(`${name} was late ${when}: ${String(message)}`, since)];
}

function isOfItem({ event }: LogEntry): boolean {
  return !event.type.startsWith("source.");
}

function fact(message: string, since: unknown): Known {
  return { kind: "source", message, ...(typeof since === "string" ? { at: since } : {}) };
}
