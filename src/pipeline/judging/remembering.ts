/**
 * What rules remember: during an evaluation the stored states, and over them the changes that its entries made; during a
 * replay all of it in memory.
 */
import { createHeap, createPairMap } from "../../lib/collections.ts";
import { compareTexts } from "../../lib/text/nearest.ts";
import type { Cooldown, MemoryWrite } from "../../model/commit.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import { entryReader, type LogEntry } from "../../model/event.ts";
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
  const stored = entryReader([], store.log);
  // States that were read and were not there; and rules that forgot entries of a key.
  const unknown = createPairMap<RuleMemory>();
  const full = new Set<string>();
  let soonest = Number.POSITIVE_INFINITY;
  return {
    calendar,
    now,
    recall(memory) {
      const written = memories.get(memory.rule, memory.key);
      if (written?.meaning === memory.meaning) return written.body;
      const body = store.recall(memory);
      if (body === undefined) unknown.set(memory.rule, memory.key, memory);
      return body;
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
      return known ?? stored(seq);
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
      limits: reachedLimits(store, unknown.values(), memories.get, full),
    }),
  };
}

/**
 * @param fresh states that were not there before the evaluation
 * @param full rules that forgot entries of a key
 */
function reachedLimits(
  store: Pick<StoredStates, "rememberedKeys">,
  fresh: Iterable<RuleMemory>,
  written: (rule: string, key: string) => MemoryWrite | undefined,
  full: ReadonlySet<string>,
): ReachedLimit[] {
  const added = new Map<string, number>();
  for (const { rule, key } of fresh)
    if (written(rule, key)?.body !== undefined) added.set(rule, (added.get(rule) ?? 0) + 1);
  const over = [...added].filter(([rule, keys]) => store.rememberedKeys(rule) + keys > memoryLimits.keys);
  return [
    ...over.map(([rule]) => ({ rule, limit: "keys" as const })),
    ...[...full].map((rule) => ({ rule, limit: "entries" as const })),
  ];
}

/** Orders due states by time, and those of one moment by rule and key, as the store gives them. */
export function compareDue(a: DueMemory, b: DueMemory): number {
  return a.due - b.due || compareTexts(a.rule, b.rule) || compareTexts(a.key, b.key);
}

// States of rules during a replay, in memory.

export interface ReplayMemory {
  firedAt(rule: string, key: string): number | undefined;
  recall(memory: RuleMemory): unknown;
  rememberedKeys(rule: string): number;
  /** States that are due, the longest due first. */
  dueMemories(at: number): DueMemory[];
  /** Due time of the first state that is due at a moment; both ms since 1970. */
  dueBy(at: number): number | undefined;
  keep(written: Pick<Remembered, "cooldowns" | "memories">): void;
  states(): Iterable<MemoryWrite>;
}

/** In the place of the store's tables. */
export function createReplayMemory(): ReplayMemory {
  const fired = createPairMap<number>();
  const memories = createMemories();
  // A state that was put off or forgotten stays until its turn comes: at most events most memories are put off.
  const due = createHeap<DueMemory>((a, b) => compareDue(a, b) < 0);
  const isDue = ({ rule, key, due: at }: DueMemory) => memories.get(rule, key)?.due === at;
  const firstDue = (): DueMemory | undefined => {
    for (let next = due.first(); next !== undefined; next = due.first()) {
      if (isDue(next)) return next;
      due.drop();
    }
    return undefined;
  };
  return {
    firedAt: fired.get,
    recall({ rule, meaning, key }) {
      const memory = memories.get(rule, key);
      return memory?.meaning === meaning ? memory.body : undefined;
    },
    rememberedKeys: memories.keys,
    states: memories.all,
    dueMemories(at) {
      const found: DueMemory[] = [];
      for (let next = firstDue(); next !== undefined && next.due <= at; next = firstDue()) {
        const last = found.at(-1);
        // One that was put off and back is in there twice.
        if (last === undefined || compareDue(last, next) !== 0) found.push(next);
        due.drop();
      }
      // They are due until what became of them is kept.
      for (const memory of found) due.add(memory);
      return found;
    },
    dueBy(at) {
      const next = firstDue()?.due;
      return next !== undefined && next <= at ? next : undefined;
    },
    keep({ cooldowns, memories: written }) {
      for (const { rule, key, firedAt } of cooldowns) fired.set(rule, key, firedAt);
      for (const memory of written) {
        const { rule, meaning, key, due: at } = memory;
        const before = memories.get(rule, key)?.due;
        memories.put(memory);
        if (at !== undefined && memory.body !== undefined && at !== before)
          due.add({ rule, meaning, key, due: at });
      }
      for (const { rule } of written) memories.forgetOldest(rule);
    },
  };
}

/** Stores states by rule and key, each rule's in the order in which they were written, the oldest first. */
function createMemories() {
  const byRule = new Map<string, Map<string, MemoryWrite>>();
  return {
    get: (rule: string, key: string) => byRule.get(rule)?.get(key),
    keys: (rule: string) => byRule.get(rule)?.size ?? 0,
    *all(): Generator<MemoryWrite, void, void> {
      for (const keys of byRule.values()) yield* keys.values();
    },
    put(memory: MemoryWrite): void {
      const { rule, key, body } = memory;
      const keys = byRule.get(rule) ?? new Map<string, MemoryWrite>();
      byRule.set(rule, keys);
      keys.delete(key);
      if (body !== undefined) keys.set(key, memory);
    },
    forgetOldest(rule: string): void {
      const keys = byRule.get(rule);
      for (const oldest of keys?.keys() ?? []) {
        if ((keys?.size ?? 0) <= memoryLimits.keys) return;
        keys?.delete(oldest);
      }
    },
  };
}
