/** What a past cannot show of publications: what was corrected, and what was late. */
import type { ReportedPosition } from "../../../src/simulator/world/market/shorts.ts";
import type { PublicationName } from "../../../src/simulator/world/publication-times.ts";
import { japan } from "../plan.ts";
import { days, dues, endsAt } from "./plan.ts";
import type { Told } from "./told.ts";
import { type Difference, dueTick, outAt, tickFrom, times, world } from "./truth.ts";

const { calendar } = world;

/** A wrong report, the one that took its place, and the day of the correction. */
interface Correction {
  readonly wrong: ReportedPosition;
  readonly right: ReportedPosition;
}

/** Reports of the days before a correction that could still be seen in the span. */
function shortCorrections(): Correction[] {
  return days.flatMap((day) => {
    const at = times.correctedAt("short-sale-report", day);
    if (calendar.timeOf(at).getTime() > endsAt) return [];
    const before = world.shorts.publication(day - 1, at - 1);
    return world.shorts.publication(day - 1, at).flatMap((right, place) => {
      const wrong = before[place];
      return wrong === undefined || wrong.ratio === right.ratio ? [] : [{ wrong, right }];
    });
  });
}

function isAbout(
  { company, seller, disclosedOn }: ReportedPosition,
  { subject, published, now }: Told,
): boolean {
  const isSeller = now.seller === seller.name && (now.fund ?? "") === (seller.fund ?? "");
  return subject === company.code && isSeller && published === calendar.dateOf(disclosedOn);
}

/** The event of a report with another ratio than the one it had; none where that is the one before. */
function reportWith(told: Told, now: Told["now"]): Told[] {
  const [ratio, before] = [Number(now.ratio), told.was === undefined ? undefined : Number(told.was.ratio)];
  const line = 0.5;
  const type = (word: string) => ({ ...told, type: `short.report.${word}`, now });
  if (ratio < line) return [type("closed")];
  if (before === undefined) return [type("opened")];
  if (ratio === before) return [];
  return [type(ratio > before ? "increased" : "decreased")];
}

export const correctedReports: Difference = {
  reason:
    "a short-sale report that was corrected stands corrected: its first figure and the correction are lost",
  past(told) {
    let past = [...told];
    for (const { wrong, right } of shortCorrections()) {
      const corrected = past.find(
        (one) =>
          one.type === "short.report.corrected" && isAbout(right, one) && one.now.ratio === right.ratio,
      );
      if (corrected === undefined) throw new Error(`${right.company.code} was corrected, and nobody told`);
      past = past.flatMap((one) => {
        if (one === corrected) return [];
        const isFirst = isAbout(wrong, one) && one.type !== "short.report.corrected";
        return isFirst ? reportWith(one, corrected.now) : [one];
      });
    }
    return past;
  },
};

/** Codes whose row of the day before is corrected on a day. */
function marginCorrections(day: number): ReadonlySet<string> {
  const at = times.correctedAt("margin-alert", day);
  if (calendar.timeOf(at).getTime() > endsAt) return new Set();
  const rows = world.margins.publication(day, at).filter(({ appliedOn }) => appliedOn < day - 1);
  return new Set(rows.map(({ company }) => company.code));
}

export const correctedMargins: Difference = {
  reason:
    "a corrected margin row says no time of its own: it comes with the publication of its day, and what changed then is told against it",
  past(told) {
    let past = [...told];
    for (const day of days) {
      const [codes, published] = [marginCorrections(day), calendar.dateOf(day)];
      const isOfDay = (one: Told) => codes.has(one.subject) && one.published === published;
      const corrected = past.filter((one) => one.type === "margin.alert.corrected" && isOfDay(one));
      if (corrected.length !== codes.size) throw new Error(`${published}: a margin correction was not told`);
      past = past.map((one) => {
        if (corrected.includes(one)) return { ...one, at: dueTick("margin-alerts", day) };
        const own = corrected.find(({ subject }) => subject === one.subject);
        if (own === undefined || one.type !== "margin.alert.changed" || !isOfDay(one)) return one;
        return { ...one, was: own.now };
      });
    }
    return past;
  },
};

const publications = [
  { name: "margin-alert", source: "margin-alerts", types: /^margin\./ },
  { name: "short-sale-report", source: "short-sale-reports", types: /^short\./ },
] as const satisfies { name: PublicationName; source: keyof typeof dues; types: RegExp }[];

export const lateDays: Difference = {
  reason: "what was published late is under its own day, and a past does not say when it came",
  past: (told) =>
    told.map((one) => {
      for (const { name, source, types } of publications) {
        if (!types.test(one.type) || one.published === undefined) continue;
        const day = calendar.dayFrom(one.published);
        const due = japan(one.published, dues[source]);
        if (outAt(name, day) > due) return { ...one, at: tickFrom(source, due) };
      }
      return one;
    }),
};
