/** Checks and compiles one rule of a parsed file; every mistake is reported at its place. */
import { createHash } from "node:crypto";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { parseDuration } from "../../model/duration.ts";
import type { EventType } from "../../model/event.ts";
import { compileHeard, expandPattern } from "../about/heard-rules.ts";
import { compileCondition } from "../cel/compile-expression.ts";
import type { Language, Params, StandingValue } from "../cel/language.ts";
import { languageWithFound } from "../cel/language-for.ts";
import type { ReferenceTable } from "../cel/reference.ts";
import type { CompiledRule, Example, RuleAbout } from "../compiled-rule.ts";
import { askedIn, compileConditions, conditionKeys, foundNames } from "../conditions/index.ts";
import type { FileContext } from "../context/file-context.ts";
import { compileLife, lifeKeys } from "../life/life.ts";
import { compileRulePast } from "../past/rule-past.ts";
import { checkExample } from "../schema/example-schema.ts";
import { paramForms } from "../schema/params.ts";
import type { WrittenRule } from "../schema/rule-schema.ts";
import { compileComputed } from "../texts/computed.ts";
import { compileData, compileLabels } from "../texts/labels-and-data.ts";
import { compileShown } from "../texts/template.ts";
import { compileTexts, withParamsShown } from "../texts/texts.ts";

/** Undefined where something is wrong. */
export function compileRule(
  written: WrittenRule,
  path: Path,
  context: FileContext,
): CompiledRule | undefined {
  const { types, isKnown } = expandTypes(written.on, [...path, "on"], context);
  const examples = compileExamples(written, path, context);
  if (types.length === 0) return undefined;
  const rule = compileAbout(types, written, path, context);
  return isKnown ? { ...rule, examples } : undefined;
}

function compileAbout(
  types: readonly EventType[],
  written: WrittenRule,
  path: Path,
  context: FileContext,
): Omit<CompiledRule, "examples"> {
  const heard = compileHeard(written.rules, types, path, context);
  const language = context.language(types);
  const { when, by } = written;
  const condition =
    when === undefined ? undefined : context.at([...path, "when"], () => compileCondition(when, language));
  const byList = by === undefined ? [] : [by].flat();
  const byPath = (index: number): Path => (Array.isArray(by) ? [...path, "by", index] : [...path, "by"]);
  const compiledBy = byList.map((source, index) =>
    context.at(byPath(index), () => compileShown(source, language)),
  );
  const conditions = compileConditions(written, path, { context, language, types });
  const life = compileLife(written, path, { context, language, types }, condition);
  const found = languageWithFound(language, context.isFoundKnown ? foundNames(written) : "unknown");
  const shownBy = compiledBy.filter((expression) => expression !== undefined);
  const past = compileRulePast(
    written,
    [when ?? "", ...askedIn(written).map(({ asked }) => asked)],
    { types, conditions, by: shownBy },
    context.types,
  );
  const means = { context, language: found };
  const computed = compileComputed(written, path, means);
  const labels = compileLabels(written.labels, [...path, "labels"], means);
  const data = compileData(written.data, [...path, "data"], means);
  const texts = compileTexts(written, path, means);
  return {
    name: written.name,
    isEnabled: written.enabled,
    types,
    language,
    condition: life.when === undefined ? condition : undefined,
    heard,
    over: {
      ...life,
      conditions,
      clock: written.clock,
      meaning: meaningOf(written, types, language),
    },
    past,
    by: shownBy,
    texts,
    fixed: { ...labels.fixed, ...computed.fixed },
    computed,
    labels,
    data,
    cooldown: written.cooldown === undefined ? undefined : parseDuration(written.cooldown),
    resolveAfter: written.resolveAfter === undefined ? undefined : parseDuration(written.resolveAfter),
    gather: written.gather === undefined ? undefined : parseDuration(written.gather),
    file: context.yaml.file,
    line: context.yaml.at(path).line,
    about: aboutOf(written, withParamsShown(written, path, means)),
  };
}

/** @param shown the same with its parameters in names and descriptions */
function aboutOf(written: WrittenRule, shown: WrittenRule): RuleAbout {
  const { displayName, description, on, when, by, severity, notify, cooldown, title, texts, params } = shown;
  const inTongues = (key: "title" | "description") =>
    Object.fromEntries(
      Object.entries(texts ?? {}).flatMap(([tongue, own]) =>
        own?.[key] === undefined ? [] : [[tongue, own[key]]],
      ),
    );
  return {
    ...{ description, when, severity, cooldown, title },
    displayName: displayNameOf(displayName, texts),
    writtenName: displayNameOf(written.displayName, written.texts),
    on: [on].flat(),
    by: by === undefined ? [] : [by].flat(),
    notify: [notify].flat(),
    titles: inTongues("title"),
    descriptions: inTongues("description"),
    ...(params && { params: paramForms(params) }),
  };
}

/** Where a language lacks one, the rule's own name or that of the other language is better than none. */
function displayNameOf(
  own: WrittenRule["displayName"],
  texts: WrittenRule["texts"],
): RuleAbout["displayName"] {
  if (typeof own === "object") return own;
  const [en, ja] = [texts?.en?.displayName, texts?.ja?.displayName];
  const any = own ?? en ?? ja;
  return any === undefined ? undefined : { en: en ?? any, ja: ja ?? any };
}

