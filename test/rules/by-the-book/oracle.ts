/**
 * The alerts that the reference of rules (docs/rules-conditions.md, rules-life.md and rules-current-items.md) promises
 * for a case: slow, plain, and written from these pages alone. Time goes from one moment at which something may change
 * to the next; whatever holds is worked out anew from all that came.
 */
import { type Case, day, type Happening, type Outcome } from "./case.ts";
import { KeyLife, neverCame } from "./key-life.ts";
import { keyOf } from "./rule-parts.ts";
import { withWorked } from "./worked.ts";

export interface Promised {
  /** In the order in which it is told. */
  readonly outcomes: readonly Outcome[];
  /** Whether these pages say nothing of something that came to pass. */
  readonly isLeftOpen: boolean;
}

export function promised(givenCase: Case): Promised {
  const own = promisedOfRule(givenCase);
  if (givenCase.watcher === undefined) return own;
  const happenings = raisedBy(givenCase, own.outcomes);
  // No item that a source shows is an earlier value of an alert.
  const { sight: _, ...unseen } = givenCase;
  const watched = { ...unseen, rule: givenCase.watcher, happenings };
  const { outcomes, isLeftOpen } = promisedOfRule(watched);
  const both = [...own.outcomes, ...outcomes.map((outcome) => ({ ...outcome, isWatchers: true }))];
  // What time brings about comes first; alerts about alerts come behind these.
  both.sort((a, b) => a.moment - b.moment || Number(b.timed) - Number(a.timed));
  const isOpen = isOrderOpen(givenCase, own.outcomes) || outcomes.some(isOverdue);
  return { outcomes: both, isLeftOpen: own.isLeftOpen || isLeftOpen || isOpen };
}

/** The page does not say when what was due long ago is told, nor in what order what comes of time and of events. */
function isOrderOpen({ rule, happenings }: Case, outcomes: readonly Outcome[]): boolean {
  // Nor which comes first where an alert comes exactly when time ends the one before.
  const alerts = rule.until ? [] : outcomes.filter(({ list }) => list === "alerts");
  const isEnd = ({ key, moment }: Outcome) =>
    alerts.some((later) => later.key === key && later.moment === moment + day);
  if (alerts.some(isEnd)) return true;
  return outcomes.some(
    (outcome) =>
      isOverdue(outcome) || (outcome.timed && happenings.some(({ seen }) => seen === outcome.moment)),
  );
}

/** Whether it was due before the last events that came. */
function isOverdue({ timed, moment, after = 0 }: Outcome): boolean {
  return timed && moment <= after;
}

/** The alerts of a rule as events, with the times of their causes. */
function raisedBy(given: Case, outcomes: readonly Outcome[]): Happening[] {
  const { happenings } = given;
  const ends = endsByTime(given, outcomes);
  const told = [...ends, ...outcomes.filter(({ list }) => list !== "held_back")];
  told.sort((a, b) => a.moment - b.moment);
  return told.map((outcome) => {
    const { list, key, moment, cause, found, endedBy } = outcome;
    // An end is caused by the event that ended the alert.
    const from = happenings.find(({ id }) => id === (endedBy ?? cause));
    // What never came has no event, and is about the value that was expected, also when it is over.
    const { code, ...times }: Partial<Happening> = from ?? {};
    const subject = code === undefined || cause === neverCame ? key : code;
    // What time ended has no event for it, and is of the moment of its end.
    const { published, occurred }: Partial<Happening> = ends.includes(outcome) ? {} : times;
    const kind = list === "alerts" ? "fired" : "resolved";
    const title = found === "" ? cause : `${cause} ${found}`;
    return {
      ...{
        id: `alert.${kind} ${title}`,
        kind,
        code: subject,
        word: key,
        value: title.length,
        flag: key.length,
      },
      ...{ seen: moment, ...(published && { published }), ...(occurred && { occurred }) },
    };
  });
}

/** Alerts of a rule without `until` are resolved by time: a day after the latest one of their key. */
function endsByTime({ rule, end }: Case, outcomes: readonly Outcome[]): Outcome[] {
  const alerts = rule.until ? [] : outcomes.filter(({ list }) => list === "alerts");
  const lasts = alerts.filter(({ key, moment }, index) =>
    alerts.slice(index + 1).every((later) => later.key !== key || later.moment >= moment + day),
  );
  return lasts
    .map((last) => ({ ...last, list: "resolved" as const, moment: last.moment + day }))
    .filter(({ moment }) => moment <= end);
}

function promisedOfRule(givenCase: Case): Promised {
  const { rule, loaded, end } = givenCase;
  const { happenings, isLeftOpen } = withWorked(givenCase, rule);
  const keys = new Map<string, KeyLife>();
  const outcomes: Outcome[] = [];
  let seen = Number.NEGATIVE_INFINITY;
  const pass = (to: number) => {
    const told = [...keys.values()].flatMap((life) => life.pass(to));
    return told.sort((a, b) => a.moment - b.moment || (a.key < b.key ? -1 : 1));
  };
  const lifeOf = (key: string) => {
    const life = keys.get(key) ?? new KeyLife(givenCase, key);
    keys.set(key, life);
    return life;
  };
  const reach = (moment: number) => {
    if (moment > seen) outcomes.push(...pass(moment).map((outcome) => ({ ...outcome, after: seen })));
    seen = moment;
  };
  let toLoad = loaded;
  for (const [order, happening] of happenings.entries()) {
    const moment = happening.seen;
    if (toLoad !== undefined && toLoad <= moment) {
      reach(toLoad);
      for (const value of rule.absent?.expected ?? []) lifeOf(value).expect(toLoad);
      toLoad = undefined;
    }
    reach(moment);
    // What comes late is judged as in time: what was due before it was published is told first.
    const { published } = happening;
    const to = published && !published.byDay ? published.ms : moment;
    outcomes.push(...pass(to).map((outcome) => ({ ...outcome, moment, timed: false })));
    if (!rule.on.includes(happening.kind)) continue;
    outcomes.push(...lifeOf(keyOf(rule, happening)).take(happening, order));
  }
  outcomes.push(...pass(end).map((outcome) => ({ ...outcome, after: seen })));
  const isAnyOpen = [...keys.values()].some((life) => life.isLeftOpen);
  return { outcomes, isLeftOpen: isLeftOpen || isAnyOpen };
}
