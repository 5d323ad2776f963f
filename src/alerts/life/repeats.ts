/** Repeats: what is open for long, and nobody has acknowledged, is said again. */
import { type Episode, type Group, keyOf } from "../../model/alerts.ts";
import { endOf } from "../../model/duration.ts";
import type { ReceiverPlan, RouteTerms } from "../policy.ts";
import { alertFactsOf, episodeKey, gravityOf } from "./alert-facts.ts";
import { cappedUntil, type Making, noticeOf, type Pending, putGroup } from "./pending.ts";
import { planFor } from "./place.ts";
import { isOfOpenEpisode, type Telling, tell } from "./tell.ts";

/** Key of the group that has one episode for one receiver: when it is said again. */
function ownKey(receiver: string, { id }: Pick<Episode, "id">): string {
  return keyOf(receiver, "episode", id);
}

/** Whether a key is that of one episode's group, and not that of a route's. */
export function isOfOne(key: string, receiver: string): boolean {
  return key.startsWith(ownKey(receiver, { id: "" }));
}

/** When a route says again what it tells now; undefined: never. A route with a digest does so in one. */
export function nextRepeat(
  { repeat, digest }: RouteTerms,
  { house: { calendar }, at }: Making,
): number | undefined {
  if (repeat === undefined) return undefined;
  const due = endOf(at, repeat, calendar);
  return digest === undefined ? due : digest.next(due - 1, calendar).at;
}

/**
 * Takes note of what a message told, to say each of it again as its route says.
 * @param together name of the message, where all of it is to be said again in one
 */
export function repeatLater(
  told: readonly Telling[],
  receiver: string,
  making: Making,
  together?: string,
): void {
  const { book, house, at } = making;
  for (const { entry, pending } of told) {
    if (entry.event.type !== "alert.fired") continue;
    const open = episodeKey(alertFactsOf(entry));
    const episode = book.get("episode", open);
    if (episode === undefined || !isOfOpenEpisode(entry, book)) continue;
    const route = pending?.route ?? planFor(episode.facts, receiver, episode.lastAt, house)?.route;
    const repeatAt = route && nextRepeat(route, making);
    if (repeatAt === undefined) continue;
    putGroup(book, ownKey(receiver, episode), {
      ...{ receiver, route: route?.name ?? "", kind: "route", about: "", open: [open], toldAt: at, repeatAt },
      ...(together !== undefined && { together }),
    });
  }
}

/** Leaves the repeats of episodes to the group of a route, which has told them. */
export function repeatInGroup(episodes: readonly string[], receiver: string, { book }: Making): void {
  for (const one of episodes) {
    const episode = book.get("episode", one);
    const key = episode && ownKey(receiver, episode);
    if (key !== undefined && book.get("group", key) !== undefined)
      book.put({ kind: "group", key, body: undefined });
  }
}

/** An open episode that is to be said again. */
export interface Known {
  readonly episode: Episode;
  readonly plan: ReceiverPlan;
  /** Its latest alert, in the group whose time has come. */
  readonly pending: Pending;
}

export function isRepeatDue({ repeatAt }: Group, at: number): boolean {
  return repeatAt !== undefined && repeatAt <= at;
}

/** The episodes of a group that are still open and were told by nothing later than the group. */
export function openOf(key: string, { receiver, open }: Group, { book, house }: Making): Known[] {
  return open.flatMap((one) => {
    const episode = book.get("episode", one);
    if (episode === undefined) return [];
    const own = ownKey(receiver, episode);
    if (own !== key && (isOfOne(key, receiver) || book.get("group", own)?.repeatAt !== undefined)) return [];
    const entry = house.entry(episode.lastSeq);
    const plan = planFor(episode.facts, receiver, episode.lastAt, house);
    if (entry === undefined || plan === undefined) return [];
    return [{ episode, plan, pending: { entry, episode, receiver, route: plan.route, group: key } }];
  });
}

/** Whether it is said again; where not, the reason is noted. */
export function isSaid({ episode, pending }: Known, { book, house, at, notices }: Making): boolean {
  if (episode.acknowledged !== undefined) {
    const { by } = episode.acknowledged;
    notices.push(noticeOf({ ...pending, by }, at, { reason: "acknowledged", state: "dropped" }));
    return false;
  }
  const quieted = house.policy.quieted(episode.facts, at, book.all("silence"), house.calendar);
  if (quieted === undefined) return true;
  const { by, until } = quieted;
  notices.push(noticeOf({ ...pending, by, until }, at, { reason: "silenced", state: "dropped" }));
  return false;
}

/** Says again what is open of the groups whose time has come: in one message what one message told. */
export function repeatOpen(due: readonly string[], making: Making): void {
  const { book, at } = making;
  const messages = new Map<string, Repeating[]>();
  for (const key of due) {
    const group = book.get("group", key);
    if (group === undefined || !isRepeatDue(group, at)) continue;
    const name = group.together === undefined ? key : keyOf(group.receiver, "repeat", group.together);
    const open = openOf(key, group, making);
    messages.set(name, [...(messages.get(name) ?? []), { key, group, open }]);
  }
  for (const [name, groups] of messages) repeatTogether(name, groups, making);
}

interface Repeating {
  readonly key: string;
  readonly group: Group;
  readonly open: readonly Known[];
}

/** @param name key of the message */
function repeatTogether(name: string, groups: readonly Repeating[], making: Making): void {
  const { book, house, at } = making;
  const next = ({ open: [some] }: Repeating) => some && nextRepeat(some.plan.route, making);
  const goOn = groups.filter((one) => next(one) !== undefined);
  for (const { key, group } of groups) putGroup(book, key, { ...group, open: [], repeatAt: undefined });
  const [first] = goOn;
  if (first === undefined) return;
  const again = (when: (one: Repeating) => number | undefined, more: Partial<Group> = {}) => {
    for (const one of goOn) {
      const open = one.open.map(({ episode }) => episodeKey(episode.facts));
      putGroup(book, one.key, { ...one.group, open, repeatAt: when(one), ...more });
    }
  };
  const { receiver } = first.group;
  const { hours } = house.policy.terms(receiver);
  if (hours !== undefined && !hours.includes(at, house.calendar)) {
    const opens = hours.nextOpen(at, house.calendar);
    again(() => opens);
    return;
  }
  const said = goOn.flatMap(({ open }) => open).filter((one) => isSaid(one, making));
  const gravest = Math.min(...said.map(({ pending }) => gravityOf(pending.entry)));
  const capped = said.length === 0 ? undefined : cappedUntil(receiver, gravest, making);
  if (capped !== undefined) {
    again(() => capped);
    return;
  }
  if (said.length > 0) say(name, first.group, said, making);
  again(next, said.length > 0 ? { toldAt: at } : {});
}

function say(key: string, { receiver, route, about }: Group, said: readonly Known[], making: Making): void {
  const { at, notices } = making;
  const told = said.map(({ pending }) => ({ entry: pending.entry, reason: "repeated" as const, pending }));
  const kind = told.length === 1 ? "alert" : "group";
  const name = tell({ key, receiver, route, kind, told, all: told.length, about, mark: `.${at}` }, making);
  for (const { pending } of said)
    notices.push(noticeOf(pending, at, { reason: "repeated", state: "told", message: name }));
}
