/** Mass rewrites: when a poll is one, and what is told of it. */
import { tameLine } from "../lib/text/tame.ts";
import type { EventDraft } from "../model/event.ts";
import type { Diff } from "../sources/source.ts";

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

/** The details of a rewrite that are told of it. */
export interface Details {
  /** Names of the fields that were rewritten anywhere, each once. */
  readonly fields: readonly string[];
  /** At most five, each of another item. */
  readonly samples: readonly Sample[];
}

export interface Rewrite extends Details {
  /** Number of rewritten items, each counted once. */
  readonly items: number;
  readonly covers: number;
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
  const items = rewrittenItems(drafts).size;
  if (covers === undefined || !isMass(items, covers, limits)) return undefined;
  return { items, covers, ...details(drafts, asides) };
}

/** Whether so many items are too many of those that are covered. */
export function isMass(items: number, covers: number | undefined, limits: QuarantineLimits): boolean {
  // The quotient: 29 of 100 is exactly 0.29, while 0.29 times 100 is a little less than 29.
  return covers !== undefined && items >= limits.items && items / covers > limits.share;
}

/** The details of these events, after those of parts before. */
export function details(
  drafts: readonly EventDraft[],
  asides: readonly string[] = [],
  before: Details = { fields: [], samples: [] },
): Details {
  const fields = new Set(before.fields);
  const samples = new Map(before.samples.map((sample) => [sample.key, sample]));
  for (const draft of drafts) {
    if (draft.rewrites === undefined) continue;
    const key = tameLine(draft.rewrites, longestText);
    for (const { field, period = "", from, to } of valueDifferences(draft, asides)) {
      fields.add(field);
      if (samples.size === mostSamples || samples.has(key)) continue;
      const name = period === "" ? field : `${field} of ${period}`;
      samples.set(key, { key, field: name, from: shown(from), to: shown(to) });
    }
  }
  return { fields: [...fields], samples: [...samples.values()] };
}

/** Names of the items that these events tell as rewritten. */
export function rewrittenItems(drafts: readonly EventDraft[]): Set<string> {
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
