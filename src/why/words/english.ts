/** Sentences of an answer in English. Texts of strangers come here fit to be shown, and moments in words. */
import { counted } from "../../lib/text/counted.ts";
import { type NoticeReason, noticeReasons } from "../../model/alerts.ts";
import { type Duration, durationWords } from "../../model/duration.ts";
import { worth as worthWords } from "../../model/news-words.ts";
import { type UntoldReason, untoldReasons } from "../../model/page/why.ts";
import { type SuppressionReason, suppressionReasons } from "../../model/rule.ts";
import type { Worth } from "../../model/worth.ts";
import { withheldWords } from "../../outputs/index.ts";
import type { WatchedSubjects } from "../../sources/member.ts";
import type { SourceStatus } from "../status.ts";

const part = {
  absent: "absent",
  holds: { true: "true", false: "false", null: "neither true nor false" },
  isValue: (name: string, value: string) => `${name} is ${value}`,
  listed: (parts: readonly string[]) => parts.join(", "),
  /** @param values what it sees; "" for nothing */
  part: (text: string, holds: string, values: string) =>
    `\`${text}\` is ${holds}${values === "" ? "" : `, ${values}`}`,
  /** @param seq of the event that was the step, where it is known */
  step(number: number, isSeen: boolean, seq: number | undefined) {
    const seen = seq === undefined ? "seen" : `is #${seq}`;
    return `step ${number} ${isSeen ? seen : "not seen"}`;
  },
};

const outcome = {
  ended: (seq: number) => `it ended the alert: #${seq}`,
  fired: (seq: number) => `it fired: #${seq}`,
  heldBack: (reason: SuppressionReason, until: string | undefined) =>
    `${reason}${until === undefined ? "" : ` until ${until}`}: ${suppressionReasons[reason]}`,
  oddAlert: "judged again by the rule as it is now, over what the log keeps, it would not have fired",
  loadedAfter: (when: string) => `the rule was loaded only after this event, ${when}`,
  loadedAgain: (when: string) =>
    `rules were loaded again after this event, last ${when}: this is the rule as it is now`,
  keptFrom: (seq: number) =>
    `the log is kept from #${seq} on: what the rule remembered from before is not known`,
  notActive: (when: string) => `the rule was not active yet: it was loaded ${when}`,
  mayBeAnother: "the rule as it is now would have fired; it may have been another one then",
  noReason: "the rule as it is now would have fired, and nothing on record says why it did not",
};

/** A wait is over, or not yet. */
export type Tense = "has" | "had";

const wait = {
  mayHold(conditions: readonly string[], from: string, tense: Tense) {
    const [may, comes] = tense === "has" ? ["may", "comes"] : ["might", "came"];
    return `${conditions.join(" and ")} ${may} hold from ${from} on if nothing more ${comes}`;
  },
  nothingMore: (until: string, tense: Tense) => `nothing more ${tense} to come until ${until}`,
  lasts: (lasting: Duration, since: number, until: string, tense: Tense) =>
    `what it asks for ${tense} to hold for ${durationWords(lasting)} from #${since} on, until ${until}`,
  toldAs: (seq: number, more: number) =>
    `told as #${seq}${more > 0 ? `, and ${counted(more, "time")} after it` : ""}`,
  ended: (wait: string, end: string) => `${wait}; ${end}`,
  later: (wait: string, told: string) => `${wait}; later ${told}`,
  came: (seq: number) => `#${seq} came`,
  brokenWith: (seq: number) => `with #${seq} it did not`,
  didNot: "it did not",
};

const silent = {
  whenFails: (parts: readonly string[], more: number) =>
    `its \`when\` does not hold: ${parts.join("; ")}${more > 0 ? `; and ${more} more` : ""}`,
  noValue: (condition: string) => `this event plays no part in the rule: it has no value for ${condition}`,
  ends: "its `until` holds for this event, which ends an alert and asks for none",
  noStep: (condition: string) =>
    `this event plays no part in ${condition}: it is no step of it, or came too late`,
  /** @param facts what it measured */
  fails: (condition: string, facts: readonly string[]) =>
    `${condition} does not hold${facts.length === 0 ? "" : `: ${facts.join(", ")}`}`,
  already: "what it asks for held before already: it fires once, when that begins",
  none: "it asked for no alert",
};

const entry = {
  noRuleAbout: (type: string) => `no rule is about ${type}`,
  attemptsOf: (alert: string) => `each attempt at it is told of its alert: \`yagura why ${alert}\``,
  noEvent(name: string, oldest: number, head: number) {
    const kept = head === 0 ? "which is empty" : `which is kept from #${oldest} to #${head}`;
    return `there is no event ${name} on the log, ${kept}`;
  },
  causeGone: (seq: number) => `the log does not keep its cause, #${seq}, any more`,
  noRule: (name: string) => `there is no rule \`${name}\` now`,
  rated: (by: string, worth: Exclude<Worth, "taken-back">, when: string) =>
    `${by} called it ${worthWords.values[worth].en}, ${when}`,
  /** The outputs know best what can be done about what they do not send. */
  notice: (reason: NoticeReason) =>
    reason === "simulated" ? withheldWords(reason, "en") : noticeReasons[reason],
  untold: (reason: UntoldReason): string => untoldReasons[reason],
  suppressed: (reason: SuppressionReason): string => suppressionReasons[reason],
};

