/** A life of alerts on a clock by hand: alerts come and go, time passes, and what receivers are told is noted. */
import { createPolicy } from "../../../src/alerts/create-policy.ts";
import { endedByTime } from "../../../src/alerts/life/alert-facts.ts";
import { createAlertMemory } from "../../../src/alerts/life/memory.ts";
import { takeStep } from "../../../src/alerts/life/take-step.ts";
import { alertsSetting } from "../../../src/alerts/settings.ts";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { parseYaml } from "../../../src/lib/yaml/parse-yaml.ts";
import type { AlertMemory, Notice } from "../../../src/model/alerts.ts";
import type { Duration } from "../../../src/model/duration.ts";
import { type EventDraft, type LogEntry, numbered } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import type { Notification } from "../../../src/model/notification.ts";
import type { Ending } from "../../../src/model/rule.ts";
import type { Growth } from "../../../src/model/silence.ts";

interface Told {
  /** Time of day and day in Japan, such as "Mon 09:30". */
  readonly at: string;
  readonly receiver: string;
  readonly kind: Notification["kind"];
  /** Titles with the reason, such as "A: first". */
  readonly titles: readonly string[];
  readonly notification: Notification;
}

type Fired = Partial<Pick<Alert, "key" | "severity" | "title" | "labels" | "watchlists" | "recipients">> & {
  readonly subject?: string;
  /** Number of the event that causes it; by default one of its own. */
  readonly cause?: number;
  readonly source?: string;
  /** The ratio in its cause; absent: the log has no cause. */
  readonly ratio?: number;
};

const weekday = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Tokyo",
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/**
 * @param settings the section `alerts` as YAML; "" for none
 * @param begin in Japan, such as 2026-01-05T09:00; the first Monday of January 2026 is the 5th
 */
export function liveAlerts(
  settings: string,
  begin: string,
  endings: Readonly<Record<string, Ending>> = {},
  gathers: Readonly<Record<string, Duration>> = {},
) {
  let policy = policyOf(settings);
  const memory = createAlertMemory();
  const entries: LogEntry[] = [];
  const told: Told[] = [];
  const notices: Notice[] = [];
  let at = Date.parse(`${begin}:00+09:00`);
  let causes = 1_000;
  const ratios = new Map<number, number>();
  const entryAt = (seq: number): LogEntry | undefined => entries[seq - 1] ?? causeOf(seq, ratios.get(seq));
  const compose = (notifications: readonly Notification[]) =>
    notifications.map((notification) => {
      const titles = notification.told.map(
        ({ entry, reason }) => `${(entry.event.data.now as unknown as Alert).title}: ${reason}`,
      );
      const time = weekday.format(at).replace(",", "");
      told.push({ at: time, receiver: notification.receiver, kind: notification.kind, titles, notification });
      return {
        ...{
          output: "email",
          receiver: notification.receiver,
          message: notification.name,
          alertSeq: 1,
          address: "a@example.com",
          from: "",
        },
        ...{
          messageId: notification.name,
          date: "",
          text: "",
          html: "",
          subject: `About ${notification.name}${notification.language === "ja" ? " ja" : ""}`,
        },
      };
    });
  const step = (drafts: readonly EventDraft[]): void => {
    const place = () => ({ epoch: "e", seq: entries.length + 1, time: new Date(at).toISOString() });
    const first = entries.length;
    for (const draft of [...endedByTime(memory, at, (seq) => entries[seq - 1]), ...drafts])
      entries.push(numbered(draft, place()));
    const { writes } = takeStep(
      { entries: entries.slice(first), at },
      {
        ...{ policy, memory, calendar: weekdaysOnly, compose },
        endings: new Map(Object.entries(endings)),
        gathers: new Map(Object.entries(gathers)),
        entry: entryAt,
        bar: () => undefined,
      },
    );
    memory.keep(writes);
    notices.push(...writes.notices);
  };
  const passUntil = (then: number): void => {
    for (let due = memory.nextDue(); due !== undefined && due <= then; due = memory.nextDue()) {
      at = Math.max(at, due);
      step([]);
    }
    at = then;
  };
  const draftOf = (type: "alert.fired" | "alert.resolved", rule: string, fired: Fired): EventDraft => {
    const {
      subject = "7203",
      cause = ++causes,
      source = "/sources/short-sale-reports",
      ratio,
      ...more
    } = fired;
    if (ratio !== undefined) ratios.set(cause, ratio);
    const now = {
      ...{ rule, key: subject, severity: "warning", title: rule, body: "", labels: {} },
      ...{ recipients: ["email:desk"], ...more },
      cause: { seq: cause, id: `e-${cause}`, type: "short.report.opened", source, subject },
      ...(type === "alert.resolved" && { why: "until" }),
    };
    return { type, source: `/rules/${rule}`, subject, data: { now } };
  };
  return {
    memory: memory as AlertMemory,
    notices,
    entries,
    /** Lets time pass up to a time in Japan, such as 2026-01-05T09:30. */
    until: (time: string) => passUntil(Date.parse(`${time}:00+09:00`)),
    /** Gives alerts of rules together. */
    fire: (...fired: readonly (readonly [rule: string, fired?: Fired])[]) =>
      step(fired.map(([rule, more = {}]) => draftOf("alert.fired", rule, more))),
    resolve: (rule: string, more: Fired = {}) => step([draftOf("alert.resolved", rule, more)]),
    tell: (draft: EventDraft) => step([draft]),
    /** Goes on with other settings, as after a restart. */
    restart(other: string) {
      policy = policyOf(other);
    },
    /** What was told since the last call. */
    take: () => told.splice(0),
    /** The same in short: when, to whom, and what. */
    took: () => told.splice(0).map((one) => `${one.at} ${one.receiver} ${one.titles.join(", ")}`),
    reasons: () => notices.map(({ receiver, reason, state }) => `${receiver} ${reason} ${state}`),
  };
}

function causeOf(seq: number, ratio: number | undefined): LogEntry | undefined {
  const draft = {
    type: "short.report.opened",
    source: "/sources/short-sale-reports",
    subject: "7203",
  } as const;
  const place = { epoch: "e", seq, time: "2026-01-05T00:00:00.000Z" };
  return ratio === undefined ? undefined : numbered({ ...draft, data: { now: { ratio } } }, place);
}

function policyOf(settings: string) {
  const written = settings === "" ? undefined : parseYaml(settings, "alerts.yaml").value;
  return createPolicy(alertsSetting.parse(written));
}

export function silenced(
  id: string,
  match: string,
  from: string,
  until: string,
  fate = "drop",
  grows?: Growth,
): EventDraft {
  const iso = (time: string) => new Date(`${time}:00+09:00`).toISOString();
  const now = {
    id,
    match,
    from: iso(from),
    until: iso(until),
    fate,
    author: "desk",
    because: "known",
    alerts: [],
    ...(grows && { grows }),
  };
  return { type: "silence.added", source: "/alerts", subject: id, data: { now } };
}
