/** How a rule finds what was before the first event of a key: the items of its sources with the same values of `by`. */
import type { EventType } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import type { Expression } from "../cel/compile-expression.ts";
import type { Language } from "../cel/language.ts";
import type { RulePast } from "../compiled-rule.ts";
import type { WrittenCondition } from "../conditions/condition.ts";
import type { ItemIndex } from "../standing/kept-items.ts";
import { alertKeyOf } from "../texts/template.ts";

interface Parts {
  readonly types: readonly EventType[];
  readonly language: Language;
  readonly by: readonly Expression[];
  readonly conditions: readonly WrittenCondition[];
}

interface Written {
  readonly by?: string | readonly string[] | undefined;
}

/**
 * Undefined where no condition knows what was.
 * @param asked what the rule's `when` and its conditions are written as
 */
export function compileRulePast(
  written: Written,
  asked: readonly unknown[],
  { types, language, by, conditions }: Parts,
  { known }: EventTypes,
): RulePast | undefined {
  if (!conditions.some(({ knowsWhatWas }) => knowsWhatWas)) return undefined;
  const source = [written.by ?? []].flat();
  if (!isOfItems(source) || by.length !== source.length || !conditions.some(needsItems))
    return { indexes: [] };
  const fields = fieldsIn(JSON.stringify([source, asked]));
  const sources = new Set(types.flatMap((type) => known.get(type)?.sources ?? []));
  const indexes = [...sources].map((name) => ({
    id: JSON.stringify([name, source]),
    source: name,
    fields,
    keyOf: (item: Parameters<ItemIndex["keyOf"]>[0]) => alertKeyOf({ by }, language.bind(item), item.subject),
  }));
  return { indexes };
}

/** Whether it looks at items, and not at what stands over them alone. */
function needsItems({ knowsWhatWas, standing, members }: WrittenCondition): boolean {
  if (members !== undefined) return members.maps.flat().some(needsItems);
  return knowsWhatWas && standing === undefined;
}

/** Whether values of `by` are those of an item, whatever event is about it, and stay so as long as it does. */
function isOfItems(by: readonly string[]): boolean {
  return by.every((value) => !otherThanItems.test(value.replaceAll(/\bevent\s*\.\s*subject\b/g, "")));
}

const otherThanItems =
  /\b(was|changed|event|standing|latest|lists|tables|watchlists|mine|params|isTradingDay|tradingDaysBetween|addTradingDays)\b/;

/** The fields of `now` that a text of expressions names, and maybe others; undefined: it may name all of them. */
function fieldsIn(json: string): ReadonlySet<string> | undefined {
  // Line breaks are written as in JSON here.
  const text = json.replaceAll(/\\[nrt]/g, " ");
  const fields = new Set<string>();
  for (const [, field] of text.matchAll(/\bnow\b(?:\s*\.\s*\??\s*(\w+))?/g)) {
    if (field === undefined) return undefined;
    fields.add(field);
  }
  return fields;
}
