/** Figures of the page in a table: the middle, the 99th in a hundred, the worst. */
import type { useBrowser } from "../../web/support/browser.ts";

export type Reading = ReturnType<typeof useBrowser>;

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Says what was measured in one line, each figure in milliseconds. */
export function tell(what: string, values: readonly number[], more = ""): void {
  const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(10);
  process.stdout.write(
    `${what.padEnd(46)} median ${ms(quantile(values, 0.5))}  p99 ${ms(quantile(values, 0.99))}  worst ${ms(Math.max(...values))}  of ${values.length}${more === "" ? "" : `; ${more}`}\n`,
  );
}
