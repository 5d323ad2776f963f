/** Severity and recipients of alerts: as the rule has them, or CEL that gives them for each alert. */
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Path, Place } from "../../lib/yaml/parse-yaml.ts";
import { isSeverity, type Severity, severities } from "../../model/news-items.ts";
import { type Firing, namesAfter } from "../../model/rule.ts";
import { compileExpression, type Expression } from "../cel/compile-expression.ts";
import type { Language, Variables } from "../cel/language.ts";
import { children, ExpressionError, literalText, type Node } from "../cel/syntax.ts";
import type { FileContext } from "../context/file-context.ts";

export interface Computed {
  /** Values that are the same for every alert of the rule. */
  readonly fixed: Partial<Pick<Firing, "severity" | "notify">>;
  /** Values that are not; found out for each alert. */
  of(variables: Variables): Partial<Pick<Firing, "severity" | "notify">>;
  /** Number of targets that were given, and that the settings do not know. */
  strangers(): number;
}

/** Most targets of one alert. */
const mostTargets = 50;

/** Mistakes are reported at their places, those in literals of expressions as well. */
export function compileComputed(
  { severity, notify }: { readonly severity: string; readonly notify: string | string[] },
  path: Path,
  { context, language }: { readonly context: FileContext; readonly language: Language },
): Computed {
  const severityOf = isSeverity(severity)
    ? undefined
    : context.at([...path, "severity"], () => compileSeverity(severity, language));
  const targetsOf = Array.isArray(notify)
    ? checkTargets(notify, [...path, "notify"], context)
    : compileTargets(notify, [...path, "notify"], { context, language });
  let strangers = 0;
  return {
    fixed: {
      ...(isSeverity(severity) && { severity }),
      ...(Array.isArray(notify) && { notify: [...new Set(notify)] }),
    },
    of: (variables) => ({
      ...(severityOf && { severity: severityIn(severityOf.evaluate(variables)) }),
      ...(targetsOf && {
        notify: targetsIn(targetsOf.evaluate(variables), context, () => {
          strangers += 1;
        }),
      }),
    }),
    strangers: () => strangers,
  };
}

function severityIn(value: unknown): Severity {
  return isSeverity(value) ? value : "info";
}

function targetsIn(value: unknown, context: FileContext, stranger: () => void): string[] {
  if (!Array.isArray(value)) return [];
  const all = new Set(value.slice(0, mostTargets).map(String));
  return [...all].filter((target) => {
    const isKnown = findMistake(target, context) === undefined;
    if (!isKnown) stranger();
    return isKnown;
  });
}

function compileSeverity(source: string, language: Language): Expression {
  const compiled = compileExpression(source, language);
  if (compiled.type !== "string" && compiled.type !== "dyn")
    throw new ExpressionError(0, "a severity is a text: info, warning or critical");
  for (const node of results(compiled.tree)) {
    const word = literalText(node);
    if (word === undefined || isSeverity(word)) continue;
    const there = `it is one of ${severities.join(", ")}`;
    throw new ExpressionError(
      node.start,
      `\`${word}\` is no severity`,
      didYouMean(word, severities) ?? there,
    );
  }
  return compiled;
}

/** The parts of an expression that its value may be. */
function results(node: Node): Node[] {
  if (node.op === "?:") return (node.args as Node[]).slice(1).flatMap(results);
  return node.op === "+" ? children(node).flatMap(results) : [node];
}

/** One target without the brackets. */
const forgotten = /^\s*[a-z]+:[\w.-]+\s*$/i;

function compileTargets(
  source: string,
  path: Path,
  { context, language }: { readonly context: FileContext; readonly language: Language },
): Expression | undefined {
  const { yaml, report } = context;
  if (forgotten.test(source)) {
    report(yaml.at(path), "this must be a list", `write [${source.trim()}]`);
    return undefined;
  }
  const compiled = context.at(path, () => compileExpression(source, language));
  if (compiled === undefined) return undefined;
  if (!/^(list\b.*|dyn)$/.test(compiled.type) || compiled.type === "list<double>") {
    const such = JSON.stringify(context.notify.slice(0, 1).map(({ example }) => example));
    report(yaml.at(path), `a list of texts is needed here, such as now.ratio > 1 ? ${such} : []`);
    return undefined;
  }
  for (const node of results(compiled.tree)) {
    if (node.op !== "list") continue;
    for (const entry of node.args as Node[])
      for (const result of results(entry)) {
        const target = literalText(result);
        if (target !== undefined) checkTarget(target, yaml.atIndex(path, result.start), context);
      }
  }
  return compiled;
}

function checkTargets(targets: readonly string[], path: Path, context: FileContext): undefined {
  for (const [index, target] of targets.entries())
    checkTarget(target, context.yaml.at([...path, index]), context);
}

function checkTarget(target: string, place: Place, context: FileContext): void {
  const mistake = findMistake(target, context);
  if (mistake !== undefined) context.report(place, mistake.message, mistake.suggestion);
}

function findMistake(
  target: string,
  { notify }: FileContext,
): { message: string; suggestion?: string } | undefined {
  const output = notify.find(({ scheme }) => namesAfter(scheme, [target]).some((name) => name !== ""));
  if (output === undefined) {
    const such = notify.map(({ example }) => example).join(", ");
    return {
      message: such === "" ? "`notify` takes nothing here" : `\`notify\` takes names such as ${such}`,
    };
  }
  const { scheme, names } = output;
  const [name = ""] = namesAfter(scheme, [target]);
  if (names === undefined || names.includes(name)) return undefined;
  const known = names.map((each) => `${scheme}:${each}`);
  const listed = known.length === 0 ? "the settings name none" : `there are ${known.join(", ")}`;
  return {
    message: `the settings have no recipient \`${name}\``,
    suggestion: didYouMean(target, known) ?? listed,
  };
}
