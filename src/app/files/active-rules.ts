/** The rules that are active, and the news when an edit changes or breaks them. */
import type { Problem } from "../../lib/problem.ts";
import type { RuleMeaning, RuleSet } from "../../model/rule.ts";
import type { Change } from "../../pipeline/change.ts";

/** The rule folder as it was read. */
type Loaded =
  | {
      readonly ok: true;
      readonly rules: RuleSet;
      /** Facts that keep the rules' files, for a start without them. */
      readonly keep?: Readonly<Record<string, string>>;
      /** Mistakes of an edit that is not used as it is, though these rules are active. */
      readonly problems?: readonly Problem[];
    }
  | { readonly ok: false; readonly files: readonly string[]; readonly problems: readonly Problem[] };

export interface ActiveRules {
  current(): RuleSet;
  /** Takes what an edit gave; a broken one leaves the rules as they are. The answer goes on the log, if it is news. */
  take(loaded: Loaded, message?: string): Change | undefined;
}

/** Under this key the database remembers which rules were told as loaded last, so that a restart does not repeat it. */
export const rulesHashKey = "rules.hash";

/** The rules that were good before this start. */
interface RulesBefore {
  readonly names: readonly string[];
  /** The facts that keep it. */
  kept(key: string): string | undefined;
}

const nothingBefore: RulesBefore = { names: [], kept: () => undefined };

/** @param remembered the rules that remember something, with what it says */
export function createActiveRules(
  first: RuleSet,
  toldHash: string | undefined,
  remembered: () => readonly RuleMeaning[],
  before = nothingBefore,
): ActiveRules {
  let active = first;
  let names = before.names;
  let told = toldHash;
  let rejected = "";
  /** News of an edit that is not used as it is: undefined where the same was told before. */
  const rejection = (
    files: readonly string[],
    problems: readonly Problem[],
    message: string | undefined,
  ): Change | undefined => {
    const fault = JSON.stringify(problems);
    if (fault === rejected) return undefined;
    rejected = fault;
    told = undefined;
    return rejecting(files, active, problems, message);
  };
  const loading = (keep: Readonly<Record<string, string>>): Change | undefined => {
    const outdated = remembered().filter(({ rule, meaning }) => active.meanings.get(rule) !== meaning);
    const gone = names.filter((name) => !active.names.includes(name));
    names = active.names;
    const meta = Object.fromEntries(Object.entries(keep).filter(([key, fact]) => before.kept(key) !== fact));
    // Other settings may change what a rule means, too.
    if (told === active.hash && outdated.length === 0)
      return Object.keys(meta).length === 0 ? undefined : { drafts: [], batch: { meta } };
    told = active.hash;
    return loadingNews(active, { outdated, gone, meta });
  };
  return {
    current: () => active,
    take(loaded, message) {
      if (!loaded.ok) return rejection(loaded.files, loaded.problems, message);
      const isOther = active.hash !== loaded.rules.hash;
      active = loaded.rules;
      const { keep = {}, problems = [] } = loaded;
      if (problems.length === 0) {
        rejected = "";
        return loading(keep);
      }
      const loadedNews = isOther ? loading(keep) : undefined;
      return together(loadedNews, rejection(active.files, problems, message));
    },
  };
}

function together(first: Change | undefined, second: Change | undefined): Change | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const meta = { ...first.batch.meta, ...second.batch.meta };
  return { drafts: [...first.drafts, ...second.drafts], batch: { ...first.batch, ...second.batch, meta } };
}

interface Loading {
  readonly outdated: readonly RuleMeaning[];
  readonly gone: readonly string[];
  readonly meta: Readonly<Record<string, string>>;
}

/** States of rules that mean something else now are forgotten in the same commit. */
function loadingNews(rules: RuleSet, { outdated, gone, meta }: Loading): Change {
  const anew = outdated.map(({ rule }) => rule).filter((rule) => rules.meanings.has(rule));
  const now = {
    ...{ files: [...rules.files], rules: [...rules.names] },
    ...(anew.length > 0 && { anew: [...new Set(anew)].sort() }),
    ...(gone.length > 0 && { gone }),
  };
  return {
    drafts: [{ type: "rules.loaded", source: "/rules", subject: "rules", data: { now } }],
    batch: { forget: outdated, meta: { ...meta, [rulesHashKey]: rules.hash } },
  };
}

function rejecting(
  files: readonly string[],
  active: RuleSet,
  problems: readonly Problem[],
  message: string | undefined,
): Change {
  const now = {
    files: [...files],
    rules: [...active.names],
    problems: problems.map(({ source, ...problem }) => problem),
    ...(message !== undefined && { message }),
  };
  return {
    drafts: [{ type: "rules.rejected", source: "/rules", subject: "rules", data: { now } }],
    // The broken edit is on the log; whatever is loaded next is news again, after a restart too.
    batch: { meta: { [rulesHashKey]: "" } },
  };
}
