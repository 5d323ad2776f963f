/** A backtest of the files and the database that a config names, beside its running monitor too. */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { problemsFromHere, requireConfig, ruleOptions } from "../../app/files/check-files.ts";
import { builtInTypes } from "../../app/files/event-types.ts";
import { Refused, refusing } from "../../app/refused.ts";
import { simulatedNames } from "../../app/services.ts";
import { type Span, spanOf } from "../../app/span.ts";
import { standingAnswers } from "../../app/standing.ts";
import { storedCalendar } from "../../calendar/kept-calendar.ts";
import type { Config } from "../../config/config.ts";
import type { LogEntry, LogReader } from "../../model/event.ts";
import type { MailDraft } from "../../model/mail.ts";
import { askOutputs } from "../../outputs/index.ts";
import { loadRules } from "../../rules/files/load-rules.ts";
import type { CompiledRules } from "../../rules/rule-set.ts";
import { expects } from "../../rules/state/index.ts";
import { openStoreReader, type StoreReader } from "../../store/reader.ts";
import { type BacktestResult, runBacktest } from "./backtest.ts";
import { type BacktestReport, reportOf } from "./report.ts";
import { type Share, shareOf, together } from "./shares.ts";

export interface BacktestOptions {
  readonly config: string;
  readonly since: string;
  readonly until?: string | undefined;
  /** Folder of rules; by default the config's. */
  readonly rules?: string | undefined;
  readonly against?: string | undefined;
}

export interface BacktestSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** ms since 1970. */
  readonly now: number;
  /** Hears how far it has come: entries of the log. */
  progress(read: number, all: number): void;
}

/** Message to a second thread: the same call, its share, and where the log ended for the first. */
export interface ShareAsked {
  readonly options: BacktestOptions;
  readonly environment: BacktestSurroundings["environment"];
  readonly now: number;
  readonly head: number;
}

/** Fewer entries are evaluated sooner than a second thread is started. */
const fewestEntries = 20_000;
const fewestRules = 20;

/** Writes nothing and sends nothing. Throws Refused where a file or the call is wrong, or there is no database. */
export async function backtestFiles(
  options: BacktestOptions,
  surroundings: BacktestSurroundings,
): Promise<BacktestReport> {
  const opened = await openFiles(options, surroundings);
  const { rules, against, config, log, span, close } = opened;
  const simulated = simulatedNames(config);
  try {
    const names = { rules: rules.names, against: against?.names ?? [] };
    const isLong = log.head() - log.oldest() >= fewestEntries;
    const isShared = isLong && names.rules.length + names.against.length >= fewestRules;
    const { environment, now } = surroundings;
    const other = isShared ? startShare({ options, environment, now, head: log.head() }) : undefined;
    if (other === undefined) return reportOf(runOn(opened, surroundings.progress), span, simulated);
    const own = runOn({ ...opened, ...shareOf(opened, 0) }, surroundings.progress);
    return reportOf(together(own, await other, names), span, simulated);
  } finally {
    close();
  }
}

/** One of two shares, up to an entry of the log. */
export async function runShare(asked: ShareAsked, share: Share): Promise<BacktestResult> {
  const { options, environment, now, head } = asked;
  const opened = await openFiles(options, { environment, now });
  try {
    const log = upTo(opened.log, head);
    return runOn({ ...opened, ...shareOf(opened, share), log }, () => {});
  } finally {
    opened.close();
  }
}

/** The second share in a thread of its own, where the program has one and the machine a processor for it. */
function startShare(asked: ShareAsked): Promise<BacktestResult> | undefined {
  const file = join(import.meta.dirname, "backtest-share.js");
  if (availableParallelism() < 2 || !existsSync(file)) return undefined;
  const worker = new Worker(file, { workerData: asked });
  const result = new Promise<BacktestResult>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  // It is waited for only once the own share is evaluated.
  result.catch(() => undefined);
  return result;
}

interface Opened {
  readonly rules: CompiledRules;
  readonly against: CompiledRules | undefined;
  readonly config: Config;
  readonly reader: StoreReader;
  /** Ends with the span, and where it ended when it was opened. */
  readonly log: LogReader;
  readonly span: Span;
  close(): void;
}

async function openFiles(
  options: BacktestOptions,
  { environment, now }: Pick<BacktestSurroundings, "environment" | "now">,
): Promise<Opened> {
  const config = requireConfig(options.config, environment);
  const rules = await requireRules(options.rules ?? config.rules, config);
  const against = options.against === undefined ? undefined : await requireRules(options.against, config);
  const reader = refusing(() => openStoreReader(config.state));
  try {
    const span = spanOf(options, now, storedCalendar(reader.meta));
    const log = upTo(reader.log, reader.search.seqAt(new Date(span.to).toISOString()));
    return { rules, against, config, reader, log, span, close: reader.close };
  } catch (error) {
    reader.close();
    throw error;
  }
}

function upTo(log: LogReader, head: number): LogReader {
  return { ...log, head: () => head };
}

function runOn(
  { rules, against, config, reader, log, span }: Opened,
  progress: BacktestSurroundings["progress"],
): BacktestResult {
  const before = log.oldest() - 1;
  const all = log.head() - before;
  return runBacktest({
    log,
    rules,
    against,
    types: typesOf([rules, against]),
    span,
    calendar: storedCalendar(reader.meta),
    deliveries: deliveriesOf(config),
    record: {
      log,
      silent: reader.silent,
      search: reader.search,
      state: reader.state,
      answers: standingAnswers(config),
    },
    progress: (seq) => progress(seq - before, all),
  });
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

/** Collects the event types of all rules of some sets. */
export function typesOf(sets: readonly (CompiledRules | undefined)[]): ReadonlySet<string> {
  const rules = sets.flatMap((set) => set?.rules ?? []);
  // Expected values are waited for from when the rules were loaded.
  const more = rules.some(expects) ? ["rules.loaded"] : [];
  return new Set([...rules.flatMap(({ types }) => types), ...more]);
}

function deliveriesOf(config: Config) {
  // The mails that would go out were nothing simulated.
  const facts = { types: builtInTypes, monitorUrl: () => "", simulated: () => false, watchlists: () => ({}) };
  return askOutputs(config.outputs, facts, addressOnly);
}

/** Stands for a mail of which only matters that it would go out: what it says takes longer than the whole evaluation. */
function addressOnly({ seq, event }: LogEntry, address: string): MailDraft {
  return {
    alertSeq: seq,
    address,
    from: "",
    messageId: "",
    date: event.time,
    subject: "",
    text: "",
    html: "",
  };
}
