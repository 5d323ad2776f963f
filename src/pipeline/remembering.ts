/** What rules remember while entries are judged: what is stored, and over it what these entries made of it. */
import { createPairMap } from "../lib/pair-map.ts";
import type { MemoryWrite } from "../model/commit.ts";
import type { Judging } from "../model/rule.ts";
import type { HeldBack } from "../model/suppression.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import type { House } from "./house.ts";

export interface Remembering extends Judging {
  /** What is to be stored with the entries. */
  writes(): MemoryWrite[];
}

/** @param holdBack hears of each alert that a rule holds back itself */
export function remembering(
  { recall, calendar }: Pick<House["store"], "recall"> & { readonly calendar: TradingCalendar },
  holdBack: (heldBack: HeldBack) => void,
): Remembering {
  const fresh = createPairMap<MemoryWrite>();
  return {
    calendar,
    holdBack,
    recall(memory) {
      const written = fresh.get(memory.rule, memory.key);
      return written?.meaning === memory.meaning ? written.body : recall(memory);
    },
    remember({ rule, meaning, key }, body, due) {
      fresh.set(rule, key, { rule, meaning, key, body, due });
    },
    writes: fresh.values,
  };
}
