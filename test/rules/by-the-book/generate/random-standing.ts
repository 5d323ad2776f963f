/** Rules that read what stands, the first sight of its sources, and reports of short positions among the events. */

import type { Random } from "../../../support/random.ts";
import { dayName, midnightOf, midnightOfDay } from "../calendar.ts";
import {
  type Case,
  day,
  type Happening,
  hour,
  type ItemField,
  type ReportKind,
  type Rule,
  reportKinds,
  type Source,
  type Standing,
  sources,
  type Worked,
} from "../case.ts";
import { readsWhatStands } from "../worked.ts";
import { randomTest } from "./random-condition.ts";

const measures: readonly Standing["measure"][] = [
  ...(["count", "sum", "sum", "average", "minimum", "maximum", "distinct"] as const),
  ...(["largest", "smallest"] as const),
];
const codes = ["7203", "6758", "9984"];
const sellers = ["x", "y", "z"];
/** Positions of which sellers report. */
const ratios = [0.5, 0.6, 0.7, 1, 1.5, 2.1];

/** The rule, with what stands in the place of some of its values. */
export function withStanding(random: Random, rule: Rule, name: string): Rule {
  const names = [0, 1].map((index) => `s_${name.replaceAll("-", "_")}_${index}`);
  const values = names.map((of) => randomReading(random, of));
  const replaced: Rule = JSON.parse(JSON.stringify(rule), (key, value) =>
    (key === "of" || key === "field") && value === "value" && random.chance(0.6)
      ? random.pick(values)
      : value,
  );
  const reads = readsWhatStands(replaced)
    ? replaced
    : { ...replaced, when: { ...randomTest(random, "value"), field: random.pick(values) } };
  return random.chance(0.3) ? { ...reads, on: [...reads.on, ...reportKinds] } : reads;
}

function randomReading(random: Random, name: string): Worked {
  const source = random.pick([sources.alerts, sources.shorts]);
  if (random.chance(0.25)) {
    return { work: "latest", source, field: source === sources.alerts ? "value" : "ratio" };
  }
  return { work: "standing", name, standing: randomStanding(random, source) };
}

/** A number of who is largest or smallest, now and then as it was before. */
function randomPlace(random: Random, number: "ratio" | "value"): Pick<Standing, "nth" | "reads"> {
  const field = number === "ratio" ? number : random.pick(["value", "flag"] as const);
  return {
    ...(random.chance(0.5) && { nth: random.pick([1, 2]) }),
    reads: { state: random.pick(["now", "now", "was"] as const), field },
  };
}

function randomStanding(random: Random, of: Source): Standing {
  const isShort = of === sources.shorts;
  const number = isShort ? "ratio" : "value";
  const measure = random.pick(measures);
  const value: ItemField =
    measure === "distinct" ? random.pick([number, isShort ? "seller" : "word"]) : number;
  return {
    of,
    measure,
    ...(measure !== "count" && { value }),
    ...(random.chance(0.3) && {
      when: { field: number, is: random.pick([">=", "<"] as const), than: random.pick([0, 1, 2]) },
    }),
    ...randomGroups(random, isShort),
    ...(measure === "largest" || measure === "smallest" ? randomPlace(random, number) : randomRank(random)),
  };
}

function randomRank(random: Random): Pick<Standing, "rank"> {
  return random.chance(0.3) ? { rank: random.pick(["highest", "lowest"] as const) } : {};
}

function randomGroups(random: Random, isShort: boolean): Pick<Standing, "by" | "key"> {
  const own = isShort ? "seller" : "word";
  const groups: Pick<Standing, "by" | "key">[] = [
    {},
    {},
    { by: ["code"] },
    { by: [] },
    { by: ["code"], key: ["code"] },
    { by: [own], key: ["word"] },
    { by: ["code", own], key: ["code", "word"] },
  ];
  return random.pick(groups);
}

/** Sources that are seen before all else, now and then one that is not. */
export function randomSight(random: Random, first: number): NonNullable<Case["sight"]> {
  const at = first - hour;
  const seen = [sources.alerts, sources.shorts]
    .filter(() => random.chance(0.9))
    .map((source) => ({
      source,
      items: source === sources.alerts ? randomAlerts(random, at) : randomPositions(random, at),
    }));
  return { at, seen };
}

function randomAlerts(random: Random, seen: number): Happening[] {
  return codes
    .filter(() => random.chance(0.5))
    .map((code) => ({
      ...{ id: `seen ${code}`, kind: "added", code, seen },
      // The days that the poll of the first sight shows.
      published: { ms: midnightOfDay("2026-11-10"), byDay: true },
      occurred: { ms: midnightOfDay("2026-11-09"), byDay: true },
      ...(random.chance(0.8) && { value: random.pick([-1, 0, 1, 2, 3]) }),
      ...(random.chance(0.8) && { word: random.pick(["x", "y"]) }),
    }));
}

function randomPositions(random: Random, seen: number): Happening[] {
  const reports = Array.from({ length: random.below(6) }, () => randomReport(random, "seen", seen));
  const opened = reports.map((report) => ({
    ...report,
    kind: "opened" as const,
    ratio: random.pick(ratios),
  }));
  return [...new Map(opened.map((report) => [`${report.code}|${report.seller}`, report])).values()];
}

/**
 * The events, with reports of short positions among them. Each other event is one of the newest publication of margin
 * alerts: it has its day, and that of its figures, as the source tells them.
 */
export function withReports(random: Random, happenings: readonly Happening[]): Happening[] {
  return happenings.flatMap((happening, index) => {
    const own = published(happening, random.chance(0.5));
    return random.chance(0.5) ? [randomReport(random, `r${index}`, happening.seen), own] : [own];
  });
}

function published({ published, occurred, ...happening }: Happening, isByDay: boolean): Happening {
  const today = { ms: midnightOf(happening.seen), byDay: true };
  return {
    ...happening,
    day: dayName(happening.seen),
    // What a correction is of that does not stand is not said.
    kind: happening.kind === "corrected" ? "changed" : happening.kind,
    ...(isByDay && { published: today, occurred: today }),
  };
}

/** A report of the newest day of its position; those of each seller are a day older than those of another. */
function randomReport(random: Random, id: string, seen: number): Happening {
  const kind: ReportKind = random.pick([...reportKinds, "opened", "increased"]);
  const seller = random.pick(sellers);
  const published = midnightOf(seen);
  return {
    ...{ id, kind, code: random.pick(codes), seller, seen },
    ratio: kind === "closed" ? 0.3 : random.pick(ratios),
    published: { ms: published, byDay: true },
    occurred: { ms: published - (sellers.indexOf(seller) + 1) * day, byDay: true },
  };
}
