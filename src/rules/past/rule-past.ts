/**
 * What was before the first event of a key: found by the items of a rule's sources with the same values of `by`, and
 * given to its conditions, oldest first. No alert comes of it, and what held before is no news.
 */

import { compareTexts } from "../../lib/text/nearest.ts";
import type { Event, EventType, LogEntry } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { type Evaluation, memoryLimits } from "../../model/rule.ts";
import { pastLimits } from "../../model/standing.ts";
import type { Expression } from "../cel/compile-expression.ts";
import type { Variables } from "../cel/language.ts";
import { sharingSteps } from "../cel/meter.ts";
import { bareSurroundings, variablesOf } from "../cel/surroundings.ts";
import type { CompiledRule, RulePast } from "../compiled-rule.ts";
import { type Held, holdAt } from "../conditions/combined/together.ts";
import { type EventCondition, type Seen, valuesOf, type WrittenCondition } from "../conditions/condition.ts";
import { momentOf } from "../context/clock.ts";
import type { ItemIndex } from "../standing/kept-items.ts";
import type { StandingState } from "../standing/standing-state.ts";
import { alertKeyOf } from "../texts/template.ts";

interface Parts {
  readonly types: readonly EventType[];
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
  { types, by, conditions }: Parts,
  { known }: EventTypes,
): RulePast | undefined {
  if (!conditions.some(({ knowsWhatWas }) => knowsWhatWas)) return undefined;
  const source = [written.by ?? []].flat();
  if (!isOfItems(source) || by.length !== source.length || !conditions.some(needsItems))
    return { indexes: [] };
  const fields = fieldsIn(JSON.stringify([source, asked]));
  const around = bareSurroundings();
  const sources = new Set(types.flatMap((type) => known.get(type)?.sources ?? []));
  const indexes = [...sources].map((name) => ({
    id: JSON.stringify([name, source]),
    source: name,
    fields,
    keyOf: (item: Parameters<ItemIndex["keyOf"]>[0]) =>
      alertKeyOf({ by }, variablesOf(item, around), item.subject),
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

/** The event before which something was. */
export interface FirstEvent {
  readonly entry: LogEntry;
  readonly key: string;
  readonly seen: Seen;
}

/** A value of the past, as an event that nobody told. */
type Moment = Pick<Seen, "at" | "variables">;

interface Past {
  /** The items that stood, oldest first. */
  readonly items: readonly Moment[];
  /** The event, to be asked what stood before it; undefined: it would not have counted then. */
  event(): Moment | undefined;
  /** The event's own item, as it was; undefined: it was not there, or would not have counted. */
  own(): Moment | undefined;
}

/** Whether conditions of a rule have no state, so that they are to be given what was. */
export function lacksPast({ past, over }: CompiledRule, parts: readonly unknown[]): boolean {
  if (past === undefined) return false;
  return over.conditions.some(({ knowsWhatWas }, index) => knowsWhatWas && (parts[index] ?? null) === null);
}

/** The states of a rule with what was; as they are where nothing is known of what stood. */
export function takeInPast(
  rule: CompiledRule,
  known: Held | undefined,
  first: FirstEvent,
  { standing, before, formsOf }: Pick<Evaluation, "standing" | "before" | "formsOf">,
): Held | undefined {
  if (standing === undefined || before === undefined) return known;
  const { conditions } = rule.over;
  const { seen, entry } = first;
  return before(entry.seq, () =>
    sharingSteps(seen.variables.around.meter, () => {
      const past = pastOf(rule, first, { standing: standing as StandingState, formsOf });
      const parts = takeInAll(conditions, known?.parts ?? [], past, seen);
      const held = known?.held || holdAt(conditions, { parts }, seen.at, seen.calendar);
      return { ...known, parts: parts.map((part) => part ?? null), held };
    }),
  );
}

/** States of conditions that are asked together; those that there are stay as they are. */
function takeInAll(
  conditions: readonly WrittenCondition[],
  memories: readonly unknown[],
  past: Past,
  seen: Seen,
): unknown[] {
  // An item without a value for one of them plays no part in any, as an event.
  const about = conditions.filter(({ standing, members }) => standing === undefined && members === undefined);
  const items = past.items.filter(({ variables }) => valuesOf(about, variables) !== undefined);
  return conditions.map((condition, index) => {
    const { knowsWhatWas, members, standing } = condition;
    const memory = memories[index] ?? undefined;
    if (!knowsWhatWas) return memory;
    if (members !== undefined) {
      const inner = members.memories(memory);
      return members.join(
        members.maps.map((one, place) => takeInAll(one, inner[place] ?? [], past, seen)),
        seen.at,
      );
    }
    if (memory !== undefined) return memory;
    if (standing === undefined) return takeIn(condition, items, seen);
    const isAlone = standing.is === "alone";
    const moment = isAlone ? past.event() : past.own();
    // What stood is of no event: the condition's own `when` has no say in it.
    return moment && takeIn(isAlone ? { ...condition, read: standing.read } : condition, [moment], seen);
  });
}

function takeIn(
  condition: Pick<EventCondition, "read" | "take">,
  moments: readonly Moment[],
  seen: Seen,
): unknown {
  let memory: unknown;
  for (const { at, variables } of moments) {
    const value = condition.read?.(variables);
    if (value === undefined && condition.read !== undefined) continue;
    const { type, calendar } = seen;
    memory = condition.take(memory, { at, variables, type, calendar }, value).memory;
  }
  return memory;
}

/** What was, as far as it meets the rule's `when`. */
function pastOf(rule: CompiledRule, { entry, key, seen: { at, variables } }: FirstEvent, known: Known): Past {
  const { event } = entry;
  const { over } = rule;
  const when = rule.condition ?? over.when;
  const counting = (one: Variables): Moment | undefined =>
    when === undefined || when(one) ? { at, variables: one } : undefined;
  const found = (rule.past?.indexes ?? []).flatMap((index) =>
    itemsOf(index, key, entry, known).map((one) => {
      // An item that does not say when it was counts as of the event.
      const own = one.item[over.clock ?? "published"] === undefined ? at : momentOf(one.item, over.clock);
      return { ...one, at: own };
    }),
  );
  // The newest first: of too many, and where they take too long, the oldest are left out.
  const newest = found.sort((one, other) => compare(other, one)).slice(0, memoryLimits.entries);
  const items = newest.flatMap((one) => {
    const counted = counting(variablesOf(one.item, variables.around));
    return counted === undefined ? [] : [{ ...counted, at: one.at }];
  });
  return {
    items: items.reverse(),
    event: () => counting(variables),
    own() {
      const { was } = event.data;
      return was && counting(variablesOf(untold(event, was), variables.around));
    },
  };
}

interface Known extends Pick<Evaluation, "formsOf"> {
  readonly standing: StandingState;
}

/** The items of a key, and their earlier forms where a source stores them. */
function itemsOf(
  index: ItemIndex,
  key: string,
  entry: LogEntry,
  { standing, formsOf }: Known,
): Omit<Placed, "at">[] {
  const source = `/sources/${index.source}`;
  const items = standing.items(index, key) ?? [];
  const isRead = items.length <= pastLimits.items;
  return items.flatMap((kept) => {
    const forms = isRead ? (formsOf?.(index.source, kept.key, entry) ?? []) : [];
    const earlier = forms.map((form) => ({
      key: kept.key,
      item: untold({ ...form, source } as Partial<Event>, form.now),
    }));
    return [...earlier, { key: kept.key, item: untold({ ...kept.event, source }, kept.event.data.now) }];
  });
}

/** An item as an event that nobody told: it has no type, id and time. */
function untold({ source, subject, published, occurred }: Partial<Event>, now: Event["data"]["now"]): Event {
  return { source, subject, published, occurred, data: { now } } as Event;
}

interface Placed {
  readonly at: number;
  readonly item: Event;
  readonly key: string;
}

/** Orders by the rule's clock, then by what an item is about, its publication and its name. */
function compare(one: Placed, other: Placed): number {
  const [a, b] = [one.item, other.item];
  return (
    one.at - other.at ||
    compareTexts(a.occurred, b.occurred) ||
    compareTexts(a.published, b.published) ||
    compareTexts(one.key, other.key)
  );
}
