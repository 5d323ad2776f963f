/** What a replay remembers, in memory: the place of the store's tables. */
import { createHeap } from "../lib/heap.ts";
import { createPairMap } from "../lib/pair-map.ts";
import type { MemoryWrite } from "../model/commit.ts";
import type { DueMemory, RuleMemory } from "../model/rule.ts";
import type { Judgement } from "./judgement.ts";

export interface ReplayMemory {
  firedAt(rule: string, key: string): number | undefined;
  recall(memory: RuleMemory): unknown;
  /** Those whose moment has come, the longest ago first. */
  dueMemories(at: number): DueMemory[];
  /** When the first of them is due that is due at a moment; both ms since 1970. */
  dueBy(at: number): number | undefined;
  keep(judgement: Pick<Judgement, "cooldowns" | "memories">): void;
}

export function createReplayMemory(): ReplayMemory {
  const fired = createPairMap<number>();
  const memories = createPairMap<MemoryWrite>();
  // What was put off or forgotten stays until its turn comes: at most events most memories are put off.
  const due = createHeap<DueMemory>((a, b) => compareDue(a, b) < 0);
  const isDue = ({ rule, key, due: at }: DueMemory) => memories.get(rule, key)?.due === at;
  const dropStale = (): void => {
    for (let next = due.first(); next !== undefined && !isDue(next); next = due.first()) due.drop();
  };
  return {
    firedAt: fired.get,
    recall({ rule, meaning, key }) {
      const memory = memories.get(rule, key);
      return memory?.meaning === meaning ? memory.body : undefined;
    },
    dueMemories(at) {
      const found: DueMemory[] = [];
      for (dropStale(); (due.first()?.due ?? Number.POSITIVE_INFINITY) <= at; dropStale()) {
        const next = due.first() as DueMemory;
        // The same moment may be in there twice.
        if (found.length === 0 || compareDue(found[found.length - 1] as DueMemory, next) !== 0)
          found.push(next);
        due.drop();
      }
      // They are due until what became of them is kept.
      for (const memory of found) due.add(memory);
      return found;
    },
    dueBy(at) {
      dropStale();
      const next = due.first()?.due;
      return next !== undefined && next <= at ? next : undefined;
    },
    keep({ cooldowns, memories: written }) {
      for (const { rule, key, firedAt } of cooldowns) fired.set(rule, key, firedAt);
      for (const memory of written) {
        const { rule, meaning, key, body } = memory;
        const before = memories.get(rule, key)?.due;
        if (body === undefined) memories.delete(rule, key);
        else memories.set(rule, key, memory);
        if (memory.due !== undefined && body !== undefined && memory.due !== before)
          due.add({ rule, meaning, key, due: memory.due });
      }
    },
  };
}

function compareDue(a: DueMemory, b: DueMemory): number {
  return a.due - b.due || compare(a.rule, b.rule) || compare(a.key, b.key);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
