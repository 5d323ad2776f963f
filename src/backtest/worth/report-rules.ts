/**
 * The report on rules: what the alerts of each were worth, and a proposal that a backtest of the rule alone bears out.
 * It changes nothing.
 */
import { matcherValue } from "../../alerts/matcher.ts";
import { alertsSetting } from "../../alerts/settings.ts";
import type { Config } from "../../config/config.ts";
import { editRules, findRule, textOf } from "../../files/edited-rules.ts";
import { flowText } from "../../lib/yaml/written-value.ts";
import type { Event, Fields, LogReader } from "../../model/event.ts";
import type { RuleProposal, RulesReport, RuleWorth, TriedProposal } from "../../model/page/worth.ts";
import type { CompiledRule } from "../../rules/compiled-rule.ts";
import { type RuleText, readRuleFiles } from "../../rules/files/read-rule-files.ts";
import type { CompiledRules } from "../../rules/rule-set.ts";
import { openLog } from "../asked-files.ts";
import { type BacktestSurroundings, backtestRules } from "../backtest-files.ts";
import { compiled, requireCompiled } from "../bench/check-rule.ts";
import { setOf } from "../of-rules.ts";
import type { BacktestReport } from "../report.ts";
import { type CountedAlert, type CountedRule, countWorth } from "./count-worth.ts";
import { editsFor, isNoisy, type RuleEdit } from "./edits-for.ts";
import { proposalReasons } from "./proposal-reasons.ts";

/** As `yagura backtest` takes it: 30d, 3bd, 2026-08-01. */
export interface AskedReport {
  readonly since: string;
  readonly until?: string | undefined;
}

/** Everything that is known before anything is tried. */
interface Known {
  readonly config: Config;
  readonly asked: AskedReport;
  readonly texts: readonly RuleText[];
  readonly standing: CompiledRules;
  readonly surroundings: BacktestSurroundings;
  /** Items of the events that rated alerts are about, by seq. */
  readonly items: ReadonlyMap<number, Fields>;
}

/** Writes nothing. Rejects with Refused where the rules have mistakes, or there is no database or no such span. */
export async function reportRules(
  config: Config,
  asked: AskedReport,
  surroundings: BacktestSurroundings,
): Promise<RulesReport> {
  const { texts } = await readRuleFiles(config.rules);
  const standing = await requireCompiled(config, texts);
  const { reader, span, close } = openLog(config.state, asked, surroundings.now);
  let counted: ReadonlyMap<string, CountedRule>;
  let items: ReadonlyMap<number, Fields>;
  try {
    counted = countWorth(reader, span);
    items = itemsOf(counted, reader.log);
  } finally {
    close();
  }
  const known = { config, asked, texts, standing, surroundings, items };
  const rules: RuleWorth[] = [];
  const all = standing.rules;
  for (const [at, rule] of all.entries()) {
    surroundings.signal?.throwIfAborted();
    rules.push(await worthOf(rule, counted.get(rule.name) ?? nothing, known));
    surroundings.progress(at + 1, all.length);
  }
  const iso = (moment: number) => new Date(moment).toISOString();
  const rank = ({ proposal: { kind } }: RuleWorth) => (kind === "keep" ? 1 : 0);
  return {
    span: { from: iso(span.from), to: iso(span.to) },
    rules: rules.sort((one, other) => rank(one) - rank(other) || other.alerts - one.alerts),
  };
}

const nothing: CountedRule = { alerts: [], acknowledgedAfterMs: [], repeats: new Map() };

function itemsOf(
  counted: ReadonlyMap<string, CountedRule>,
  log: Pick<LogReader, "read">,
): ReadonlyMap<number, Fields> {
  const items = new Map<number, Fields>();
  for (const { alerts } of counted.values())
    for (const { cause, worth } of alerts) {
      const [stored] = worth === undefined ? [] : log.read(cause - 1, 1);
      if (stored?.seq === cause) items.set(cause, (JSON.parse(stored.json) as Event).data.now);
    }
  return items;
}

const mostCases = 0.5;
const fewestRepeats = 5;

async function worthOf(rule: CompiledRule, counted: CountedRule, known: Known): Promise<RuleWorth> {
  const alerts = counted.alerts.filter(({ isInSpan }) => isInSpan);
  const count = (holds: (alert: CountedAlert) => boolean) => alerts.filter(holds).length;
  const useful = count(({ worth }) => worth === "useful");
  const notUseful = count(({ worth }) => worth === "not-useful");
  const [most] = [...counted.repeats].sort(([, one], [, other]) => other - one);
  const share = (most?.[1] ?? 0) / Math.max(1, alerts.length);
  const repeats =
    most !== undefined && most[1] >= fewestRepeats && share > mostCases
      ? { rule: most[0], share: Math.round(share * 100) / 100 }
      : undefined;
  const within = counted.acknowledgedAfterMs.toSorted((one, other) => one - other);
  const half = within[Math.floor((within.length - 1) / 2)];
  return {
    rule: rule.name,
    alerts: alerts.length,
    told: count(({ isTold }) => isTold),
    opened: count(({ isAnswered }) => isAnswered),
    acknowledged: within.length,
    ...(half !== undefined && { acknowledgedWithinMs: half }),
    ...{ useful, notUseful, neither: alerts.length - useful - notUseful },
    ...(repeats && { repeats }),
    proposal: await proposalFor(rule, { alerts: counted.alerts, useful, notUseful, repeats }, known),
  };
}

