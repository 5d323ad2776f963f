/**
 * The rules that are active, and the news of them: an edit changed or broke them, or one met a limit, since it remembers
 * as much as it may or takes too long.
 */
import { isDeepStrictEqual } from "node:util";
import { type Clock, dayMs } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Problem } from "../lib/problem.ts";
import type { RuleLimit } from "../model/news-items.ts";
import { memoryLimits, type ReachedLimit, type RuleMeaning, type RuleSet } from "../model/rule.ts";
import { standingLimits } from "../model/standing.ts";
import type { Watchlists } from "../model/watchlists.ts";
import type { Change } from "../pipeline/change.ts";
import type { CompiledRules } from "../rules/rule-set.ts";

/** The rule folder as it was read. */
type Loaded =
  | {
      readonly ok: true;
      readonly rules: CompiledRules;
      /** Facts that keep the rules' files, for a start without them. */
      readonly keep?: Readonly<Record<string, string>>;
      /** Mistakes of an edit that is not used as it is, though these rules are active. */
      readonly problems?: readonly Problem[];
    }
  | { readonly ok: false; readonly files: readonly string[]; readonly problems: readonly Problem[] };

export interface ActiveRules {
  current(): CompiledRules;
  /** Whether the last edit, or the start, had files that are not used as they are. */
  isRefused(): boolean;
  /** The watchlists that they see: the same object as long as these stay the same. */
  watchlists(): Watchlists;
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
  first: CompiledRules,
  toldHash: string | undefined,
  remembered: () => readonly RuleMeaning[],
  before = nothingBefore,
): ActiveRules {
  let active = first;
  let watchlists = first.watchlists ?? {};
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
    isRefused: () => rejected !== "",
    watchlists: () => watchlists,
    take(loaded, message) {
      if (!loaded.ok) return rejection(loaded.files, loaded.problems, message);
      const isOther = active.hash !== loaded.rules.hash;
      active = loaded.rules;
      const { watchlists: lists = {} } = active;
      if (!isDeepStrictEqual(lists, watchlists)) watchlists = lists;
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

export interface LimitNews {
  /** To be called with what a commit reached. */
  reached(limits: readonly ReachedLimit[]): void;
  stop(): void;
}

const againMs = dayMs;
const keyOf = ({ rule, limit }: ReachedLimit) => `rules.limited.${limit}.${rule}`;

/**
 * Tells that a rule remembers as much as it may, once a day.
 * @param toldAt what a change's `meta` wrote under a key
 * @param tell gives a change to the pipeline; not called within `reached`
 */
export function createLimitNews(
  toldAt: (key: string) => string | undefined,
  clock: Clock,
  tell: (change: Change) => void,
): LimitNews {
  const pending = new Map<string, ReachedLimit>();
  let cancel: (() => void) | undefined;
  const flush = () => {
    cancel = undefined;
    const fresh = [...pending.values()];
    pending.clear();
    const meta = Object.fromEntries(fresh.map((one) => [keyOf(one), String(clock.now())]));
    tell({ drafts: fresh.map(draftOf), batch: { meta } });
  };
  return {
    reached(limits) {
      for (const one of limits) {
        const told = Number(toldAt(keyOf(one)) ?? Number.NEGATIVE_INFINITY);
        if (clock.now() - told >= againMs) pending.set(keyOf(one), one);
      }
      if (pending.size > 0) cancel ??= clock.after(0, flush);
    },
    stop: () => cancel?.(),
  };
}

function draftOf({ rule, limit }: ReachedLimit): Change["drafts"][number] {
  if (limit === "standing") return fullDraft(rule);
  const most = memoryLimits[limit];
  const what = limit === "keys" ? "combinations of its `by`" : "events of one combination of its `by`";
  const message = `The rule remembers ${most} ${what}, and forgets the oldest for each new one.`;
  const now: RuleLimit = { rule, limit, most, message };
  return { type: "rules.limited", source: "/rules", subject: rule, data: { now } };
}

/** @param name of a source, or of a standing value */
function fullDraft(name: string): Change["drafts"][number] {
  const isValue = name.startsWith("standing.");
  const most = isValue ? standingLimits.groups : standingLimits.items;
  const what = isValue ? `groups of \`${name}\`` : `items of \`${name}\``;
  const message = `There are more than ${most} ${what}: rules see none of it until the monitor starts again or the rules change.`;
  const now: RuleLimit = { rule: name, limit: "standing", most, message };
  return { type: "rules.limited", source: "/rules", subject: name, data: { now } };
}

/**
 * Tells of rules that were stopped since they would have taken too long, and of those that gave targets which nobody
 * knows: each once in the log; the metrics have how often. The answer tells those since its last call; to be called
 * after events were evaluated.
 */
export function createOverrunNews(rules: () => RuleSet, log: Log): () => void {
  let looked: RuleSet | undefined;
  const overran = createTeller((rule) =>
    log.warn({ rule }, "the rule takes too long for an event and was stopped: it does not match"),
  );
  const strangers = createTeller((rule) =>
    log.warn({ rule }, "the rule's `notify` gave a recipient that the settings do not have: it was left out"),
  );
  return () => {
    const now = rules();
    if (now !== looked) for (const teller of [overran, strangers]) teller.forget();
    looked = now;
    overran.tell(now.overruns);
    strangers.tell(now.strangers?.());
  };
}

/** Tells of each rule that has a count, once. Rules that were edited begin anew. */
function createTeller(first: (rule: string) => void) {
  const told = new Set<string>();
  return {
    forget: () => told.clear(),
    tell(counts: Iterable<readonly [string, number]> = []) {
      for (const [rule] of counts) {
        if (told.has(rule)) continue;
        told.add(rule);
        first(rule);
      }
    },
  };
}
