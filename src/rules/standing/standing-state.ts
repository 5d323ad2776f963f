/** What stands, as far as a set of rules names it: the items with the fields that are read, and the values over them. */
import type { TradingCalendar } from "../../model/dates.ts";
import type { Event, Fields } from "../../model/event.ts";
import {
  type Standing,
  type StandingChange,
  type StandingItem,
  standingLimits,
} from "../../model/standing.ts";
import type { StandingMeasure, StandingReads } from "../cel/language.ts";
import { surroundingsOf } from "../cel/surroundings.ts";
import { createGroups, type Groups, type MeasuredGroups } from "./groups.ts";
import {
  createIndexedItems,
  createNewest,
  type HeldItem,
  type IndexedItems,
  type ItemIndex,
  type Newest,
} from "./kept-items.ts";

/** What rules name of one source. */
export interface NamedSource {
  /** The fields of its items that are read; undefined: all. */
  readonly fields: ReadonlySet<string> | undefined;
  /** Whether the newest item about a subject is asked for. */
  readonly latest: boolean;
  readonly measures: readonly MeasuredGroups[];
  /** Each is another one. */
  readonly indexes: readonly ItemIndex[];
}

export interface StandingState extends Standing, StandingReads {
  /** The items of a key, in no order; undefined where the source was never seen, or has more than are kept. */
  items(index: ItemIndex, key: string): readonly HeldItem[] | undefined;
}

interface KeptSource {
  /** Copies the fields of an item that are read. */
  readonly cut: (now: Fields) => Fields;
  readonly items: Map<string, HeldItem>;
  readonly newest: Newest | undefined;
  readonly groups: readonly Groups[];
  readonly indexes: ReadonlyMap<string, IndexedItems>;
  isKnown: boolean;
  /** There were more items than are kept, and none is. */
  isFull: boolean;
}

/**
 * @param calendar by which measures tell trading days, as long as it lives
 * @param limits how much is kept; smaller ones are for tests
 */
export function createStandingState(
  named: ReadonlyMap<string, NamedSource>,
  calendar: TradingCalendar,
  limits: { readonly items: number; readonly groups: number } = standingLimits,
): StandingState {
  const measuring = { most: limits.groups, around: surroundingsOf({ calendar }) };
  const sources = new Map([...named].map(([name, own]) => [name, keptSource(own, measuring)]));
  const byMeasure = new Map(
    [...sources.values()].flatMap((own) => own.groups.map((groups) => [groups.measure.id, { own, groups }])),
  );
  const groupsOf = ({ id }: StandingMeasure): Groups | undefined => {
    const { own, groups } = byMeasure.get(id) ?? {};
    return own?.isKnown && !own.isFull ? groups : undefined;
  };
  return {
    needs: (source) => sources.has(source),
    datesOf: (source, key) => sources.get(source)?.items.get(key)?.event,
    take({ source, key, item }, isLate) {
      const own = sources.get(source);
      if (own === undefined || own.isFull) return undefined;
      const before = own.items.get(key);
      if (isLate?.(before?.event)) return undefined;
      change(own, before, item && new KeptItem(key, item, own.cut));
      if (own.items.size > limits.items) empty(own, true);
      return { source, key, item: before && itemOf(before) };
    },
    know(source, isKnown) {
      const own = sources.get(source);
      const before = own?.isKnown ?? false;
      if (own !== undefined) own.isKnown = isKnown;
      return before;
    },
    forget(source) {
      const own = sources.get(source);
      if (own !== undefined) empty(own, false);
    },
    full() {
      const names = [...sources].flatMap(([name, own]) => (own.isFull ? [name] : []));
      return [
        ...names,
        ...[...byMeasure.values()].flatMap(({ groups }) => (groups.isFull() ? [groups.name] : [])),
      ];
    },
    value({ measure, rank }, group) {
      const groups = groupsOf(measure);
      return rank === undefined ? groups?.value(group) : groups?.rank(group, rank);
    },
    item: ({ measure, nth }, group) => groupsOf(measure)?.item(group, nth ?? 1)?.event.data.now,
    latest: (source, subject) => sources.get(source)?.newest?.about(subject)?.event.data.now,
    items({ id, source }, key) {
      const own = sources.get(source);
      if (own === undefined || !own.isKnown || own.isFull) return undefined;
      return own.indexes.get(id)?.at(key);
    },
  };
}

function keptSource(named: NamedSource, measuring: Parameters<typeof createGroups>[1]): KeptSource {
  return {
    cut: named.fields === undefined ? (now) => now : cutting([...named.fields]),
    items: new Map(),
    newest: named.latest ? createNewest() : undefined,
    groups: named.measures.map((one) => createGroups(one, measuring)),
    indexes: new Map(named.indexes.map((index) => [index.id, createIndexedItems(index)])),
    isKnown: false,
    isFull: false,
  };
}

function change(
  { items, newest, groups, indexes }: KeptSource,
  before: HeldItem | undefined,
  after: HeldItem | undefined,
): void {
  if (before !== undefined) {
    newest?.remove(before);
    if (after === undefined) items.delete(before.key);
  }
  if (after !== undefined) {
    newest?.add(after);
    items.set(after.key, after);
  }
  for (const group of groups) group.change(before, after);
  for (const index of indexes.values()) index.change(before, after);
}

function empty(own: KeptSource, isFull: boolean): void {
  for (const kept of [...own.items.values()]) change(own, kept, undefined);
  own.isFull = isFull;
}

// What is kept is made of classes. Literals of which most stay are soon made among old things, and all that they name,
// new or not, then stays until these are cleared. And of plain objects that are filled field by field the engine tells
// some 1,500 apart by the first field: the names of rules use those up, and what comes later is larger and slower.
class KeptItem implements HeldItem {
  readonly key: string;
  readonly event: Event;
  constructor(key: string, item: StandingItem, cut: KeptSource["cut"]) {
    this.key = key;
    this.event = new ItemEvent(item, cut) as unknown as Event;
  }
}

class ItemEvent {
  readonly subject: string;
  readonly occurred: string | undefined;
  readonly published: string | undefined;
  readonly data: ItemData;
  constructor({ subject, occurred, published, now }: StandingItem, cut: KeptSource["cut"]) {
    this.subject = subject;
    this.occurred = occurred;
    this.published = published;
    this.data = new ItemData(cut(now));
  }
}

class ItemData {
  readonly now: Fields;
  constructor(now: Fields) {
    this.now = now;
  }
}

/** Copies items with some of their fields: there may be tens of thousands. */
function cutting(fields: readonly string[]): KeptSource["cut"] {
  class Item {
    [field: string]: unknown;
  }
  return (now) => {
    const item = new Item();
    for (const field of fields) {
      const value = now[field];
      if (value !== undefined) item[field] = value;
    }
    return item;
  };
}

function itemOf({ event: { subject, occurred, published, data } }: HeldItem): StandingChange["item"] {
  return { subject, occurred, published, now: data.now };
}
