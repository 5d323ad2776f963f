/** States of rules where nothing is stored: none at all, or for the time of an example, which knows no cooldown. */
import { weekdaysOnly } from "../../calendar/trading-calendar.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import type { LogEntry } from "../../model/event.ts";
import type { DueMemory, Evaluation, RuleMemory } from "../../model/rule.ts";

/** Nothing was before, and nothing is remembered. */
export const forgetful: Evaluation = {
  calendar: weekdaysOnly,
  now: () => 0,
  recall: () => undefined,
  remember: () => {},
  firedAt: () => undefined,
  fired: () => {},
  entry: () => undefined,
  suppress: () => {},
};

export interface Memory extends Evaluation {
  /** Sets the moment as of which rules are evaluated, ms since 1970. */
  moveTo(at: number): void;
  /** Takes each entry that is evaluated, for later alerts about it. */
  saw(entry: LogEntry): void;
  /** The memory that time makes something of first, up to a moment (ms since 1970). */
  due(until: number): DueMemory | undefined;
}

interface Kept {
  readonly memory: RuleMemory;
  readonly body: unknown;
  readonly due?: number | undefined;
}

/** Empty at the beginning. */
export function createMemory(calendar: TradingCalendar = weekdaysOnly): Memory {
  const kept = new Map<string, Kept>();
  const entries = new Map<number, LogEntry>();
  let now = 0;
  const nameOf = ({ rule, meaning, key }: RuleMemory) => JSON.stringify([rule, meaning, key]);
  return {
    calendar,
    now: () => now,
    moveTo(at) {
      now = at;
    },
    saw: (entry) => void entries.set(entry.seq, entry),
    entry: (seq) => entries.get(seq),
    // Nothing that was told before suppresses an alert of an example.
    firedAt: () => undefined,
    fired: () => {},
    suppress: () => {},
    recall: (memory) => kept.get(nameOf(memory))?.body,
    remember(memory, body, { due } = {}) {
      if (body === undefined) kept.delete(nameOf(memory));
      else kept.set(nameOf(memory), { memory, body: JSON.parse(JSON.stringify(body)), due });
    },
    due(until) {
      const waiting = [...kept.values()].flatMap(({ memory, due }) =>
        due === undefined || due > until ? [] : [{ ...memory, due }],
      );
      return waiting.sort((a, b) => a.due - b.due)[0];
    },
  };
}
