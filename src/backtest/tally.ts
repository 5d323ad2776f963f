/** Counts what a set of rules would have done, as the evaluations come. */
import type { Notice, NoticeReason } from "../model/alerts.ts";
import { jstDay } from "../model/dates.ts";
import type { Event } from "../model/event.ts";
import type { MailDraft } from "../model/mail.ts";
import type { Alert } from "../model/news-items.ts";
import type { ReachedLimit, Suppressed } from "../model/rule.ts";
import type { Replayed } from "../pipeline/replay.ts";
import type { AskedSpan } from "../settings/span.ts";

/** Number of suppressed alerts by reason; a reason without any is absent. */
export type SuppressionCounts = Readonly<Partial<Record<Suppressed["reason"], number>>>;

/** A mail that would go out, with as much as tells it from another about the same event. */
export interface CountedMail {
  readonly address: string;
  /** Subject of its alert. */
  readonly subject: string;
  /** seq of the event that the alert is about. */
  readonly cause: number;
  /** When it would be queued, ms since 1970: alerts of one event that are given together share one mail. */
  readonly at: number;
  readonly rule: string;
  readonly severity: Alert["severity"];
  /** Words of it, where they were composed. */
  readonly letter?: Letter;
}

export interface Letter {
  /** Its subject line. */
  readonly title: string;
  readonly text: string;
}

/** Alerts about one subject. */
interface SubjectCounts {
  readonly alerts: number;
  /** seq of an event of each type that caused some of them; alerts that are causes themselves are on no log. */
  readonly causes: ReadonlyMap<string, number>;
}

export interface RuleCounts {
  readonly rule: string;
  readonly alerts: number;
  readonly resolved: number;
  readonly heldBack: SuppressionCounts;
}

export interface Counts {
  /** Every rule, in the order of the files. */
  readonly rules: readonly RuleCounts[];
  /** Alerts by day in Japan; days without any are absent. */
  readonly alertsByDay: ReadonlyMap<string, number>;
  readonly bySubject: ReadonlyMap<string, SubjectCounts>;
  /** Mails of these rules alone: those of others may take the place of one. */
  readonly mails: readonly CountedMail[];
  /** Alerts that were told to a receiver at once and lead what is said of their event. */
  readonly leads: readonly CountedLead[];
  /** The other decisions about telling alerts, by receiver and reason. */
  readonly notices: ReadonlyMap<string, ReadonlyMap<NoticeReason, number>>;
  /** Rules that remembered as much as they may, before the span too: from then on they forgot. Each once. */
  readonly limits: readonly ReachedLimit[];
}

/** An alert that leads a message about an event; that of another rule may take its place. */
export interface CountedLead extends Pick<CountedMail, "at" | "rule" | "severity" | "cause"> {
  readonly receiver: string;
  readonly reason: "first" | "changed";
}

export interface RulesTally {
  /** Counts an evaluation; anything before the span is left out. */
  take(evaluation: Replayed): void;
  counts(): Counts;
}

interface Counting {
  readonly rule: string;
  alerts: number;
  resolved: number;
  readonly heldBack: Partial<Record<Suppressed["reason"], number>>;
}

export function createRulesTally(names: readonly string[], { from }: Pick<AskedSpan, "from">): RulesTally {
  const rules = createRuleCounts(names, from);
  const messages = createMessageCounts(from);
  return {
    take(evaluation) {
      // People may have ended alerts of rules that are not asked about.
      const isOwn = ({ rule, why }: Alert) => why !== "hand" || rules.has(rule);
      const alerts = evaluation.alerts.filter(({ event }) => isOwn(alertOf(event)));
      rules.take({ ...evaluation, alerts });
      messages.take({ ...evaluation, alerts });
    },
    counts: () => ({ ...rules.counts(), ...messages.counts() }),
  };
}

