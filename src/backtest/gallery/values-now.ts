/** What stands now beside the parameters of a rule: the numbers that it compares with them, of the stocks on watchlists. */
import { storedCalendar } from "../../calendar/kept-calendar.ts";
import type { Config } from "../../config/config.ts";
import { readStored, standingAnswers } from "../../files/active-standing.ts";
import { eventTypesOf } from "../../files/event-types.ts";
import type { Event } from "../../model/event.ts";
import type { GalleryNow } from "../../model/page/gallery.ts";
import type { Evaluation } from "../../model/rule.ts";
import type { StandingItem } from "../../model/standing.ts";
import { allWatched, ownLists } from "../../model/watchlists.ts";
import { isNewest } from "../../pipeline/standing/changes.ts";
import { compileCondition, compileExpression } from "../../rules/cel/compile-expression.ts";
import { paramNamed } from "../../rules/cel/parse-tree.ts";
import { surroundingsOf, variablesOf } from "../../rules/cel/surroundings.ts";
import { children, joinedConditions, type Node, nodeSource, operands } from "../../rules/cel/syntax.ts";
import type { CompiledRule } from "../../rules/compiled-rule.ts";
import { createRuleSet } from "../../rules/rule-set.ts";
import { openStoreReader, type StoreReader } from "../../store/reader.ts";
import { refusing } from "../../store/sqlite-error.ts";
import type { Desk } from "./desk.ts";
import { readFolder, writtenRule } from "./gallery.ts";

export interface ValuesAsked {
  readonly rule: string;
  /** Names of the lists whose stocks count; left out: all. */
  readonly lists?: readonly string[] | undefined;
}

/** Longer, and there is no answer: others wait for the thread. */
const longestMs = 2_000;

/** Rejects with Refused where the rules have mistakes, or there is no database. */
export async function valuesNow(
  config: Config,
  desk: Desk,
  { rule: name, lists }: ValuesAsked,
  elapsed: () => number = () => performance.now(),
): Promise<GalleryNow> {
  const folder = await readFolder(config);
  const own = folder.rules.find((one) => one.name === name);
  const rule = own ?? desk.rules.find((one) => one.name === name);
  const codes = new Set(allWatched(ownLists(folder.watchlists, lists)).keys());
  if (rule?.about.params === undefined || codes.size === 0) return { params: {} };
  const { texts } = own ? folder : desk;
  const { template = name } = writtenRule(name, texts);
  const { crosses } = writtenRule(String(template), texts);
  const store = refusing(() => openStoreReader(config.state));
  try {
    const until = elapsed() + longestMs;
    const isStopped = () => elapsed() > until;
    const { items, ...stands } = await readWatched(rule, codes, config, { store, isStopped });
    const params: Record<string, GalleryNow["params"][string]> = {};
    for (const { param, numberOf } of againstParams(rule, crosses, stands)) {
      const stocks = [...codes].flatMap((code) => {
        const own = items.filter(({ subject }) => subject === code);
        const numbers = own.flatMap((item) => numberOf(item) ?? []);
        return numbers.length === 0 ? [] : [{ code, low: Math.min(...numbers), high: Math.max(...numbers) }];
      });
      // A rule may ask for it twice, as for the step over a level.
      if (stocks.length > 0) params[param] ??= stocks;
    }
    return { params: isStopped() ? {} : params };
  } finally {
    store.close();
  }
}

