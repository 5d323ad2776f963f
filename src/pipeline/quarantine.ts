/**
 * The stage quarantine: decides what of the differences is told and written now. A mass rewrite is stored beside the
 * state instead, and one event tells of it, until a person decides or the service takes it back.
 */
import { Failure } from "../lib/failure.ts";
import type { HoldFacts, SourceWrite, Withheld } from "../model/commit.ts";
import type { EventDraft } from "../model/event.ts";
import type { Diff } from "../sources/source.ts";
import { sourceNews } from "./change.ts";
import { type Compared, differences } from "./compare.ts";
import type { House } from "./house.ts";
import { massRewrite, type Rewrite, rewriteWords, rewrittenItems } from "./mass-rewrite.ts";
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
