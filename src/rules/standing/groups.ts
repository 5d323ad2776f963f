/** The groups of a measure: a tally each, and their values in order where ranks are asked for. */
import type { Event } from "../../model/event.ts";
import { createSortedNumbers } from "./sorted-numbers.ts";
import type { Measure } from "./standing-value.ts";
import { createTally, ofNothing, type Tally, type TallyValue } from "./tallies.ts";

export interface Groups {
  readonly measure: Measure;
  /** Name for people. */
  readonly name: string;
  /** An item is another one, new or gone. */
  change(before: Event | undefined, after: Event | undefined): void;
  value(group: string): number | undefined;
  /** The place of a group's value among all, 1 the first; undefined where the group has none. */
  rank(group: string, first: "highest" | "lowest"): number | undefined;
  /** Whether there were more groups than are kept, and none is. */
  isFull(): boolean;
}

interface Group {
  readonly tally: Tally;
  members: number;
}

/** Undefined where nothing is in it. */
function valueIn({ tally, members }: Group): number | undefined {
  return members === 0 ? undefined : tally.value();
}

export function createGroups(
  {
    measure,
    isRanked,
    name,
  }: { readonly measure: Measure; readonly isRanked: boolean; readonly name: string },
  most: number,
): Groups {
  const groups = new Map<string, Group>();
  const sorted = isRanked ? createSortedNumbers() : undefined;
  const create = createTally[measure.measure];
  const empty = ofNothing(measure.measure);
  let isFull = false;
  const groupAt = (key: string): Group => {
    const known = groups.get(key);
    if (known !== undefined) return known;
    const fresh = { tally: create(), members: 0 };
    groups.set(key, fresh);
    return fresh;
  };
  /** Takes a value out of a group and puts another in. */
  const alter = (key: string, was: TallyValue | undefined, is: TallyValue | undefined): void => {
    const group = groupAt(key);
    const before = sorted && valueIn(group);
    if (is !== undefined) {
      group.tally.add(is);
      group.members += 1;
    }
    if (was !== undefined) {
      group.tally.remove(was);
      group.members -= 1;
    }
    if (group.members === 0) groups.delete(key);
    if (sorted === undefined) return;
    const after = valueIn(group);
    if (before === after) return;
    if (before !== undefined) sorted.remove(before);
    if (after !== undefined) sorted.add(after);
  };
  return {
    measure,
    name,
    change(before, after) {
      if (isFull) return;
      const was = before && measure.part(before);
      const is = after && measure.part(after);
      if (was !== undefined && was.group === is?.group) {
        if (was.value !== is.value) alter(was.group, was.value, is.value);
        return;
      }
      if (is !== undefined) alter(is.group, undefined, is.value);
      if (was !== undefined) alter(was.group, was.value, undefined);
      if (groups.size <= most) return;
      isFull = true;
      groups.clear();
    },
    value(key) {
      if (isFull) return undefined;
      const group = groups.get(key);
      return group === undefined ? empty : group.tally.value();
    },
    rank(key, first) {
      const value = groups.get(key)?.tally.value();
      if (value === undefined || sorted === undefined) return undefined;
      if (first === "lowest") return sorted.countBelow(value) + 1;
      return sorted.size() - sorted.countBelow(value, true) + 1;
    },
    isFull: () => isFull,
  };
}
