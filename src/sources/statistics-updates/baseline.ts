import type { Diff } from "../source.ts";
import type { ScopeAnswer } from "./state.ts";

type Baseline = NonNullable<Diff["baselined"]>;

/**
 * Makes the news of first sights: one, when all that were begun are whole; until then it is kept in the cursor.
 * @param firsts scopes whose first sight is whole now
 * @param untold those that were whole before
 */
export function baselineOf(
  firsts: readonly ScopeAnswer[],
  untold: Baseline | undefined,
  isUnfinished: boolean,
): { readonly baselined?: Baseline; readonly untold?: Baseline } {
  if (firsts.length === 0 && untold === undefined) return {};
  const items = firsts.reduce((sum, { first, fetched }) => sum + (first?.items ?? fetched.length), 0);
  const whole = {
    items: (untold?.items ?? 0) + items,
    scopes: [...(untold?.scopes ?? []), ...firsts.map(({ scope }) => scope)],
  };
  return isUnfinished ? { untold: whole } : { baselined: whole };
}
