/** Reports what can be said against the expressions of one rule: `when`, `until`, and those that its conditions ask. */
import type { Path } from "../lib/yaml/parse-yaml.ts";
import type { EventType } from "../model/event-types.ts";
import { checkCondition, readCondition } from "./analysis/check-condition.ts";
import { kindsOf } from "./analysis/field-facts.ts";
import { findOddCodes } from "./analysis/odd-codes.ts";
import { findOddValues } from "./analysis/odd-values.ts";
import { eventsAskedFor } from "./conditions/index.ts";
import { expandPattern } from "./event-patterns.ts";
import type { FileContext } from "./file-context.ts";
import type { JudgedRule } from "./judge-rules.ts";
import { warnOfNarrowed } from "./judge-settings.ts";

/** A condition of a rule, with the types of the events that it is asked of. */
interface Asked {
  readonly source: string;
  readonly path: Path;
  readonly types: readonly EventType[];
  /** It may be true of every event: that an alert ends with the next event can be meant. */
  readonly mayBeCertain?: true;
}

/** Whether no event meets one of them is a mistake; answers whether there is none. */
export function judgeConditions({ written, rule, path, context, isWhole }: JudgedRule): boolean {
  const { language } = rule;
  let isPossible = true;
  // Where others have mistakes, theirs may not even compile.
  const asked = isWhole
    ? [...ownOf(written, path, rule.types), ...askedByConditions(written, path, context, rule.types)]
    : ownOf({ when: written.when }, path, rule.types);
  for (const { source, path: at, types, mayBeCertain } of asked) {
    warnOfCodes({ source, path: at, types }, rule, context);
    const apart = source.includes("event.type") ? types.map((type) => [type]) : kindsOf(types, context.types);
    const facts = apart.map((kind) => context.facts(kind, language));
    const condition = readCondition(source, language);
    const odd = findOddValues(condition.tree, types, context.types);
    // What is compared with a value that cannot be meant need not be reasoned about.
    const found = odd.some(({ isMistake }) => isMistake) ? [] : checkCondition(condition, language, facts);
    if (![...odd, ...found].some(({ isMistake }) => isMistake))
      warnOfNarrowed(condition, apart, { rule, context }, at);
    for (const finding of [...odd, ...found]) {
      const { index, message, suggestion, isMistake } = finding;
      if (isMistake) isPossible = false;
      else if (mayBeCertain && found.includes(finding)) continue;
      const tell = isMistake ? context.report : context.warn;
      tell(context.yaml.atIndex(at, index), message, suggestion);
    }
  }
  return isPossible;
}

/** Each entry of a list is told once, however many rules name it. */
function warnOfCodes(
  { source, path, types }: Asked,
  { language }: JudgedRule["rule"],
  context: FileContext,
): void {
  const { tree } = readCondition(source, language);
  const { yaml, warn } = context;
  for (const { index, entry, code, meant } of findOddCodes(
    tree,
    types,
    context.types,
    language.lists ?? {},
  )) {
    const place = entry ? yaml.at(["lists", entry.list, entry.place]) : yaml.atIndex(path, index);
    const suggestion = meant === undefined ? "a code has four characters, such as 7203" : `write "${meant}"`;
    if (entry === undefined || context.isFirstAbout(`${entry.list} ${entry.place}`))
      warn(place, `no stock has the code \`${code}\``, suggestion);
  }
}

type Written = JudgedRule["written"];

function ownOf(
  { when, until }: Pick<Written, "when" | "until">,
  path: Path,
  types: readonly EventType[],
): Asked[] {
  return [
    ...(when === undefined ? [] : [{ source: when, path: [...path, "when"], types }]),
    ...(until === undefined
      ? []
      : [{ source: until, path: [...path, "until"], types, mayBeCertain: true as const }]),
  ];
}

function askedByConditions(
  written: Written,
  path: Path,
  context: FileContext,
  all: readonly EventType[],
): Asked[] {
  return eventsAskedFor(written, path).flatMap(({ on, when, path: own }) => {
    if (when === undefined) return [];
    const meant = [on].flat().flatMap((pattern) => {
      const expanded = expandPattern(pattern, context.types);
      return expanded.ok ? expanded.types : [];
    });
    return [{ source: when, path: [...own, "when"], types: all.filter((type) => meant.includes(type)) }];
  });
}
