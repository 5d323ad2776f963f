/** The rules that are active, and the news when an edit changes or breaks them. */

import type { Problem } from "../lib/problem.ts";
import type { RuleSet } from "../model/rule.ts";
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

export function createActiveRules(first: RuleSet, toldHash: string | undefined): ActiveRules {
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
      if (told === active.hash) return undefined;
      told = active.hash;
      return loading(active);
    },
  };
}

function loading(rules: RuleSet): Change {
  const now = { files: [...rules.files], rules: [...rules.names] };
  return {
    drafts: [{ type: "rules.loaded", source: "/rules", subject: "rules", data: { now } }],
    batch: { meta: { [rulesHashKey]: rules.hash } },
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
