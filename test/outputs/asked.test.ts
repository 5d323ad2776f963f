import { expect, test } from "vitest";
import { builtInTypes } from "../../src/files/event-types.ts";
import { type LogEntry, numbered } from "../../src/model/event.ts";
import type { Notification } from "../../src/model/notification.ts";
import type { Firing } from "../../src/model/rule.ts";
import { withheldWords } from "../../src/outputs/index.ts";
import { createMailing } from "../../src/outputs/mailing.ts";
import { outputSettings } from "../support/output-settings.ts";

const place = (seq: number) => ({ epoch: "e", seq, time: "2026-01-05T00:00:00.000Z" });

const firing: Firing = {
  rule: "any",
  key: "7203",
  severity: "info",
  title: "見本",
  body: "",
  labels: {},
  notify: ["email:desk", "email:night"],
};

function causeOf(type: "margin.alert.added" | "mail.failed", now: Record<string, unknown>): LogEntry {
  return numbered({ type, source: "/sources/margin-alerts", subject: "7203", data: { now } }, place(1));
}

const recipients = {
  desk: ["a@example.com", "b@example.com"],
  night: ["b@example.com", "c@example.com"],
};

type Settings = Parameters<typeof outputSettings>[1] & { simulated?: boolean };

const watchlists = { core: [{ code: "7203", shares: 100 }], new: [{ code: "7203" }, { code: "6758" }] };

const facts = {
  types: builtInTypes,
  monitorUrl: () => "http://127.0.0.1/",
  watchlists: () => watchlists,
};

/** What alerts are told as their rules ask, and nothing else. */
function notificationsOf(firings: readonly Firing[], cause: LogEntry): Notification[] {
  return firings.flatMap(({ notify, resolved, ...said }, index) => {
    const { seq, event } = cause;
    const now = {
      ...said,
      recipients: [...notify],
      cause: { seq, id: event.id, type: event.type, source: event.source, subject: event.subject },
    };
    const source = `/rules/${said.rule}`;
    const entry = numbered({ type: "alert.fired", source, subject: "7203", data: { now } }, place(2 + index));
    const at = Date.parse(entry.event.time);
    const told: Notification["told"] = [{ entry, cause, reason: "first", times: 1, since: at }];
    if (resolved !== undefined) return [];
    return notify.map(
      (receiver): Notification => ({
        ...{ kind: "alert", name: entry.event.id, receiver, route: "", language: "en", at, told, all: 1 },
      }),
    );
  });
}

/** The mails and the reason of each of the alerts that an event gives together. */
function askTogether(
  firings: readonly Firing[],
  cause: LogEntry,
  { simulated = false, ...email }: Settings = {},
) {
  const settings = outputSettings(recipients, email);
  const mailing = createMailing(settings, { ...facts, simulated: () => simulated });
  const mails = mailing.compose(notificationsOf(firings, cause));
  return mailing.unmailed(firings, cause).map((unmailed, index) => {
    const own = mails.filter(({ alertSeq }) => alertSeq === 2 + index);
    return { mails: own, addresses: own.map(({ address }) => address), unmailed };
  });
}

function ask(cause: LogEntry, settings: Settings = {}) {
  const [asked] = askTogether([firing], cause, settings);
  if (asked === undefined) throw new Error("an alert without an answer");
  return asked;
}

const addressesFor = (cause: LogEntry) => ask(cause).addresses;
const news = causeOf("margin.alert.added", { code: "7203", publishedOn: "2026-01-05" });

test("an address gets one mail, however many of the recipients share it", () => {
  expect(addressesFor(news)).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
});

test("a mail says on which lists the subject of its alert is, as the first of them has it", () => {
  expect(ask(news).mails[0]?.text).toContain("\nOn your lists core, new: 100 shares.\n");
});

test("a mail about a lost mail does not go to the address that lost it", () => {
  const lost = {
    alert: "e-1",
    rule: "any",
    title: "t",
    address: "b@example.com",
    message: "no",
    attempts: 1,
  };
  expect(addressesFor(causeOf("mail.failed", { ...lost, reason: "refused" }))).toEqual([
    "a@example.com",
    "c@example.com",
  ]);
});

test("what is simulated goes to a folder and to this machine, marked as such", () => {
  for (const smtp of ["file:outbox", "smtp://127.0.0.1:25"]) {
    const { mails, unmailed } = ask(news, { simulated: true, smtp });
    expect(unmailed).toBeUndefined();
    expect(mails.map(({ subject }) => subject.startsWith("[SIMULATED] "))).toEqual([true, true, true]);
  }
});

