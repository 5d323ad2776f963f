/** The section `alerts` of the settings, compiled into the policy that the life of alerts asks. */
import type { AlertFacts } from "../model/alerts.ts";
import type { Language } from "../model/notification.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import { matcherOf } from "./matcher.ts";
import { compileDigest } from "./policy/digests.ts";
import { factKey, factOf } from "./policy/fact-keys.ts";
import { compileHours } from "./policy/hours.ts";
import { createQuieting } from "./policy/quieting.ts";
import { routeNames } from "./policy/route-names.ts";
import type { Inhibition, Plan, Policy, ReceiverTerms, RouteTerms } from "./policy.ts";
import type { AlertSettings, RouteSettings } from "./settings.ts";

export interface PolicyOptions {
  /** Language of a receiver whose terms have none. */
  readonly languageOf?: (receiver: string) => Language;
}

/** @param settings undefined: they say nothing of alerts, and each is told at once, as its rule says */
export function createPolicy(
  settings: AlertSettings | undefined,
  { languageOf = () => "en" }: PolicyOptions = {},
): Policy {
  const { receivers = {}, routes: written = [], inhibit = [], windows = [], brake } = settings ?? {};
  const names = routeNames(written);
  const routes = written.map((route, index) => compileRoute(route, names[index] ?? ""));
  const terms = new Map(
    Object.entries(receivers).map(([name, own]) => [name, termsOf(own, languageOf(name))]),
  );
  return {
    plans: (facts, recipients, at, calendar) => plansFor(reached(routes, facts, at, calendar), recipients),
    terms: (receiver) => terms.get(receiver) ?? { ...anyReceiver, language: languageOf(receiver) },
    quieted: createQuieting(windows),
    inhibitions: inhibit.map(compileInhibition),
    resolveAfter: settings?.resolveAfter ?? { ms: 86_400_000 },
    brake,
  };
}

type ReceiverSettings = AlertSettings["receivers"][string];

const anyReceiver = { hours: undefined, outside: "hold", cap: {}, digest: undefined } as const;

function termsOf(
  { hours, outside = "hold", cap = {}, language, digest }: ReceiverSettings,
  fallback: Language,
): ReceiverTerms {
  return {
    hours: hours && compileHours(hours),
    ...{ outside, cap, language: language ?? fallback },
    digest: digest && compileDigest(digest),
  };
}

interface Route {
  readonly terms: RouteTerms;
  readonly to: readonly string[] | undefined;
  readonly goesOn: boolean;
  matches(facts: AlertFacts, at: number, calendar: TradingCalendar): boolean;
}

/** Terms of receivers that the rule names and no route says anything of. */
const noRoute: RouteTerms = {
  name: "",
  groupOf: undefined,
  about: () => "",
  ...{ waitMs: 0, everyMs: 0, repeat: undefined, resolved: false, digest: undefined },
};

function compileRoute(route: RouteSettings, name: string): Route {
  const { match, to, groupBy, wait = 0, every = 0, repeat, resolved, digest } = route;
  const matcher = match === undefined ? undefined : matcherOf(match);
  const hours = compileHours([route]);
  return {
    to,
    goesOn: route.continue,
    matches: (facts, at, calendar) =>
      (matcher?.matches(facts) ?? true) && (hours?.includes(at, calendar) ?? true),
    terms: {
      name,
      groupOf: groupBy && ((facts) => groupBy.map((key) => factOf(key, facts))),
      about: (values, language = "en") => aboutOf(groupBy ?? [], values, language),
      ...{ waitMs: wait, everyMs: every, repeat, resolved },
      digest: digest && compileDigest(digest),
    },
  };
}

/** The values that alerts share, such as `rule short-large, subject 7203`; those that are empty are left out. */
function aboutOf(keys: readonly string[], values: readonly string[], language: Language): string {
  const parts = keys.flatMap((key, index) => {
    const value = values[index] ?? "";
    return value === "" ? [] : `${factKey(key)?.words[language]} ${value}`;
  });
  return parts.join(language === "ja" ? "、" : ", ");
}

function reached(
  routes: readonly Route[],
  facts: AlertFacts,
  at: number,
  calendar: TradingCalendar,
): Route[] {
  const found: Route[] = [];
  for (const route of routes) {
    if (!route.matches(facts, at, calendar)) continue;
    found.push(route);
    if (!route.goesOn) break;
  }
  return found;
}

function plansFor(routes: readonly Route[], recipients: readonly string[]): Plan[] {
  const receivers = new Set([...recipients, ...routes.flatMap(({ to }) => to ?? [])]);
  return [...receivers].map((receiver) => ({
    receiver,
    route: routes.find(({ to }) => to?.includes(receiver) ?? true)?.terms ?? noRoute,
  }));
}

type WrittenInhibition = AlertSettings["inhibit"][number];

function compileInhibition({ source, target, equal }: WrittenInhibition): Inhibition {
  const [feeding, quiet] = [matcherOf(source), matcherOf(target)];
  return {
    name: `${source} > ${target} (${equal.join(", ")})`,
    feeds: feeding.matches,
    // An alert that is of both kinds would quiet itself.
    quiets: (facts) => quiet.matches(facts) && !feeding.matches(facts),
    values: (facts) => equal.map((key) => factOf(key, facts)),
  };
}
