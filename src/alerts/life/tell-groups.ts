/**
 * Tells the groups whose time has come, and lets the others wait. What a receiver's hours or cap hold back now is told
 * when they allow it.
 */
import { type Group, keyOf, type Notice } from "../../model/alerts.ts";
import type { LogEntry } from "../../model/event.ts";
import { mostTold } from "../../model/notification.ts";
import type { RouteTerms } from "../policy.ts";
import { alertFactsOf, alertIn, episodeKey, gravityOf } from "./alert-facts.ts";
import type { AlertsAround } from "./book.ts";
import {
  cappedUntil,
  countHeld,
  goesOn,
  keptMs,
  type Making,
  noticeOf,
  type Pending,
  putGroup,
} from "./pending.ts";
import { heldKey, inDigest, planFor } from "./place.ts";
import {
  isOfOne,
  isRepeatDue,
  isSaid,
  type Known,
  nextRepeat,
  openOf,
  repeatInGroup,
  repeatLater,
  repeatOpen,
} from "./repeats.ts";
import { type Telling, tell } from "./tell.ts";

/**
 * Tells what is due, group by group: first those whose time came, then those that are new. What is said again comes
 * last: a message of now puts it off.
 */
export function tellGroups(making: Making): void {
  const { book, pendings, at } = making;
  const due = book.dueGroups(at);
  repeatInDigests(due, making);
  const released = new Map<string, readonly string[]>();
  for (const key of new Set([...due, ...pendings.keys()])) {
    const group = book.get("group", key);
    const own = pendings.get(key) ?? [];
    const isDue = group?.tellAt !== undefined && group.tellAt <= at;
    if (group === undefined) tellOfEvent(key, own, making);
    else if (isDue && group.kind === "inhibited")
      released.set(group.receiver, [...(released.get(group.receiver) ?? []), key]);
    else if (isDue) tellKept([key], group, own, making);
    else for (const pending of own) wait(pending, making);
    const left = book.get("group", key);
    if (left !== undefined && own.length === 0 && left.tellAt === undefined) forget(key, left, making);
  }
  // What waited for one inhibitor, each by itself, is told together.
  for (const keys of released.values()) {
    const group = book.get("group", keys[0] ?? "");
    const own = keys.flatMap((key) => pendings.get(key) ?? []);
    if (group !== undefined) tellKept(keys, group, own, making);
  }
  repeatOpen(due, making);
}

function wait(pending: Pending, { notices, at }: Making): void {
  notices.push(noticeOf(pending, at, { reason: pending.reason ?? "grouped", state: "waiting" }));
}

/** A group whose last message is long past is no more. */
function forget(key: string, group: Group, { book, at }: Making): void {
  const isOld = goesOn(group) && group.repeatAt === undefined && group.toldAt !== undefined;
  if (!isOld || group.toldAt + Math.max(keptMs, group.everyMs ?? 0) > at) return;
  book.put({ kind: "group", key, body: undefined });
  book.put({ kind: "thread", key: keyOf(group.receiver, key), body: undefined });
}

/** The alerts of one event for one receiver, told at once. */
function tellOfEvent(key: string, own: readonly Pending[], making: Making): void {
  const { at } = making;
  const [lead] = [...own].sort(byGravity);
  if (lead === undefined) return;
  const until = cappedUntil(lead.receiver, gravityOf(lead.entry), making);
  if (until !== undefined) {
    holdForCap(own, until, making);
    return;
  }
  const name = tell(
    {
      key,
      receiver: lead.receiver,
      kind: "alert",
      told: tellings(own, lead, making),
      all: own.length,
      route: lead.route.name,
    },
    making,
  );
  for (const { pending, reason } of tellings(own, lead, making))
    if (pending) making.notices.push(noticeOf(pending, at, { reason, state: "told", message: name }));
  repeatLater(tellings(own, lead, making), lead.receiver, making);
}

function byGravity(a: Pending, b: Pending): number {
  return gravityOf(a.entry) - gravityOf(b.entry) || a.entry.seq - b.entry.seq;
}

/** All but the first of the alerts about one event are named by its mail. */
function tellings(own: readonly Pending[], lead: Pending, making: Making): Telling[] {
  return [...own].sort(byGravity).map((pending) => ({
    entry: pending.entry,
    pending,
    reason: pending === lead ? reasonOf(pending, making) : "same-cause",
  }));
}

/** Reason for what is told at once: whether the receiver was told of its episode before. */
function reasonOf({ entry, reason, receiver }: Pending, { book }: Making): Notice["reason"] {
  if (entry.event.type === "alert.resolved") return "resolved";
  if (reason !== undefined) return reason;
  const thread = book.get("thread", keyOf(receiver, episodeKey(alertFactsOf(entry))));
  return thread === undefined ? "first" : "changed";
}

/** Alerts that a cap holds back wait together until it allows one message that has them all. */
function holdForCap(own: readonly Pending[], until: number, making: Making): void {
  const { book, notices, at } = making;
  for (const pending of own) {
    const { receiver, route } = pending;
    const key = heldKey(receiver, "cap");
    const known = book.get("group", key);
    const tellAt = known?.tellAt ?? until;
    putGroup(book, key, { receiver, route: route.name, kind: "capped", about: "", open: [], tellAt });
    const capped = { ...pending, group: key, until: tellAt };
    notices.push(noticeOf(capped, at, { reason: "capped", state: "waiting" }));
  }
  if (own[0] !== undefined) countHeld(own[0].receiver, making);
}

