/** What the expressions of rule files name of what stands, and the plan of a set of rules: each thing once. */
import { weekdaysOnly } from "../../calendar/trading-calendar.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import type { StandingPlan } from "../../model/standing.ts";
import type { Language, StandingValue, Stands } from "../cel/language.ts";
import type { NamedStanding } from "../cel/named-fields.ts";
import { ExpressionError } from "../cel/syntax.ts";
import type { ItemIndex } from "./kept-items.ts";
import { createStandingState, type NamedSource, type StandingState } from "./standing-state.ts";

export interface RulesPlan extends StandingPlan {
  create(calendar?: TradingCalendar): StandingState;
}

interface Naming {
  /** Undefined: all. */
  fields: Set<string> | undefined;
  latest: boolean;
  readonly values: Map<string, StandingValue[]>;
  readonly indexes: Map<string, ItemIndex>;
}

/**
 * Undefined where nothing is named.
 * @param indexes those by which rules find what was before the first event of a key
 */
export function planStanding(
  files: Iterable<Stands>,
  indexes: Iterable<ItemIndex> = [],
): RulesPlan | undefined {
  const sources = new Map<string, Naming>();
  const namingOf = (source: string): Naming => {
    const naming = sources.get(source) ?? emptyNaming();
    sources.set(source, naming);
    return naming;
  };
  for (const { named, latest, places } of new Set(files)) {
    for (const value of named.values()) {
      const { fields, values } = namingOf(value.measure.source);
      for (const field of value.measure.fields) fields?.add(field);
      values.set(value.measure.id, [...(values.get(value.measure.id) ?? []), value]);
    }
    for (const [source, fields] of places) addFields(namingOf(source), fields);
    for (const [source, fields] of latest) {
      const naming = namingOf(source);
      naming.latest = true;
      addFields(naming, fields);
    }
  }
  for (const index of indexes) {
    const naming = namingOf(index.source);
    naming.indexes.set(index.id, index);
    addFields(naming, index.fields);
  }
  if (sources.size === 0) return undefined;
  const named = new Map([...sources].sort(byName).map(([source, naming]) => [source, sourceOf(naming)]));
  return {
    sources: [...named.keys()],
    id: JSON.stringify([...named].map(([source, own]) => [source, factsOf(own)])),
    create: (calendar = weekdaysOnly) => createStandingState(named, calendar),
  };
}

function emptyNaming(): Naming {
  return { fields: new Set(), latest: false, values: new Map(), indexes: new Map() };
}

function addFields(naming: Naming, fields: ReadonlySet<string> | undefined): void {
  if (fields === undefined) naming.fields = undefined;
  for (const field of fields ?? []) naming.fields?.add(field);
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function sourceOf({ fields, latest, values, indexes }: Naming): NamedSource {
  const measures = [...values.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const isRanked = same.some(({ rank }) => rank !== undefined);
    return [{ measure: first.measure, isRanked, name: `standing.${first.name}` }];
  });
  return { fields, latest, measures, indexes: [...indexes.values()] };
}

function factsOf({ fields, latest, measures, indexes }: NamedSource): unknown {
  const kept = measures.map(({ measure, isRanked }) => [measure.id, isRanked]);
  return [fields && [...fields].sort(), latest, kept, indexes.map(({ id }) => id).sort()];
}

export function createStands(sources: ReadonlyMap<string, string>): Stands {
  const values = new Map<string, StandingValue>();
  const named = new Map<string, StandingValue>();
  const latest: FieldsRead = new Map();
  const places: FieldsRead = new Map();
  return {
    ...{ sources, values, named, latest, places },
    define(defined) {
      for (const [name, value] of defined) values.set(name, value);
    },
    note(one, language) {
      if (one.kind === "every") {
        const message = `\`latest\` has the newest item of each subject: name one`;
        throw new ExpressionError(one.node.start, message, `write latest.${one.name}[now.code]`);
      }
      if (one.kind === "latest") {
        const source = sources.get(one.name);
        if (source !== undefined) noteFields(latest, source, one.reads);
        return;
      }
      const value = values.get(one.name);
      if (value === undefined) return;
      named.set(one.name, value);
      if (value.nth !== undefined) noteFields(places, value.measure.source, one.reads);
      findGroup(value, one, language);
    },
  };
}

/** Fields of items that are read, by source; undefined: all. */
type FieldsRead = Map<string, Set<string> | undefined>;

function noteFields(read: FieldsRead, source: string, reads: { field: string } | "all" | "nothing"): void {
  const fields = read.has(source) ? read.get(source) : new Set<string>();
  if (typeof reads === "object") fields?.add(reads.field);
  read.set(source, reads === "all" ? undefined : fields);
}

function findGroup(value: StandingValue, { node }: NamedStanding, language: Language): void {
  try {
    value.groupIn(language);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const message = `\`standing.${value.name}\` does not find its group by these events: ${error.message}`;
    throw new ExpressionError(node.start, message, "its `key` says which values of an event name the group");
  }
}
