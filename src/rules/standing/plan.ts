/** The plan of a set of rules: what its files name of what stands, each thing once. */
import type { StandingPlan } from "../../model/standing.ts";
import type { ItemIndex } from "./item-index.ts";
import { createStandingState, type NamedSource, type StandingState } from "./standing-state.ts";
import type { StandingValue } from "./standing-value.ts";
import type { Stands } from "./stands.ts";

export interface RulesPlan extends StandingPlan {
  create(): StandingState;
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
    create: () => createStandingState(named),
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
