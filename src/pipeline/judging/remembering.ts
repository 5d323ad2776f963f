/** States of rules during an evaluation: the stored states, and over them the changes that its entries made. */
import { createPairMap } from "../../lib/collections.ts";
import type { Cooldown, MemoryWrite } from "../../model/commit.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import type { LogEntry } from "../../model/event.ts";
import {
  type DueMemory,
  type Evaluation,
  memoryLimits,
  type ReachedLimit,
  type RuleMemory,
  type Suppression,
} from "../../model/rule.ts";
import type { House } from "../house.ts";

/** What an evaluation reads of the store. */
export interface StoredStates
  extends Pick<House["store"], "firedAt" | "recall" | "rememberedKeys" | "dueMemories"> {
  readonly log: Pick<House["store"]["log"], "read">;
}

/** Everything to store with the entries, and the limits that it reaches. */
export interface Remembered {
  readonly cooldowns: readonly Cooldown[];
  readonly memories: readonly MemoryWrite[];
  readonly suppressions: readonly Suppression[];
  readonly limits: readonly ReachedLimit[];
}

export interface Remembering extends Evaluation {
  /** Time at which a state that was just changed is due without an event, ms since 1970; undefined: never. */
  dueOf(memory: RuleMemory): number | undefined;
  /** States that were evaluated and are due again at a moment (ms since 1970) or before it, the longest due first. */
  dueAgain(at: number): DueMemory[];
  /** Whether there may be any such. */
  isDueAgain(at: number): boolean;
  /** Everything to store with the entries. */
  writes(): Remembered;
}

/**
 * @param judged the entries to evaluate, and the alerts about them so far
 * @param now the moment as of which rules are evaluated, ms since 1970
 */
export function remembering(
  store: StoredStates,
  judged: { readonly entries: readonly LogEntry[]; readonly alerts: readonly LogEntry[] },
  calendar: TradingCalendar,
  now: () => number,
): Remembering {
  const memories = createPairMap<MemoryWrite>();
  const cooldowns = createPairMap<Cooldown>();
  const suppressions: Suppression[] = [];
  // States that were read and were not there; and rules that forgot entries of a key.
  const unknown = createPairMap<RuleMemory>();
  const full = new Set<string>();
  let soonest = Number.POSITIVE_INFINITY;
  const limits = (): ReachedLimit[] => {
    const added = new Map<string, number>();
    for (const { rule, key } of unknown.values())
      if (memories.get(rule, key)?.body !== undefined) added.set(rule, (added.get(rule) ?? 0) + 1);
    const over = [...added].filter(([rule, keys]) => store.rememberedKeys(rule) + keys > memoryLimits.keys);
    return [
      ...over.map(([rule]) => ({ rule, limit: "keys" as const })),
      ...[...full].map((rule) => ({ rule, limit: "entries" as const })),
    ];
  };
  return {
    calendar,
    now,
    recall(memory) {
      const written = memories.get(memory.rule, memory.key);
      if (written?.meaning === memory.meaning) return written.body;
      const stored = store.recall(memory);
      if (stored === undefined) unknown.set(memory.rule, memory.key, memory);
      return stored;
    },
    remember({ rule, meaning, key }, body, { due, isFull = false } = {}) {
      if (isFull) full.add(rule);
      memories.set(rule, key, { rule, meaning, key, body, due });
      if (due !== undefined && due < soonest) soonest = due;
    },
    dueOf: ({ rule, key }) => memories.get(rule, key)?.due,
    firedAt: (rule, key) => cooldowns.get(rule, key)?.firedAt ?? store.firedAt(rule, key),
    fired: (rule, key) => void cooldowns.set(rule, key, { rule, key, firedAt: now() }),
    entry(seq) {
      // Alerts are numbered one after another.
      const alert = judged.alerts[seq - (judged.alerts[0]?.seq ?? seq)];
      const known = judged.entries.find((entry) => entry.seq === seq) ?? alert;
      if (known !== undefined) return known;
      const [stored] = store.log.read(seq - 1, 1);
      return stored?.seq === seq ? { seq, event: JSON.parse(stored.json) } : undefined;
    },
    suppress: (suppressed) => void suppressions.push({ ...suppressed, at: now() }),
    isDueAgain: (at) => soonest <= at,
    dueAgain(at) {
      const waiting = memories
        .values()
        .flatMap(({ rule, meaning, key, due }) => (due === undefined ? [] : [{ rule, meaning, key, due }]));
      // States that are given are set anew when they have been evaluated.
      soonest = waiting.reduce(
        (least, { due }) => (due > at ? Math.min(least, due) : least),
        Number.POSITIVE_INFINITY,
      );
      return waiting.filter(({ due }) => due <= at).sort((one, other) => one.due - other.due);
    },
    writes: () => ({
      cooldowns: cooldowns.values(),
      memories: memories.values(),
      suppressions,
      limits: limits(),
    }),
  };
}
