/**
 * Matchers: the alerts that a route, a silence or an inhibition is about, in one text such as
 * `rule=short-* subject=7203,6758 severity!=info`. A blank is *and*, a comma *or*, `*` any text, `!=` not.
 */
import { didYouMean } from "../lib/text/nearest.ts";
import type { AlertFacts } from "../model/alerts.ts";
import { shortCode, writtenCodeForm } from "../model/fields.ts";
import { severities } from "../model/news-items.ts";
import { factKey, factKeyForm, fits, noFactKey, type Pattern, patternOf } from "./fact-keys.ts";

export interface Matcher {
  readonly text: string;
  readonly conditions: readonly MatcherCondition[];
  matches(facts: AlertFacts): boolean;
}

export type ParsedMatcher =
  | { readonly ok: true; readonly matcher: Matcher }
  | { readonly ok: false; readonly mistake: MatcherMistake };

/** Reads a matcher, or says what is wrong with its text, and where. */
export function parseMatcher(text: string): ParsedMatcher {
  try {
    const conditions = conditionsIn(text);
    const matches = (facts: AlertFacts) => conditions.every((one) => holds(one, facts));
    return { ok: true, matcher: { text, conditions, matches } };
  } catch (error) {
    if (error instanceof Misread) return { ok: false, mistake: error.mistake };
    throw error;
  }
}

/** Reads a matcher that was checked before; throws for any other text. */
export function matcherOf(text: string): Matcher {
  const read = parseMatcher(text);
  if (!read.ok) throw new Error(`no matcher: ${read.mistake.message}`);
  return read.matcher;
}

function holds({ key, isNot, values }: MatcherCondition, facts: AlertFacts): boolean {
  const own = factKey(key)?.valuesOf(facts) ?? [];
  return own.some((text) => values.some(({ pattern }) => fits(pattern, text))) !== isNot;
}

