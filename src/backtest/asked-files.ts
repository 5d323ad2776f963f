/** The files that a backtest is called with: the config, its rules or others, and the log. */
import { stat } from "node:fs/promises";
import { storedCalendar } from "../calendar/kept-calendar.ts";
import type { Config } from "../config/config.ts";
import { problemsFromHere, requireConfig, ruleOptions } from "../files/check-files.ts";
import { noRule, Refused } from "../lib/problem.ts";
import type { LogReader } from "../model/event.ts";
import { loadRules } from "../rules/files/load-rules.ts";
import type { CompiledRules } from "../rules/rule-set.ts";
import { type AskedSpan, askedSpan } from "../settings/span.ts";
import { maskedReader, openStoreReader, type StoreReader } from "../store/reader.ts";
import { refusing } from "../store/sqlite-error.ts";
import { codesOf, setOf } from "./of-rules.ts";

export interface BacktestOptions {
  readonly config: string;
  readonly since: string;
  readonly until?: string | undefined;
  /** Folder of rules; by default the config's. */
  readonly rules?: string | undefined;
  readonly against?: string | undefined;
  /** Whether the services' past is played in the place of the log. */
  readonly history?: boolean | undefined;
  /** Name of the watchlist whose stocks alone are counted. */
  readonly watchlist?: string | undefined;
  /** Rules whose alerts alone are counted; left out: those of all. */
  readonly rule?: readonly string[] | undefined;
  /** Number of mails to show. */
  readonly show?: number | undefined;
}

export interface AskedRules {
  readonly config: Config;
  readonly rules: CompiledRules;
  readonly against: CompiledRules | undefined;
  /** Stocks about which alerts count; undefined: everything does. */
  readonly codes: ReadonlySet<string> | undefined;
  /** Rules whose alerts alone count; left out: those of all. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Throws Refused where a file is wrong, or there is no such watchlist or rule. */
export async function openRules(
  options: BacktestOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<AskedRules> {
  const config = requireConfig(options.config, environment);
  const rules = await requireRules(options.rules ?? config.rules, config);
  const against = options.against === undefined ? undefined : await requireRules(options.against, config);
  const { watchlist, rule } = options;
  const codes = watchlist === undefined ? undefined : codesOf(watchlist, rules.watchlists ?? {});
  if (rule === undefined) return { config, rules, against, codes };
  const names = [...new Set([...rules.names, ...(against?.names ?? [])])];
  const unknown = rule.find((name) => !names.includes(name));
  if (unknown !== undefined) throw noRule(unknown, names);
  const only = new Set(rule);
  return { config, rules: setOf(rules, only), against: against && setOf(against, only), codes, only };
}

async function requireRules(folder: string, config: Config): Promise<CompiledRules> {
  const isFolder = await stat(folder).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new Refused(`${folder}: there is no such folder of rules`);
  const loaded = await loadRules(folder, ruleOptions(config, folder));
  if (loaded.ok) return loaded.rules;
  throw new Refused("the rules have mistakes", problemsFromHere(folder, loaded.problems));
}

export interface AskedLog {
  readonly reader: StoreReader;
  /** Ends with the span, and where it ended when it was opened. */
  readonly log: LogReader;
  readonly span: AskedSpan;
  close(): void;
}

/**
 * Throws Refused where there is no database, or the span is none.
 *
 * @param isMasked whether lost mails are without their addresses, for whoever may only read
 */
export function openLog(
  path: string,
  options: Pick<BacktestOptions, "since" | "until">,
  now: number,
  isMasked = false,
): AskedLog {
  const opened = refusing(() => openStoreReader(path));
  const reader = isMasked ? maskedReader(opened) : opened;
  try {
    const span = askedSpan(options, now, storedCalendar(reader.meta));
    const log = upTo(reader.log, reader.search.seqAt(new Date(span.to).toISOString()));
    return { reader, log, span, close: reader.close };
  } catch (error) {
    reader.close();
    throw error;
  }
}

export function upTo(log: LogReader, head: number): LogReader {
  return { ...log, head: () => head };
}