test("what is simulated is left out at a real mail server, with a reason that has words", () => {
  const real = { smtp: "smtps://mail.desk.co.jp" };
  expect(ask(news, { ...real, simulated: true })).toEqual({
    mails: [],
    addresses: [],
    unmailed: "simulated",
  });
  expect(ask(news, { ...real, simulated: true, sendSimulated: true })).toMatchObject({
    addresses: ["a@example.com", "b@example.com", "c@example.com"],
    unmailed: undefined,
  });
  expect(ask(news, real)).toMatchObject({ addresses: { length: 3 }, unmailed: undefined });
  expect(withheldWords("simulated", "en")).toContain("`email.sendSimulated`");
});

const alertOf = (rule: string, severity: Firing["severity"], ...notify: string[]): Firing => ({
  ...{ ...firing, rule, severity, notify },
  title: `${rule} says so`,
});

test("an address gets one mail about an event, from the gravest of its alerts, which names the others", () => {
  const [info, critical, warning] = askTogether(
    [
      alertOf("slight", "info", "email:desk"),
      alertOf("grave", "critical", "email:desk"),
      alertOf("medium", "warning", "email:desk", "email:night"),
    ],
    news,
  );
  expect(info).toEqual({ mails: [], addresses: [], unmailed: "same-cause" });
  expect(critical).toMatchObject({ addresses: ["a@example.com", "b@example.com"], unmailed: undefined });
  // Whoever gets no graver one gets this one.
  expect(warning).toMatchObject({ addresses: ["c@example.com"], unmailed: undefined });
  for (const part of [critical?.mails[0]?.text, critical?.mails[0]?.html]) {
    expect(part).toContain("Other alerts about this event");
    expect(part).toMatch(/medium.*medium says so.*slight.*slight says so/s);
  }
  expect(warning?.mails[0]?.text).not.toContain("Other alerts about this event");
});

test("of alerts that are as grave the first rule's is mailed", () => {
  const both = [alertOf("one", "warning", "email:desk"), alertOf("two", "warning", "email:desk")];
  expect(askTogether(both, news).map(({ unmailed }) => unmailed)).toEqual([undefined, "same-cause"]);
});

test("an alert that asks for no mail, or ends, is left out of nothing", () => {
  const silent = [
    alertOf("one", "critical"),
    { ...alertOf("two", "critical", "email:desk"), resolved: "until" as const },
  ];
  const [none, over, mailed] = askTogether([...silent, alertOf("three", "info", "email:desk")], news);
  expect([none, over]).toEqual([
    { mails: [], addresses: [], unmailed: undefined },
    { mails: [], addresses: [], unmailed: undefined },
  ]);
  expect(mailed?.addresses).toEqual(["a@example.com", "b@example.com"]);
  expect(mailed?.mails[0]?.text).not.toContain("Other alerts");
});

test("of many alerts about an event a mail names ten and counts the rest", () => {
  const many = Array.from({ length: 14 }, (_, index) => alertOf(`rule-${index}`, "info", "email:desk"));
  const [first] = askTogether(many, news);
  expect(first?.mails[0]?.text).toContain("rule-10: rule-10 says so\n  More: 3\n");
});

test("an alert that two receivers are told of goes to an address that both have once", () => {
  const both = notificationsOf([alertOf("one", "info", "email:desk", "email:night")], news);
  expect(both).toHaveLength(2);
  const mailing = createMailing(outputSettings(recipients), { ...facts, simulated: () => false });
  const mails = mailing.compose(both);
  expect(mails.map(({ address }) => address)).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
  expect(mails[1]?.text).not.toContain("Other alerts");
});

test("a receiver is barred from what is simulated, from its own lost mail, and if it is not there", () => {
  const lost = causeOf("mail.failed", {
    ...{ alert: "e-1", rule: "any", title: "t", message: "no", attempts: 1, reason: "refused" },
    address: "only@example.com",
  });
  const barOf = (receiver: string, cause: LogEntry, { simulated = false, ...email }: Settings = {}) => {
    const settings = outputSettings({ ...recipients, alone: ["only@example.com"] }, email);
    const [notification] = notificationsOf([alertOf("one", "info", receiver)], cause);
    const [told] = notification?.told ?? [];
    if (told === undefined) throw new Error("nothing is told");
    return createMailing(settings, { ...facts, simulated: () => simulated }).bar(receiver, told);
  };
  expect(barOf("email:desk", news)).toBeUndefined();
  expect(barOf("email:desk", lost)).toBeUndefined();
  expect(barOf("email:alone", lost)).toBe("own-failure");
  expect(barOf("email:nobody", news)).toBe("unreachable");
  const real = { smtp: "smtps://mail.desk.co.jp" };
  expect(barOf("email:desk", news, { ...real, simulated: true })).toBe("simulated");
  expect(barOf("email:desk", news, { simulated: true })).toBeUndefined();
  expect(barOf("email:desk", news, { ...real, simulated: true, sendSimulated: true })).toBeUndefined();
});