interface Judged {
  readonly alerts: readonly CountedAlert[];
  readonly useful: number;
  readonly notUseful: number;
  readonly repeats: RuleWorth["repeats"];
}

/** A proposal saves at least a quarter of the messages; the first that saves half of them is taken, else the best one. */
const leastSaved = 1 / 4;
const enoughSaved = 1 / 2;
/** Answers from which on a rule is called good, and not unknown. */
const fewestAnswers = 5;

async function proposalFor(rule: CompiledRule, judged: Judged, known: Known): Promise<RuleProposal> {
  const { alerts, useful, notUseful } = judged;
  if (!isNoisy(judged)) {
    const answers = useful + notUseful;
    const reason =
      answers < fewestAnswers ? proposalReasons.few(answers) : proposalReasons.good(answers, useful);
    return { kind: "keep", reason };
  }
  const found = findRule(known.texts, rule.name);
  const about = { ...judged, severity: rule.about.severity, itemOf: itemIn(known) };
  const candidates = found === undefined ? [] : editsFor({ ...about, text: textOf(found) });
  const wanted = new Set(alerts.filter(({ worth }) => worth === "useful").map(nameOf));
  let best: RuleProposal | undefined;
  for (const candidate of candidates) {
    const tried = await triedWith(candidate, rule, wanted, known);
    if (tried === undefined || tried.mails === 0) continue;
    const saved = (tried.mails - tried.mailsAfter) / tried.mails;
    if (saved < leastSaved || saved <= savedBy(best)) continue;
    best = { ...proposed(candidate, rule.name, known), tried };
    if (saved >= enoughSaved) break;
  }
  return best ?? { kind: "keep", reason: proposalReasons.nothingSaves(notUseful) };
}

function savedBy({ tried }: Partial<RuleProposal> = {}): number {
  return tried === undefined ? 0 : (tried.mails - tried.mailsAfter) / tried.mails;
}

function itemIn({ items }: Known) {
  return ({ cause }: CountedAlert) => items.get(cause);
}

function nameOf({ key, cause }: Pick<CountedAlert, "key" | "cause">): string {
  return JSON.stringify([key, cause]);
}

function proposed({ kind, reason, text }: RuleEdit, rule: string, { texts }: Known): RuleProposal {
  const found = text === undefined ? undefined : findRule(texts, rule);
  if (text === undefined || found === undefined)
    return { kind, reason, lines: [`- ${flowText(routeOf(rule))}`] };
  const before = textOf(found);
  const known = new Set(before.split("\n"));
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !known.has(line));
  return { kind, reason, lines, edit: { file: found.file, before, text } };
}

/** In front of all others, and those are tried too: it changes when the rule's receivers are told, and not who they are. */
function routeOf(rule: string) {
  return { match: `rule=${matcherValue(rule)}`, digest: ["after-close"], continue: true };
}

const monthDays = 30;

/** Undefined: it loses a useful alert, the files would have mistakes, or nobody can tell. */
async function triedWith(
  { text }: RuleEdit,
  { name, heard }: CompiledRule,
  useful: ReadonlySet<string>,
  known: Known,
): Promise<TriedProposal | undefined> {
  const standing = setOf(known.standing, new Set([name]));
  const edited = text === undefined ? standing : await editedSet(text, name, known);
  if (edited === undefined) return undefined;
  const report = await backtested(known.config, edited, standing, name, known);
  const { against } = report;
  if (against === undefined || against.go.more > 0) return undefined;
  // Alerts that are causes themselves have other numbers in a replay.
  const isLost = (alert: { readonly key: string; readonly cause: number }) =>
    heard !== undefined ? useful.size > 0 : useful.has(nameOf(alert));
  if (against.go.alerts.some(isLost)) return undefined;
  const mails = against.mails;
  const mailsAfter =
    text === undefined
      ? (await backtested(digesting(known.config, name), standing, undefined, name, known)).mails
      : report.mails;
  const savedAMonth = Math.round(((mails - mailsAfter) / Math.max(1, report.days.length)) * monthDays);
  return { mails, mailsAfter, savedAMonth, usefulLost: 0 };
}

async function editedSet(text: string, name: string, known: Known): Promise<CompiledRules | undefined> {
  const result = editRules(known.texts, { text, rule: name });
  const loaded = result.ok ? await compiled(known.config, result.edited.texts) : undefined;
  return loaded?.ok === true ? setOf(loaded.rules, new Set([name])) : undefined;
}

function backtested(
  config: Config,
  rules: CompiledRules,
  against: CompiledRules | undefined,
  name: string,
  { asked, surroundings }: Known,
): Promise<BacktestReport> {
  return backtestRules(
    { config, rules, against, codes: undefined, only: new Set([name]) },
    { config: config.file, ...asked },
    { ...surroundings, progress: () => {} },
  );
}

/** The settings with the route in front. */
function digesting(config: Config, rule: string): Config {
  const { routes = [] } = alertsSetting.parse({ routes: [routeOf(rule)] }) ?? {};
  const alerts = config.alerts ?? alertsSetting.parse({});
  return alerts === undefined
    ? config
    : { ...config, alerts: { ...alerts, routes: [...routes, ...alerts.routes] } };
}
