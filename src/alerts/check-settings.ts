/** Findings about the section `alerts` that need more than its own form: recipients, watchlists and rules that are there. */
import { didYouMean } from "../lib/text/nearest.ts";
import { durationWords } from "../model/duration.ts";
import { someOf } from "../model/event-types.ts";
import type { RuleSet } from "../model/rule.ts";
import { noWatchlist } from "../model/watchlists.ts";
import { fits, fitsAll } from "./fact-keys.ts";
import { type MatcherCondition, matcherOf } from "./matcher.ts";
import type { AlertSettings, RouteSettings } from "./settings.ts";

export interface AlertFinding {
  /** Keys to the value, within the section. */
  readonly at: readonly (string | number)[];
  readonly message: string;
  readonly suggestion?: string;
  /** Place in the text of the value. */
  readonly index?: number;
  /** It is about the key. */
  readonly isKey?: boolean;
}

export interface KnownNames {
  /** All that `notify` may have, such as email:desk. */
  readonly receivers: readonly string[];
  readonly watchlists: readonly string[];
}

/** Names that there are not, and names that stand twice: such settings are refused. */
export function alertMistakes(
  settings: AlertSettings,
  { receivers, watchlists }: KnownNames,
): AlertFinding[] {
  const noRecipient = (name: string): Finding => unknownReceiver(name, receivers);
  const unknown = (name: string, at: AlertFinding["at"], isKey: boolean): AlertFinding[] =>
    receivers.includes(name) ? [] : [{ at, isKey, ...noRecipient(name) }];
  return [
    ...Object.keys(settings.receivers).flatMap((name) => unknown(name, ["receivers", name], true)),
    ...settings.routes.flatMap(({ to = [] }, route) =>
      to.flatMap((name, place) => unknown(name, ["routes", route, "to", place], false)),
    ),
    ...ofMatchers(settings, "watchlist", (name, pattern) => {
      if (watchlists.some((list) => fits(pattern, list))) return undefined;
      const known = watchlists.length === 0 ? "the settings have none" : `there are ${watchlists.join(", ")}`;
      return { message: noWatchlist(name), suggestion: didYouMean(name, watchlists) ?? known };
    }),
    ...ofMatchers(settings, "notify", (name, pattern) =>
      receivers.some((one) => fits(pattern, one)) ? undefined : noRecipient(name),
    ),
    ...twice(settings.routes, ["routes"], "route"),
    ...twice(settings.windows, ["windows"], "window"),
    ...twiceInhibited(settings.inhibit),
  ];
}

/** What is wrong with the name of a receiver that there is not. */
export function unknownReceiver(name: string, receivers: KnownNames["receivers"]) {
  const there = receivers.length === 0 ? "the settings name none" : `there are ${receivers.join(", ")}`;
  const suggestion = didYouMean(name, receivers) ?? there;
  return { message: `the settings have no recipient \`${name}\``, suggestion };
}

export interface KnownRules extends Pick<RuleSet, "names" | "endings"> {
  /** Names of rules that are turned off. */
  readonly disabled: readonly string[];
  readonly rules: readonly { readonly types: readonly string[] }[];
}

/**
 * Settings that load and can hardly be meant: routes that no alert comes to, matchers that name no rule, inhibitions
 * that no event ends, digests on quiet days of which no rule tells.
 */
export function alertWarnings(settings: AlertSettings, rules: KnownRules): AlertFinding[] {
  const all = [...rules.names, ...rules.disabled];
  const last = settings.routes.findIndex((route) => !route.continue && isForAll(route));
  const unreached = last < 0 ? [] : [...settings.routes.keys()].slice(last + 1);
  return [
    ...unreached.map((route) => ({
      at: ["routes", route],
      message: `no alert comes to this route: all of them end with route ${last + 1}, which is for all alerts`,
      suggestion: `put it before, or say \`continue: true\` in route ${last + 1}`,
    })),
    ...ofMatchers(settings, "rule", (name, pattern) => {
      if (all.some((rule) => fits(pattern, rule))) return undefined;
      const suggestion = didYouMean(name, all);
      return { message: `no rule is called \`${name}\``, ...(suggestion !== undefined && { suggestion }) };
    }),
    ...endless(settings, rules),
    ...untoldDigests(settings, rules),
  ];
}

