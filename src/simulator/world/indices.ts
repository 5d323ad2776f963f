/** Price indices: each the average fortune of its members. */
import type { Company } from "./companies.ts";
import { createDice } from "./dice.ts";
import { createRecent } from "./recent.ts";

export type IndexName = "broad" | "large30" | "average225" | "transport";

export interface IndexBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface Indices {
  on(index: IndexName, day: number): IndexBar;
}

const bases = { broad: 2_700, large30: 1_300, average225: 38_500, transport: 1_900 } as const;

export function createIndices(seed: number, companies: readonly Company[]): Indices {
  const dice = createDice(seed, "indices");
  const stocks = companies.filter(({ isFund }) => !isFund);
  const largest = stocks.toSorted((a, b) => b.shares - a.shares);
  const members: Readonly<Record<IndexName, readonly Company[]>> = {
    broad: stocks,
    large30: largest.slice(0, 30),
    average225: largest.slice(0, 90),
    transport: stocks.filter(({ sector }) => sector.wide === "12"),
  };
  const names = Object.keys(bases) as IndexName[];
  const recent = createRecent<string, number>(512);
  const level = (index: IndexName, day: number) =>
    recent(`${index} ${day}`, () => {
      const list = members[index];
      const sum = list.reduce((total, company) => total + company.fortune(day), 0);
      return bases[index] * (sum / list.length);
    });
  return {
    on(index, day) {
      const key = names.indexOf(index);
      const [before, close] = [level(index, day - 1), level(index, day)];
      const open = before + (close - before) * dice(key, day, 1);
      const high = Math.max(open, close) * (1 + 0.006 * dice(key, day, 2));
      const low = Math.min(open, close) * (1 - 0.006 * dice(key, day, 3));
      return { open, high, low, close };
    },
  };
}
