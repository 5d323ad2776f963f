/** The questions of the rule bench and about watchlists, with who answers each: plain data, which a thread may take and give. */
import type { Config } from "../../config/config.ts";
import type { Environment } from "../../config/interpolate.ts";
import { type EditAsked, editRules } from "../../files/edited-rules.ts";
import { type AskedImport, type PlannedImport, planImport } from "../../files/watchlists/plan-import.ts";
import {
  type EditedList,
  editList,
  readList,
  type WrittenList,
} from "../../files/watchlists/written-list.ts";
import { Refused } from "../../lib/problem.ts";
import type { WorkerAnswers } from "../../lib/worker.ts";
import { parseYaml } from "../../lib/yaml/parse-yaml.ts";
import type { Language } from "../../model/language.ts";
import type {
  BenchRuleAnswer,
  BenchTryAsked,
  BenchTryResult,
  TriedAlerts,
  TriedOutcome,
} from "../../model/page/bench.ts";
import type {
  FillAsked,
  FilledRule,
  GalleryAnswer,
  GalleryMonth,
  GalleryNow,
} from "../../model/page/gallery.ts";
import type { WatchlistEditAsked } from "../../model/page/watchlists.ts";
import type { RulesReport } from "../../model/page/worth.ts";
import { readRuleFiles } from "../../rules/files/read-rule-files.ts";
import { type BacktestSurroundings, backtestRules } from "../backtest-files.ts";
import type { LoneAlert } from "../differences.ts";
import { type Desk, neededBy, openDesk } from "../gallery/desk.ts";
import { fillForm, listGallery } from "../gallery/gallery.ts";
import { countMonth } from "../gallery/month.ts";
import { type ValuesAsked, valuesNow } from "../gallery/values-now.ts";
import { setOf } from "../of-rules.ts";
import type { BacktestReport, Outcome } from "../report.ts";
import { type AskedReport, reportRules } from "../worth/report-rules.ts";
import {
  type CheckedRule,
  checkRule,
  listRules,
  openRule,
  type RuleFolder,
  requireCompiled,
} from "./check-rule.ts";

interface BenchPlace {
  readonly config: Config;
  /** What settings are filled in from. */
  readonly environment: Environment;
  /** Folder for a played past, which whoever made it takes away. */
  readonly temporary?: string;
}

/** An edit as a person asks for it: what a rule of the desk needs is found here. */
export interface AskedEdit extends Omit<EditAsked, "needed"> {
  /** Name of the desk's rule that a new one is. */
  readonly desk?: string | undefined;
}

export interface AskedTry extends BenchTryAsked {
  /** False: the addresses of lost mails are masked in what the rules are tried on. */
  readonly mayAct: boolean;
}

/** A try is of the time at which it is asked for, ms since 1970. */
export type BenchQuestion =
  | { readonly list: true }
  | { readonly open: string }
  | { readonly check: AskedEdit }
  | { readonly try: AskedTry; readonly now: number }
  | { readonly report: AskedReport; readonly now: number }
  | { readonly gallery: Language }
  | { readonly fill: FillAsked }
  | { readonly values: ValuesAsked }
  | { readonly month: true; readonly now: number }
  | { readonly watchlist: string }
  | { readonly edit: WatchlistEditAsked }
  | { readonly import: AskedImport };

export type BenchGiven =
  | RuleFolder
  | BenchRuleAnswer
  | CheckedRule
  | BenchTryResult
  | RulesReport
  | GalleryAnswer
  | FilledRule
  | GalleryNow
  | GalleryMonth
  | WrittenList
  | EditedList
  | PlannedImport
  | undefined;

/** Part of a try that is done: entries of the log or, with a day, days of the past. */
export type BenchProgress = readonly [done: number, all: number, day?: string];

