/**
 * Rules about the parameters of a call together, as data beside its entry, and the check of a query by them. They say
 * our names of parameters.
 */

/** One rule. A parameter that holds no text is not given. */
export type ParameterRule<P extends string = string> =
  | { readonly exactlyOne: readonly P[] }
  | { readonly atLeastOne: readonly P[] }
  | { readonly bothOrNone: readonly [P, P] }
  | { readonly parameter: P; readonly notWith: readonly P[] }
  | { readonly parameter: P; readonly onlyWith: P }
  /** `day` is needed, too, and must be the service's day: a check that is not told which that is leaves it to the service. */
  | { readonly parameter: P; readonly onlyToday: P };

/** A rule that a query breaks. */
interface BrokenRule {
  /** The parameter that it is told at. */
  readonly parameter: string;
  readonly message: string;
  /** Whether more parameters would mend it. */
  readonly isLack: boolean;
}

type Values = Readonly<Record<string, string | undefined>>;

/**
 * Every rule that a query breaks, in the order of the rules.
 * @param today the service's day, YYYY-MM-DD, where it is known
 */
export function brokenRules(
  rules: readonly ParameterRule[],
  query: Values,
  today?: string,
): readonly BrokenRule[] {
  return rules.flatMap((rule) => broken(rule, query, today) ?? []);
}

function broken(rule: ParameterRule, query: Values, today: string | undefined): BrokenRule | undefined {
  const isGiven = (name: string) => Boolean(query[name]);
  if ("exactlyOne" in rule) {
    const [first, second] = rule.exactlyOne.filter(isGiven);
    if (first === undefined) return lack(rule.exactlyOne[0], `one of ${list(rule.exactlyOne)} is needed`);
    return second === undefined ? undefined : apart(first, second);
  }
  if ("atLeastOne" in rule) {
    if (rule.atLeastOne.some(isGiven)) return undefined;
    return lack(rule.atLeastOne[0], `at least one of ${list(rule.atLeastOne)} is needed`);
  }
  if ("bothOrNone" in rule) {
    const [given, missing] = rule.bothOrNone.toSorted((a, b) => Number(isGiven(b)) - Number(isGiven(a)));
    return isGiven(given ?? "") && !isGiven(missing ?? "") ? needs(given, missing) : undefined;
  }
  const { parameter } = rule;
  if (!isGiven(parameter)) return undefined;
  if ("notWith" in rule) {
    const other = rule.notWith.find(isGiven);
    return other === undefined ? undefined : apart(parameter, other);
  }
  if ("onlyWith" in rule) return isGiven(rule.onlyWith) ? undefined : needs(parameter, rule.onlyWith);
  const day = query[rule.onlyToday];
  if (!day) return needs(parameter, rule.onlyToday);
  if (today === undefined || day === today) return undefined;
  return { parameter, message: `it is asked of today alone, which is ${today}`, isLack: false };
}

const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");

const lack = (parameter = "", message: string): BrokenRule => ({ parameter, message, isLack: true });

const needs = (parameter: string | undefined, other: string | undefined) =>
  lack(parameter, `it is asked only together with \`${other}\``);

const apart = (parameter: string, other: string): BrokenRule => ({
  parameter,
  message: `\`${parameter}\` is not asked together with \`${other}\``,
  isLack: false,
});

/** Pairs of parameters that no query may have both of. */
export function pairsApart(rules: readonly ParameterRule[]): (readonly [string, string])[] {
  return rules.flatMap((rule) => {
    if ("exactlyOne" in rule) {
      const names = rule.exactlyOne;
      return names.flatMap((name, at) => names.slice(at + 1).map((other) => [name, other] as const));
    }
    return "notWith" in rule ? rule.notWith.map((other) => [rule.parameter, other] as const) : [];
  });
}