/** What the rules gave, suppressed and remembered. */
function createRuleCounts(names: readonly string[], from: number) {
  const rules = new Map<string, Counting>(names.map((rule) => [rule, nothingYet(rule)]));
  const alertsByDay = new Map<string, number>();
  const bySubject = new Map<string, SubjectCounts>();
  const limits = new Map<string, ReachedLimit>();
  const countsOf = (rule: string): Counting => {
    const known = rules.get(rule) ?? nothingYet(rule);
    rules.set(rule, known);
    return known;
  };
  return {
    has: (rule: string) => rules.has(rule),
    take({ alerts, suppressions, limits: reached }: Replayed) {
      for (const one of reached) limits.set(`${one.limit} ${one.rule}`, one);
      for (const { event } of alerts) {
        const at = Date.parse(event.time);
        if (at < from) continue;
        const alert = alertOf(event);
        const counts = countsOf(alert.rule);
        // An end by time or by hand is nothing that a rule said.
        if (event.type === "alert.resolved") counts.resolved += alert.why === "until" ? 1 : 0;
        else {
          counts.alerts += 1;
          addCount(alertsByDay, jstDay(at));
          countSubject(bySubject, event.subject, alert);
        }
      }
      for (const { rule, reason, at } of suppressions) {
        if (at < from) continue;
        const { heldBack } = countsOf(rule);
        heldBack[reason] = (heldBack[reason] ?? 0) + 1;
      }
    },
    counts: () => ({ rules: [...rules.values()], alertsByDay, bySubject, limits: [...limits.values()] }),
  };
}

/** What receivers were told of the alerts. */
function createMessageCounts(from: number) {
  const counted: CountedMail[] = [];
  const leads: CountedLead[] = [];
  const notices = new Map<string, Map<NoticeReason, number>>();
  // Alerts that a receiver is told of, now or later.
  const given = new Map<number, MailedAlert>();
  return {
    take({ alerts, mails, notices: decided }: Replayed) {
      const wanted = new Set(decided.filter(isMailed).map(({ alertSeq }) => alertSeq));
      for (const { seq, event } of alerts) {
        const { rule, severity, cause } = alertOf(event);
        if (wanted.has(seq)) given.set(seq, { rule, severity, cause: cause.seq, subject: event.subject });
      }
      for (const mail of mails) {
        const alert = given.get(mail.alertSeq);
        if (alert !== undefined && Date.parse(mail.date) >= from) counted.push(countedMail(mail, alert));
      }
      for (const { receiver, reason, at, alertSeq } of decided) {
        if (at < from) continue;
        const alert = given.get(alertSeq);
        if (alert !== undefined && isLead(reason)) {
          leads.push({ receiver, reason, at, ...alert });
          continue;
        }
        const known = notices.get(receiver) ?? new Map<NoticeReason, number>();
        notices.set(receiver, known);
        addCount(known, reason);
      }
    },
    counts: () => ({ mails: counted, leads, notices }),
  };
}

function alertOf({ data }: Event): Alert {
  return data.now as unknown as Alert;
}

function isLead(reason: NoticeReason): reason is CountedLead["reason"] {
  return reason === "first" || reason === "changed";
}

/** Whether a mail may be about the alert; the first that a brake holds back has the one that says so. */
function isMailed({ state, reason }: Pick<Notice, "state" | "reason">): boolean {
  return state !== "dropped" || reason === "braked";
}

function countSubject(counts: Map<string, SubjectCounts>, subject: string, { cause }: Alert): void {
  const { alerts, causes } = counts.get(subject) ?? { alerts: 0, causes: new Map<string, number>() };
  const own = cause.origin === undefined ? new Map(causes).set(cause.type, cause.seq) : causes;
  counts.set(subject, { alerts: alerts + 1, causes: own });
}

type MailedAlert = Pick<CountedMail, "rule" | "severity" | "cause" | "subject">;

function countedMail({ address, date, subject: title, text }: MailDraft, alert: MailedAlert): CountedMail {
  const mail = { address, at: Date.parse(date), ...alert };
  return text === "" ? mail : { ...mail, letter: { title, text } };
}

function nothingYet(rule: string): Counting {
  return { rule, alerts: 0, resolved: 0, heldBack: {} };
}

export function addCount<Name>(counts: Map<Name, number>, name: Name, times = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + times);
}
