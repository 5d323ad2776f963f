/** Facts about the sources that a rule depends on: their status now, and at a moment of the past. */
import { eventTypesOf } from "../files/event-types.ts";
import { timeWords } from "../lib/text/counted.ts";
import type { EventType, LogEntry } from "../model/event.ts";
import type { Known } from "../model/page/why.ts";
import { type SourceName, sourceMembers } from "../sources/index.ts";
import { runRecordMs } from "../store/tables/meta.ts";
import { entryAt, entryOf, type Inquiry, isoOf } from "./inquiry.ts";
import { sourceStatus } from "./status.ts";
import type { AskedMoment, WhyWords } from "./words/english.ts";

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
export function sourceKnown({ name, isConfigured }: GivingSource, { reader, words }: Inquiry): Known[] {
  const said = words.source;
  if (!isConfigured) return [notConfigured(name, words)];
  const stored = reader.sources().find((each) => each.name === name);
  if (stored?.attemptAt === undefined) return [fact(said.neverPolled(name))];
  const { outage, hold, successAt, late } = stored;
  const { state, lastSuccess } = sourceStatus({ outage, hold, successAt, ...(late ? { late } : {}) });
  const seen = lastSuccess === undefined ? undefined : timeWords(lastSuccess);
  const facts = [
    hold && fact(said.quarantined(name, hold.items, seen), hold.since),
    outage && fact(said.failing(name, outage.reason, outage.message, seen), outage.since),
    late && fact(said.late(name, late.day), late.since),
  ].filter((one) => one != null);
  return facts.length > 0 ? facts : [fact(said.state(name, state, seen))];
}

/** Whether the settings have it watch a subject at all, where they say which. */
export function watchKnown(
  { name, isConfigured }: GivingSource,
  subject: string,
  { config, rules, words }: Inquiry,
): Known[] {
  if (!isConfigured) return [];
  const settings = config.sources[name as SourceName];
  const member = sourceMembers.find((one) => one.name === name);
  const watched = settings && member?.unwatched(settings, subject, rules.watchlists);
  return watched === undefined
    ? []
    : [{ kind: "not-watched", message: words.source.watchesOnly(name, watched) }];
}

/** A monitor that is at work may be late with its record. */
const lateMs = 2 * runRecordMs;

/** Tells that no monitor was at work at a moment; undefined where one was, or nothing is on record so far back. */
export function notRunning(
  at: number,
  { reader, words }: Pick<Inquiry, "reader" | "words">,
): Known | undefined {
  const run = reader.runs.upTo(at);
  if (run === undefined) return undefined;
  const next = reader.runs.after(at);
  const seenAt = Math.max(run.seenAt, lastTold(next?.startedAt, reader));
  if (at <= seenAt + (next === undefined ? lateMs : 0)) return undefined;
  const again = next === undefined ? undefined : timeWords(isoOf(next.startedAt));
  return {
    kind: "not-running",
    message: words.source.notRunning(timeWords(isoOf(seenAt)), again),
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
  const { words } = inquiry;
  const said = words.source;
  if (!isConfigured) return [notConfigured(name, words)];
  const { search } = inquiry.reader;
  const newest = (types?: readonly string[]) =>
    search.newest({ types, source: `/sources/${name}`, upTo, limit: mostRead }).map(entryOf);
  const told = newest();
  if (told.length === 0) return [fact(said.nothingOf(name))];
  const then = { name, moment: isRunning ? "asked" : "lastAtWork", said } as const;
  const facts = [
    ...quarantined(then, newest(holdTypes)),
    ...failing(then, newest(healthTypes)),
    ...late(then, told),
  ];
  if (facts.length > 0) return facts;
  const last = told.find(isOfItem);
  const ending = last && said.lastTold(last.seq, last.event.type, timeWords(last.event.time));
  return [fact(isRunning ? said.wasWell(name, ending) : said.wasNotPolled(name, ending))];
}

interface SourceMoment {
  readonly name: string;
  readonly moment: AskedMoment;
  readonly said: WhyWords["source"];
}

function quarantined({ name, moment, said }: SourceMoment, [last]: readonly LogEntry[]): Known[] {
  if (last?.event.type !== "source.quarantined") return [];
  const { items, since } = last.event.data.now;
  return [fact(said.wasQuarantined(name, moment, Number(items)), since)];
}

/** Other drift than an outage stops nothing. */
function failing({ name, moment, said }: SourceMoment, news: readonly LogEntry[]): Known[] {
  const last = news.find(
    ({ event }) => event.type !== "source.drifted" || event.data.now.reason === "drifted",
  );
  if (last === undefined || last.event.type === "source.recovered") return [];
  const { reason, message, since } = last.event.data.now;
  return [fact(said.wasFailing(name, moment, String(reason), String(message)), since)];
}

/** Finds a lateness. It ends without news of its own, with the events of the publication. */
function late({ name, moment, said }: SourceMoment, told: readonly LogEntry[]): Known[] {
  const last = told.find((entry) => isOfItem(entry) || entry.event.type === "source.late");
  if (last?.event.type !== "source.late") return [];
  const { message, since } = last.event.data.now;
  return [fact(said.wasLate(name, moment, last.event.occurred, String(message)), since)];
}

function isOfItem({ event }: LogEntry): boolean {
  return !event.type.startsWith("source.");
}

function fact(message: string, since?: unknown): Known {
  return { kind: "source", message, at: typeof since === "string" ? since : undefined };
}

function notConfigured(name: string, { source }: WhyWords): Known {
  return { kind: "not-configured", message: source.notConfigured(name) };
}
