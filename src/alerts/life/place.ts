/**
 * The decision about an alert and a receiver: told at once, told with others, told later, or not at all; always with a
 * reason of the closed list. Looks at the policy and at what is kept, and changes nothing.
 */
import { type AlertFacts, type Group, keyOf, type NoticeReason } from "../../model/alerts.ts";
import { endOf } from "../../model/duration.ts";
import type { LogEntry } from "../../model/event.ts";
import type { QuietFate } from "../../model/silence.ts";
import type { Quieted, ReceiverPlan } from "../policy.ts";
import { alertIn, gravityOf } from "./alert-facts.ts";
import type { AlertsAround, Book } from "./book.ts";
import { isBraked } from "./brake.ts";

export interface Placed {
  readonly fate: "told" | "waiting" | "dropped";
  /** Undefined for what is told at once: that depends on what the receiver was told before. */
  readonly reason: NoticeReason | undefined;
  /** Key of the group in which it is told; "" for what is dropped. */
  readonly group: string;
  /** The group where it is one that is kept; absent: what one event gives is told together, and forgotten. */
  readonly kept?: Group | undefined;
  readonly until?: number | undefined;
  readonly by?: string | undefined;
  /** Key of the inhibitor that it waits for. */
  readonly inhibitor?: string;
}

export interface AskedPlace {
  readonly entry: LogEntry;
  readonly facts: AlertFacts;
  readonly plan: ReceiverPlan;
  /** Whether it is the end of an episode that the receiver was told of: silences do not hold it back. */
  readonly isToldEnd: boolean;
}

/** How a receiver is told of an alert that came at a moment. */
export function planFor(
  facts: AlertFacts,
  receiver: string,
  at: number,
  { policy, calendar }: AlertsAround,
): ReceiverPlan | undefined {
  return policy.plans(facts, [receiver], at, calendar).find((plan) => plan.receiver === receiver);
}

const dropped = (reason: NoticeReason, more: Pick<Placed, "until" | "by"> = {}): Placed => ({
  fate: "dropped",
  reason,
  group: "",
  ...more,
});

export function place(asked: AskedPlace, book: Book, house: AlertsAround, at: number): Placed {
  const { entry, facts, plan, isToldEnd } = asked;
  const { policy, calendar } = house;
  const barred = house.bar(plan.receiver, { entry, cause: house.entry(alertIn(entry).cause.seq) });
  if (barred !== undefined) return dropped(barred);
  const quieted = isToldEnd ? undefined : policy.quieted(facts, at, book.all("silence"), calendar);
  if (quieted !== undefined) return quiet(plan, quieted, book, house, at);
  const inhibited = isToldEnd ? undefined : inhibitorOf(facts, book, house);
  if (inhibited !== undefined) return behindInhibitor(asked, inhibited, book);
  if (isBraked(entry, book, at)) return dropped("braked", { by: facts.rule });
  const { hours, outside } = policy.terms(plan.receiver);
  // A digest has a time of its own: when an alert comes for it is all the same.
  const isForDigest = plan.route.digest !== undefined && outside !== "drop";
  if (!isForDigest && hours !== undefined && !hours.includes(at, calendar)) {
    const until = hours.nextOpen(at, calendar);
    return outsideHours(plan, { fate: outside, until }, book, house, at);
  }
  return routed(asked, book, house, at);
}

function quiet(
  plan: ReceiverPlan,
  { by, fate, until }: Quieted,
  book: Book,
  house: AlertsAround,
  at: number,
): Placed {
  if (fate === "drop") return dropped("silenced", { by, until });
  const digest = fate === "digest" ? inDigest(plan, book, house, at) : undefined;
  if (digest !== undefined) return { ...digest, reason: "silenced", by };
  const held = heldGroup(plan, keyOf("silence", by), until, book);
  return { ...held, reason: "silenced", until, by };
}

function outsideHours(
  plan: ReceiverPlan,
  { fate, until }: { readonly fate: QuietFate; readonly until: number },
  book: Book,
  house: AlertsAround,
  at: number,
): Placed {
  if (fate === "drop") return dropped("outside-hours", { until });
  const digest = fate === "digest" ? inDigest(plan, book, house, at) : undefined;
  if (digest !== undefined) return { ...digest, reason: "outside-hours" };
  return { ...heldGroup(plan, "hours", until, book), reason: "outside-hours", until };
}

/** The receiver's own digest, else the route's; undefined: it has none, and what is left to one is held instead. */
export function inDigest(
  { receiver, route }: ReceiverPlan,
  book: Book,
  { policy, calendar }: AlertsAround,
  at: number,
): Placed | undefined {
  const own = policy.terms(receiver).digest;
  const digest = route.digest ?? own;
  if (digest === undefined) return undefined;
  const { at: tellAt, name } = digest.next(at, calendar);
  // One digest at a time, whichever routes and silences leave to it.
  const key = keyOf(receiver, "digest", String(tellAt));
  const known = book.get("group", key) ?? { digest: name };
  return waiting(key, groupOf("digest", { receiver, route: route.name }, { ...known, tellAt }), tellAt);
}

/** The group of a receiver in which alerts wait for one thing to end. */
export function heldKey(receiver: string, what: string): string {
  return keyOf(receiver, "held", what);
}

