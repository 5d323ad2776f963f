/** Repeats of what a route tells in a digest: they are in a digest too, with what is new. */
import { mostTold } from "../../model/notification.ts";
import { type Making, putGroup } from "./pending.ts";
import { inDigest } from "./place.ts";
import { isOfOne, isRepeatDue, isSaid, type Known, nextRepeat, openOf } from "./repeats.ts";

/** Puts what is to be said again into the digests whose time has come. @param due keys of groups */
export function repeatInDigests(due: readonly string[], making: Making): void {
  const { book, at } = making;
  for (const key of due) {
    const group = book.get("group", key);
    if (group === undefined || !isRepeatDue(group, at) || !isOfOne(key, group.receiver)) continue;
    const [one] = openOf(key, group, making);
    const repeatAt = one && nextRepeat(one.plan.route, making);
    if (one?.plan.route.digest === undefined || repeatAt === undefined) continue;
    // The digest sets it anew where it tells of it.
    putGroup(book, key, { ...group, repeatAt });
    putInDigest(one, group.repeatAt ?? at, making);
  }
}

/** @param dueAt the time of the digest, ms since 1970 */
function putInDigest(one: Known, dueAt: number, making: Making): void {
  const { book, house, pendings } = making;
  const { plan, episode, pending } = one;
  const digest = inDigest(plan, book, house, dueAt - 1);
  if (digest?.kept === undefined) return;
  const { group, kept } = digest;
  const waiting = book.waiting(plan.receiver, group, mostTold("digest")).first;
  const isThere = waiting.some(({ episodeSeq }) => episodeSeq === episode.seq);
  if (isThere || !isSaid(one, making)) return;
  putGroup(book, group, kept);
  pendings.set(group, [...(pendings.get(group) ?? []), { ...pending, group, reason: "repeated" }]);
}
