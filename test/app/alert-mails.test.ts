import { expect, test } from "vitest";
import { alertMails } from "../../src/app/alert-mails.ts";
import { builtInTypes } from "../../src/app/event-types.ts";
import { type LogEntry, numbered } from "../../src/model/event.ts";
import type { Firing } from "../../src/model/rule.ts";

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

function addressesFor(cause: LogEntry): string[] {
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
  const mails = alertMails({
    types: builtInTypes,
    from: "y@example.com",
    recipients: { desk: ["a@example.com", "b@example.com"], night: ["b@example.com", "c@example.com"] },
    simulated: () => false,
    feedUrl: "http://127.0.0.1/",
  });
  return mails(alert, cause, firing).map(({ address }) => address);
}

test("an address gets one mail, however many of the recipients share it", () => {
  const cause = causeOf("margin.alert.added", { code: "7203", publishedOn: "2026-01-05" });
  expect(addressesFor(cause)).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
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
