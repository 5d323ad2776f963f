/** Rules that see the watchlists of a test in place of those of the settings. */
import { problemsFromHere, ruleOptions } from "../../app/files/check-files.ts";
import { Refused } from "../../app/refused.ts";
import type { Config } from "../../config/config.ts";
import type { Watchlists } from "../../model/watchlists.ts";
import { loadRules } from "../../rules/files/load-rules.ts";
import type { CompiledRules } from "../../rules/rule-set.ts";

/** Compiles the rules of these settings with other lists; tests with equal ones share what comes of it. */
export function createCompiler(config: Config): (lists: Watchlists) => Promise<CompiledRules> {
  const known = new Map<string, Promise<CompiledRules>>();
  return (lists) => {
    const key = JSON.stringify(lists);
    const compiled = known.get(key) ?? compile(config, lists);
    known.set(key, compiled);
    return compiled;
  };
}

async function compile(config: Config, insteadOfLists: Watchlists): Promise<CompiledRules> {
  const loaded = await loadRules(config.rules, { ...ruleOptions(config), insteadOfLists });
  if (loaded.ok) return loaded.rules;
  const problems = problemsFromHere(config.rules, loaded.problems);
  throw new Refused("the rules have mistakes with the watchlists of a test", problems);
}
