/** Caps of receivers: how many messages they get in an hour and in a day, whatever happens. */
import type { ReceiverCount } from "../../model/alerts.ts";
import type { Making } from "./pending.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** When the next message may go to a receiver; undefined: now. Critical alerts are never held. */
export function cappedUntil(
  receiver: string,
  gravity: number,
  { book, house, at }: Pick<Making, "book" | "house" | "at">,
): number | undefined {
  const { hour, day } = house.policy.terms(receiver).cap;
  if (gravity === 0 || (hour === undefined && day === undefined)) return undefined;
  const { sentAt } = countOf(receiver, { book });
  const times = [freeAt(sentAt, hour, hourMs), freeAt(sentAt, day, dayMs)].filter((time) => time > at);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** When fewer than `most` of the messages are within the time before; -Infinity without a limit. */
function freeAt(sentAt: readonly number[], most: number | undefined, withinMs: number): number {
  if (most === undefined) return Number.NEGATIVE_INFINITY;
  const last = sentAt.at(-most);
  return last === undefined ? Number.NEGATIVE_INFINITY : last + withinMs;
}

function countOf(receiver: string, { book }: Pick<Making, "book">): ReceiverCount {
  return book.get("receiver", receiver) ?? { sentAt: [], held: 0 };
}

/** Takes note of a message; it has told what was held before it. */
export function countSent(receiver: string, { book, house, at }: Making): void {
  const { hour, day } = house.policy.terms(receiver).cap;
  if (hour === undefined && day === undefined) return;
  const { sentAt } = countOf(receiver, { book });
  const recent = [...sentAt.filter((time) => time > at - dayMs), at];
  book.put({ kind: "receiver", key: receiver, body: { sentAt: recent, held: 0 } });
}

/** Takes note of a message that a cap held. */
export function countHeld(receiver: string, { book, at }: Making): void {
  const count = countOf(receiver, { book });
  const body = { ...count, held: count.held + 1, heldSince: count.heldSince ?? at };
  book.put({ kind: "receiver", key: receiver, body });
}
