/** What stands, as far as a set of rules names it: the items with the fields that are read, and the values over them. */
import type { Event, Fields } from "../../model/event.ts";
import type { Standing, StandingChange, StandingItem } from "../../model/standing.ts";
import { standingLimits } from "../../model/standing.ts";
import type { StandingReads } from "./current.ts";
import { createGroups, type Groups } from "./groups.ts";
import { createNewest, type Kept, type Newest } from "./newest.ts";
import type { Measure } from "./standing-value.ts";

/** What rules name of one source. */
export interface NamedSource {
  /** The fields of its items that are read; undefined: all. */
  readonly fields: ReadonlySet<string> | undefined;
  /** Whether the newest item about a subject is asked for. */
  readonly latest: boolean;
  /** Those of which ranks are asked are so marked. */
  readonly measures: readonly {
    readonly measure: Measure;
    readonly isRanked: boolean;
    readonly name: string;
  }[];
}

export interface StandingState extends Standing, StandingReads {}

interface KeptSource {
  readonly named: NamedSource;
  readonly items: Map<string, Kept>;
  readonly newest: Newest | undefined;
  readonly groups: readonly Groups[];
  isKnown: boolean;
  /** There were more items than are kept, and none is. */
  isFull: boolean;
}

/** @param limits how much is kept; smaller ones are for tests */
export function createStandingState(
  named: ReadonlyMap<string, NamedSource>,
  limits: { readonly items: number; readonly groups: number } = standingLimits,
): StandingState {
  const sources = new Map([...named].map(([name, own]) => [name, keptSource(own, limits.groups)]));
  const byMeasure = new Map(
    [...sources.values()].flatMap((own) => own.groups.map((groups) => [groups.measure.id, { own, groups }])),
  );
  return {
    needs: (source) => sources.has(source),
    datesOf: (source, key) => sources.get(source)?.items.get(key)?.event,
    take({ source, key, item }, isLate) {
      const own = sources.get(source);
      if (own === undefined || own.isFull) return undefined;
      const before = own.items.get(key);
      if (isLate?.(before?.event)) return undefined;
      change(own, before, item && keep(key, item, own.named));
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
      const found = byMeasure.get(measure.id);
      if (found === undefined || !found.own.isKnown || found.own.isFull) return undefined;
      return rank === undefined ? found.groups.value(group) : found.groups.rank(group, rank);
    },
    latest: (source, subject) => sources.get(source)?.newest?.about(subject)?.event.data.now,
  };
}

function keptSource(named: NamedSource, mostGroups: number): KeptSource {
  return {
    named,
    items: new Map(),
    newest: named.latest ? createNewest() : undefined,
    groups: named.measures.map((one) => createGroups(one, mostGroups)),
    isKnown: false,
    isFull: false,
  };
}

function change(
  { items, newest, groups }: KeptSource,
  before: Kept | undefined,
  after: Kept | undefined,
): void {
  if (before !== undefined) {
    newest?.remove(before);
    if (after === undefined) items.delete(before.key);
  }
  if (after !== undefined) {
    newest?.add(after);
    items.set(after.key, after);
  }
  for (const group of groups) group.change(before?.event, after?.event);
}

function empty(own: KeptSource, isFull: boolean): void {
  for (const kept of [...own.items.values()]) change(own, kept, undefined);
  own.isFull = isFull;
}

/** The item with the fields that are read alone: there may be tens of thousands. */
function keep(
  key: string,
  { subject, occurred, published, now }: StandingItem,
  { fields }: NamedSource,
): Kept {
  const data = { now: fields === undefined ? now : some(now, fields) };
  return { key, event: { subject, occurred, published, data } as unknown as Event };
}

function some(now: Fields, fields: ReadonlySet<string>): Fields {
  const kept: Record<string, unknown> = {};
  for (const field of fields) {
    const value = now[field];
    if (value !== undefined) kept[field] = value;
  }
  return kept;
}

function itemOf({ event: { subject, occurred, published, data } }: Kept): StandingChange["item"] {
  return { subject, occurred, published, now: data.now };
}
