/**
 * The stage quarantine: decides what of the differences is told and written now. A mass rewrite is stored beside the
 * state instead, and one event tells of it, until a person decides or the service takes it back. One issue is corrected
 * on most days; hundreds at once are a service that changed how it writes its numbers, or broke.
 */
import { Failure } from "../lib/failure.ts";
import { tameLine } from "../lib/text/tame.ts";
import type { HoldFacts, SourceWrite, Withheld } from "../model/commit.ts";
import type { EventDraft } from "../model/event.ts";
import type { Diff } from "../sources/source.ts";
import { sourceNews } from "./change.ts";
import { type Compared, differences } from "./compare.ts";
import type { House } from "./house.ts";
import { released, withheldOf } from "./quarantine-end.ts";

/** A compared poll with what of it goes into the log and the state now. */
export interface Admitted extends Compared {
  /** Events of the source. */
  readonly told: readonly EventDraft[];
  /** The news that a quarantine began or ended. */
  readonly news: readonly EventDraft[];
  /** The write of the source, but for how it is doing. */
  readonly write: Pick<SourceWrite, "put" | "drop" | "cursor" | "successAt" | "baselined" | "hold">;
  /** Rewrites of a quarantine that ended without telling them. */
  readonly withheld?: readonly Withheld[];
}

/** Pure but for reading the quarantine. */
export function quarantine(compared: Compared, house: House): Admitted {
  const { at, diff, poll } = compared;
  if (diff === undefined) return { ...compared, told: [], news: [], write: { put: [], drop: [] } };
  const { source, quarantine: limits } = poll.watched;
  const hold = house.store.hold(source.name);
  const { drafts, put, drop, cursor, baselined } = diff;
  const seen = { successAt: at, ...(baselined ? { baselined: true as const } : {}) };
  const nothing = { ...compared, told: [], news: [], write: { ...seen, put: [], drop: [] } };
  if (hold !== null) {
    if (!isTakenBack(compared, diff, hold, house)) return nothing;
    const news = [released(source.name, hold, "taken-back")];
    const withheld = withheldOf(source.name, hold, house.store.heldDrafts(source.name), "taken-back");
    return { ...nothing, news, write: { ...nothing.write, hold: "dropped" }, withheld };
  }
  const rewrite = massRewrite(diff, limits, source.asides);
  if (rewrite === undefined)
    return { ...compared, told: drafts, news: [], write: { ...seen, put, drop, cursor } };
  const since = new Date(at).toISOString();
  const facts = { since, items: rewrite.items, message: rewriteWords(rewrite) };
  const news = [quarantinedNews(source.name, facts, rewrite)];
  return { ...nothing, news, write: { ...nothing.write, hold: { ...facts, drafts, put, drop, cursor } } };
}

function quarantinedNews(name: string, { since, message }: HoldFacts, rewrite: Rewrite): EventDraft {
  const { items, fields, samples } = rewrite;
  return sourceNews("source.quarantined", name, {
    ...{ reason: "rewritten", message, since, items, fields, samples },
  });
}

/**
 * Whether the service has the old values again: for more than half of the items, and with fewer items still rewritten
 * than a quarantine needs. Only values that the poll saw count: a day that is no longer read is not taken back. For
 * that the answer is compared with the state before the rewrite, from which the next poll goes on.
 */
function isTakenBack(
  { poll: { watched, result } }: Compared,
  diff: Diff,
  hold: HoldFacts,
  house: House,
): boolean {
  const { source, quarantine: limits } = watched;
  const back = rewrittenItems(diff.drafts);
  if (back.size * 2 <= hold.items || result instanceof Failure) return false;
  const before = differences(source, result.answer, house.store.state(source.name));
  if (before instanceof Failure || massRewrite(before, limits) !== undefined) return false;
  const held = rewrittenItems(house.store.heldDrafts(source.name));
  const still = rewrittenItems(before.drafts);
  const returned = [...back].filter((item) => held.has(item) && !still.has(item));
  return returned.length * 2 > hold.items;
}

/** A poll goes into quarantine if it rewrites at least `items` items, and more than this share of those it covers. */
export interface QuarantineLimits {
  readonly items: number;
  /** Share from 0 to 1. */
  readonly share: number;
}

/** One rewritten value, as text. */
interface Sample {
  readonly key: string;
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

export interface Rewrite {
  /** Number of rewritten items, each counted once. */
  readonly items: number;
  readonly covers: number;
  /** Names of the fields that were rewritten anywhere, each once. */
  readonly fields: readonly string[];
  /** At most five, each of another item. */
  readonly samples: readonly Sample[];
}

const mostSamples = 5;
const longestText = 80;

/**
 * Finds the mass rewrite in a diff; undefined if there is none, or one that is small enough.
 * @param asides fields that are not named among the rewritten ones
 */
export function massRewrite(
  { drafts, covers }: Pick<Diff, "drafts" | "covers">,
  limits: QuarantineLimits,
  asides: readonly string[] = [],
): Rewrite | undefined {
  if (covers === undefined) return undefined;
  const items = rewrittenItems(drafts);
  // The quotient: 29 of 100 is exactly 0.29, while 0.29 times 100 is a little less than 29.
  if (items.size < limits.items || items.size / covers <= limits.share) return undefined;
  const fields = new Set<string>();
  const samples = new Map<string, Sample>();
  for (const draft of drafts) {
    const key = draft.rewrites;
    if (key === undefined) continue;
    for (const { field, period = "", from, to } of valueDifferences(draft, asides)) {
      fields.add(field);
      if (samples.size === mostSamples || samples.has(key)) continue;
      const name = period === "" ? field : `${field} of ${period}`;
      samples.set(key, { key: tameLine(key, longestText), field: name, from: shown(from), to: shown(to) });
    }
  }
  return { items: items.size, covers, fields: [...fields], samples: [...samples.values()] };
}

/** Names of the items that these events tell as rewritten. */
function rewrittenItems(drafts: readonly EventDraft[]): Set<string> {
  return new Set(drafts.flatMap(({ rewrites }) => rewrites ?? []));
}

/** Describes the rewrite in a sentence for a person. */
export function rewriteWords({ items, covers, fields, samples }: Rewrite): string {
  const such = samples.map(({ key, field, from, to }) => `${key} ${field} ${from} -> ${to}`).join("; ");
  return `${items} of ${covers} published items were rewritten (${fields.join(", ")}), such as ${such}`;
}

interface Difference {
  readonly field: string;
  readonly period?: string;
  readonly from: unknown;
  readonly to: unknown;
}

function valueDifferences(
  { data: { now, was = {}, changed = [] } }: EventDraft,
  asides: readonly string[],
): Difference[] {
  if (Array.isArray(now.revisions)) {
    const revisions = now.revisions as { period: string; from: number; to?: number }[];
    return revisions.map(({ period, from, to }) => ({ field: "value", period, from, to }));
  }
  return changed
    .filter((field) => !asides.includes(field))
    .map((field) => ({ field, from: was[field], to: now[field] }));
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  return tameLine(typeof value === "string" ? value : JSON.stringify(value), longestText);
}
