/** What rules remember while a change is judged: what is stored, and over it what the change made of it. */
import type { MemoryWrite } from "../model/commit.ts";
import type { Judging, RuleMemory } from "../model/rule.ts";
import type { House } from "./house.ts";

export interface Remembering extends Judging {
  /** What is to be stored with the change. */
  writes(): MemoryWrite[];
}

export function remembering({ store, calendar }: Pick<House, "store" | "calendar">): Remembering {
  const fresh = new Map<string, MemoryWrite>();
  const nameOf = ({ rule, meaning, key }: RuleMemory) => JSON.stringify([rule, meaning, key]);
  return {
    calendar: calendar(),
    recall(memory) {
      const written = fresh.get(nameOf(memory));
      return written === undefined ? store.recall(memory) : written.body;
    },
    remember({ rule, meaning, key }, body, due) {
      fresh.set(nameOf({ rule, meaning, key }), { rule, meaning, key, body, due });
    },
    writes: () => [...fresh.values()],
  };
}