/** Rejects with Refused where a try cannot be made. */
export const benchAnswers: WorkerAnswers<BenchPlace, BenchQuestion, BenchGiven, BenchProgress> = ({
  config,
  environment,
  temporary,
}) => {
  let opened: Promise<Desk> | undefined;
  const openedDesk = () => {
    opened ??= openDesk();
    return opened;
  };
  return async (question, { progress, signal }) => {
    if ("list" in question) return listRules(config);
    if ("open" in question) return openRule(config, question.open);
    if ("check" in question) {
      const { desk, ...edit } = question.check;
      return checkRule(config, { ...edit, needed: await neededBy(desk, config, openedDesk) });
    }
    if ("gallery" in question) return listGallery(config, await openedDesk(), question.gallery);
    if ("fill" in question) return fillForm(config, await openedDesk(), question.fill);
    if ("values" in question) return valuesNow(config, await openedDesk(), question.values);
    if ("watchlist" in question) return readList(config, question.watchlist);
    if ("edit" in question) return editList(config, environment, question.edit);
    if ("import" in question) return planImport(config, question.import);
    if ("report" in question)
      return reportRules(config, question.report, {
        ...{ environment, now: question.now, progress },
        ...(signal && { signal }),
      });
    const surroundings: BacktestSurroundings = {
      ...{ environment, now: question.now, progress },
      played: (day, done, all) => progress(done, all, day),
      ...(temporary !== undefined && { temporary }),
      ...(signal && { signal }),
    };
    if ("month" in question) return countMonth(config, await openedDesk(), surroundings);
    const needed = await neededBy(question.try.desk, config, openedDesk);
    return tryRule(config, { ...question.try, needed }, { ...surroundings, isMasked: !question.try.mayAct });
  };
};

// What the text of a rule would have told, beside what the rule tells as it stands: a backtest of the two
// alone.

const mostAlerts = 100;
const mostMails = 3;

/** Writes nothing that stays. Rejects with Refused where the rules have mistakes, or there is nothing to try on. */
async function tryRule(
  config: Config,
  { text, rule, over, since, until, needed }: BenchTryAsked & Pick<EditAsked, "needed">,
  surroundings: BacktestSurroundings,
): Promise<BenchTryResult> {
  const { texts } = await readRuleFiles(config.rules);
  const result = editRules(texts, { text: rule === undefined ? text : called(text, rule), rule, needed });
  if (!result.ok) throw new Refused(result.message);
  const edited = await requireCompiled(config, result.edited.texts);
  const name = rule ?? nameIn(text);
  const standing = rule === undefined ? undefined : await requireCompiled(config, texts);
  const report = await backtestRules(
    {
      config,
      rules: setOf(edited, new Set([name])),
      against: setOf(standing ?? edited, new Set(standing === undefined ? [] : [name])),
      codes: undefined,
      only: new Set([name]),
    },
    { config: config.file, since, until, history: over === "history", show: mostMails },
    surroundings,
  );
  return resultOf(report, standing?.names.includes(name) === true);
}

function nameIn(text: string): string {
  const { value } = parseYaml(text, "");
  return String((value as { readonly name?: unknown } | null)?.name ?? "");
}

/** The text under another name, so that alerts before and after a change of name are the same alerts. */
function called(text: string, name: string): string {
  const written = nameIn(text);
  if (written === name) return text;
  const named = text.replace(/^name:.*$/m, () => `name: ${JSON.stringify(name)}`);
  if (nameIn(named) === name) return named;
  throw new Refused(`the text needs a line \`name: ${name}\` to be compared`);
}

function resultOf(report: BacktestReport, stands: boolean): BenchTryResult {
  const { against, simulated, span, events, shown = [], cannotKnow = [] } = report;
  const days = report.days.map(({ day, alerts }) => ({ day, alerts }));
  return {
    ...{ simulated, span, events, days, cannotKnow },
    edited: outcomeOf(report, days.length),
    ...(against && stands && { standing: outcomeOf(against, days.length) }),
    onlyEdited: told(against?.come ?? nothing),
    onlyStanding: told(against?.go ?? nothing),
    both: told(against?.both ?? nothing),
    mails: shown.map(({ time, title, text }) => ({ time, title, text })),
  };
}

const nothing = { count: 0, alerts: [] };

function outcomeOf({ alerts, mails, alertsADay, heldBack }: Outcome, days: number): TriedOutcome {
  const mailsADay = Math.round((mails / Math.max(1, days)) * 100) / 100;
  return { alerts, mails, alertsADay: alertsADay.mean, mailsADay, most: alertsADay.most, heldBack };
}

function told({ count, alerts }: { count: number; alerts: readonly LoneAlert[] }): TriedAlerts {
  const first = alerts.slice(0, mostAlerts);
  return { count, alerts: first.map(({ time, key, title, cause }) => ({ time, key, title, cause })) };
}
