/** Facts about the sources that a rule depends on: their status now, and at a moment of the past. */

import { counted } from "../../lib/text/counted.ts";
import { timeWords } from "../../lib/text/time-words.ts";
import type { LogEntry } from "../../model/event.ts";
import type { EventType } from "../../model/event-types.ts";
import type { Known } from "../../model/page/why.ts";
import { type SourceName, sourceMembers } from "../../sources/index.ts";
import { eventTypesOf } from "../files/event-types.ts";
import { sourceStatus } from "../status.ts";
import { runRecordMs } from "../store-upkeep.ts";
import { entryAt, entryOf, type Inquiry, isoOf } from "./inquiry.ts";

export interface GivingSource {
  readonly name: string;
  readonly isConfigured: boolean;
}

/** The sources that give events of some types; none for the monitor's own news. */
export function sourcesOf(types: readonly EventType[], { config }: Pick<Inquiry, "config">): GivingSource[] {
  const { known } = eventTypesOf(config);
  const names = new Set(types.flatMap((type) => known.get(type)?.sources ?? []));
  return [...names].map((name) => ({ name, isConfigured: Object.hasOwn(config.sources, name) }));
}

/** Status of the source now. */
export function sourceKnown({ name, isConfigured }: GivingSource, { reader }: Inquiry): Known[] {
  if (!isConfigured) return [notConfigured(name)];
  const stored = reader.sources().find((each) => each.name === name);
  if (stored?.attemptAt === undefined) return [fact(`${name} was never polled`)];
  const { outage, hold, successAt, late } = stored;
  const { state, lastSuccess } = sourceStatus({ outage, hold, successAt, ...(late ? { late } : {}) });
  const seen = lastSuccess === undefined ? "" : `, last success ${timeWords(lastSuccess)}`;
  const facts = [
    hold &&
      fact(
        `${name} is quarantined: ${counted(hold.items, "item is", "items are")} held back${seen}`,
        hold.since,
      ),
    outage && fact(`${name} is failing (${outage.reason}): ${outage.message}${seen}`, outage.since),
    late && fact(`${name} is late: the publication of ${late.day} has not come`, late.since),
  ].filter((one) => one != null);
  return facts.length > 0 ? facts : [fact(`${name} is ${state}${seen}`)];
}

/** Whether the settings have it watch a subject at all, where they say which. */
export function watchKnown(
  { name, isConfigured }: GivingSource,
  subject: string,
  { config, rules }: Inquiry,
): Known[] {
  if (!isConfigured) return [];
  const settings = config.sources[name as SourceName];
  const member = sourceMembers.find((one) => one.name === name);
  const message = settings && member?.unwatched(settings, subject, rules.watchlists);
  return message === undefined ? [] : [{ kind: "not-watched", message }];
}

/** A monitor that is at work may be late with its record. */
const lateMs = 2 * runRecordMs;

/** Tells that no monitor was at work at a moment; undefined where one was, or nothing is on record so far back. */
export function notRunning(at: number, { reader }: Pick<Inquiry, "reader">): Known | undefined {
  const run = reader.runs.upTo(at);
  if (run === undefined) return undefined;
  const next = reader.runs.after(at);
  const seenAt = Math.max(run.seenAt, lastTold(next?.startedAt, reader));
  if (at <= seenAt + (next === undefined ? lateMs : 0)) return undefined;
  const seen = `it was last seen at work ${timeWords(isoOf(seenAt))}`;
  const again = next === undefined ? "" : ` and was started again ${timeWords(isoOf(next.startedAt))}`;
  return {
    kind: "not-running",
    message: `no monitor was at work then: ${seen}${again}`,
    at: isoOf(seenAt),
  };
}

/** Time of the last entry before a moment, by default of all: its record may be a minute behind. */
function lastTold(before: number | undefined, { search, log }: Inquiry["reader"]): number {
  const seq = before === undefined ? log.head() : search.seqAt(isoOf(before - 1));
  const entry = entryAt(seq, { reader: { log } });
  return entry === undefined ? 0 : Date.parse(entry.event.time);
}

const mostRead = 100;
const healthTypes = ["source.failed", "source.drifted", "source.recovered"];
const holdTypes = ["source.quarantined", "source.released"];

export interface Then {
  /** seq of the last entry of the log then. */
  readonly upTo: number;
  /** Whether a monitor was at work, as far as is on record. */
  readonly isRunning: boolean;
}

/** Status of the source at a moment of the past, as far as the log tells. */
export function sourceThen(
  { name, isConfigured }: GivingSource,
  { upTo, isRunning }: Then,
  inquiry: Inquiry,
): Known[] {
  if (!isConfigured) return [notConfigured(name)];
  const { search } = inquiry.reader;
  const newest = (types?: readonly string[]) =>
    search.newest({ types, source: `/sources/${name}`, upTo, limit: mostRead }).map(entryOf);
  const told = newest();
  if (told.length === 0)
    return [fact(`the log has nothing of ${name} up to then: it was not polled yet, or told nothing`)];
  const when = isRunning ? "then" : "when the monitor was last at work";
  const facts = [
    ...quarantined(name, when, newest(holdTypes)),
    ...failing(name, when, newest(healthTypes)),
    ...late(name, when, told),
  ];
  if (facts.length > 0) return facts;
  const last = told.find(isOfItem);
  const words = last && `last told #${last.seq} ${last.event.type}, ${timeWords(last.event.time)}`;
  const state = isRunning
    ? `${name} was well then, as far as the log says${words ? `, and ${words}` : ""}`
    : `${name} was not polled then: what it had is not known${words ? `; it ${words}` : ""}`;
  return [fact(state)];
}

function quarantined(name: string, when: string, [last]: readonly LogEntry[]): Known[] {
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

function fact(message: string, since?: unknown): Known {
  return { kind: "source", message, at: typeof since === "string" ? since : undefined };
}

function notConfigured(name: string): Known {
  return { kind: "not-configured", message: `the settings have no source ${name}: nothing is polled` };
}