/** The items of some stocks, of the sources that a rule is about, and what stands of all that it names. */
async function readWatched(
  rule: CompiledRule,
  codes: ReadonlySet<string>,
  config: Config,
  reading: { readonly store: StoreReader; isStopped(): boolean },
) {
  const plan = createRuleSet([rule], { hash: "", files: [] }).standing;
  const calendar = storedCalendar(reading.store.meta);
  const standing = plan?.create(calendar);
  const { known } = eventTypesOf(config);
  const about = new Set(rule.types.flatMap((type) => known.get(type)?.sources ?? []));
  const answersOf = standingAnswers(config);
  const items = new Map<string, StandingItem>();
  for (const source of new Set([...about, ...(plan?.sources ?? [])])) {
    const answers = answersOf(source);
    if (answers === undefined) continue;
    await readStored(source, answers, reading, (changes, isKnown) => {
      for (const change of changes) {
        const name = `${source} ${change.key}`;
        const isWatched = about.has(source) && codes.has(change.item.subject);
        if (isWatched && isNewest(change, items.get(name), answers)) items.set(name, change.item);
        if (standing && isNewest(change, standing.datesOf(source, change.key), answers))
          standing.take(change);
      }
      standing?.know(source, isKnown);
    });
  }
  return { items: [...items.values()], standing, calendar };
}

/** A value by its source, and what else the rule asks of the item that has it. */
interface Compared {
  readonly param: string;
  readonly of: string;
  readonly only: readonly string[];
}

/**
 * What is compared with a parameter alone is known, in `when` and as what `crosses` a level; `numberOf` gives it of an
 * item, or undefined.
 * @param crosses as the file of the rule, or of its template, has it
 */
function againstParams(
  rule: CompiledRule,
  crosses: unknown,
  stands: Pick<Evaluation, "calendar" | "standing">,
) {
  const { language, about, types } = rule;
  const compared = [...(about.when === undefined ? [] : comparedIn(about.when, rule)), ...crossing(crosses)];
  return compared.filter(isOfItems).map(({ param, of, only }) => {
    const { evaluate } = compileExpression(of, language);
    const others = only.filter((each) => isOfItems({ of: each }));
    const meant = others.map((each) => compileCondition(each, language));
    const numberOf = ({ now, ...item }: StandingItem): number | undefined => {
      const event = { ...item, type: types[0], data: { now, changed: [] } } as unknown as Event;
      const variables = variablesOf(event, surroundingsOf(stands));
      const value = meant.every((holds) => holds(variables)) ? evaluate(variables) : undefined;
      const number = typeof value === "bigint" ? Number(value) : value;
      return Number.isFinite(number) ? (number as number) : undefined;
    };
    return { param, numberOf };
  });
}

const signs = [">", ">=", "<", "<="];

function comparedIn(when: string, { language }: CompiledRule): Compared[] {
  const { tree } = compileCondition(when, language);
  const all = operands(tree, "&&");
  return joinedConditions(tree).flatMap((node): Compared[] => {
    const sides = signs.includes(node.op) ? children(node) : [];
    const param = sides.map(paramNamed).find((name) => name !== undefined);
    const value = sides.find((side) => paramNamed(side) === undefined);
    if (param === undefined || value === undefined) return [];
    const others = all.includes(node) ? all.filter((one) => one !== node && !hasParam(one)) : [];
    return [{ param, of: nodeSource(value, when), only: others.map((one) => nodeSource(one, when)) }];
  });
}

function hasParam(node: Node): boolean {
  return paramNamed(node) !== undefined || children(node).some(hasParam);
}

/** A level that is the parameter, or a number more or less. */
const levelForm = /^\s*params\.(\w+)\s*(?:[-+]\s*\d+(?:\.\d+)?\s*)?$/;

function crossing(crosses: unknown): Compared[] {
  return [crosses ?? []].flat().flatMap((one): Compared[] => {
    const { of, above, below } = Object(one);
    const [, param] = levelForm.exec(String(above ?? below)) ?? [];
    return param === undefined ? [] : [{ param, of: String(of), only: [] }];
  });
}

/** Whether a value is that of an item and of what stands, whatever happened and whoever asks. */
function isOfItems({ of }: Pick<Compared, "of">): boolean {
  const other = /\b(was|changed|event|found|mine|watchlists|params)\b/;
  return /\b(now|standing|latest)\b/.test(of) && !other.test(of);
}
