/** Silences that people set and end: checked, bounded, and told as events. */
import { dayMs } from "../../lib/clock.ts";
import { type AlertMemory, keyOf } from "../../model/alerts.ts";
import { inJapan, isDay, isMoment, type TradingCalendar } from "../../model/dates.ts";
import { endOf, lasts, parseDuration } from "../../model/duration.ts";
import type { EventDraft } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import type { Alert } from "../../model/news-items.ts";
import type { QuietFate, Silence } from "../../model/silence.ts";
import { mostQuieted, type SilenceAdded } from "../../model/silence-items.ts";
import { endOfSilence } from "../life/alert-facts.ts";
import { type Matcher, matcherValue } from "../matcher.ts";
import {
  type AnswerGiven,
  type AnswerMemory,
  type AnswerRefusal,
  type Kept,
  refused,
  signed,
} from "./episodes.ts";
import { growthAsked, matchEpisode, matcherIn } from "./growth-asked.ts";

const mostSilences = 1_000;
const longestSilenceMs = 30 * dayMs;

/** A silence as somebody asks for it, with one of `for` and `until`, which `untilGrows` may do without. */
export interface AskedSilence {
  /** The alerts, in the language of matchers; with `untilGrows` also the number or id of one. */
  readonly match: string;
  /** Such as `3h` or `2bd`. */
  readonly for?: string | undefined;
  /** A time in Japan unless it names another zone, or a day, which means its end. */
  readonly until?: string | undefined;
  /** Such as `20%`: for one open alert, until its number has grown by that. */
  readonly untilGrows?: string | undefined;
  readonly fate: QuietFate;
  readonly author: string;
  readonly because: string;
  /** Id of the alert whose link in a mail asks for it, in its receiver's name. */
  readonly link?: string | undefined;
}

/** The parts by which a silence is made. */
export interface Silencing {
  readonly memory: AnswerMemory;
  readonly log: Kept["log"];
  readonly types: EventTypes;
  readonly calendar: TradingCalendar;
  /** ms since 1970. */
  readonly at: number;
  /** The silence's id. */
  readonly id: string;
}

/** Makes a silence, and names the open alerts that it quiets. */
export function silencing(
  asked: AskedSilence,
  parts: Silencing,
  /** Takes one that says almost the same for this one, as where somebody follows a link twice. */
  { isOnce = false } = {},
): AnswerGiven<Silence> {
  const { memory, at, id } = parts;
  const until = endAsked(asked, parts);
  if (typeof until !== "number") return until;
  const grows =
    asked.untilGrows === undefined ? undefined : growthAsked(asked.match, asked.untilGrows, parts);
  if (grows !== undefined && "kind" in grows) return grows;
  const match = grows === undefined ? asked.match : matchEpisode(grows);
  const matcher = matcherIn(match);
  if ("kind" in matcher) return matcher;
  const { by, because } = signed(asked.author, asked.because);
  const known = isOnce ? alikeSet({ match, grows, author: by, until }, memory, at) : undefined;
  if (known !== undefined) return { kind: "already", facts: known };
  if (because === "") return refused("wrong", "say why, for those who miss the alerts: `because`");
  const set = setSilences(memory, at);
  if (set.length >= mostSilences)
    return refused("full", `${mostSilences} silences are set: end some before you add one`);
  const silence: Silence = {
    ...{ id, match, from: at, until, fate: asked.fate, author: by, because },
    ...(grows && { grows }),
  };
  const draft = addedDraft(silence, quietedNow(matcher, memory), asked.link);
  return { kind: "told", draft, facts: silence };
}

/** Matcher of the alerts of the same rule about the same subject. */
export function matchLike({ rule }: Pick<Alert, "rule">, subject: string): string {
  return `rule=${matcherValue(rule)} subject=${matcherValue(subject)}`;
}

/** Silences that are set at a moment, the one that ends first in front. */
export function setSilences(memory: Pick<AlertMemory, "states">, at: number): Silence[] {
  const all = memory.states("silence").map(({ body }) => body);
  return all.filter(({ until }) => until > at).sort((one, other) => one.until - other.until);
}

