/** The series that stand: each with its latest value, and behind it the values of past periods. */
import { isDay } from "../../model/dates.ts";
import type { ItemPast, StandingAnswers, StandingItem } from "../../model/standing.ts";
import type { Series } from "./events.ts";
import type { SeriesBody, StatisticsCursor } from "./state.ts";
import { seriesName } from "./watch.ts";

const past: ItemPast = {
  stored(key, { cursor, item }) {
    const slash = key.indexOf("/");
    const [db, code] = [key.slice(0, slash), key.slice(slash + 1)];
    // Watched by its code, by a layer, or with its whole database.
    const { scopes } = cursor as StatisticsCursor;
    const own = Object.keys(scopes).filter(
      (scope) => scope === key || scope === db || scope.startsWith(`${db}:`),
    );
    for (const scope of own) {
      const body = item(scope, code);
      if (body !== undefined) return formsOf(body as SeriesBody);
    }
    return [];
  },
  before(forms, now) {
    const { added = [], revisions = [] } = now as Partial<Series>;
    const news = new Set(added.map(({ period }) => period));
    const values = new Map(revisions.map(({ period, from }) => [period, from]));
    const old = forms.filter((form) => !news.has(periodOf(form)));
    const kept = old.map((form) => {
      const value = values.get(periodOf(form));
      return value === undefined ? form : { ...form, now: { ...form.now, value } };
    });
    // A value that was withdrawn is no form any more.
    const there = new Set(kept.map(periodOf));
    const [some] = forms;
    const withdrawn = revisions.flatMap(({ period, from, to }) =>
      to === undefined && !there.has(period) && some !== undefined ? [formOf(some.now, period, from)] : [],
    );
    if (withdrawn.length === 0) return kept;
    return [...kept, ...withdrawn].sort((one, other) => (periodOf(one) < periodOf(other) ? -1 : 1));
  },
};

function periodOf({ now }: StandingItem): string {
  return String(now.period);
}

function formsOf({ series, points, lastUpdate, listed }: SeriesBody): StandingItem[] {
  const known = lastUpdate ?? listed;
  return points.flatMap(([period, value]) => (value === null ? [] : [formOf(series, period, value, known)]));
}

/** @param known the day up to which all periods were published */
function formOf(series: StandingItem["now"], period: string, value: number, known?: string): StandingItem {
  const end = endOf(period);
  const published = end !== undefined && known !== undefined && end > known ? known : end;
  return {
    subject: seriesName(String(series.db), String(series.code)),
    now: { ...series, period, value },
    occurred: isDay(period) ? period : undefined,
    published,
  };
}

const ends: Readonly<Record<string, string>> = {
  ...{ H1: "06-30", H2: "12-31" },
  ...{ Q1: "03-31", Q2: "06-30", Q3: "09-30", Q4: "12-31" },
};

/** The last day of a period, as which its value counts as published; undefined for one of another form. */
function endOf(period: string): string | undefined {
  const [year = "", part, day] = period.split("-");
  if (day !== undefined) return isDay(period) ? period : undefined;
  if (part === undefined) return `${year}-12-31`;
  const end = ends[part];
  if (end !== undefined) return `${year}-${end}`;
  const last = new Date(Date.UTC(Number(year), Number(part), 0));
  return Number.isNaN(last.getTime()) ? undefined : last.toISOString().slice(0, 10);
}

export const standing: StandingAnswers = {
  passing: ["added", "revisions"],
  effect: (type) => (type === "statistics.series.removed" ? "gone" : "stands"),
  keyOf: ({ db, code }) => seriesName(String(db), String(code)),
  subjectOf: ({ db, code }) => seriesName(String(db), String(code)),
  datesOf({ period }) {
    const latest = period as Series["period"];
    return latest !== undefined && isDay(latest) ? { occurred: latest } : {};
  },
  replaces: () => true,
  stored(body) {
    const { series: now, lastUpdate, listed } = body as SeriesBody;
    return { now, published: lastUpdate ?? listed };
  },
  past,
};
