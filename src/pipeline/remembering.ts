/** What rules remember while entries are judged: what is stored, and over it what these entries made of it. */
import type { Cooldown, MemoryWrite } from "../model/commit.ts";
import { memoryLimits, type ReachedLimit } from "../model/memory-limits.ts";
import type { Judging, RuleMemory } from "../model/rule.ts";
import type { Suppression } from "../model/suppression.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import type { House } from "./house.ts";

export interface Remembering extends Judging {
  /** What is to be stored with the entries. */
  writes(): {
    readonly cooldowns: readonly Cooldown[];
    readonly memories: readonly MemoryWrite[];
    readonly suppressions: readonly Suppression[];
    /** Limits of memory that are reached. */
    readonly limits: readonly ReachedLimit[];
  };
}

/** @param now the moment as of which is judged, ms since 1970 */
export function remembering(
  store: Pick<House["store"], "recall" | "firedAt" | "rememberedKeys">,
  calendar: TradingCalendar,
  now: () => number,
): Remembering {
  const memories = new Map<string, MemoryWrite>();
  const cooldowns = new Map<string, Cooldown>();
  const suppressions: Suppression[] = [];
  // Keys that were asked for and not known, with their rules; and rules that forgot entries of a key.
  const unknown = new Map<string, string>();
  const full = new Set<string>();
  const limits = (): ReachedLimit[] => {
    const added = new Map<string, number>();
    for (const [name, rule] of unknown)
      if (memories.get(name)?.body !== undefined) added.set(rule, (added.get(rule) ?? 0) + 1);
    const over = [...added].filter(([rule, keys]) => store.rememberedKeys(rule) + keys > memoryLimits.keys);
    return [
      ...over.map(([rule]) => ({ rule, limit: "keys" as const })),
      ...[...full].map((rule) => ({ rule, limit: "entries" as const })),
    ];
  };
  const nameOf = ({ rule, meaning, key }: RuleMemory) => JSON.stringify([rule, meaning, key]);
  const alertOf = (rule: string, key: string) => JSON.stringify([rule, key]);
  return {
    calendar,
    now,
    recall(memory) {
      const written = memories.get(nameOf(memory));
      if (written !== undefined) return written.body;
      const stored = store.recall(memory);
      if (stored === undefined) unknown.set(nameOf(memory), memory.rule);
      return stored;
    },
    remember({ rule, meaning, key }, body, due) {
      memories.set(nameOf({ rule, meaning, key }), { rule, meaning, key, body, due });
    },
    forgot: (rule) => void full.add(rule),
    firedAt: (rule, key) => cooldowns.get(alertOf(rule, key))?.firedAt ?? store.firedAt(rule, key),
    fired: (rule, key) => void cooldowns.set(alertOf(rule, key), { rule, key, firedAt: now() }),
    holdBack: (heldBack) => void suppressions.push({ ...heldBack, at: now() }),
    writes: () => ({
      cooldowns: [...cooldowns.values()],
      memories: [...memories.values()],
      suppressions,
      limits: limits(),
    }),
  };
}
