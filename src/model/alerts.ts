/**
 * The life of alerts as it is kept: open episodes, silences, groups that wait, and a notice for each decision about
 * telling an alert to a receiver. src/alerts decides, src/store keeps.
 */
import type { Silence } from "./silence.ts";
import type { Rated } from "./worth.ts";

/** Why an alert is over; closed. */
export const episodeEnds = {
  until: "an event met the rule's `until`",
  time: "there was no news for the rule's `resolveAfter`",
  hand: "somebody resolved it by hand",
} as const;

export type EpisodeEnd = keyof typeof episodeEnds;

/** The open life of an alert: all alerts of one rule and key, from the first one until it is over. */
export interface Episode {
  /** The id of the alert that opened it, and its number on the log. */
  readonly id: string;
  readonly seq: number;
  /** ms since 1970, as all moments here. */
  readonly since: number;
  /** The latest alert, and the number of all. */
  readonly lastSeq: number;
  readonly lastAt: number;
  readonly times: number;
  readonly facts: AlertFacts;
  /** Who knows of it; it is not repeated then. */
  readonly acknowledged?: { readonly at: number; readonly by: string } | undefined;
  /** Receivers that were told of it, or will be. */
  readonly receivers: readonly string[];
  /** Keys of the inhibitors that it feeds. */
  readonly inhibits?: readonly string[] | undefined;
}

/** The facts of an alert that routes, silences and inhibitions look at. */
export interface AlertFacts {
  readonly rule: string;
  readonly key: string;
  readonly severity: "info" | "warning" | "critical";
  /** A stock code, a series, or the name of a source. */
  readonly subject: string;
  /** Path of the source at the beginning of its causes: /sources/NAME. */
  readonly source: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly watchlists: readonly string[];
  /** The recipients that its rule names; unknown of an episode that an earlier version kept. */
  readonly notify?: readonly string[];
}

/** Alerts of one receiver that are told together: those of a route, or those that wait for the same thing. */
export interface Group {
  readonly receiver: string;
  /** Name of the route; "" where the rule alone names the receiver. */
  readonly route: string;
  /** `route`: by the values of its `groupBy`; `gathered`: by the subject; `held`: until something quiet ends. */
  readonly kind: "route" | "gathered" | "digest" | "held" | "capped" | "inhibited";
  /** Words of what its alerts share. */
  readonly about: string;
  /** When its last message was queued; absent: none was. */
  readonly toldAt?: number | undefined;
  /** When it is told next, where alerts wait in it; absent: none do. */
  readonly tellAt?: number | undefined;
  /** When what is open is said again; absent: never. */
  readonly repeatAt?: number | undefined;
  /** Keys of the episodes that are said again then. */
  readonly open: readonly string[];
  /** Name of the message that told what is said again: others that it told are said again with it. */
  readonly together?: string | undefined;
  /** Least time between two messages of it, ms; it is kept that long. */
  readonly everyMs?: number | undefined;
  /** Gravity of the gravest alert in its last message, where what is graver does not wait. */
  readonly gravity?: number | undefined;
  /** Name of the next message, for a digest. */
  readonly digest?: string | undefined;
}

/** The thread in which a receiver is told of an episode or of a group. */
export interface Thread {
  /** Names of its first and latest message, from which their Message-IDs are made. */
  readonly first: string;
  readonly latest: string;
  /** The subject of the first message. */
  readonly subject: string;
  /** Number of the latest alert that it told: what changed is counted from there. */
  readonly told: number;
}

/** What a receiver has got, for its caps. */
export interface ReceiverCount {
  /** Times of the messages of the last day, the oldest first. */
  readonly sentAt: readonly number[];
  /** Messages held by a cap since the last one that went out. */
  readonly held: number;
  readonly heldSince?: number | undefined;
}

/** Alerts that a rule gave on each of its last days, in Japan's dates, about stocks on a watchlist or about others. */
export interface RuleDays {
  readonly days: Readonly<Record<string, number>>;
  /** The day on which it is braked, and the receivers that were told so. */
  readonly brakedOn?: string | undefined;
  readonly toldTo?: readonly string[] | undefined;
}

/** Open episodes that quiet others with equal values. */
interface Inhibitor {
  /** Keys of the episodes that feed it. */
  readonly episodes: readonly string[];
  /** Keys of the groups in which the alerts wait that it quiets. */
  readonly groups: readonly string[];
}

/** What the link of a mail was used for: it silences once. */
interface UsedLink {
  /** Id of the silence. */
  readonly silence: string;
  readonly until: number;
}

/** The kinds of state that are kept, each under a key of its own. */
export interface AlertStateBodies {
  /** Key: rule and alert key, see `episodeKey`. */
  readonly episode: Episode;
  /** Key: its id. */
  readonly silence: Silence;
  /** Key: receiver, and what its alerts are told together by; see alerts/life/place.ts. */
  readonly group: Group;
  /** Key: receiver, and the episode's id or the group's key. */
  readonly thread: Thread;
  /** Key: the receiver. */
  readonly receiver: ReceiverCount;
  /** Key: see `ruleDaysKey`. */
  readonly rule: RuleDays;
  /** Key: the inhibiting rule and the equal values. */
  readonly inhibitor: Inhibitor;
  /** Key: the id of the alert whose link it is, and its receiver. */
  readonly link: UsedLink;
  /** Key: see `episodeKey`. */
  readonly worth: Rated;
  /** Key: "". The names of the inhibitions at the last commit. */
  readonly policy: { readonly inhibitions: readonly string[] };
}

