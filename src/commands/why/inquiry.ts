/** Everything that an answer is made from. */
import type { Config } from "../../config/config.ts";
import type { LogEntry } from "../../model/event.ts";
import type { StoredEntry } from "../../model/log.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import type { CompiledRules } from "../../rules/rule-set.ts";
import type { StoreReader } from "../../store/reader.ts";

export interface Inquiry {
  readonly config: Pick<Config, "sources" | "recordSources" | "upstreams">;
  readonly rules: CompiledRules;
  readonly reader: StoreReader;
  readonly calendar: TradingCalendar;
  /** `rules.loaded` as far as the log has it, the latest first. */
  readonly loads: readonly LogEntry[];
  /** Moment of the question, ms since 1970: anything later is ignored. */
  readonly at: number;
  /** Time at which a monitor was last seen running, ms since 1970: anything that time brings about later is unknown. */
  readonly lastSeenAt: number;
  /** Called now and then with the progress of the evaluation. */
  progress(read: number, all: number): void;
}

const mostLoads = 1_000;

export function createInquiry(parts: Omit<Inquiry, "loads" | "lastSeenAt">): Inquiry {
  const { reader } = parts;
  const loads = reader.search.newest({ types: ["rules.loaded"], limit: mostLoads }).map(entryOf);
  return { ...parts, loads, lastSeenAt: lastSeenAt(reader) };
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

/** Undefined where the log does not keep it. */
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
