/** Takes the files of a start, and each edit after it, into the active rules, the log and the database. */
import type { Config } from "../config/config.ts";
import type { Log } from "../lib/log.ts";
import { createTally, type Measure } from "../lib/measure.ts";
import { formatProblem, type Problem } from "../lib/problem.ts";
import type { Change } from "../pipeline/change.ts";
import type { LoadedRules } from "../rules/files/compile-files.ts";
import { type Emptied, emptiedProblems, type WatchOptions } from "../rules/files/watch-rules.ts";
import type { CompiledRules } from "../rules/rule-set.ts";
import type { ActiveRules } from "./active-rules.ts";
import { leftOutFromHere, problemsFromHere, ruleOptions } from "./check-files.ts";
import { ruleCheck } from "./rule-check.ts";
import { keepingRules, keepingSettings, type StartFiles } from "./start-files.ts";

export interface TakenEdits {
  /** The changes that the start tells and keeps. */
  first(): (Change | undefined)[];
  take(edited: LoadedRules, emptied: readonly Emptied[]): Change | undefined;
  /** The files for a start that goes on from here. */
  current(): StartFiles;
  /** Options for the watch over the folder with these settings. */
  watching(config: Config): WatchOptions;
  /** The same, where what stands in the files now is news. */
  watchingAnew(config: Config): WatchOptions;
  readonly measures: readonly Measure[];
}

interface Surroundings {
  /** The database, its links followed. */
  readonly state: string;
  readonly log: Log;
  /** ms since 1970. */
  now(): number;
}

export function takingEdits(
  active: ActiveRules,
  files: StartFiles,
  { state, log, now }: Surroundings,
): TakenEdits {
  const { config, refusal, text, seenHash } = files;
  let good = files.active;
  const reloads = createReloadMeasures(now);
  const optionsOf = (settings: Config) => ({
    ...ruleOptions(settings),
    ...{ active: good, check: ruleCheck(settings) },
  });
  return {
    measures: reloads.measures,
    first() {
      reloads.took(refusal === undefined);
      // Settings are good once the monitor runs with them.
      // Those of one machine are not those of the others that have the same database.
      const isKept = text !== undefined && config.cluster === undefined;
      const settings = isKept ? keepingSettings(text, config.file, state) : {};
      const loaded = active.take({
        ok: true,
        rules: good.rules,
        keep: { ...keepingRules(good.read), ...settings },
      });
      if (refusal === undefined) return [loaded];
      const { problems, message } = refusal;
      return [loaded, active.take({ ok: false, files: good.rules.files, problems }, message)];
    },
    take(edited, emptied) {
      if (edited.ok) good = edited;
      const problems = emptiedProblems(emptied, "minute");
      reloads.took(edited.ok && problems.length === 0);
      const change = active.take(edited.ok ? { ...edited, problems, keep: keepingOf(edited) } : edited);
      if (change?.drafts.length) logEdit(log, config.rules, edited, problems);
      return change;
    },
    current() {
      const { lint, ...started } = files;
      return { ...started, active: good };
    },
    watching: (settings) => ({
      ...optionsOf(settings),
      ...{ seenHash, wasRefused: refusal?.isWhole === true },
    }),
    watchingAnew: (settings) => ({ ...optionsOf(settings), seenHash: nothingSeen }),
  };
}

/** No files have it. */
const nothingSeen = "";

/** A folder that is away is never what a start is to go on with. */
function keepingOf({ read, isAway }: LoadedRules): Record<string, string> {
  return isAway ? {} : keepingRules(read);
}

/**
 * Logs what an edit's files are warned about and, where it was refused, every mistake with its place.
 * @param emptied files that turned empty; their rules stay for a minute
 */
function logEdit(log: Log, rulesFolder: string, edited: LoadedRules, emptied: readonly Problem[] = []): void {
  for (const warning of problemsFromHere(rulesFolder, edited.warnings)) logProblem(log, warning);
  if (edited.ok) logLeftOut(log, rulesFolder, edited.rules);
  const refused = problemsFromHere(rulesFolder, edited.ok ? emptied : edited.problems);
  const before = "an edit of the rules was refused; the rules before it stay active";
  logRefusal(
    log,
    edited.ok ? "rule files turned empty; the rules that they had stay active" : before,
    refused,
  );
}

/** Logs which files are left out, since the settings lack sets of records that they need. */
export function logLeftOut(log: Log, rulesFolder: string, rules: Pick<CompiledRules, "leftOut">): void {
  for (const { file, needs } of leftOutFromHere(rulesFolder, rules))
    log.info({ file, needs }, "a rule file is left out: no source is from a set of records that it needs");
}

/** Lints the rules of a start behind it, a rule a turn, and logs what it finds; the answer ends it. */
export function lintBehind({ config, lint }: StartFiles, log: Log): () => void {
  const steps = lint?.();
  const step = (): void => {
    const { done, value: found } = steps?.next() ?? {};
    if (done === false) next = setImmediate(step);
    else for (const problem of problemsFromHere(config.rules, found ?? [])) logProblem(log, problem);
  };
  let next = setImmediate(step);
  return () => clearImmediate(next);
}

/** Logs why files are not used as they are; nothing where they are. */
export function logRefusal(log: Log, message: string, mistakes: readonly Problem[]): void {
  if (mistakes.length === 0) return;
  log.warn({ mistakes: mistakes.length }, message);
  for (const mistake of mistakes) logProblem(log, mistake);
}

/** The place also stands in fields of its own, for programs that read the log. */
export function logProblem(log: Log, problem: Problem): void {
  const { file, line, column } = problem;
  log.warn({ file, line, column }, formatProblem(problem));
}

// What is measured of the rules' files: how often they were taken or refused, and whether the last look was in
// order.
interface ReloadMeasures {
  readonly measures: readonly Measure[];
  /** The files were looked at, at the start or after an edit. */
  took(isTaken: boolean): void;
}

/** @param now ms since 1970 */
function createReloadMeasures(now: () => number): ReloadMeasures {
  let isTaken = true;
  let takenAt = 0;
  const reloads = createTally(
    {
      name: "yagura_rules_reloads_total",
      help: "Looks at the rules' files by outcome, that of the start among them: loaded, or refused with the rules before still active.",
      labels: ["outcome"],
    },
    [["loaded"], ["refused"]],
  );
  return {
    measures: [
      reloads,
      {
        name: "yagura_rules_last_reload_successful",
        help: "1, or 0 while the files are not used as they are.",
        kind: "gauge",
        read: () => (isTaken ? 1 : 0),
      },
      {
        name: "yagura_rules_last_reload_success_timestamp_seconds",
        help: "When files were last taken as they were, in seconds since 1970; 0: not since the start.",
        kind: "gauge",
        read: () => takenAt / 1_000,
      },
    ],
    took(isWell) {
      reloads.count([isWell ? "loaded" : "refused"]);
      isTaken = isWell;
      if (isWell) takenAt = now();
    },
  };
}
