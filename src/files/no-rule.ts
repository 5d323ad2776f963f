/** Refuses the name of a rule that there is not. */

import { Refused } from "../lib/refused.ts";
import { didYouMean } from "../lib/text/nearest.ts";

const mostNamed = 20;

export function noRule(name: string, names: readonly string[]): Refused {
  const there = names.slice(0, mostNamed).join(", ") || "there is none";
  return new Refused(`there is no rule "${name}": ${didYouMean(name, names) ?? there}`);
}
