/**
 * The life of alerts, as a fold over the log: takes the entries of one commit and what time has brought about, and says
 * what becomes of it: states, a notice for each decision, messages. Pure: it reads what is kept and changes nothing.
 */
import { type Episode, keyOf } from "../../model/alerts.ts";
import type { Acknowledgement, Rating } from "../../model/answer-items.ts";
import type { LogEntry } from "../../model/event.ts";
import type { StoreDamage } from "../../model/news-items.ts";
import type { Silence } from "../../model/silence.ts";
import type { SilenceAdded, SilenceEnded } from "../../model/silence-items.ts";
import type { ReceiverPlan } from "../policy.ts";
import { alertFactsOf, alertIn, episodeKey } from "./alert-facts.ts";
import { type AlertsAround, createBook, type LifeStep, type LifeTaken } from "./book.ts";
import { countForBrake, sayBrake } from "./brake.ts";
import { endGrown, endWithEpisode } from "./growing.ts";
import {
  dropInhibited,
  feedInhibitors,
  feedNewInhibitions,
  feedWithOpen,
  leaveInhibitors,
  waitForInhibitor,
} from "./inhibitors.ts";
import { type Making, noticeOf, type Pending, putEpisode, putGroup } from "./pending.ts";
import { heldKey, type Placed, place } from "./place.ts";
import { keepThreads } from "./tell.ts";
import { tellGroups } from "./tell-groups.ts";

/** Takes one commit: its entries in the order of the log, those of alerts among them. */
export function takeStep({ entries, at }: LifeStep, house: AlertsAround): LifeTaken {
  const book = createBook(house.memory);
  const making: Making = { at, book, house, pendings: new Map(), notices: [], ends: [], sent: [] };
  feedNewInhibitions(making);
  for (const entry of entries) takers[entry.event.type]?.(entry, making);
  tellGroups(making);
  const mails =
    making.sent.length === 0 ? [] : house.compose(making.sent.map(({ notification }) => notification));
  keepThreads(making, mails);
  letGoOldest(making);
  return { writes: { states: book.writes(), notices: making.notices, ends: making.ends }, mails };
}

/** Lets the episodes go that are too many to be kept. For what waits for one of them it is over. */
function letGoOldest(making: Making): void {
  for (const { key, body } of making.book.tooMany("episode")) {
    making.book.put({ kind: "episode", key, body: undefined });
    leaveInhibitors(body, making);
    endWithEpisode(body.facts, making);
  }
}

/** The entries that the life of alerts is about; of any other it takes nothing. */
const takers: Readonly<Record<string, (entry: LogEntry, making: Making) => void>> = {
  "alert.fired": fired,
  "alert.resolved": resolved,
  "alert.acknowledged": acknowledged,
  "alert.rated": rated,
  "silence.added": silenceAdded,
  "silence.ended": silenceEnded,
  "store.damaged": tellForgotten,
};

function fired(entry: LogEntry, making: Making): void {
  const { book, house, at } = making;
  const { policy, calendar } = house;
  const facts = alertFactsOf(entry);
  const key = episodeKey(facts);
  const known = book.get("episode", key);
  countForBrake(entry, making);
  endGrown(entry, making);
  const opened = { id: entry.event.id, seq: entry.seq, since: at, receivers: [] };
  const inhibits = feedInhibitors({ facts }, making);
  const episode: Episode = {
    ...(known ?? opened),
    ...{ facts, lastSeq: entry.seq, lastAt: at, times: (known?.times ?? 0) + 1 },
    inhibits: [...new Set([...(known?.inhibits ?? []), ...inhibits])],
  };
  const plans = policy.plans(facts, alertIn(entry).recipients, at, calendar);
  const told = plans.filter((plan) => put(entry, episode, plan, making));
  const receivers = [...new Set([...episode.receivers, ...told.map(({ receiver }) => receiver)])];
  putEpisode({ ...episode, receivers }, making);
}

/** Decides about an alert and a receiver; answers whether the receiver is told of it, now or later. */
function put(entry: LogEntry, episode: Episode, plan: ReceiverPlan, making: Making): boolean {
  const { book, house, at } = making;
  const isEnd = entry.event.type === "alert.resolved";
  const thread = isEnd ? book.get("thread", keyOf(plan.receiver, episodeKey(episode.facts))) : undefined;
  const asked = { entry, facts: episode.facts, plan, isToldEnd: thread !== undefined };
  const placed = place(asked, book, house, at);
  const pending = pendingOf(entry, episode, plan, placed);
  if (placed.fate === "dropped") {
    making.notices.push(noticeOf(pending, at, { reason: placed.reason ?? "first", state: "dropped" }));
    if (placed.reason === "braked") sayBrake(entry, plan, making);
    return false;
  }
  if (placed.kept !== undefined) {
    putGroup(book, placed.group, placed.kept);
    if (placed.inhibitor !== undefined) waitForInhibitor(placed.inhibitor, placed.group, making);
  }
  const others = making.pendings.get(placed.group);
  if (others === undefined) making.pendings.set(placed.group, [pending]);
  else others.push(pending);
  return placed.kept?.kind !== "inhibited";
}

