import { expect, test } from "vitest";
import { builtInTypes } from "../../src/app/files/event-types.ts";
import { type LogEntry, numbered } from "../../src/model/event.ts";
import type { Firing } from "../../src/model/rule.ts";
import { askOutputs, withheldWords } from "../../src/outputs/index.ts";
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

function ask(
  cause: LogEntry,
  { simulated = false, ...email }: Parameters<typeof outputSettings>[1] & { simulated?: boolean } = {},
) {
  const { seq, event } = cause;
  const now = {
    ...firing,
    recipients: [...firing.notify],
    cause: { seq, id: event.id, type: event.type, source: event.source, subject: event.subject },
  };
  const alert = numbered(
    { type: "alert.fired", source: "/rules/any", subject: "7203", data: { now } },
    place(2),
  );
  const { drafts, withheld } = askOutputs(outputSettings(recipients, email), {
    types: builtInTypes,
    simulated: () => simulated,
    monitorUrl: () => "http://127.0.0.1/",
  });
  const mails = drafts(alert, cause, firing);
  return { mails, addresses: mails.map(({ address }) => address), withheld: withheld(firing, cause) };
}

const addressesFor = (cause: LogEntry) => ask(cause).addresses;
const news = causeOf("margin.alert.added", { code: "7203", publishedOn: "2026-01-05" });

test("an address gets one mail, however many of the recipients share it", () => {
  expect(addressesFor(news)).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
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
    const { mails, withheld } = ask(news, { simulated: true, smtp });
    expect(withheld).toBeUndefined();
    expect(mails.map(({ subject }) => subject.startsWith("[SIMULATED] "))).toEqual([true, true, true]);
  }
});

test("what is simulated is left out at a real mail server, with a reason that has words", () => {
  const real = { smtp: "smtps://mail.desk.co.jp" };
  expect(ask(news, { ...real, simulated: true })).toEqual({
    mails: [],
    addresses: [],
    withheld: "simulated",
  });
  expect(ask(news, { ...real, simulated: true, sendSimulated: true })).toMatchObject({
    addresses: ["a@example.com", "b@example.com", "c@example.com"],
    withheld: undefined,
  });
  expect(ask(news, real)).toMatchObject({ addresses: { length: 3 }, withheld: undefined });
  expect(withheldWords("simulated")).toContain("`email.sendSimulated`");
});