/** Receivers that want their digest on a quiet day as well, where no rule tells of it. */
function untoldDigests({ receivers }: AlertSettings, { rules }: KnownRules): AlertFinding[] {
  if (rules.some(({ types }) => types.includes("digest.due"))) return [];
  const message = "no rule is about `digest.due`, so there is no digest on a quiet day";
  const suggestion = "take the rule `digest-of-a-day` from monitor.yaml of the rules that ship";
  return Object.entries(receivers).flatMap(([name, { always }]) =>
    always ? [{ at: ["receivers", name, "always"], message, suggestion }] : [],
  );
}

/** Sources of inhibitions whose rules say nothing of their end, so that they quiet others long after it. */
function endless({ inhibit, resolveAfter }: AlertSettings, { names, endings }: KnownRules): AlertFinding[] {
  return inhibit.flatMap(({ source }, index): AlertFinding[] => {
    const named = matcherOf(source).conditions.filter(({ key, isNot }) => key === "rule" && !isNot);
    if (named.length === 0) return [];
    const isMeant = (rule: string) =>
      named.every(({ values }) => values.some(({ pattern }) => fits(pattern, rule)));
    const rules = names.filter((rule) => isMeant(rule) && !endings?.has(rule));
    if (rules.length === 0) return [];
    const has = `${someOf(rules)} ${rules.length === 1 ? "has" : "have"}`;
    const message = `${has} no \`until\`: others are quiet until nothing new came for ${durationWords(resolveAfter)}`;
    const suggestion = "say in the rule when its alert is resolved: `until`, or `resolveAfter`";
    return [{ at: ["inhibit", index, "source"], message, suggestion }];
  });
}

function isForAll({ match, between, on, days, except }: RouteSettings): boolean {
  if (between !== undefined || on !== "every-day" || days !== undefined || except !== undefined) return false;
  return match === undefined || matcherOf(match).conditions.every(isAlways);
}

/** An alert may have no label, watchlist or recipient, so that even a star does not fit. */
function isAlways({ key, isNot, values }: MatcherCondition): boolean {
  const isThere = !key.startsWith("label.") && key !== "watchlist" && key !== "notify";
  return isThere && !isNot && values.some(({ pattern }) => fitsAll(pattern));
}

type Finding = Pick<AlertFinding, "message" | "suggestion">;

/** Findings about the values of a key in all matchers; a name with stars names nothing where nothing fits. */
function ofMatchers(
  { routes, inhibit, windows }: AlertSettings,
  key: string,
  find: (name: string, pattern: MatcherCondition["values"][number]["pattern"]) => Finding | undefined,
): AlertFinding[] {
  const written = [
    ...routes.map(({ match }, index) => ({ match, at: ["routes", index, "match"] })),
    ...windows.map(({ match }, index) => ({ match, at: ["windows", index, "match"] })),
    ...inhibit.flatMap(({ source, target }, index) => [
      { match: source, at: ["inhibit", index, "source"] },
      { match: target, at: ["inhibit", index, "target"] },
    ]),
  ];
  return written.flatMap(({ match, at }) => {
    const conditions = match === undefined ? [] : matcherOf(match).conditions;
    return conditions
      .filter((condition) => condition.key === key)
      .flatMap(({ values }) =>
        values.flatMap(({ pattern, index }): AlertFinding[] => {
          const found = fitsAll(pattern) ? undefined : find(pattern.join("*"), pattern);
          return found === undefined ? [] : [{ ...found, at, index }];
        }),
      );
  });
}

function twice(
  named: readonly { readonly name?: string | undefined }[],
  at: string[],
  what: string,
): AlertFinding[] {
  const names = named.map(({ name }) => name);
  return names.flatMap((name, index): AlertFinding[] => {
    if (name === undefined || names.indexOf(name) === index) return [];
    return [{ at: [...at, index, "name"], message: `a ${what} before it has this name` }];
  });
}

function twiceInhibited(inhibit: AlertSettings["inhibit"]): AlertFinding[] {
  const texts = inhibit.map((one) => JSON.stringify([one.source, one.target, one.equal]));
  return texts.flatMap((text, index): AlertFinding[] =>
    texts.indexOf(text) === index
      ? []
      : [{ at: ["inhibit", index], message: "this is already in the list before it" }],
  );
}

const mostCharacters = 60;

/** The names of all routes: their own or their `match`, each once. */
export function routeNames(routes: readonly RouteSettings[]): string[] {
  const taken = new Set(routes.flatMap(({ name }) => name ?? []));
  return routes.map(({ name, match = "every alert" }) => {
    if (name !== undefined) return name;
    const short = match.length > mostCharacters ? `${match.slice(0, mostCharacters - 1)}…` : match;
    let unique = short;
    for (let count = 2; taken.has(unique); count += 1) unique = `${short} (${count})`;
    taken.add(unique);
    return unique;
  });
}
