/** What an answer is made from. */
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
}

export function entryOf({ seq, json }: StoredEntry): LogEntry {
  return { seq, event: JSON.parse(json) };
}

/** Undefined where the log does not keep it. */
export function entryAt(seq: number, { reader }: Pick<Inquiry, "reader">): LogEntry | undefined {
  const [stored] = reader.log.read(seq - 1, 1);
  return stored?.seq === seq ? entryOf(stored) : undefined;
}

export function isoOf(at: number): string {
  return new Date(at).toISOString();
}
