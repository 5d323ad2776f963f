/** The groups of a measure: a tally each, and their values in order where ranks are asked for. */
import type { Event } from "../../model/event.ts";
import type { Measure, MeasuredPart } from "./standing-value.ts";
import { countBelow, createTally, insert, ofNothing, removeOne, type Tally } from "./tallies.ts";

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

export function createGroups(
  {
    measure,
    isRanked,
    name,
  }: { readonly measure: Measure; readonly isRanked: boolean; readonly name: string },
  most: number,
): Groups {
  const groups = new Map<string, Group>();
  const sorted: number[] | undefined = isRanked ? [] : undefined;
  const create = createTally[measure.measure];
  const empty = ofNothing(measure.measure);
  let isFull = false;
  const alter = ({ group: key, value }: MeasuredPart, by: 1 | -1): void => {
    const group = groups.get(key) ?? { tally: create(), members: 0 };
    const before = group.members === 0 ? undefined : group.tally.value();
    if (by === 1) group.tally.add(value);
    else group.tally.remove(value);
    group.members += by;
    if (group.members === 0) groups.delete(key);
    else groups.set(key, group);
    const after = group.members === 0 ? undefined : group.tally.value();
    if (sorted === undefined || before === after) return;
    if (before !== undefined) removeOne(sorted, before);
    if (after !== undefined) insert(sorted, after);
  };
  return {
    measure,
    name,
    change(before, after) {
      if (isFull) return;
      const was = before && measure.part(before);
      const is = after && measure.part(after);
      if (was !== undefined && was.group === is?.group && was.value === is.value) return;
      if (is !== undefined) alter(is, 1);
      if (was !== undefined) alter(was, -1);
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
      if (first === "lowest") return countBelow(sorted, value) + 1;
      return sorted.length - countBelow(sorted, value, true) + 1;
    },
    isFull: () => isFull,
  };
}
