/** Repeats: what is open for long, and nobody has acknowledged, is said again. */
import type { Episode, Group } from "../../model/alerts.ts";
import { endOf } from "../../model/duration.ts";
import type { Plan } from "../policy.ts";
import { gravityOf } from "./alert-facts.ts";
import { cappedUntil } from "./caps.ts";
import { type Making, noticeOf, type Pending, putGroup } from "./pending.ts";
import { tell } from "./tell.ts";

/** Says again what is open of a group, and sets the next time. */
export function repeatOpen(key: string, group: Group, making: Making): void {
  const { book, house, at } = making;
  const { receiver } = group;
  const open = group.open.filter((one) => book.get("episode", one) !== undefined);
  const known = open.flatMap((one) => planned(one, receiver, making) ?? []);
  const [some] = known;
  const next = some && endOf(at, some.plan.route.repeat ?? { ms: 0 }, house.calendar);
  if (some === undefined || next === undefined || some.plan.route.repeat === undefined) {
    putGroup(book, key, { ...group, open: [], repeatAt: undefined });
    return;
  }
  const { hours } = house.policy.terms(receiver);
  if (hours !== undefined && !hours.includes(at, house.calendar)) {
    putGroup(book, key, { ...group, open, repeatAt: hours.nextOpen(at, house.calendar) });
    return;
  }
  const said = known.filter((one) => isSaid(one, key, making));
  const until = Math.min(...said.map(({ pending }) => gravityOf(pending.entry)));
  const capped = said.length === 0 ? undefined : cappedUntil(receiver, until, making);
  if (capped !== undefined) {
    putGroup(book, key, { ...group, open, repeatAt: capped });
    return;
  }
  if (said.length > 0) say(key, group, said, making);
  putGroup(book, key, { ...group, open, repeatAt: next, ...(said.length > 0 && { toldAt: at }) });
}

interface Known {
  readonly episode: Episode;
  readonly plan: Plan;
  readonly pending: Pending;
}

/** The latest alert of an open episode, as its receiver is told of it now. */
function planned(key: string, receiver: string, { book, house, at }: Making): Known | undefined {
  const episode = book.get("episode", key);
  const entry = episode && house.entry(episode.lastSeq);
  if (episode === undefined || entry === undefined) return undefined;
  const plans = house.policy.plans(episode.facts, [receiver], at, house.calendar);
  const plan = plans.find((one) => one.receiver === receiver);
  if (plan === undefined) return undefined;
  return { episode, plan, pending: { entry, episode, receiver, route: plan.route, group: "" } };
}

/** Whether it is said again; where not, the reason is noted. */
function isSaid({ episode, pending }: Known, key: string, { book, house, at, notices }: Making): boolean {
  const own = { ...pending, group: key };
  if (episode.acknowledged !== undefined) {
    const { by } = episode.acknowledged;
    notices.push(noticeOf({ ...own, by }, at, { reason: "acknowledged", state: "dropped" }));
    return false;
  }
  const quieted = house.policy.quieted(episode.facts, at, book.all("silence"), house.calendar);
  if (quieted === undefined) return true;
  const { by, until } = quieted;
  notices.push(noticeOf({ ...own, by, until }, at, { reason: "silenced", state: "dropped" }));
  return false;
}

function say(key: string, group: Group, said: readonly Known[], making: Making): void {
  const { at } = making;
  const { receiver, route, about } = group;
  const told = said.map(({ pending }) => ({ entry: pending.entry, reason: "repeated" as const, pending }));
  const kind = told.length === 1 ? "alert" : "group";
  const mark = `.${at}`;
  const name = tell({ key, receiver, route, kind, told, all: told.length, about, mark }, making);
  for (const { pending } of said) {
    const own = { ...pending, group: key };
    making.notices.push(noticeOf(own, at, { reason: "repeated", state: "told", message: name }));
  }
}
