/** `/api/rules`: every rule with how often it fired and how it stands. */
import { setSilences } from "../alerts/answers/silences.ts";
import { fits } from "../alerts/fact-keys.ts";
import { matcherOf } from "../alerts/matcher.ts";
import { dayMs } from "../lib/clock.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import { nextTurn } from "../lib/turns.ts";
import { ruleDaysKey } from "../model/alerts.ts";
import { jstDay } from "../model/dates.ts";
import type { RulesAnswer, ShownRule } from "../model/page/rules.ts";
import type { Silence } from "../model/silence.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import type { PageParts } from "./page-call.ts";

const most = { rules: 2_000, aTurn: 10 };

/** Alerts of a rule beyond it are not counted. */
export const mostCounted = 1_000;

export function rulesCall(parts: PageParts): JsonRoute {
  return {
    right: "read",
    method: "GET",
    path: "/api/rules",
    answer: async () => ({ status: 200, body: await rulesAnswer(parts) }),
  };
}

/** In turns: each rule is looked up in the log. */
async function rulesAnswer(parts: PageParts): Promise<RulesAnswer> {
  const { all } = parts.rules.current();
  const silences = setSilences(parts.store.alerts, parts.now());
  const rules: ShownRule[] = [];
  for (const rule of all.slice(0, most.rules)) {
    rules.push(shownRule(rule, silencesOf(rule.name, silences).length, parts));
    if (rules.length % most.aTurn === 0) await nextTurn();
  }
  return { rules, mostCounted, left: all.length - rules.length };
}

export function shownRule(
  { name, isEnabled, file, line, about }: CompiledRule,
  silences: number,
  { store, rules, now }: PageParts,
): ShownRule {
  const { displayName, description, descriptions, severity, title, titles, on } = about;
  const record = store.page.rules;
  const lastAt = record.lastAt(name);
  return {
    ...{ name, isEnabled, severity, title, titles, descriptions, on, file, line, silences },
    ...(displayName && { displayName }),
    ...(description !== undefined && { description }),
    ...(lastAt !== undefined && { lastAt }),
    fired: record.fired(name, momentsAt(now()), mostCounted),
    keys: store.rememberedKeys(name),
    isBraked: [false, true].some(
      (isWatched) => store.alerts.state("rule", ruleDaysKey(name, isWatched))?.brakedOn === jstDay(now()),
    ),
    overran: rules.current().overruns?.get(name) ?? 0,
  };
}

function momentsAt(now: number) {
  const iso = (at: number) => new Date(at).toISOString();
  return {
    today: iso(Date.parse(`${jstDay(now)}T00:00:00+09:00`)),
    week: iso(now - 7 * dayMs),
    month: iso(now - 30 * dayMs),
  };
}

/** The silences that name a rule; those that name none may quiet its alerts as well, and are not about it. */
export function silencesOf(rule: string, silences: readonly Silence[]): Silence[] {
  return silences.filter(({ match }) =>
    matcherOf(match).conditions.some(
      ({ key, isNot, values }) =>
        key === "rule" && !isNot && values.some(({ pattern }) => fits(pattern, rule)),
    ),
  );
}
