/** The rules that are active, and the news when an edit changes or breaks them. */

import type { Problem } from "../lib/problem.ts";
import type { RuleMeaning, RuleSet } from "../model/rule.ts";
import type { Change } from "../pipeline/diff.ts";

/** What reading the rule folder gave. */
type Loaded =
  | { readonly ok: true; readonly rules: RuleSet }
  | { readonly ok: false; readonly files: readonly string[]; readonly problems: readonly Problem[] };

export interface ActiveRules {
  current(): RuleSet;
  /** Takes what an edit gave; a broken one leaves the rules as they are. The answer goes on the log, if it is news. */
  take(loaded: Loaded): Change | undefined;
}

/** Under this key the database remembers which rules were told as loaded last, so that a restart does not repeat it. */
export const rulesHashKey = "rules.hash";

/** @param remembered the rules that remember something, with what it says */
export function createActiveRules(
  first: RuleSet,
  toldHash: string | undefined,
  remembered: () => readonly RuleMeaning[],
): ActiveRules {
  let active = first;
  let told = toldHash;
  let rejected = "";
  return {
    current: () => active,
    take(loaded) {
      if (!loaded.ok) {
        const fault = JSON.stringify(loaded.problems);
        if (fault === rejected) return undefined;
        rejected = fault;
        told = undefined;
        return rejection(loaded.files, active, loaded.problems);
      }
      active = loaded.rules;
      rejected = "";
      const outdated = remembered().filter(({ rule, meaning }) => active.meanings.get(rule) !== meaning);
      // Other settings may change what a rule means, too.
      if (told === active.hash && outdated.length === 0) return undefined;
      told = active.hash;
      return loading(active, outdated);
    },
  };
}

/** What is outdated is forgotten together with the news of it. */
function loading(rules: RuleSet, outdated: readonly RuleMeaning[]): Change {
  const anew = outdated.map(({ rule }) => rule).filter((rule) => rules.meanings.has(rule));
  const files = { files: [...rules.files], rules: [...rules.names] };
  const now = anew.length === 0 ? files : { ...files, anew: [...new Set(anew)].sort() };
  return {
    drafts: [{ type: "rules.loaded", source: "/rules", subject: "rules", data: { now } }],
    batch: { forget: outdated, meta: { [rulesHashKey]: rules.hash } },
  };
}

function rejection(files: readonly string[], active: RuleSet, problems: readonly Problem[]): Change {
  const now = {
    files: [...files],
    rules: [...active.names],
    problems: problems.map(({ source, ...problem }) => problem),
  };
  return {
    drafts: [{ type: "rules.rejected", source: "/rules", subject: "rules", data: { now } }],
    // The broken edit is on the log; whatever is loaded next is news again, after a restart too.
    batch: { meta: { [rulesHashKey]: "" } },
  };
}
