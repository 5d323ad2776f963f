/** The groups of a measure: a tally each, and their values in order where ranks are asked for. */
import type { StandingMeasure, Surroundings, TallyValue } from "../cel/language.ts";
import { variablesOf } from "../cel/surroundings.ts";
import type { HeldItem } from "./kept-items.ts";
import { createSortedNumbers, type GroupTally, givesItem, groupTallies, ofNothing } from "./tallies.ts";

export interface Groups {
  readonly measure: StandingMeasure;
  /** Name for people. */
  readonly name: string;
  /** An item is another one, new or gone. */
  change(before: HeldItem | undefined, after: HeldItem | undefined): void;
  value(group: string): number | undefined;
  /** The item at a place of a group, 1 the first; undefined where there are fewer. */
  item(group: string, place: number): HeldItem | undefined;
  /** The place of a group's value among all, 1 the first; undefined where the group has none. */
  rank(group: string, first: "highest" | "lowest"): number | undefined;
  /** Whether there were more groups than are kept, and none is. */
  isFull(): boolean;
}

interface Group {
  readonly tally: GroupTally;
  members: number;
}

/** What an item adds to its group. */
interface Part {
  readonly value: TallyValue;
  readonly item: HeldItem;
}

/** Undefined where nothing is in it. */
function valueIn({ tally, members }: Group): number | undefined {
  return members === 0 ? undefined : tally.value();
}

/** What is measured, and how. */
export interface MeasuredGroups extends Pick<Groups, "measure" | "name"> {
  /** Ranks are asked of it. */
  readonly isRanked: boolean;
}

export function createGroups(
  { measure, isRanked, name }: MeasuredGroups,
  { most, around }: { readonly most: number; readonly around: Surroundings },
): Groups {
  const groups = new Map<string, Group>();
  const sorted = isRanked ? createSortedNumbers() : undefined;
  const kept: Kept = { groups, sorted, create: groupTallies[measure.measure] };
  const empty = ofNothing(measure.measure);
  let isFull = false;
  const partOf = (item: HeldItem) => {
    const part = measure.part(variablesOf(item.event, around));
    return part && { group: part.group, value: part.value, item };
  };
  return {
    measure,
    name,
    change(before, after) {
      if (isFull) return;
      const was = before && partOf(before);
      const is = after && partOf(after);
      if (was !== undefined && was.group === is?.group) {
        if (was.value !== is.value || givesItem(measure.measure)) alter(kept, was.group, was, is);
        return;
      }
      if (is !== undefined) alter(kept, is.group, undefined, is);
      if (was !== undefined) alter(kept, was.group, was, undefined);
      if (groups.size <= most) return;
      isFull = true;
      groups.clear();
    },
    value(key) {
      if (isFull) return undefined;
      const group = groups.get(key);
      return group === undefined ? empty : group.tally.value();
    },
    item: (key, place) => groups.get(key)?.tally.at?.(place),
    rank(key, first) {
      const value = groups.get(key)?.tally.value();
      if (value === undefined || sorted === undefined) return undefined;
      if (first === "lowest") return sorted.countBelow(value) + 1;
      return sorted.size() - sorted.countBelow(value, true) + 1;
    },
    isFull: () => isFull,
  };
}

interface Kept {
  readonly groups: Map<string, Group>;
  /** The values of all groups; undefined where no ranks are asked for. */
  readonly sorted: ReturnType<typeof createSortedNumbers> | undefined;
  create(): GroupTally;
}

/** Takes a value out of a group and puts another in. */
function alter(
  { groups, sorted, create }: Kept,
  key: string,
  was: Part | undefined,
  is: Part | undefined,
): void {
  const group = groups.get(key) ?? { tally: create(), members: 0 };
  const before = sorted && valueIn(group);
  // One that takes its own place is never in twice.
  if (was !== undefined) {
    group.tally.remove(was.value, was.item);
    group.members -= 1;
  }
  if (is !== undefined) {
    group.tally.add(is.value, is.item);
    group.members += 1;
  }
  if (group.members === 0) groups.delete(key);
  else groups.set(key, group);
  if (sorted === undefined) return;
  const after = valueIn(group);
  if (before === after) return;
  if (before !== undefined) sorted.remove(before);
  if (after !== undefined) sorted.add(after);
}