export type AlertStateKind = keyof AlertStateBodies;

/** A state of any kind, as it is written; without a body it is gone. */
export type AlertStateWrite = {
  readonly [Kind in AlertStateKind]: {
    readonly kind: Kind;
    readonly key: string;
    readonly body: AlertStateBodies[Kind] | undefined;
    /** When time alone makes something of it, ms since 1970; absent: never. */
    readonly due?: number | undefined;
  };
}[AlertStateKind];

export interface KeptAlertState<Kind extends AlertStateKind> {
  readonly key: string;
  readonly body: AlertStateBodies[Kind];
}

/** A state that time alone makes something of. */
export interface DueAlertState {
  readonly kind: AlertStateKind;
  readonly key: string;
  readonly due: number;
}

const separator = "\u001f";

/** Joins the parts of a key. */
export function keyOf(...parts: readonly string[]): string {
  return parts.join(separator);
}

/** Key of the days of a rule: its alerts about stocks on a watchlist are counted apart from its others. */
export function ruleDaysKey(rule: string, isWatched: boolean): string {
  return isWatched ? keyOf(rule, "watched") : rule;
}

/** Reasons for a decision about an alert and a receiver, with the words that people read; closed. */
export const noticeReasons = {
  first: "first alert of its episode",
  changed: "news in an episode that was sent before",
  repeated: "reminder of its route: the episode is still open",
  resolved: "its episode is resolved",
  "same-cause": "a more severe or an earlier alert about the same event was sent, and names this one",
  grouped: "it waits for others of its group; they are sent together",
  digest: "its route sends it in a digest",
  silenced: "a silence matches it",
  inhibited: "an open alert inhibits it",
  acknowledged: "it was acknowledged, so it is not repeated",
  "outside-hours": "it fired outside the receiver's hours",
  capped: "the receiver has reached its cap of messages per hour or day",
  braked: "its rule fires far more often than usual",
  simulated: "its data is simulated, and the receiver is real",
  "own-failure": "it is about a message that could not reach this receiver",
  unreachable: "the settings do not define this receiver, or no device is signed up for it",
} as const;

export type NoticeReason = keyof typeof noticeReasons;

/** Fates of a notice: `waiting` until it is told or dropped. */
export type NoticeState = "waiting" | "told" | "dropped";

/** A decision about one alert and one receiver. */
export interface Notice {
  readonly alertSeq: number;
  /** Number of the alert that opened the episode. */
  readonly episodeSeq: number;
  /** Such as email:desk. */
  readonly receiver: string;
  /** Name of the route; "" where the rule alone names the receiver. */
  readonly route: string;
  readonly reason: NoticeReason;
  readonly state: NoticeState;
  readonly at: number;
  /** Up to when the reason holds, where that is known. */
  readonly until?: number | undefined;
  /** What quiets it: a silence's id, a window's name, the inhibiting episode's id. */
  readonly by?: string | undefined;
  /** Key of the group in which it waits or was told. */
  readonly group: string;
  /** 0 for critical, 1 for warning, 2 for info: groups tell the gravest first. */
  readonly gravity: number;
  /** Name of the message that told it. */
  readonly message?: string | undefined;
  readonly toldAt?: number | undefined;
}

/** Waiting notices of one group and receiver end together. */
export interface NoticesEnd {
  readonly receiver: string;
  readonly group: string;
  readonly state: "told" | "dropped";
  readonly message?: string | undefined;
  readonly at: number;
  /** Only those that wait for this reason; absent: all. */
  readonly reason?: NoticeReason | undefined;
}

/** What one step of the life of alerts writes, beside entries and mails. */
export interface AlertWrites {
  readonly states: readonly AlertStateWrite[];
  readonly notices: readonly Notice[];
  /** Made after the notices are written, in this order. */
  readonly ends: readonly NoticesEnd[];
}

/** Most states of a kind that are kept; beyond it go those that were not written for longest. */
export const mostAlertStates = 100_000;

/** The kept life of alerts, as src/alerts asks for it. */
export interface AlertMemory {
  state<Kind extends AlertStateKind>(kind: Kind, key: string): AlertStateBodies[Kind] | undefined;
  /** All states of a kind, in the order of their keys' code points. */
  states<Kind extends AlertStateKind>(kind: Kind): readonly KeptAlertState<Kind>[];
  /** At most `most` states of a kind, the one that was not written for longest first. */
  oldest<Kind extends AlertStateKind>(kind: Kind, most: number): readonly KeptAlertState<Kind>[];
  /** Number of states of a kind. */
  count(kind: AlertStateKind): number;
  /** States that are due, the longest due first, then by kind and key; at most `most` of them, by default all. */
  due(at: number, most?: number): readonly DueAlertState[];
  /** When the next state is due; undefined: none ever is. */
  nextDue(): number | undefined;
  /** The waiting notices of a group, the gravest first, then the oldest: at most `most` of them, and the number of all. */
  waiting(
    receiver: string,
    group: string,
    most: number,
  ): { readonly all: number; readonly first: readonly Notice[] };
  /** The groups in which notices wait, in the order of their receivers' and their own keys' code points. */
  waitingGroups(): readonly { readonly receiver: string; readonly group: string }[];
}