/** @param keys of groups that are told together; but for what an inhibition quieted there is one */
function tellKept(keys: readonly string[], group: Group, own: readonly Pending[], making: Making): void {
  const { book, house, at, ends, notices } = making;
  const { receiver } = group;
  const most = mostTold(group.kind === "digest" ? "digest" : "group");
  const [key = ""] = keys;
  const stored = keys.map((one) => ({ key: one, ...book.waiting(receiver, one, most) }));
  const told = [
    ...stored.flatMap(({ first }) => first).flatMap((notice) => storedTelling(notice, making)),
    ...own.map((pending) => ownTelling(pending, making)),
  ].sort(byGravityOf);
  const put = (next: Group) => {
    for (const one of keys) putGroup(book, one, next);
  };
  const [first] = told;
  if (first === undefined) {
    // The log does not keep the alerts any more: there is nothing left to tell.
    for (const one of stored) if (one.all > 0) ends.push({ receiver, group: one.key, state: "dropped", at });
    put({ ...group, kind: "held", tellAt: undefined });
    return;
  }
  const { hours } = house.policy.terms(receiver);
  const isOutside = hours !== undefined && !hours.includes(at, house.calendar);
  const capped = isOutside ? undefined : cappedUntil(receiver, gravityOf(first.entry), making);
  const later = isOutside ? hours.nextOpen(at, house.calendar) : capped;
  if (later !== undefined) {
    if (capped !== undefined && group.kind !== "capped") countHeld(receiver, making);
    put({ ...group, tellAt: later });
    const reason = isOutside ? "outside-hours" : "capped";
    for (const pending of own) wait({ ...pending, until: later, reason: pending.reason ?? reason }, making);
    return;
  }
  const all = own.length + stored.reduce((sum, one) => sum + one.all, 0);
  const isOneEvent = group.kind !== "route" && all === told.length && told.every(isAbout(first));
  const kind = group.kind === "digest" ? "digest" : all === 1 || isOneEvent ? "alert" : "group";
  const { route, about, digest } = group;
  const name = tell({ key, receiver, kind, told: told.slice(0, most), all, route, about, digest }, making);
  for (const pending of own)
    notices.push(noticeOf(pending, at, { reason: reasonOf(pending, making), state: "told", message: name }));
  for (const one of stored)
    if (one.all > 0) ends.push({ receiver, group: one.key, state: "told", message: name, at });
  if (group.kind !== "route") {
    repeatLater(told.slice(0, most), receiver, making, name);
    const isOver = !goesOn(group);
    put({
      ...group,
      ...(isOver ? { kind: "held" } : { toldAt: at, gravity: gravityOf(first.entry) }),
      tellAt: undefined,
    });
    return;
  }
  put(afterTelling(group, told, own, making));
}

/** Whether an alert is about the same event as another one, and no end. */
function isAbout(lead: Telling): (one: Telling) => boolean {
  const { seq } = alertIn(lead.entry).cause;
  return ({ entry }) => entry.event.type === "alert.fired" && alertIn(entry).cause.seq === seq;
}

/** A group of a route that was told goes on; any other is over. */
function afterTelling(
  group: Group,
  told: readonly Telling[],
  own: readonly Pending[],
  making: Making,
): Group {
  const { at, house } = making;
  const { receiver } = group;
  const [last] = [...own, ...told].slice(-1);
  const route = last && routeOf(last.entry, receiver, house);
  const repeatAt = route && nextRepeat(route, making);
  const fired = told.filter(({ entry }) => entry.event.type === "alert.fired");
  const open = repeatAt === undefined ? [] : fired.map(({ entry }) => episodeKey(alertFactsOf(entry)));
  repeatInGroup(open, receiver, making);
  const openNow = [...new Set([...group.open, ...open])].slice(-mostTold("group"));
  return { ...group, toldAt: at, tellAt: undefined, repeatAt, open: openNow, everyMs: route?.everyMs ?? 0 };
}

/** The route by which a receiver is told of an alert, as of when the alert came. */
function routeOf(entry: LogEntry, receiver: string, house: AlertsAround): RouteTerms | undefined {
  return planFor(alertFactsOf(entry), receiver, Date.parse(entry.event.time), house)?.route;
}

function storedTelling({ alertSeq, reason }: Notice, { house }: Making): Telling[] {
  const entry = house.entry(alertSeq);
  if (entry === undefined) return [];
  const isEnd = entry.event.type === "alert.resolved";
  return [{ entry, reason: isEnd ? "resolved" : reason, pending: undefined }];
}

function ownTelling(pending: Pending, making: Making): Telling {
  return { entry: pending.entry, reason: reasonOf(pending, making), pending };
}

function byGravityOf(a: Telling, b: Telling): number {
  return gravityOf(a.entry) - gravityOf(b.entry) || a.entry.seq - b.entry.seq;
}

// Repeats of what a route tells in a digest: they are in a digest too, with what is new.

/** Puts what is to be said again into the digests whose time has come. @param due keys of groups */
function repeatInDigests(due: readonly string[], making: Making): void {
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
