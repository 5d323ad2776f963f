/** Texts with {{ expressions }}. */
import { Duration, UnsignedInt } from "@marcbachmann/cel-js/evaluator";
import { inJapanTime, japanTime } from "../../lib/clock.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { groupedNumber, plainNumber } from "../../model/numbers.ts";
import { compileExpression, type Expression } from "../cel/compile-expression.ts";
import { typeInWords } from "../cel/explain.ts";
import type { Language, Variables } from "../cel/language.ts";
import { ExpressionError, type Node } from "../cel/syntax.ts";
import { utcText } from "../cel/time-functions.ts";

/** Stands for a value that is absent. */
const absent = "–";

export type Template = (variables: Variables) => string;

/** What stands in the text, or the words of a value. */
type Part = string | ((variables: Variables) => string);

const mostExpressions = 100;

/** More than any text of an alert may have, so that what is left out here would be cut anyway. */
const longestRendered = 20_000;

/** Calls `report` for every mistake; `index` counts from the text's start. */
export function compileRuleText(
  text: string,
  language: Language,
  report: (error: ExpressionError) => void,
): Template {
  const parts = partsOf(text, report, (source) => compileTold(source, language));
  if (parts === undefined) return () => "";
  if (!parts.some((part) => typeof part === "string" && part.includes("\n")))
    return (variables) => render(parts, variables);
  const lines = linesOf(parts);
  return (variables) => renderLines(lines, variables);
}

/** A word for programs, with values as they are: undefined where one of them is absent. */
export function compileWord(
  text: string,
  language: Language,
  report: (error: ExpressionError) => void,
): (variables: Variables) => string | undefined {
  const parts = partsOf(text, report, (source) => {
    const { evaluate } = compileShown(source, language);
    return (variables) => shown(evaluate(variables));
  });
  if (parts === undefined) return () => undefined;
  return (variables) => {
    let word = "";
    for (const part of parts) {
      const words = typeof part === "string" ? part : part(variables);
      if (typeof part !== "string" && words === absent) return undefined;
      word += words;
    }
    return word.slice(0, longestRendered);
  };
}

/** The parts of a text, in their order; undefined where its braces are wrong. */
function partsOf(
  text: string,
  report: (error: ExpressionError) => void,
  compileValue: (source: string) => Exclude<Part, string>,
): Part[] | undefined {
  const parts: Part[] = [];
  let at = 0;
  for (let open = text.indexOf("{{"); open >= 0; open = text.indexOf("{{", at)) {
    const close = closingBraces(text, open + 2);
    if (close === undefined) {
      report(new ExpressionError(open, "this {{ has no }}"));
      return undefined;
    }
    parts.push(text.slice(at, open));
    if (parts.length > 2 * mostExpressions) {
      report(new ExpressionError(open, `a text has at most ${mostExpressions} {{ }}`));
      return undefined;
    }
    try {
      parts.push(compileValue(text.slice(open + 2, close)));
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      for (const mistake of error.behind(open + 2).all()) report(mistake);
    }
    at = close + 2;
  }
  parts.push(text.slice(at));
  return parts;
}

function render(parts: readonly Part[], variables: Variables): string {
  let text = "";
  for (const part of parts) {
    if (text.length > longestRendered) break;
    text += typeof part === "string" ? part : part(variables);
  }
  return text.slice(0, longestRendered);
}

/** The lines of a text of several, each rendered; one whose values are all absent is left out. */
function renderLines(lines: readonly (readonly Part[])[], variables: Variables): string {
  let text = "";
  for (const parts of lines) {
    if (text.length > longestRendered) break;
    let known = 0;
    let line = "";
    for (const part of parts) {
      const words = typeof part === "string" ? part : part(variables);
      if (typeof part !== "string" && words !== absent) known += 1;
      line += words;
    }
    if (known > 0 || parts.every((part) => typeof part === "string")) text += line;
  }
  return text.slice(0, longestRendered);
}

