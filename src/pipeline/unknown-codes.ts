/**
 * Codes that a source's service does not know, while it answers for the others: no outage, since nothing of the service
 * is broken. Each is told once, and noted for as long as the source asks for it in vain.
 */
import { Failure } from "../lib/failure.ts";
import type { EventDraft } from "../model/event.ts";
import { sourceNews } from "./change.ts";
import type { Compared } from "./compare.ts";
import type { House } from "./house.ts";

export interface UnknownCode {
  /** Stock or series, as the source names it. */
  readonly code: string;
  /** The service's words. */
  readonly message: string;
}

/** @param meta reads the values that commits wrote */
export function unknownCodesOf(
  source: string,
  meta: (key: string) => string | undefined,
): readonly UnknownCode[] {
  return JSON.parse(meta(noteKey(source)) ?? "[]");
}

interface Found {
  readonly drafts: readonly EventDraft[];
  /** The note of all that are unknown now; absent where the one before stays. */
  readonly meta?: Readonly<Record<string, string>>;
}

/** Most codes that are noted; a list of thousands that its service has none of is told no further. */
const mostNoted = 500;
const named = 5;

/** Pure but for reading what was noted before. A poll that failed whole, or has more to come, says nothing of codes. */
export function lookForUnknownCodes({ poll, failures, unknown }: Compared, house: House): Found {
  const { result, watched } = poll;
  if (result instanceof Failure || result.next !== undefined) return { drafts: [] };
  const { name } = watched.source;
  const before = unknownCodesOf(name, house.store.meta.get);
  const isFailing = new Set(failures.map(({ scope }) => scope));
  // Of a code that failed otherwise this poll cannot tell.
  const kept = before.filter(({ code }) => isFailing.has(code));
  const now = [...unknown.map(({ scope, failure }) => ({ code: scope, message: failure.message })), ...kept];
  const known = new Set(before.map(({ code }) => code));
  const noted = now.slice(0, mostNoted);
  const fresh = noted.filter(({ code }) => !known.has(code));
  const text = JSON.stringify(noted);
  return {
    drafts: fresh.length === 0 ? [] : [newsOf(name, fresh)],
    ...(text === JSON.stringify(before) ? {} : { meta: { [noteKey(name)]: text } }),
  };
}

function newsOf(source: string, codes: readonly UnknownCode[]): EventDraft {
  const said = codes.slice(0, named).map(({ code, message }) => `${code} (${message})`);
  const more = codes.length > named ? `, and ${codes.length - named} more` : "";
  const message = `the service does not know ${said.join(", ")}${more}; the others go on`;
  return sourceNews("source.drifted", source, { reason: "unknown-codes", message, items: codes.length });
}

function noteKey(source: string): string {
  return `unknown.${source}`;
}
