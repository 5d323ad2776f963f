/** The section `alerts` of the settings, compiled into the policy that the life of alerts asks. */
import { dayMs } from "../lib/clock.ts";
import type { AlertFacts } from "../model/alerts.ts";
import type { TradingCalendar } from "../model/dates.ts";
import type { Language } from "../model/language.ts";
import type { Silence } from "../model/silence.ts";
import { routeNames } from "./check-settings.ts";
import { factKey, factOf } from "./fact-keys.ts";
import { compileDigest, compileHours } from "./hours.ts";
import { type Matcher, type MatcherCondition, matcherOf, parseMatcher } from "./matcher.ts";
import type { Inhibition, Policy, Quieted, ReceiverPlan, ReceiverTerms, RouteTerms } from "./policy.ts";
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
    plans: (facts, recipients, at, calendar) =>
      facts.source === digestSource
        ? recipients.map((receiver) => ({ receiver, route: ownDigest(terms.get(receiver)) }))
        : plansFor(reached(routes, facts, at, calendar), recipients),
    terms: (receiver) => terms.get(receiver) ?? { ...anyReceiver, language: languageOf(receiver) },
    quieted: createQuieting(windows),
    inhibitions: inhibit.map(compileInhibition),
    resolveAfter: settings?.resolveAfter ?? { ms: dayMs },
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

/** Source of the news about a digest: it is in that digest, whatever routes say. */
const digestSource = "/digests";

function ownDigest(terms: ReceiverTerms | undefined): RouteTerms {
  return { ...noRoute, digest: terms?.digest };
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

function plansFor(routes: readonly Route[], recipients: readonly string[]): ReceiverPlan[] {
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

/** Silences before windows: a person has set them since. Of several silences, the one that lasts longest. */
function createQuieting(written: AlertSettings["windows"]): Policy["quieted"] {
  const windows = written.map((window) => {
    const matcher = window.match === undefined ? undefined : matcherOf(window.match);
    return { ...window, matcher, hours: compileHours([window]) };
  });
  const indexes = new WeakMap<readonly Silence[], SilenceIndex>();
  const bySilence = (facts: AlertFacts, at: number, silences: readonly Silence[]): Quieted | undefined => {
    const index = indexes.get(silences) ?? indexSilences(silences);
    indexes.set(silences, index);
    let longest: Silence | undefined;
    for (const silence of index(facts)) {
      const { from, until } = silence;
      if (at >= from && at < until && until > (longest?.until ?? at)) longest = silence;
    }
    if (longest === undefined) return undefined;
    const { id: by, fate, until, grows } = longest;
    return { by, fate, until, ...(grows && { grows }) };
  };
  return (facts, at, silences, calendar) => {
    const silence = bySilence(facts, at, silences);
    if (silence !== undefined) return silence;
    for (const { name, fate, matcher, hours } of windows)
      if (hours?.includes(at, calendar) && (matcher?.matches(facts) ?? true))
        return { by: name, fate, until: hours.nextClosed(at, calendar) };
    return undefined;
  };
}

// Silences by the exact values that most of them name: an alert is compared with those alone that may fit it.

/** Facts that tell alerts apart, the best first. */
const tellingKeys = ["key", "subject", "rule"];

interface Indexed {
  readonly silence: Silence;
  readonly matcher: Matcher;
  /** Place among all of them. */
  readonly place: number;
}

type SilenceIndex = (facts: AlertFacts) => readonly Silence[];

/** Gives the silences that match an alert, in their order. One that cannot be read matches none. */
export function indexSilences(silences: readonly Silence[]): SilenceIndex {
  const byValue = new Map<string, Indexed[]>();
  const others: Indexed[] = [];
  for (const [place, silence] of silences.entries()) {
    const matcher = matcherIn(silence);
    if (matcher === undefined) continue;
    const indexed = { silence, matcher, place };
    const names = namesIn(matcher.conditions);
    if (names === undefined) others.push(indexed);
    for (const name of names ?? []) {
      const known = byValue.get(name);
      if (known === undefined) byValue.set(name, [indexed]);
      else known.push(indexed);
    }
  }
  return (facts) => {
    const near = tellingKeys.flatMap((key) => byValue.get(nameOf(key, factOf(key, facts))) ?? []);
    const matching = [...near, ...others].filter(({ matcher }) => matcher.matches(facts));
    return matching.sort((a, b) => a.place - b.place).map(({ silence }) => silence);
  };
}

// The kept silences are the same objects from one question to the next.
const matchers = new WeakMap<Silence, Matcher | undefined>();

function matcherIn(silence: Silence): Matcher | undefined {
  if (!matchers.has(silence)) {
    const read = parseMatcher(silence.match);
    matchers.set(silence, read.ok ? read.matcher : undefined);
  }
  return matchers.get(silence);
}

/** Names of the values of which an alert must have one; undefined where stars leave that open. */
function namesIn(conditions: readonly MatcherCondition[]): ReadonlySet<string> | undefined {
  const exact = conditions.filter(
    ({ isNot, values }) => !isNot && values.every(({ pattern }) => pattern.length === 1),
  );
  const [best] = tellingKeys.flatMap((wanted) => exact.filter(({ key }) => key === wanted));
  return best && new Set(best.values.map(({ pattern: [value = ""] }) => nameOf(best.key, value)));
}

function nameOf(key: string, value: string): string {
  return `${key}=${value}`;
}
