/** `yagura why`: reads the database beside the running monitor, takes no lock, and answers one question. */
import { storedCalendar } from "../calendar/kept-calendar.ts";
import type { Config } from "../config/config.ts";
import { requireConfig, ruleOptions } from "../files/check-files.ts";
import { noRule, Refused } from "../lib/problem.ts";
import { timeWords } from "../lib/text/counted.ts";
import type { Rating } from "../model/answer-items.ts";
import type { Event, LogEntry } from "../model/event.ts";
import { isLost } from "../model/event-types.ts";
import type { Language } from "../model/language.ts";
import type { Alert } from "../model/news-items.ts";
import type { AlertAnswer, AlertFacts, Answer, EventAnswer, Verdict } from "../model/page/why.ts";
import { loadRules } from "../rules/files/load-rules.ts";
import type { CompiledRules } from "../rules/rule-set.ts";
import { maskedReader, openStoreReader } from "../store/reader.ts";
import { refusing } from "../store/sqlite-error.ts";
import { createInquiry, entryAt, type Inquiry, tamed } from "./inquiry.ts";
import { causeFacts, eventFacts, mailFacts, suppressionsAround } from "./on-record.ts";
import { aboutSubject } from "./subject.ts";
import { noticeFacts, untoldFacts, verdictsOn } from "./verdict.ts";

export interface Question {
  /** id or seq of an event. */
  readonly alert?: string | undefined;
  readonly rule?: string | undefined;
  readonly subject?: string | undefined;
  /** A time or a day, in Japan's time unless it says another. */
  readonly at?: string | undefined;
}

/** The event is not on the log. */
export interface NotFound {
  readonly about: "nothing";
  readonly message: string;
  /** First and last seq that the log has. */
  readonly oldest: number;
  readonly head: number;
}

export interface Surroundings {
  /** The config file. */
  readonly config: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** ms since 1970. */
  readonly now: number;
  /** That of the person who asks; undefined for a program, which gets English sentences and titles as rules write them. */
  readonly language?: Language | undefined;
  /** Called with the progress of the evaluation, in entries of the log. */
  progress(read: number, all: number): void;
}

/** Throws Refused for a wrong question, wrong files, or where there is no database. */
export async function why(
  question: Question,
  { config, environment, ...rest }: Surroundings,
): Promise<Answer | NotFound> {
  return createAnswering(requireConfig(config, environment))(question, rest);
}

interface Answering extends Pick<Surroundings, "now" | "progress" | "language"> {
  /** Hash of rules that were linted before: to lint them again would take as long as to compile them. */
  readonly lintedHash?: string | undefined;
  /** Whether lost mails are without their addresses, for whoever may only read; left out: no. */
  readonly isMasked?: boolean;
}

/**
 * Answers with settings that were read already. The rules stay compiled for the next question, as long as their files
 * say the same. Throws as `why` does.
 */
export function createAnswering(
  config: Config,
): (question: Question, answering: Answering) => Promise<Answer | NotFound> {
  const options = ruleOptions(config);
  let before: CompiledRules | undefined;
  return async (question, { now, progress, lintedHash, language, isMasked = false }) => {
    const asked = whatIsAsked(question, now);
    const loaded = await loadRules(config.rules, { ...options, lintedHash, before });
    if (!loaded.ok) throw new Refused("the rules have mistakes: `yagura check` shows them", loaded.problems);
    const { rules } = loaded;
    before = rules;
    const opened = refusing(() => openStoreReader(config.state));
    const reader = isMasked ? maskedReader(opened) : opened;
    try {
      const calendar = storedCalendar(reader.meta);
      return refusing(() => {
        const at = "event" in asked ? now : asked.at;
        const inquiry = createInquiry({ config, rules, reader, calendar, at, language, progress });
        return "event" in asked ? aboutEntry(asked.event, inquiry) : aboutRule(asked, inquiry);
      });
    } finally {
      reader.close();
    }
  };
}

type Asked =
  | { readonly event: string }
  | { readonly rule: string; readonly subject: string; readonly at: number };

function whatIsAsked({ alert, rule, subject, at }: Question, now: number): Asked {
  if (alert !== undefined && rule === undefined && subject === undefined && at === undefined)
    return { event: alert };
  if (alert !== undefined || rule === undefined || subject === undefined)
    throw new Refused("say the id or number of an alert, or --rule and --subject");
  return { rule, subject, at: at === undefined ? now : momentOf(at) };
}

/** A day means its end. */
function momentOf(text: string): number {
  const [, day, rest = "", zone = "+09:00"] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ??
    [];
  const at = Date.parse(`${day}T${rest === "" ? "23:59:59.999" : rest}${zone}`);
  if (day !== undefined && !Number.isNaN(at)) return at;
  throw new Refused(`--at takes a day or a time such as 2026-11-20T17:30, not "${text}"`);
}

