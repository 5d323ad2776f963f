/** A backtest of the files and the database that a config names, beside its running monitor too. */
import { stat } from "node:fs/promises";
import type { Config } from "../../config/config.ts";
import { loadRules } from "../../rules/load-rules.ts";
import type { CompiledRules } from "../../rules/rule-set.ts";
import { openStoreReader } from "../../store/reader.ts";
import { alertMails } from "../alert-mails.ts";
import { problemsFromHere, requireConfig, ruleOptions } from "../check-files.ts";
import { storedCalendar } from "../kept-calendar.ts";
import { Refused, refusing } from "../refused.ts";
import { isSimulatedEvent } from "../simulated.ts";
import { addressOnly } from "./address-only.ts";
import { runBacktest } from "./backtest.ts";
import type { BacktestReport } from "./report.ts";
import { spanOf } from "./span.ts";

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

/** Writes nothing and sends nothing. Throws Refused where a file or the call is wrong, or there is no database. */
export async function backtestFiles(
  options: BacktestOptions,
  { environment, now, progress }: BacktestSurroundings,
): Promise<BacktestReport> {
  const config = requireConfig(options.config, environment);
  const rules = await requireRules(options.rules ?? config.rules, config);
  const against = options.against === undefined ? undefined : await requireRules(options.against, config);
  const reader = refusing(() => openStoreReader(config.state));
  try {
    const { log } = reader;
    const calendar = storedCalendar(reader.meta);
    const span = spanOf(options, now, calendar);
    const before = log.oldest() - 1;
    const all = log.head() - before;
    return runBacktest({
      log,
      rules,
      against,
      span,
      calendar,
      mails: mailsOf(config),
      progress: (seq) => progress(seq - before, all),
    });
  } finally {
    reader.close();
  }
}

async function requireRules(folder: string, config: Config): Promise<CompiledRules> {
  const isFolder = await stat(folder).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new Refused(`${folder}: there is no such folder of rules`);
  const loaded = await loadRules(folder, ruleOptions(config));
  if (loaded.ok) return loaded.rules;
  throw new Refused("the rules have mistakes", problemsFromHere(folder, loaded.problems));
}

function mailsOf(config: Config) {
  const { from, recipients } = config.email;
  const simulated = ({ event }: { event: { source: string } }) => isSimulatedEvent(config, event);
  return alertMails({ from, recipients, simulated, feedUrl: "" }, addressOnly);
}