/** A text as a value that fits it alone, whatever characters it has. */
export function matcherValue(text: string): string {
  return /^[^\s,"'\\*]+$/.test(text) ? text : `"${text.replace(/["\\*]/g, "\\$&")}"`;
}

const limits = { characters: 2_000, values: 100 };

/** One of the conditions that must all hold. */
export interface MatcherCondition {
  readonly key: string;
  /** It holds where no value fits; else where one does. */
  readonly isNot: boolean;
  readonly values: readonly MatcherValue[];
}

interface MatcherValue {
  readonly pattern: Pattern;
  /** Place in the matcher's text. */
  readonly index: number;
}

interface MatcherMistake {
  /** Place in the text. */
  readonly index: number;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** Thrown for a text that is no matcher. */
class Misread extends Error {
  readonly mistake: MatcherMistake;

  constructor(index: number, message: string, suggestion?: string) {
    super(message);
    this.mistake = { index, message, suggestion };
  }
}

const blanks = /\s*/y;
const keyForm = /[^\s=!<>~,"']*/y;
const operatorForm = /!=(?!~)|=(?![=~])|[=!~<>]+/y;
const bareValue = /(?:\\.|[^\s,"'\\])+/sy;
const quotedValue = /"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'/sy;

const valueForm = `("(\\\\.|[^"\\\\])*"|'(\\\\.|[^'\\\\])*'|(\\\\.|[^\\s,"'\\\\])+)`;
const conditionForm = `${factKeyForm}!?=(?![=~])${valueForm}(,${valueForm})*`;

/** Form of a whole matcher, for schemas: it lets some mistakes through. */
export const matcherForm = `^\\s*${conditionForm}(\\s+${conditionForm})*\\s*$`;

/** The conditions of a matcher; throws Misread where it cannot be read. */
function conditionsIn(text: string): MatcherCondition[] {
  const { characters, values: most } = limits;
  if (text.length > characters)
    throw new Misread(characters, `a matcher has at most ${characters} characters`);
  const conditions: MatcherCondition[] = [];
  let count = 0;
  for (let at = after(blanks, text, 0); at < text.length; ) {
    const { condition, end } = conditionAt(text, at);
    count += condition.values.length;
    if (count > most) throw new Misread(at, `a matcher has at most ${most} values`);
    conditions.push(condition);
    at = after(blanks, text, end);
  }
  if (conditions.length === 0) throw new Misread(0, "this is about no alert", "for all of them write rule=*");
  return conditions;
}

interface Read {
  readonly condition: MatcherCondition;
  readonly end: number;
}

function conditionAt(text: string, at: number): Read {
  const key = read(keyForm, text, at);
  const operator = read(operatorForm, text, at + key.length);
  if (operator !== "=" && operator !== "!=") throw noCondition(text, at, key, operator);
  const known = factKey(key);
  const from = at + key.length + operator.length;
  if (known === undefined) {
    const { message, suggestion } = noFactKey(key);
    throw key === ""
      ? new Misread(at, "a key is missing here", suggestion)
      : new Misread(at, message, suggestion);
  }
  const { values, end } = valuesAt(text, from, key);
  return { condition: { key, isNot: operator === "!=", values }, end };
}

/** Words that mean something in other languages of this kind. */
function noCondition(text: string, at: number, key: string, operator: string): Misread {
  const index = at + key.length;
  if (/^(and|or)$/i.test(key) || operator === "&&" || key === "&&")
    return new Misread(at, "a blank is *and*, a comma between values is *or*", "leave it out");
  if (operator === "~" || operator.includes("=~") || operator.includes("!~"))
    return new Misread(index, "there are no regular expressions here", "* means any text");
  if (operator === "==") return new Misread(index, "one = is enough", `write ${key}=`);
  if (operator !== "") return new Misread(index, `there is no \`${operator}\` here`, "write = or !=");
  if (key === "*") return new Misread(at, "this has no key", "for all alerts write rule=*");
  if (at > 0 && /[,=]$/.test(text.slice(0, at).trimEnd()))
    return new Misread(at, "no blanks around = and commas", "write rule=short-large,short-growing");
  const isSpaced = /^\s*!?=/.test(text.slice(index));
  if (isSpaced) return new Misread(index, "no blanks around =", `write ${key}=`);
  if (factKey(key) !== undefined) return new Misread(at, `\`${key}\` needs a value`, `write ${key}=`);
  return new Misread(at, `\`${key || text.charAt(at)}\` is no condition`, "one looks like rule=short-*");
}

interface Values {
  readonly values: readonly MatcherValue[];
  readonly end: number;
}

function valuesAt(text: string, from: number, key: string): Values {
  const values: MatcherValue[] = [];
  for (let at = from; ; at += 1) {
    const written = read(quotedValue, text, at) || read(bareValue, text, at);
    if (written === "") throw noValue(text, at, from);
    const value = { pattern: readPattern(written, key), index: at };
    checkValue(value, key);
    values.push(value);
    at += written.length;
    if (text[at] === ",") continue;
    if (at < text.length && !/\s/.test(text.charAt(at)))
      throw new Misread(at, "a blank or a comma comes after a value", 'in quotes a value is whole: "a b"');
    return { values, end: at };
  }
}

function noValue(text: string, at: number, from: number): Misread {
  const sign = text.charAt(at);
  if (sign === '"' || sign === "'") return new Misread(at, "this quote has no end");
  if (sign === "\\") return new Misread(at, "a character is missing after this \\");
  const isSpaced = /^\s+[^\s=]+(\s|,|$)/.test(text.slice(at));
  const suggestion = isSpaced ? "no blanks around = and commas" : 'an empty text is written ""';
  return new Misread(
    at,
    at === from ? "a value is missing after =" : "a value is missing after this comma",
    suggestion,
  );
}

/** A severity that there is not would never fit, or always. */
function checkValue({ pattern, index }: MatcherValue, key: string): void {
  if (key !== "severity" || severities.some((severity) => fits(pattern, severity))) return;
  const word = pattern.join("*");
  const there = `it is one of ${severities.join(", ")}`;
  throw new Misread(index, `\`${word}\` is no severity`, didYouMean(word, severities) ?? there);
}

/** Without quotes; a code in its short form. */
function readPattern(written: string, key: string): Pattern {
  const isQuoted = written.startsWith('"') || written.startsWith("'");
  const pattern = patternOf(isQuoted ? written.slice(1, -1) : written);
  const [only = "", ...more] = pattern;
  const isCode = key === "subject" && more.length === 0 && writtenCodeForm.test(only);
  return isCode ? [shortCode(only)] : pattern;
}

function read(form: RegExp, text: string, at: number): string {
  form.lastIndex = at;
  return form.exec(text)?.[0] ?? "";
}

function after(form: RegExp, text: string, at: number): number {
  return at + read(form, text, at).length;
}
