/** A case as a rule file and a test file have it, with the moments at which what is promised has to be there. */
import { dayName, inJapan } from "./calendar.ts";
import { type Case, type Happening, minute, type Outcome, sources, type When } from "./case.ts";
import { sourceOf } from "./standing.ts";
import { typeOf, watcherOf } from "./write-rule.ts";

export function testOf(givenCase: Case, outcomes: readonly Outcome[]): object {
  const { name, watcher, calendar, loaded, sight, happenings, end } = givenCase;
  const of = ({ key, isWatchers }: Outcome) => ({ rule: isWatchers ? watcherOf(name) : name, key });
  const comes = happenings.map(({ seen }) => seen);
  if (loaded !== undefined) comes.push(loaded);
  if (sight) comes.push(sight.at);
  // What is about an alert that time ended is told at that moment, at which nothing comes.
  const told = outcomes.flatMap(({ timed, moment }) => (timed || moment > end ? [] : [moment]));
  const moments = [...new Set([...comes, ...told, ...looks(outcomes, end), end])];
  moments.sort((a, b) => a - b);
  const toldIn = outcomes.map((outcome) => {
    if (!outcome.timed) return outcome.moment;
    return moments.find((at) => at > (outcome.after ?? 0) && at >= outcome.moment);
  });
  const steps = moments.map((at) => {
    const events = [
      ...(at === loaded ? [{ type: "rules.loaded", now: { rules: [] } }] : []),
      ...happenings.filter(({ seen }) => seen === at).map((happening) => eventOf(givenCase, happening)),
    ];
    const here = outcomes.filter((_, index) => toldIn[index] === at);
    const list = (wanted: Outcome["list"]) => here.filter(({ list }) => list === wanted);
    return {
      at: inJapan(at),
      ...(events.length > 0 && { events }),
      ...(at === sight?.at && { poll: pollOf(sight) }),
      expect: {
        exactly: true,
        alerts: list("alerts").map((outcome) => ({ ...of(outcome), title: titleOf(outcome) })),
        resolved: list("resolved").map((outcome) => ({ ...of(outcome), title: titleOf(outcome) })),
        held_back: list("held_back").map((outcome) => ({ ...of(outcome), reason: outcome.reason })),
      },
    };
  });
  return { name, rules: watcher ? [name, watcherOf(name)] : [name], calendar, steps };
}

/** The moments just before and at which time alone tells something; what was due before, a minute later. */
function looks(outcomes: readonly Outcome[], end: number): number[] {
  return outcomes
    .filter(({ timed }) => timed)
    .flatMap(({ moment, after = 0 }) => (moment > after ? [moment - 1000, moment] : [after + minute]))
    .filter((at) => at <= end);
}

const titleOf = ({ cause, found }: Outcome) => (found === "" ? cause : `${cause} ${found}`);

const whenOf = ({ ms, byDay }: When) => (byDay ? dayName(ms) : inJapan(ms));

/** What the sources show at first sight. */
function pollOf({ seen }: NonNullable<Case["sight"]>): object {
  return Object.fromEntries(
    seen.map(({ source, items }) => [source, items.map(source === sources.alerts ? rowOf : positionOf)]),
  );
}

function rowOf({ code, value, word, flag }: Happening): object {
  const days = { publishedOn: "2026-11-10", appliedOn: "2026-11-09" };
  return { code, ...days, shortChange: value, longChange: flag, regulation: word };
}

function positionOf({ code, seller, ratio, published, occurred }: Happening): object {
  const days = { calculatedOn: dayName(occurred?.ms ?? 0), disclosedOn: dayName(published?.ms ?? 0) };
  return { code, seller, ratio, ...days };
}

function reportOf({ sight }: Case, happening: Happening): object {
  const { id, kind, published, occurred } = happening;
  return {
    type: typeOf(kind),
    ...sourceIn(sight, happening),
    now: { ...positionOf(happening), name: id },
    ...(published && { published: whenOf(published) }),
    ...(occurred && { occurred: whenOf(occurred) }),
  };
}

/** An event is one of its source, if that was seen. */
function sourceIn(sight: Case["sight"], happening: Happening): object {
  const source = sourceOf(happening);
  return sight?.seen.some((seen) => seen.source === source) ? { source: `/sources/${source}` } : {};
}

function eventOf(givenCase: Case, happening: Happening): object {
  if (happening.seller !== undefined) return reportOf(givenCase, happening);
  const { id, kind, code, value, word, flag, date, day, published, occurred } = happening;
  return {
    type: typeOf(kind),
    ...sourceIn(givenCase.sight, happening),
    now: {
      ...{ code, name: id, shortChange: value, longChange: flag, regulation: word },
      ...(date !== undefined && { reasons: [date] }),
      ...(day !== undefined && { appliedOn: day }),
      ...(givenCase.sight && { publishedOn: dayName(happening.seen) }),
    },
    ...(published && { published: whenOf(published) }),
    ...(occurred && { occurred: whenOf(occurred) }),
  };
}