/** The types of a rule. Where one is unknown, the one that was meant stands for it; none where that is not known. */
function expandTypes(on: string | string[], path: Path, context: FileContext) {
  const types = new Set<EventType>();
  let isKnown = true;
  let isGuessed = true;
  for (const [index, pattern] of [on].flat().entries()) {
    const expanded = expandPattern(pattern, context.types);
    if (expanded.ok) for (const type of expanded.types) types.add(type);
    else {
      isKnown = false;
      const place = Array.isArray(on) ? [...path, index] : path;
      context.report(context.yaml.at(place), expanded.message, expanded.suggestion);
      if (expanded.meant.length === 0) isGuessed = false;
      for (const type of expanded.meant) types.add(type);
    }
  }
  return { types: isGuessed ? [...types] : [], isKnown };
}

/** Those without a mistake. */
function compileExamples(written: WrittenRule, path: Path, context: FileContext): Example[] {
  return written.examples.flatMap(({ fires, silent, at: until }, index) => {
    const expected = fires === undefined ? "silent" : "fires";
    const given = fires ?? silent;
    if (given === undefined) return [];
    const at = [...path, "examples", index, expected];
    const events = [given].flat();
    let isRight = true;
    const report: FileContext["report"] = (...mistake) => {
      isRight = false;
      context.report(...mistake);
    };
    for (const [place, event] of events.entries())
      checkExample(event, Array.isArray(given) ? [...at, place] : at, { ...context, report });
    if (!isRight) return [];
    const moment = until === undefined ? {} : { at: Date.parse(until) };
    return [{ expected, events, ...moment, ...context.yaml.atKey(at) }];
  });
}

// Hash of what decides what a rule remembers: an edit of it makes the rule start anew, any other edit does
// not.

/**
 * So many conditions stand in the hash by their place, null where a rule has none; later ones by their key where a rule
 * has them, so that a new condition changes the hash of no rule that there is.
 */
const placed = 12;

/** So many keys of an alert's life stand there by their place, too. */
const placedOfLife = 4;

/**
 * The words of the lists, the rows of the tables, the parameters and the standing values that the rule names count,
 * wherever they are written. Watchlists do not: a stock that is added says nothing of the others.
 */
function meaningOf(
  written: WrittenRule,
  types: readonly EventType[],
  { reference, params, stands }: Language,
): string {
  const { when, by } = written;
  const asked = written as Readonly<Record<string, unknown>>;
  const keys = Object.keys(conditionKeys);
  const early = keys.slice(0, placed).map((key) => asked[key] ?? null);
  const later = keys.slice(placed).flatMap((key) => (asked[key] === undefined ? [] : [[key, asked[key]]]));
  const ofLife = Object.keys(lifeKeys) as (keyof typeof lifeKeys)[];
  const life = ofLife.slice(0, placedOfLife).map((key) => written[key] ?? null);
  const laterOfLife = ofLife
    .slice(placedOfLife)
    .flatMap((key) => (written[key] === undefined ? [] : [[key, written[key]]]));
  const conditions = [written.clock ?? null, ...early, ...life];
  const heard = written.rules === undefined ? [] : [["rules", written.rules]];
  const parts = [[...types].sort(), when ?? null, by ?? null, conditions, ...later, ...heard, ...laterOfLife];
  const facts = paramsWrittenOut(JSON.stringify(parts), params ?? {});
  // Line breaks are written as in JSON here.
  const text = facts.replaceAll(/\\[nrt]/g, " ");
  const lists = named(text, "lists", reference?.lists ?? {});
  const tables = named(text, "tables", reference?.tables ?? {});
  const own = named(text, "params", params ?? {});
  // Rules that name neither keep the hash that they had before there were any.
  const further = tables.length + own.length > 0 ? [tables, own] : [];
  const values = namedValues(text, stands?.values ?? new Map());
  return shortHash(JSON.stringify([facts, lists, ...further, ...values]));
}

/** The facts with parameters as if they were written out, so that a number that becomes one loses no memory. */
function paramsWrittenOut(facts: string, params: Params): string {
  return facts.replaceAll(/\bparams\.(\w+)/g, (whole, name: string) =>
    // The facts are JSON, in which expressions are texts.
    Object.hasOwn(params, name) ? JSON.stringify(JSON.stringify(params[name])).slice(1, -1) : whole,
  );
}

/** Meanings of the standing values that the rule names. */
function namedValues(text: string, values: ReadonlyMap<string, StandingValue>): [string, string][] {
  const names = new Set([...text.matchAll(/\bstanding\s*\.\s*(\w+)/g)].map(([, name]) => name));
  return [...values].flatMap(([name, { meaning }]): [string, string][] =>
    names.has(name) ? [[name, meaning]] : [],
  );
}

type Hashed = readonly string[] | ReferenceTable | string | number | boolean | undefined;

/** All of a kind where one is named in another way than `lists.NAME`. */
function named(text: string, kind: string, all: Readonly<Record<string, Hashed>>): [string, string][] {
  const mentions = [...text.matchAll(new RegExp(`\\b${kind}\\b(?:\\s*\\.\\s*(\\w+))?`, "g"))];
  const names = new Set(mentions.map(([, name]) => name));
  return Object.entries(all).flatMap(([name, value]): [string, string][] =>
    names.has(name) || names.has(undefined) ? [[name, hashOf(value)]] : [],
  );
}

// Thousands of rules may name one list of thousands of words.
const hashes = new WeakMap<object, string>();

function hashOf(value: Hashed): string {
  if (typeof value !== "object") return shortHash(String(JSON.stringify(value)));
  const facts = "rows" in value ? [...value.rows] : value;
  const hash = hashes.get(value) ?? shortHash(JSON.stringify(facts));
  hashes.set(value, hash);
  return hash;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
