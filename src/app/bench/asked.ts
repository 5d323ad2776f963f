/** The questions of the rule bench and about watchlists, with who answers each: plain data, which a thread may take and give. */
import type { Config } from "../../config/config.ts";
import type { Problem } from "../../lib/problem.ts";
import type { BenchRuleAnswer, BenchTryAsked, BenchTryResult } from "../../model/page/bench.ts";
import type { WatchlistEditAsked } from "../../model/page/watchlists.ts";
import type { BacktestSurroundings } from "../backtest/backtest-files.ts";
import type { Environment } from "../watchlists/settings-check.ts";
import { type EditedList, editList, readList, type WrittenList } from "../watchlists/written-list.ts";
import { type CheckedRule, checkRule, listRules, openRule, type RuleFolder } from "./check-rule.ts";
import type { EditAsked } from "./edited-rules.ts";
import { tryRule } from "./try-rule.ts";

export interface BenchPlace {
  readonly config: Config;
  /** What settings are filled in from. */
  readonly environment: Environment;
  /** Folder for a played past, which whoever made it takes away. */
  readonly temporary?: string;
}

/** A try is of the time at which it is asked for, ms since 1970. */
export type BenchQuestion =
  | { readonly list: true }
  | { readonly open: string }
  | { readonly check: EditAsked }
  | { readonly try: BenchTryAsked; readonly now: number }
  | { readonly watchlist: string }
  | { readonly edit: WatchlistEditAsked };

export type BenchGiven =
  | RuleFolder
  | BenchRuleAnswer
  | CheckedRule
  | BenchTryResult
  | WrittenList
  | EditedList
  | undefined;

export interface BenchAsked {
  readonly id: number;
  readonly question: BenchQuestion;
}

/** Part of a try that is done: entries of the log or, with a day, days of the past. */
type BenchProgress = readonly [done: number, all: number, day?: string];

export type BenchSaid = { readonly id: number } & (
  | { readonly progress: BenchProgress }
  | { readonly answer: BenchGiven }
  | { readonly refused: string; readonly problems: readonly Problem[] }
);

export interface BenchHeard {
  progress(...progress: BenchProgress): void;
  readonly signal?: AbortSignal;
}

/** Rejects with Refused where a try cannot be made. */
export async function answerOf(
  { config, environment, temporary }: BenchPlace,
  question: BenchQuestion,
  { progress, signal }: BenchHeard,
): Promise<BenchGiven> {
  if ("list" in question) return listRules(config);
  if ("open" in question) return openRule(config, question.open);
  if ("check" in question) return checkRule(config, question.check);
  if ("watchlist" in question) return readList(config, question.watchlist);
  if ("edit" in question) return editList(config, environment, question.edit);
  const surroundings: BacktestSurroundings = {
    ...{ environment, now: question.now, progress },
    played: (day, done, all) => progress(done, all, day),
    ...(temporary !== undefined && { temporary }),
    ...(signal && { signal }),
  };
  return tryRule(config, question.try, surroundings);
}