const subject = {
  sought: (most: number) => `as a key it was looked for in the last ${most} events of the rule's types`,
  heldWith: (type: string, how: "discarded" | "taken-back") =>
    `a ${type} was held back with a rewrite, and ${how === "discarded" ? "discarded" : "taken back by its service"}`,
  isHeld: (type: string, items: number, source: string) =>
    `a ${type} is held back with a rewrite of ${counted(items, "item")}: decide with \`yagura sources release ${source}\` or \`discard ${source}\``,
  atFirstSight: (source: string, items: number) =>
    `what ${source} had when it was first seen is no news: ${counted(items, "item was", "items were")} stored, these among them`,
  /** @param later the first event after the moment of the question @param keptFrom where the log begins */
  noEvents(
    subject: string,
    later: { readonly seq: number; readonly when: string } | undefined,
    keptFrom: number | undefined,
  ) {
    const then = later === undefined ? "" : ` up to then; the first is #${later.seq}, ${later.when}`;
    const from = keptFrom === undefined ? "" : `; the log is kept from #${keptFrom} on`;
    return `no event that the rule is about came for ${subject}${then}${from}`;
  },
  otherEvents: (counts: readonly { readonly type: string; readonly count: number }[]) =>
    `what came for it: ${counts.map(({ type, count }) => `${type} (${count})`).join(", ")}`,
  didYouMean: (subject: string) => `did you mean \`${subject}\`?`,
  cameFor: (subjects: readonly string[]) => `such events came for ${subjects.join(", ")}`,
  firstSight: (source: string, items: number) =>
    `${source} was first seen, or a part of it: ${counted(items, "item")}, told as one`,
  loadedThen: "the rule was loaded only then",
};

/** At the moment that is asked about, or at the end of the monitor's work before it. */
export type AskedMoment = "asked" | "lastAtWork";

const moments: Readonly<Record<AskedMoment, string>> = {
  asked: "then",
  lastAtWork: "when the monitor was last at work",
};

const success = (when: string | undefined) => (when === undefined ? "" : `, last success ${when}`);

const source = {
  notConfigured: (name: string) => `the settings have no source ${name}: nothing is polled`,
  neverPolled: (name: string) => `${name} was never polled`,
  quarantined: (name: string, items: number, seen: string | undefined) =>
    `${name} is quarantined: ${counted(items, "item is", "items are")} held back${success(seen)}`,
  failing: (name: string, reason: string, message: string, seen: string | undefined) =>
    `${name} is failing (${reason}): ${message}${success(seen)}`,
  late: (name: string, day: string) => `${name} is late: the publication of ${day} has not come`,
  state: (name: string, state: SourceStatus["state"], seen: string | undefined) =>
    `${name} is ${state}${success(seen)}`,
  watchesOnly: (name: string, watched: WatchedSubjects) =>
    `${name} watches only ${"watchlist" in watched ? `the watchlist ${watched.watchlist}` : watched.subjects.join(", ")}`,
  notRunning(seen: string, again: string | undefined) {
    const started = again === undefined ? "" : ` and was started again ${again}`;
    return `no monitor was at work then: it was last seen at work ${seen}${started}`;
  },
  nothingOf: (name: string) =>
    `the log has nothing of ${name} up to then: it was not polled yet, or told nothing`,
  wasQuarantined: (name: string, moment: AskedMoment, items: number) =>
    `${name} was quarantined ${moments[moment]}: ${counted(items, "item was", "items were")} held back`,
  wasFailing: (name: string, moment: AskedMoment, reason: string, message: string) =>
    `${name} was failing ${moments[moment]} (${reason}): ${message}`,
  /** @param day the publication that had not come, where that is on record @param message what was told then */
  wasLate: (name: string, moment: AskedMoment, _day: string | undefined, message: string) =>
    `${name} was late ${moments[moment]}: ${message}`,
  wasWell: (name: string, last: string | undefined) =>
    `${name} was well then, as far as the log says${last === undefined ? "" : `, and ${last}`}`,
  wasNotPolled: (name: string, last: string | undefined) =>
    `${name} was not polled then: what it had is not known${last === undefined ? "" : `; it ${last}`}`,
  lastTold: (seq: number, type: string, when: string) => `last told #${seq} ${type}, ${when}`,
};

export const english = { part, outcome, wait, silent, entry, subject, source };

export type WhyWords = typeof english;
