import type { MarginBalance } from "../../../src/simulator/world/market/trading.ts";
import type { Expected, Oracle } from "./expected.ts";

/** Events of each publication against the one before it, and its corrections. */
export function expectedMargins({ world, times, days, outAt }: Oracle): Expected[] {
  const { dateOf, timeOf } = world.calendar;
  const told = (type: string, row: MarginBalance) =>
    [
      `margin.alert.${type} ${row.company.code} ${dateOf(row.publishedOn)}`,
      `${dateOf(row.appliedOn)} ${row.short} ${row.long}`,
    ].join(" ");
  const expected: Expected[] = [];
  for (const day of days) {
    const [before, now] = [membersOn(day - 1), membersOn(day)];
    const out = outAt("margin-alert", day);
    for (const [code, row] of now) {
      const was = before.get(code);
      if (!was) expected.push({ told: told("added", row), outAt: out });
      else if (figures(was) !== figures(row)) expected.push({ told: told("changed", row), outAt: out });
    }
    for (const code of before.keys())
      if (!now.has(code)) expected.push({ told: `margin.alert.lifted ${code} ${dateOf(day)}`, outAt: out });
    for (const row of rowsOn(day).filter(({ appliedOn }) => appliedOn < day - 1))
      expected.push({
        told: told("corrected", row),
        outAt: timeOf(times.correctedAt("margin-alert", day)).getTime(),
      });
  }
  return expected;

  function rowsOn(day: number): readonly MarginBalance[] {
    return world.margins.publication(day, times.correctedAt("margin-alert", day));
  }
  function membersOn(day: number): Map<string, MarginBalance> {
    const own = rowsOn(day).filter(({ appliedOn }) => appliedOn === day - 1);
    return new Map(own.map((row) => [row.company.code, row]));
  }
}

function figures({ short, shortChange, long, longChange }: MarginBalance): string {
  return [short, shortChange, long, longChange].join(" ");
}
