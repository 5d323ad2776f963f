/** What a subscription lets through: types and subjects first, which cost a lookup, then its condition. */
import { matchesType } from "../../model/event-types.ts";
import type { SubscribeFrame } from "./client-frames.ts";
import type { Condition, OutgoingEntry } from "./entry.ts";
import { oddSubject } from "./odd-subject.ts";
import type { FrameError } from "./parse-frame.ts";

/** Compiles a condition for events of these types (full names). Must not throw. */
export type CompileFilter = (
  where: string,
  types: string[],
) => ({ ok: true } & Condition) | { ok: false; message: string };

/** What a subscription may name. */
export interface Types {
  readonly compileFilter: CompileFilter;
  /** All types of events that there are. */
  readonly eventTypes: readonly string[];
}

export interface Subscription {
  readonly id: string;
  /** Whether an entry is of its types and subjects. */
  wants(entry: OutgoingEntry): boolean;
  /** What must hold besides; asking it takes time. */
  readonly condition?: Condition;
}

export type MadeSubscription = { ok: true; subscription: Subscription } | { ok: false; error: FrameError };

export function createSubscription(
  frame: SubscribeFrame,
  { compileFilter, eventTypes }: Types,
): MadeSubscription {
  const { id, types: patterns } = frame;
  const unknown = patterns?.find((pattern) => !eventTypes.some((type) => matchesType(pattern, type)));
  if (unknown !== undefined) {
    const message = `no event has the type ${JSON.stringify(unknown)}`;
    return { ok: false, error: { code: "unknown-event-type", message, id } };
  }
  const meant = (type: string) => patterns === undefined || patterns.some((one) => matchesType(one, type));
  const odd = frame.subjects && oddSubject(frame.subjects, eventTypes.filter(meant));
  if (odd !== undefined) {
    const [subject, code] = [odd.subject, odd.meant].map((text) => JSON.stringify(text));
    const message = `subjects: no stock has the code ${subject}; write ${code}`;
    return { ok: false, error: { code: "invalid-frame", message, id } };
  }
  const wants = matcher(meant, frame.subjects);
  if (frame.where === undefined) return { ok: true, subscription: { id, wants } };
  const condition = compileFilter(frame.where, eventTypes.filter(meant));
  if (!condition.ok) return { ok: false, error: { code: "invalid-where", message: condition.message, id } };
  return { ok: true, subscription: { id, wants, condition } };
}

function matcher(
  meant: (type: string) => boolean,
  subjects: readonly string[] | undefined,
): (entry: OutgoingEntry) => boolean {
  // Asked once per type name, not per entry: the log knows few types.
  const known = new Map<string, boolean>();
  const wanted = subjects === undefined ? undefined : new Set(subjects);
  return (entry) => {
    let typeMatches = known.get(entry.type);
    if (typeMatches === undefined) {
      typeMatches = meant(entry.type);
      known.set(entry.type, typeMatches);
    }
    return typeMatches && (wanted === undefined || wanted.has(entry.subject));
  };
}
