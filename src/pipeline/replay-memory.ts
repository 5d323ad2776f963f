/** What a replay remembers, in memory: the place of the store's tables. */
import type { MemoryWrite } from "../model/commit.ts";
import { memoryLimits } from "../model/memory-limits.ts";
import type { DueMemory, RuleMemory } from "../model/rule.ts";
import type { Judgement } from "./judgement.ts";

export interface ReplayMemory {
  firedAt(rule: string, key: string): number | undefined;
  recall(memory: RuleMemory): unknown;
  rememberedKeys(rule: string): number;
  /** Those whose moment has come, the longest ago first. */
  dueMemories(at: number): DueMemory[];
  /** When the first of them is due that is due at a moment; both ms since 1970. */
  dueBy(at: number): number | undefined;
  keep(judgement: Pick<Judgement, "cooldowns" | "memories">): void;
}

export function createReplayMemory(): ReplayMemory {
  const fired = new Map<string, number>();
  // By rule and key, of each rule those that were written longest ago first.
  const memories = new Map<string, Map<string, MemoryWrite>>();
  const due = new Map<string, DueMemory>();
  const nameOf = (rule: string, key: string) => JSON.stringify([rule, key]);
  // No memory is due before this. Most are put off before their moment comes: looking for the next one at each
  // event would look at all of them each time.
  let notBefore = Number.POSITIVE_INFINITY;
  return {
    firedAt: (rule, key) => fired.get(nameOf(rule, key)),
    recall({ rule, meaning, key }) {
      const memory = memories.get(rule)?.get(key);
      return memory?.meaning === meaning ? memory.body : undefined;
    },
    rememberedKeys: (rule) => memories.get(rule)?.size ?? 0,
    dueMemories(at) {
      if (at < notBefore) return [];
      return [...due.values()].filter((memory) => memory.due <= at).sort(byDue);
    },
    dueBy(at) {
      if (at < notBefore) return undefined;
      notBefore = Number.POSITIVE_INFINITY;
      for (const memory of due.values()) notBefore = Math.min(notBefore, memory.due);
      return notBefore <= at ? notBefore : undefined;
    },
    keep({ cooldowns, memories: written }) {
      for (const { rule, key, firedAt } of cooldowns) fired.set(nameOf(rule, key), firedAt);
      for (const memory of written) {
        const { rule, meaning, key, due: at } = memory;
        const name = nameOf(rule, key);
        const keys = memories.get(rule) ?? new Map<string, MemoryWrite>();
        memories.set(rule, keys);
        keys.delete(key);
        if (memory.body !== undefined) keys.set(key, memory);
        if (at === undefined || memory.body === undefined) due.delete(name);
        else {
          due.set(name, { rule, meaning, key, due: at });
          notBefore = Math.min(notBefore, at);
        }
      }
      for (const { rule } of written) {
        const keys = memories.get(rule);
        for (const oldest of keys?.keys() ?? []) {
          if ((keys?.size ?? 0) <= memoryLimits.keys) break;
          keys?.delete(oldest);
          due.delete(nameOf(rule, oldest));
        }
      }
    },
  };
}

function byDue(a: DueMemory, b: DueMemory): number {
  return a.due - b.due || compare(a.rule, b.rule) || compare(a.key, b.key);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