/** When the silence ended that a link set; undefined: the link may set one, since it set none or that one still stands. */
export function linkSpent(
  { alert, receiver }: { readonly alert: string; readonly receiver: string },
  memory: AnswerMemory,
  at: number,
): number | undefined {
  const used = memory.state("link", keyOf(alert, signed(receiver).by));
  if (used === undefined || setSilences(memory, at).some(({ id }) => id === used.silence)) return undefined;
  return used.until;
}

/** Open episodes that are looked at for those that a silence quiets, the latest ones. */
const mostLookedAt = 2_000;

/** Ids of the first alerts of open episodes, those with the latest news first. */
function quietedNow(matcher: Matcher, memory: AnswerMemory): string[] {
  const open = memory.episodes(mostLookedAt).filter(({ body }) => matcher.matches(body.facts));
  return open.slice(0, mostQuieted).map(({ body }) => body.id);
}

function addedDraft(silence: Silence, alerts: readonly string[], link: string | undefined): EventDraft {
  const { id, match, from, until, fate, author, because, grows } = silence;
  const times = { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
  const now: SilenceAdded = { id, match, ...times, fate, author, because, alerts: [...alerts] };
  if (grows !== undefined) now.grows = grows;
  if (link !== undefined) now.link = link;
  return { type: "silence.added", source: "/alerts", subject: id, data: { now } };
}

function endAsked(
  { for: span, until, untilGrows }: AskedSilence,
  { at, calendar }: Pick<Silencing, "at" | "calendar">,
): number | AnswerRefusal {
  if (untilGrows !== undefined && span === undefined && until === undefined) return at + longestSilenceMs;
  if ((span === undefined) === (until === undefined))
    return refused("wrong", "say how long, by one of `for` and `until`");
  const end = span === undefined ? momentOf(until ?? "") : afterSpan(span, at, calendar);
  if (typeof end !== "number") return end;
  if (end <= at) return refused("wrong", "its end is in the past");
  if (end - at > longestSilenceMs)
    return refused("wrong", `a silence lasts at most ${longestSilenceMs / dayMs} days`);
  return end;
}

function afterSpan(span: string, at: number, calendar: TradingCalendar): number | AnswerRefusal {
  const duration = parseDuration(span);
  if (duration === undefined || !lasts(duration))
    return refused(
      "wrong",
      `\`for\` takes a length of time such as 30m, 3h, 2d or 1bd, not "${span.slice(0, 40)}"`,
    );
  return endOf(at, duration, calendar);
}

function momentOf(text: string): number | AnswerRefusal {
  const written = isDay(text) ? `${text}T23:59:59.999+09:00` : (inJapan(text) ?? text);
  if (isMoment(written)) return Date.parse(written);
  return refused(
    "wrong",
    `\`until\` takes a time such as 2026-11-24T09:00, or a day, not "${text.slice(0, 40)}"`,
  );
}

/** Ends a silence by hand. */
export function expiring(
  id: string,
  author: string,
  { memory, at }: { readonly memory: Pick<AlertMemory, "states">; readonly at: number },
): AnswerGiven<Silence> {
  const silence = setSilences(memory, at).find((one) => one.id === id);
  if (silence === undefined)
    return refused(
      "unknown",
      `no silence ${id.slice(0, 100)} is set: \`yagura silence list\` shows those that are`,
    );
  return { kind: "told", draft: endOfSilence(silence, "hand", signed(author).by), facts: silence };
}

/** A silence that is set already and says almost the same: of the same alerts, by the same author, about as long. */
function alikeSet(
  asked: Pick<Silence, "match" | "author" | "until" | "grows">,
  memory: Pick<AlertMemory, "states">,
  at: number,
): Silence | undefined {
  const least = at + (asked.until - at) * alike;
  const isAlike = ({ match, author, until, grows }: Silence) =>
    match === asked.match && author === asked.author && until >= least && grows?.limit === asked.grows?.limit;
  return setSilences(memory, at).find(isAlike);
}

/** Someone who follows a link twice does so within a tenth of the time that they ask for. */
const alike = 0.9;
