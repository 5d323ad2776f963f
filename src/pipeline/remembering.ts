/** What rules remember while entries are judged: what is stored, and over it what these entries made of it. */
import type { Cooldown, MemoryWrite } from "../model/commit.ts";
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
  };
}

/** @param now the moment as of which is judged, ms since 1970 */
export function remembering(
  store: Pick<House["store"], "recall" | "firedAt">,
  calendar: TradingCalendar,
  now: () => number,
): Remembering {
  const memories = new Map<string, MemoryWrite>();
  const cooldowns = new Map<string, Cooldown>();
  const suppressions: Suppression[] = [];
  const nameOf = ({ rule, meaning, key }: RuleMemory) => JSON.stringify([rule, meaning, key]);
  const alertOf = (rule: string, key: string) => JSON.stringify([rule, key]);
  return {
    calendar,
    now,
    recall(memory) {
      const written = memories.get(nameOf(memory));
      return written === undefined ? store.recall(memory) : written.body;
    },
    remember({ rule, meaning, key }, body, due) {
      memories.set(nameOf({ rule, meaning, key }), { rule, meaning, key, body, due });
    },
    firedAt: (rule, key) => cooldowns.get(alertOf(rule, key))?.firedAt ?? store.firedAt(rule, key),
    fired: (rule, key) => void cooldowns.set(alertOf(rule, key), { rule, key, firedAt: now() }),
    holdBack: (heldBack) => void suppressions.push({ ...heldBack, at: now() }),
    writes: () => ({ cooldowns: [...cooldowns.values()], memories: [...memories.values()], suppressions }),
  };
}