/** The parts of each line, its end with it. */
function linesOf(parts: readonly Part[]): Part[][] {
  const lines: Part[][] = [[]];
  for (const part of parts) {
    if (typeof part !== "string") {
      lines.at(-1)?.push(part);
      continue;
    }
    for (const [index, piece] of part.split(/(?<=\n)/).entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push(piece);
    }
    if (part.endsWith("\n")) lines.push([]);
  }
  return lines;
}

function compileTold(source: string, language: Language): Exclude<Part, string> {
  const { tree, evaluate } = compileShown(source, language);
  const tell = isGrouped(tree, language) ? told : shown;
  return (variables) => tell(evaluate(variables));
}

/** Whether digits are grouped: not those of a field whose numbers name something, such as a comment's. */
function isGrouped({ op, args }: Node, { shapes }: Language): boolean {
  if (op !== ".") return true;
  const [owner, field] = args as [Node, string];
  const type = shapes.get(owner.checkedType?.name ?? "")?.get(field);
  return type?.kind !== "number" || type.grouped !== false;
}

/** A value of a text: as `shown`, numbers with their thousands separated, and moments in Japan's time. */
function told(value: unknown): string {
  if (typeof value === "string") return inJapanTime(value);
  if (typeof value === "number" && Number.isFinite(value)) return groupedNumber(value);
  if (typeof value === "bigint") return groupedNumber(value);
  if (value instanceof UnsignedInt) return groupedNumber(value.value);
  return value instanceof Date ? japanTime(value.getTime()) : shown(value);
}

// Braces inside quotes belong to the text there.
function closingBraces(text: string, from: number): number | undefined {
  let quote: string | undefined;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (quote !== undefined) {
      if (character === "\\") at++;
      else if (character === quote) quote = undefined;
    } else if (character === '"' || character === "'") quote = character;
    else if (text.startsWith("}}", at)) return at;
  }
  return undefined;
}

const showable =
  /^(list<)?(string|double|u?int|bool|dyn|google\.protobuf\.Timestamp|google\.protobuf\.Duration)>?$|^list$/;

/** Compiles an expression whose value can be shown. Throws an ExpressionError. */
export function compileShown(source: string, language: Language): Expression {
  const lead = source.length - source.trimStart().length;
  const expression = compileExpression(source, language);
  if (showable.test(expression.type)) return expression;
  const message = expression.type.startsWith("optional")
    ? 'what may be absent cannot be shown: add .orValue("none")'
    : `a ${typeInWords(expression.type)} cannot be shown: name one of its fields`;
  throw new ExpressionError(lead, message);
}

/** A value for people to read. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return Number.isFinite(value) ? plainNumber(value) : absent;
    case "bigint":
    case "boolean":
      return String(value);
    default:
      if (value instanceof Date) return utcText(value);
      if (value instanceof Duration || value instanceof UnsignedInt) return String(value);
      return Array.isArray(value) ? listed(value) : absent;
  }
}

function listed(values: readonly unknown[]): string {
  let text = "";
  for (const [index, value] of values.entries()) {
    text += index === 0 ? shown(value) : `, ${shown(value)}`;
    if (text.length > longestRendered) break;
  }
  return text;
}

/**
 * Where a text names a value in other brackets than {{ }}, so that it would be shown as it is written. Undefined where
 * it does not.
 */
export function braceSlip(text: string): number | undefined {
  // Inside {{ }} stands an expression; as many blanks keep the places.
  const shown = text.replace(/\{\{.*?(\}\}|$)/gs, (inside) => " ".repeat(inside.length));
  const index = shown.search(/(\$\{|%\{|\{|｛+|<%=?)\s*(now|was|event|found)\.[a-zA-Z]/);
  return index < 0 ? undefined : index;
}

export const longestKey = 300;

/** @param by empty: the subject alone */
export function alertKeyOf(
  { by }: { readonly by: readonly Expression[] },
  variables: Variables,
  subject: string,
): string {
  if (by.length === 0) return tameLine(subject, longestKey);
  // A bar inside a value would make two different combinations one key.
  const values = by.map((value) => shown(value.evaluate(variables)).replaceAll("|", "¦"));
  return tameLine(values.join("|"), longestKey);
}