function aboutEntry(name: string, inquiry: Inquiry): Answer | NotFound {
  const { words, reader } = inquiry;
  const { log } = reader;
  const seq = Number(/^(?:.*-)?#?(\d{1,15})$/.exec(name)?.[1]);
  const entry = Number.isSafeInteger(seq) && seq > 0 ? entryAt(seq, inquiry) : undefined;
  const isMeant = /^#?\d+$/.test(name) || entry?.event.id === name;
  if (entry === undefined || !isMeant) {
    const [oldest, head] = [log.oldest(), log.head()];
    return { about: "nothing", message: words.entry.noEvent(name, oldest, head), oldest, head };
  }
  if (entry.event.type === "alert.acknowledged" || entry.event.type === "alert.rated")
    return aboutEntry(String(entry.event.data.now.alert), inquiry);
  return entry.event.type.startsWith("alert.") ? aboutAlert(entry, inquiry) : aboutEvent(entry, inquiry);
}

function aboutRule({ rule: name, subject, at }: Exclude<Asked, { event: string }>, inquiry: Inquiry): Answer {
  const { rules, names } = inquiry.rules;
  const rule = rules.find((each) => each.name === name);
  if (rule !== undefined) return aboutSubject({ rule, subject, at }, inquiry);
  if (inquiry.rules.disabled.includes(name))
    throw new Refused(`the rule "${name}" is turned off: it or the settings say \`enabled: false\``);
  throw noRule(name, names);
}

/** Explains what each rule that is about an event made of it. */
export function aboutEvent(entry: LogEntry, inquiry: Inquiry): EventAnswer {
  const { type, data } = entry.event;
  const { noRuleAbout, attemptsOf } = inquiry.words.entry;
  const verdicts = verdictsOn(entry, inquiry.rules.rules, inquiry);
  return {
    about: "event",
    event: causeFacts(entry, inquiry),
    verdicts,
    notes: [
      ...(verdicts.length === 0 ? [noRuleAbout(type)] : []),
      ...(isLost(type) && data.now.alert !== "" ? [attemptsOf(tamed(String(data.now.alert)))] : []),
    ],
  };
}

/** Explains why an alert came, and what happened to it. @param entry an `alert.fired` or `alert.resolved` */
function aboutAlert(entry: LogEntry, inquiry: Inquiry): AlertAnswer {
  const alert = entry.event.data.now as unknown as Alert;
  const cause = entryAt(alert.cause.seq, inquiry);
  const verdict = cause && verdictNow(alert.rule, cause, inquiry);
  const at = Date.parse(entry.event.time);
  const given = { rule: alert.rule, key: alert.key, at, causeSeq: alert.cause.seq };
  const around = suppressionsAround(given, inquiry);
  const { causeGone, noRule: noRuleNow } = inquiry.words.entry;
  const gone = cause === undefined ? [causeGone(alert.cause.seq)] : [];
  const notices = noticeFacts(entry.seq, inquiry);
  const rule = inquiry.rules.all.find(({ name }) => name === alert.rule);
  const renamed = inquiry.rules.names.includes(alert.rule) ? [] : [noRuleNow(alert.rule)];
  return {
    about: "alert",
    alert: alertFacts(entry, alert, inquiry),
    cause: cause && causeFacts(cause, inquiry),
    verdict,
    heldBackBefore: around.before,
    heldBackAfter: around.after,
    notices,
    untold: notices.length > 0 ? undefined : untoldFacts(alert, rule, inquiry),
    mails: mailFacts(entry.seq, inquiry),
    notes: [...gone, ...renamed, ...ratingOf(entry, alert.rule, inquiry)],
  };
}

/** Answers to alerts of one rule that are looked through for those to one alert. */
const mostRatings = 1_000;

/** What the alert was worth by the last answer about it; none where that was taken back. */
function ratingOf({ seq, event }: LogEntry, rule: string, { reader, words }: Inquiry): string[] {
  const asked = { types: ["alert.rated"], source: `/rules/${rule}`, after: seq, limit: mostRatings };
  const given = reader.search.newest(asked).map(({ json }) => JSON.parse(json) as Event);
  const last = given.find(({ data }) => data.now.alert === event.id);
  if (last === undefined) return [];
  const { by, worth } = last.data.now as unknown as Rating;
  return worth === "taken-back" ? [] : [words.entry.rated(tamed(by), worth, timeWords(last.time))];
}

/** Verdict of the rule of this name; undefined where there is none now, or it is about other events. */
function verdictNow(name: string, cause: LogEntry, inquiry: Inquiry): Verdict | undefined {
  const rules = inquiry.rules.rules.filter((each) => each.name === name);
  return verdictsOn(cause, rules, inquiry)[0];
}

function alertFacts(entry: LogEntry, alert: Alert, inquiry: Inquiry): AlertFacts {
  const { rule, key, severity, labels, data, flapping, unmailed, why, by, because } = alert;
  const { language } = inquiry;
  const title = (language && alert.texts?.[language]?.title) ?? alert.title;
  const written = inquiry.rules.rules.find(({ name }) => name === rule);
  return {
    ...eventFacts(entry, inquiry),
    ...{ rule, file: written?.file, line: written?.line, key, severity, title, labels, data },
    ...{ flapping, unmailed, why, by, because },
  };
}
