/** The call or a file was wrong: told in plain lines, exit status 2. */
import type { Problem } from "./problem.ts";
import { didYouMean } from "./text/nearest.ts";

export class Refused extends Error {
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[] = []) {
    super(message);
    this.name = "Refused";
    this.problems = problems;
  }
}

const mostNamed = 20;

export function noRule(name: string, names: readonly string[]): Refused {
  const there = names.slice(0, mostNamed).join(", ") || "there is none";
  return new Refused(`there is no rule "${name}": ${didYouMean(name, names) ?? there}`);
}
