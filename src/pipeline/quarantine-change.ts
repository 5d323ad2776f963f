/** Puts a mass rewrite into quarantine: it is stored beside the state, and one event tells of it, until a person decides. */
import { Failure } from "../lib/failure.ts";
import type { HoldFacts, SourceWrite, Withheld } from "../model/commit.ts";
import type { EventDraft } from "../model/event.ts";
import type { Diff } from "../sources/source.ts";
import type { Change } from "./diff.ts";
import type { House } from "./house.ts";
import { sourceNews } from "./outage.ts";
import type { Poll } from "./poll.ts";
import { massRewrite, type Rewrite, rewriteWords, rewrittenItems } from "./quarantine.ts";

/** Returns the change itself if no quarantine is needed. Pure but for reading the quarantine. */
export function quarantine(change: Change, house: House): Change {
  const { compared, poll } = change;
  const write = change.batch.source;
  if (!compared || !poll || !write) return change;
  const hold = house.store.hold(write.name);
  if (hold === null) {
    const rewrite = massRewrite(compared.diff, poll.watched.quarantine, poll.watched.source.asides);
    return rewrite === undefined ? change : quarantined(change, compared.diff, write, rewrite, house);
  }
  if (!isTakenBack(poll, compared.diff, hold, house)) return onlyHealth(change, write);
  const ended = onlyHealth(change, { ...write, hold: "dropped" });
  const withheld = withheldOf(write.name, hold, house.store.heldDrafts(write.name), "taken-back");
  const batch = { ...ended.batch, withheld };
  return { ...ended, batch, drafts: [...ended.drafts, released(write.name, hold, "taken-back")] };
}

/** Texts for each reason why a quarantine ended. */
const endings = {
  released: "released: the held events follow",
  discarded: "discarded: the new values are taken without telling the rewrite",
  "taken-back": "the service took the rewrite back; nothing of it was told",
} as const;

/** The event for the end of a quarantine. */
export function released(
  name: string,
  { since, items }: HoldFacts,
  reason: keyof typeof endings,
): EventDraft {
  return sourceNews("source.released", name, { reason, message: endings[reason], since, items });
}

/** Notes about the rewrites of a quarantine that ended without telling them; its other changes are told, or found again. */
function withheldOf(
  source: string,
  { since }: HoldFacts,
  drafts: readonly EventDraft[],
  how: Withheld["how"],
): Withheld[] {
  return drafts
    .filter(({ rewrites }) => rewrites !== undefined)
    .map(({ type, subject }) => ({ source, type, subject, since: Date.parse(since), how }));
}

function quarantined(change: Change, diff: Diff, write: SourceWrite, rewrite: Rewrite, house: House): Change {
  const since = new Date(house.now()).toISOString();
  const { items, fields, samples } = rewrite;
  const { drafts, put, drop, cursor } = diff;
  const message = rewriteWords(rewrite);
  const news = { reason: "rewritten", message, since, items, fields, samples };
  const kept = onlyHealth(change, { ...write, hold: { since, items, message, drafts, put, drop, cursor } });
  return { ...kept, drafts: [...kept.drafts, sourceNews("source.quarantined", write.name, news)] };
}

/** The part of a change that a source in quarantine still writes: that it was polled, and how that went. */
function onlyHealth(change: Change, { cursor: _cursor, ...write }: SourceWrite): Change {
  const source = { ...write, put: [], drop: [] };
  return { ...change, drafts: change.compared?.health ?? [], batch: { ...change.batch, source } };
}

/**
 * Whether the service has the old values again: for more than half of the items, and with fewer items still rewritten
 * than a quarantine needs. Only values that the poll saw count: a day that is no longer read is not taken back. The
 * next poll goes on from the state before the rewrite.
 */
function isTakenBack({ watched, result }: Poll, diff: Diff, hold: HoldFacts, house: House): boolean {
  const { source, quarantine: limits } = watched;
  const back = rewrittenItems(diff.drafts);
  if (back.size * 2 <= hold.items || result instanceof Failure) return false;
  const before = againstState(() => source.diff(result.answer, house.store.state(source.name)));
  if (before === undefined || massRewrite(before, limits) !== undefined) return false;
  const held = rewrittenItems(house.store.heldDrafts(source.name));
  const still = rewrittenItems(before.drafts);
  const returned = [...back].filter((item) => held.has(item) && !still.has(item));
  return returned.length * 2 > hold.items;
}

/** Compares; undefined if the answer contradicts the state. */
function againstState(compare: () => Diff): Diff | undefined {
  try {
    return compare();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** The change that a person's decision about a quarantine makes. */

export type Decision = "release" | "discard";

/**
 * Ends a quarantine; undefined if there is none. Both decisions take the new values as the state. A release tells all
 * events of the poll. A discard leaves the rewrite out and tells the others: a new report among rewritten ones is news
 * all the same.
 */
export function decide(
  name: string,
  decision: Decision,
  store: Pick<House["store"], "hold" | "heldDrafts" | "outage">,
): Change | undefined {
  const hold = store.hold(name);
  if (hold === null) return undefined;
  const drafts = store.heldDrafts(name);
  const told = decision === "release" ? drafts : drafts.filter(({ rewrites }) => rewrites === undefined);
  const news = released(name, hold, decision === "release" ? "released" : "discarded");
  const withheld = decision === "release" ? [] : withheldOf(name, hold, drafts, "discarded");
  const source = { name, put: [], drop: [], outage: store.outage(name), hold: "taken" as const };
  return { drafts: [news, ...told], batch: { source, withheld } };
}