function pendingOf(
  entry: LogEntry,
  episode: Episode,
  { receiver, route }: ReceiverPlan,
  placed: Placed,
): Pending {
  const { group, reason, until, by } = placed;
  return {
    ...{ entry, episode, receiver, route, group },
    ...(reason !== undefined && { reason }),
    ...(until !== undefined && { until }),
    ...(by !== undefined && { by }),
  };
}

function resolved(entry: LogEntry, making: Making): void {
  const { book, house, at } = making;
  const { policy, calendar } = house;
  const key = episodeKey(alertIn(entry));
  const episode = book.get("episode", key);
  if (episode === undefined) return;
  book.put({ kind: "episode", key, body: undefined });
  dropInhibited(episode, making);
  leaveInhibitors(episode, making);
  // That nothing new came is no news.
  const isNews = alertIn(entry).why !== "time";
  const plans = policy.plans(episode.facts, episode.receivers, at, calendar);
  for (const receiver of episode.receivers) {
    const plan = plans.find((one) => one.receiver === receiver);
    if (isNews && plan?.route.resolved) put(entry, episode, plan, making);
    else book.put({ kind: "thread", key: keyOf(receiver, key), body: undefined });
  }
  endWithEpisode(episode.facts, making);
}

function acknowledged({ event }: LogEntry, making: Making): void {
  const { book, at } = making;
  const { rule, key: alertKey, by } = event.data.now as unknown as Acknowledgement;
  const key = episodeKey({ rule, key: alertKey });
  const body = book.get("episode", key);
  if (body === undefined) return;
  putEpisode({ ...body, acknowledged: { at, by } }, making);
}

/** It is kept for those who ask; nothing else follows from it. */
function rated({ event }: LogEntry, { book, at }: Making): void {
  const { rule, key, alert, worth, by } = event.data.now as unknown as Rating;
  book.put({ kind: "worth", key: episodeKey({ rule, key }), body: { alert, worth, by, at } });
}

function silenceAdded({ event }: LogEntry, { book }: Making): void {
  const now = event.data.now as unknown as SilenceAdded;
  const { id, match, from, until, fate, author, because, grows, link } = now;
  const silence: Silence = {
    ...{ id, match, fate, author, because },
    ...{ from: Date.parse(from), until: Date.parse(until) },
    ...(grows && { grows }),
  };
  book.put({ kind: "silence", key: id, body: silence, due: silence.until });
  if (link !== undefined)
    book.put({ kind: "link", key: keyOf(link, author), body: { silence: id, until: silence.until } });
}

/** What it held is told now. */
function silenceEnded({ event }: LogEntry, { book, at }: Making): void {
  const { id } = event.data.now as unknown as SilenceEnded;
  book.put({ kind: "silence", key: id, body: undefined });
  for (const { receiver, kind } of book.all("group")) {
    const key = heldKey(receiver, keyOf("silence", id));
    const group = kind === "held" ? book.get("group", key) : undefined;
    if (group !== undefined) putGroup(book, key, { ...group, tellAt: at });
  }
}

// What waits for nothing any more, since what would have told it is damaged: it is told at once.

/** Takes the news that something is damaged. */
function tellForgotten({ event }: LogEntry, making: Making): void {
  const { what } = event.data.now as unknown as StoreDamage;
  if (what !== "alerts") return;
  const { book, house, at } = making;
  // An inhibitor without an open episode never ends.
  const feeding = book
    .all("inhibitor")
    .filter(({ episodes }) => episodes.some((key) => book.get("episode", key)));
  const awaited = new Set(feeding.flatMap(({ groups }) => groups));
  for (const { receiver, group: key } of house.memory.waitingGroups()) {
    const known = book.get("group", key);
    if (known?.tellAt !== undefined || (known !== undefined && awaited.has(key))) continue;
    const lost = { receiver, route: "", kind: "held" as const, about: "", open: [] };
    putGroup(book, key, { ...(known ?? lost), tellAt: at });
  }
  feedWithOpen(making);
}
