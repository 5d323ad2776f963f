/** `yagura rules report`: what the alerts of each rule were worth, and proposals with their backtests. */
import { reportRules } from "../../backtest/worth/report-rules.ts";
import { requireConfig } from "../../files/check-files.ts";
import { timeWords } from "../../lib/text/counted.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { textTable, wrapped } from "../../lib/text/terminal.ts";
import type { Language } from "../../model/language.ts";
import type { RulesReport, RuleWorth } from "../../model/page/worth.ts";
import { proposalWords, spanWords, tryWords } from "../../model/page/worth-words.ts";
import { createProgress, printAnswer } from "../terminal.ts";

interface Options {
  readonly config: string;
  readonly since: string;
  readonly until?: string;
  readonly json?: boolean;
}

export async function rulesReport({ config, json, ...asked }: Options): Promise<void> {
  const progress = createProgress();
  const surroundings = { environment: process.env, now: Date.now(), progress: progress.tell };
  const report = await reportRules(requireConfig(config, process.env), asked, surroundings);
  progress.clear();
  printAnswer(report, json, ({ columns, language }) => reportLines(report, language, columns));
}

const longest = 300;

/** Lines for a person: a table of all rules, then what each proposal is. */
export function reportLines({ span, rules }: RulesReport, language: Language, columns?: number): string[] {
  const { heads, unknown } = proposalWords[language];
  const table = textTable([heads, ...rules.map((rule) => cells(rule, language, unknown))], columns);
  const proposals = rules.filter(({ proposal }) => proposal.kind !== "keep");
  return [
    `${timeWords(span.from)} – ${timeWords(span.to)}`,
    ...table.trimEnd().split("\n"),
    ...proposals.flatMap((rule) => ["", ...proposalLines(rule, language, columns)]),
  ];
}

function cells(rule: RuleWorth, language: Language, unknown: string): string[] {
  const { alerts, told, opened, acknowledged, acknowledgedWithinMs, useful, notUseful, neither } = rule;
  const within = acknowledgedWithinMs === undefined ? unknown : spanWords(acknowledgedWithinMs, language);
  return [
    tameLine(rule.rule, longest),
    ...[alerts, told, opened, acknowledged].map(String),
    within,
    ...[useful, notUseful, neither].map(String),
    rule.repeats === undefined ? unknown : tameLine(rule.repeats.rule, longest),
    proposalWords[language].kinds[rule.proposal.kind],
  ];
}

function proposalLines(
  { rule, proposal: { kind, reason, tried, lines = [], edit } }: RuleWorth,
  language: Language,
  columns: number | undefined,
): string[] {
  const { kinds, inSettings } = proposalWords[language];
  const said = `${reason[language]} ${tried ? tryWords(tried, language) : ""}`;
  return [
    `${tameLine(rule, longest)}: ${kinds[kind]}`,
    ...wrapped(`    ${tameLine(said, 2 * longest)}`, columns, "    "),
    `    ${edit === undefined ? inSettings : tameLine(edit.file, longest)}:`,
    ...lines.map((line) => `      ${tameLine(line, longest)}`),
  ];
}