function heldGroup({ receiver, route }: ReceiverPlan, what: string, until: number, book: Book): Placed {
  const key = heldKey(receiver, what);
  const known = book.get("group", key);
  // A window may hold its alerts for longer than the last one of its name.
  const tellAt = known?.tellAt ?? until;
  return waiting(key, groupOf("held", { receiver, route: route.name }, { ...known, tellAt }), tellAt);
}

export function inhibitorKey(name: string, values: readonly string[]): string {
  return keyOf(name, ...values);
}

/** The inhibitor that quiets an alert now, with the id of an episode that feeds it. */
function inhibitorOf(facts: AlertFacts, book: Book, { policy }: AlertsAround) {
  for (const inhibition of policy.inhibitions) {
    // An alert that feeds an inhibition is not quieted by it.
    if (!inhibition.quiets(facts) || inhibition.feeds(facts)) continue;
    const key = inhibitorKey(inhibition.name, inhibition.values(facts));
    // One that is lost to damage quiets nothing.
    for (const one of book.get("inhibitor", key)?.episodes ?? []) {
      const episode = book.get("episode", one);
      if (episode !== undefined) return { key, by: episode.id };
    }
  }
  return undefined;
}

/** The group in which an alert waits by itself for an inhibitor: its episode may be over before. */
export function inhibitedKey(receiver: string, inhibitor: string, facts: AlertFacts): string {
  return keyOf(receiver, "inhibited", inhibitor, facts.rule, facts.key);
}

/** It waits without a time: who ends the inhibition says when it is told, if it is still open then. */
function behindInhibitor(
  { plan: { receiver, route }, facts }: AskedPlace,
  { key: inhibitor, by }: { readonly key: string; readonly by: string },
  book: Book,
): Placed {
  const key = inhibitedKey(receiver, inhibitor, facts);
  const group = groupOf("inhibited", { receiver, route: route.name }, book.get("group", key) ?? {});
  return { ...waiting(key, group, undefined), reason: "inhibited", by, inhibitor };
}

function routed({ entry, facts, plan }: AskedPlace, book: Book, house: AlertsAround, at: number): Placed {
  const { receiver, route } = plan;
  if (route.digest !== undefined) {
    const digest = inDigest(plan, book, house, at);
    if (digest !== undefined) return { ...digest, reason: "digest", until: digest.kept?.tellAt };
  }
  const values = route.groupOf?.(facts);
  if (values === undefined)
    return (
      gathered({ entry, facts, plan }, book, house, at) ?? {
        fate: "told",
        reason: undefined,
        group: keyOf(receiver, "event", String(alertIn(entry).cause.seq)),
      }
    );
  const key = keyOf(receiver, "route", route.name, ...values);
  const known = book.get("group", key);
  const soonest = known?.toldAt === undefined ? at : known.toldAt + route.everyMs;
  const tellAt = known?.tellAt ?? Math.max(at + route.waitMs, soonest);
  // A group of all alerts of a route has the route's name.
  const about = route.about(values, house.policy.terms(receiver).language) || route.name;
  return inGroup(
    key,
    { ...groupOf("route", { receiver, route: route.name }, { ...known, tellAt }), about },
    at,
  );
}

/**
 * With other alerts about its subject whose rules gather: told at once where none was told lately, else together with what
 * comes until the time since that message is over. What is graver than it does not wait, nor what is
 * critical. Undefined: its rule does not gather.
 */
function gathered(
  { entry, facts, plan: { receiver, route } }: Omit<AskedPlace, "isToldEnd">,
  book: Book,
  { gathers, calendar }: AlertsAround,
  at: number,
): Placed | undefined {
  const time = gathers?.get(facts.rule);
  // Where days pass in minutes, what waits for minutes would be told days late.
  if (time === undefined || entry.event.type !== "alert.fired" || entry.event.simulated) return undefined;
  const key = keyOf(receiver, "gathered", facts.subject);
  const known = book.get("group", key);
  const everyMs = Math.max(known?.everyMs ?? 0, endOf(at, time, calendar) - at);
  const soonest = known?.toldAt === undefined ? at : endOf(known.toldAt, time, calendar);
  const isGraver = known?.gravity !== undefined && gravityOf(entry) < known.gravity;
  const tellAt = isGraver || facts.severity === "critical" ? at : (known?.tellAt ?? Math.max(at, soonest));
  return inGroup(
    key,
    groupOf("gathered", { receiver, route: route.name }, { ...known, everyMs, tellAt }),
    at,
  );
}

/** In a group that is told at a moment, which may be now. */
function inGroup(key: string, group: Group & { readonly tellAt: number }, at: number): Placed {
  const { tellAt } = group;
  if (tellAt <= at) return { fate: "told", reason: undefined, group: key, kept: group };
  return { ...waiting(key, group, tellAt), reason: "grouped", until: tellAt };
}

function groupOf<Known extends Partial<Group>>(
  kind: Group["kind"],
  { receiver, route }: Pick<Group, "receiver" | "route">,
  known: Known,
): Group & Known {
  return { about: "", open: [], ...known, receiver, route, kind };
}

function waiting(key: string, kept: Group, until: number | undefined): Placed {
  return { fate: "waiting", reason: undefined, group: key, kept, until };
}