test("a group tells a real receiver nothing that is simulated, and counts without it", () => {
  const real = { smtp: "smtps://mail.desk.co.jp" };
  const all = notificationsOf(
    [alertOf("one", "info", "email:desk"), alertOf("two", "info", "email:desk")],
    news,
  );
  const [made, known] = all.flatMap(({ told }) => told);
  const [first] = all;
  if (made === undefined || known === undefined || first === undefined) throw new Error("nothing is told");
  const own = { ...made, cause: { ...news, seq: 99 } };
  const simulated = ({ seq }: LogEntry) => seq === 99;
  const mailing = createMailing(outputSettings(recipients, real), { ...facts, simulated });
  const group: Notification = { ...first, kind: "group", name: "g-1", told: [own, known], all: 12 };
  const [mail] = mailing.compose([group]);
  expect(mail?.text).toContain("two says so");
  expect(mail?.text).not.toMatch(/one says so|SIMULATED/);
  expect(mailing.compose([{ ...group, told: [own], all: 1 }])).toEqual([]);
});

test("the past of the first twenty items is looked up, and no more, however many messages go out at once", () => {
  const asked: number[] = [];
  const past = {
    field: "shortRatio",
    points: [1, 2, 3].map((value) => [`2026-01-0${value}`, value] as const),
  };
  const mailing = createMailing(outputSettings(recipients), {
    ...{ ...facts, simulated: () => false },
    pastOf({ seq }) {
      asked.push(seq);
      return past;
    },
  });
  const events = Array.from({ length: 50 }, (_, index) => ({ ...news, seq: 1_000 + index }));
  const all = events.flatMap((cause) => notificationsOf([alertOf("one", "info", "email:desk")], cause));
  const named = all.map((one, index) => ({ ...one, name: `n-${index}` }));
  const mails = mailing.compose(named.map((one, index) => withCause(one, events[index])));
  expect(mails).toHaveLength(100);
  expect(asked).toHaveLength(20);
  expect(mails.filter(({ extras }) => extras?.chart)).toHaveLength(40);
});

/** The same notification about another event. */
function withCause(one: Notification, cause: LogEntry | undefined): Notification {
  if (cause === undefined) throw new Error("no event");
  return { ...one, told: one.told.map((told) => ({ ...told, cause })) };
}

test("of messages about an episode that go out together, later ones follow the first in its thread", () => {
  const later = alertOf("one", "info", "email:night");
  const all = notificationsOf(
    [
      alertOf("one", "info", "email:night"),
      alertOf("two", "info", "email:night"),
      { ...later, title: "later" },
    ],
    news,
  );
  const apart = all.map((one, index) => withCause(one, { ...news, seq: 1 + index }));
  const alone = apart.map((one, index) => ({ ...one, told: one.told.map((told) => ofCause(told, index)) }));
  const mailing = createMailing(outputSettings(recipients), { ...facts, simulated: () => false });
  const mails = mailing.compose(alone).filter(({ address }) => address === "b@example.com");
  const [first, other, third] = mails;
  expect(mails).toHaveLength(3);
  expect(first?.extras?.references).toBeUndefined();
  expect(other?.extras?.references).toBeUndefined();
  expect(third).toMatchObject({
    subject: first?.subject,
    extras: { inReplyTo: first?.messageId, references: [first?.messageId] },
  });
  expect(third?.text).toMatch(/^later\n/);
  // Threads that were kept go on with what is new.
  const thread = { first: "e-0", latest: "e-1", subject: "[Yagura] old" };
  const [, , last] = mailing
    .compose(alone.map((one) => ({ ...one, thread })))
    .filter(({ address }) => address === "b@example.com");
  expect(last).toMatchObject({ subject: "[Yagura] old", extras: { inReplyTo: first?.messageId } });
});

/** The same alert about another event. */
function ofCause(told: Notification["told"][number], index: number): Notification["told"][number] {
  const now = told.entry.event.data.now as { cause: object };
  const data = { now: { ...now, cause: { ...now.cause, seq: 100 + index } } };
  return { ...told, entry: { ...told.entry, event: { ...told.entry.event, data } } };
}
