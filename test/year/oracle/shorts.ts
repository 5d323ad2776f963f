import type { Dialect } from "../../../src/simulator/http/service.ts";
import type { ReportedPosition } from "../../../src/simulator/world/market/shorts.ts";
import type { Expected, Oracle } from "./expected.ts";

/** Days that a monitor reads at first sight, and that an observed report looks back for the one before it. */
const [weekdaysAtFirst, daysLookedBack] = [10, 15];
const line = 0.5;

/** Events of each report against the last one of its position, and its corrections. */
export function expectedShorts({ world, times, days, outAt }: Oracle, dialect: Dialect): Expected[] {
  const { dateOf, dayFrom, timeOf } = world.calendar;
  const told = (type: string, { company, seller, ratio, disclosedOn, calculatedOn }: ReportedPosition) =>
    `short.report.${type} ${company.code} ${dateOf(disclosedOn)} ${dateOf(calculatedOn)} ${seller.name} ${ratio}`;
  const [printed, corrected] = [
    (day: number) => world.shorts.publication(day, times.correctedAt("short-sale-report", day + 1) - 1),
    (day: number) => world.shorts.publication(day, times.correctedAt("short-sale-report", day + 1)),
  ];
  const known = new Map<string, number>();
  for (let day = firstRead(); day < 0; day += 1)
    for (const report of world.shorts.publication(day, 0)) known.set(position(report), report.ratio);

  const expected: Expected[] = [];
  for (const day of days) {
    for (const report of printed(day)) {
      const type = movement(known.get(position(report)) ?? reportedBefore(report), report.ratio);
      if (type) expected.push({ told: told(type, report), outAt: outAt("short-sale-report", day) });
      known.set(position(report), report.ratio);
    }
    const asPrinted = new Map(printed(day - 1).map((report) => [position(report), report.ratio]));
    for (const report of corrected(day - 1)) {
      if (asPrinted.get(position(report)) === report.ratio) continue;
      const at = timeOf(times.correctedAt("short-sale-report", day)).getTime();
      expected.push({ told: told("corrected", report), outAt: at });
      known.set(position(report), report.ratio);
    }
  }
  return expected;

  /** The first business day within the weekdays that are read at first sight, of which day 0 is the last. */
  function firstRead(): number {
    let date = Date.parse(dateOf(0));
    for (let count = 1; count < weekdaysAtFirst; count += 1)
      do date -= 86_400_000;
      while (new Date(date).getUTCDay() % 6 === 0);
    return dayFrom(new Date(date).toISOString().slice(0, 10));
  }
  /** The documented report does not say what was reported before. */
  function reportedBefore(report: ReportedPosition): number | undefined {
    if (dialect === "documented") return undefined;
    for (let day = report.disclosedOn - 1; day > report.disclosedOn - daysLookedBack; day -= 1) {
      const found = corrected(day).find((other) => position(other) === position(report));
      if (found) return found.ratio < line ? undefined : found.ratio;
    }
    return undefined;
  }
}

function position({ company, seller }: ReportedPosition): string {
  return `${company.code} ${seller.index}`;
}

function movement(was: number | undefined, now: number): string | undefined {
  if (now < line) return was !== undefined && was < line ? undefined : "closed";
  if (was === undefined || was < line) return "opened";
  if (now === was) return undefined;
  return now > was ? "increased" : "decreased";
}
