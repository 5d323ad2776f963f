/** The parts that an answer is made from. */
import type { Config } from "../config/config.ts";
import { standingAnswers } from "../files/active-standing.ts";
import { tameLine } from "../lib/text/tame.ts";
import type { TradingCalendar } from "../model/dates.ts";
import type { LogEntry, StoredEntry } from "../model/event.ts";
import type { Language } from "../model/language.ts";
import { plainNumber } from "../model/numbers.ts";
import type { StandingRecord } from "../pipeline/standing/replayed-standing.ts";
import type { CompiledRules } from "../rules/rule-set.ts";
import type { StoreReader } from "../store/reader.ts";
import type { WhyWords } from "./words/english.ts";
import { whyWords } from "./words/words.ts";

export interface Inquiry {
  readonly config: Pick<Config, "sources" | "recordSources" | "upstreams" | "people">;
  readonly rules: CompiledRules;
  readonly reader: StoreReader;
  readonly calendar: TradingCalendar;
  /** `rules.loaded` as far as the log has it, the latest first. */
  readonly loads: readonly LogEntry[];
  /** Moment of the question, ms since 1970: anything later is ignored. */
  readonly at: number;
  /** Time at which a monitor was last seen running, ms since 1970: anything that time brings about later is unknown. */
  readonly lastSeenAt: number;
  /** That of the person who asks; undefined for a program, which gets English sentences and titles as rules write them. */
  readonly language: Language | undefined;
  readonly words: WhyWords;
  /** Called now and then with the progress of the evaluation. */
  progress(read: number, all: number): void;
}

/** Record of what stood, for a replay. */
export function standingRecord({ reader, config }: Pick<Inquiry, "reader" | "config">): StandingRecord {
  const { log, silent, search, state } = reader;
  return { log, silent, search, state, answers: standingAnswers(config) };
}

const mostLoads = 1_000;

export function createInquiry(parts: Omit<Inquiry, "loads" | "lastSeenAt" | "words">): Inquiry {
  const { reader } = parts;
  const loads = reader.search
    .newest({ types: ["rules.loaded"], subject: "rules", limit: mostLoads })
    .map(entryOf);
  return { ...parts, words: whyWords[parts.language ?? "en"], loads, lastSeenAt: lastSeenAt(reader) };
}

/** Finds the time by the log, the polls and the monitor's own record, of which the last two may be a minute behind. */
function lastSeenAt({ log, sources, runs }: StoreReader): number {
  const [last] = log.read(log.head() - 1, 1).map(entryOf);
  const polls = sources().map(({ attemptAt }) => attemptAt ?? 0);
  const run = runs.upTo(Number.MAX_SAFE_INTEGER)?.seenAt ?? 0;
  return Math.max(last === undefined ? 0 : Date.parse(last.event.time), run, ...polls);
}

export function entryOf({ seq, json }: StoredEntry): LogEntry {
  return { seq, event: JSON.parse(json) };
}

/** The entry of a seq; undefined where the log does not keep it. */
export function entryAt(
  seq: number,
  { reader }: { readonly reader: Pick<StoreReader, "log"> },
): LogEntry | undefined {
  const [stored] = reader.log.read(seq - 1, 1);
  return stored?.seq === seq ? entryOf(stored) : undefined;
}

export function isoOf(at: number): string {
  return new Date(at).toISOString();
}

export function isoIfKnown(at: number | undefined): string | undefined {
  return at === undefined ? undefined : isoOf(at);
}

/** Times at which a rule was loaded, as far as the log says. */
export interface RuleLoads {
  /** Time at which a rule was loaded that was not active at an event (ISO); undefined: it was active, or nothing says so. */
  readonly since: string | undefined;
  /** Time at which rules were last loaded after the event (ISO); undefined: they were not. */
  readonly later: string | undefined;
}

/** @param seq of the event */
export function ruleLoads(rule: string, seq: number, { loads }: Pick<Inquiry, "loads">): RuleLoads {
  const has = ({ event }: LogEntry) => (event.data.now.rules as readonly string[]).includes(rule);
  const before = loads.find((load) => load.seq < seq);
  const after = loads.filter((load) => load.seq > seq);
  const first = after.findLast(has);
  const wasThere = before === undefined || has(before);
  return { since: wasThere ? undefined : first?.event.time, later: after[0]?.event.time };
}

// Values and parts of conditions in words. Whatever strangers wrote is made fit to be shown.
const longestValue = 200;

export function tamed(text: string, most = longestValue): string {
  return tameLine(text, most);
}

export function shownValue(value: unknown, { part }: WhyWords): string {
  if (value === undefined) return part.absent;
  if (typeof value === "number") return plainNumber(value);
  return tamed(typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? part.absent));
}

interface ShownPart {
  readonly text: string;
  readonly holds?: boolean | null | undefined;
  readonly values: readonly { readonly text: string; readonly value?: unknown }[];
}

export function holdsWords(holds: ShownPart["holds"], { part }: WhyWords): string {
  return part.holds[`${holds ?? null}`];
}

/** Words such as "`now.ratio >= 1` is false, now.ratio is 0.6". */
export function shownPart({ text, holds, values }: ShownPart, words: WhyWords): string {
  return words.part.part(tamed(text), holdsWords(holds, words), valuesWords(values, words));
}

export function valuesWords(values: ShownPart["values"], words: WhyWords): string {
  const { isValue, listed } = words.part;
  return listed(values.map(({ text, value }) => isValue(tamed(text), shownValue(value, words))));
}

/** Words such as "step 1 is #7" and "step 2 not seen". */
export function stepsWords(
  steps: readonly boolean[] = [],
  seqs: readonly (number | undefined)[] = [],
  { part }: WhyWords,
): string[] {
  return steps.map((isSeen, index) => part.step(index + 1, isSeen, seqs[index]));
}
