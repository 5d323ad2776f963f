/** Mails of an episode: one thread, what changed since, headers for mail programs. */
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import type { Event } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import type { ToldAlert } from "../../../src/model/notification.ts";
import { messageIdOf } from "../../../src/outputs/email/headers.ts";
import { compose } from "../../../src/outputs/email/mailer.ts";
import type { AskedMessage } from "../../../src/outputs/member.ts";
import {
  address,
  alertOf,
  askedOf,
  causeOf,
  from,
  mailTo,
  notificationOf,
  position,
  toldOf,
} from "./scene.ts";

const thread = { first: "0a1b-3", latest: "0a1b-5", subject: "[Yagura] the first of it" };
const earlier = causeOf({ data: { now: { ...position, ratio: 0.93, shares: 3_020_000 } } }, 2);
const before = alertOf({ title: "Lantern Capital is short 0.93 %", severity: "info" }, earlier, {
  ...{ seq: 3, causeSeq: 2, at: "2026-11-20T02:00:00.000Z" },
});
const entryAt = (seq: number) => (seq === 2 ? { seq, event: earlier } : undefined);

/** A later alert of the episode. */
function update(
  alert: Partial<Alert> = {},
  more: Partial<ToldAlert> = {},
  asked: Partial<AskedMessage> = {},
) {
  const type = more.reason === "resolved" ? "alert.resolved" : "alert.fired";
  const told = toldOf(alertOf(alert, causeOf(), { type }), causeOf(), {
    ...{ before, reason: "changed", times: 2, since: Date.parse("2026-11-20T02:00:00.000Z") },
    ...more,
  });
  return mailTo(askedOf(notificationOf([told], { thread }), { entryAt, ...asked }));
}

const valuesOf = async (mail: ReturnType<typeof mailTo>) => {
  const { headers } = await PostalMime.parse(await compose(mail));
  return Object.fromEntries(headers.map(({ key, value }) => [key, value]));
};

test("an update goes on its thread: it answers the latest mail, and has the subject of the first", async () => {
  const opened = await PostalMime.parse(await compose(update()));
  const [first, latest] = [thread.first, thread.latest].map((name) => messageIdOf(name, address, from));
  expect(opened).toMatchObject({
    messageId: messageIdOf("0a1b-8", address, from),
    inReplyTo: latest,
    references: `${first} ${latest}`,
    subject: "[Yagura] the first of it",
  });
});

test("the second mail of a thread refers to the first once, the first to none", async () => {
  const told = toldOf(alertOf());
  const second = mailTo(askedOf(notificationOf([told], { thread: { ...thread, latest: thread.first } })));
  expect((await PostalMime.parse(await compose(second))).references).toBe(
    messageIdOf(thread.first, address, from),
  );
  const alone = await valuesOf(mailTo(askedOf(notificationOf([told]))));
  expect(alone).not.toHaveProperty("references");
  expect(alone).not.toHaveProperty("in-reply-to");
});

test("a thread of simulated data has the mark once", () => {
  const isSimulated = () => true;
  expect(update({}, {}, { isSimulated }).subject).toBe("[SIMULATED] [Yagura] the first of it");
  const told = notificationOf([toldOf()], {
    thread: { ...thread, subject: `[SIMULATED] ${thread.subject}` },
  });
  expect(mailTo(askedOf(told, { isSimulated })).subject).toBe("[SIMULATED] [Yagura] the first of it");
});

test("an update says first what changed since the last mail, and nothing of it twice", () => {
  const { text } = update({ severity: "critical" });
  expect(text).toContain(`(9901)

This is alert 2 since Fri 20 Nov, 11:00.

What changed since the last message (Fri 20 Nov, 11:00)
  Title before: Lantern Capital is short 0.93 %
  Severity: INFO -> CRITICAL
  Short position: 0.93 -> 1.12 % of shares outstanding
  Shares sold short: 3,020,000 -> 3,640,000 shares

Calculated 2026-11-18.

Details
`);
});

test("without the cause of the alert before, the event's own changes are told", () => {
  const { text } = update({}, {}, { entryAt: () => undefined });
  expect(text).toMatch(
    /since the last message[\s\S]*Title before: [\s\S]*What changed\n {2}Short position: 0.93 -> 1.12/,
  );
});

test("items of another stock or kind are not compared", () => {
  const other = causeOf({ subject: "9902", data: { now: { ...position, code: "9902", ratio: 0.5 } } }, 2);
  const text = update({}, {}, { entryAt: (seq) => ({ seq, event: other }) }).text;
  expect(text).not.toContain("0.50 ->");
  const kind = causeOf({ type: "margin.alert.added", data: { now: { code: "9901", shortRatio: 4 } } }, 2);
  expect(update({}, {}, { entryAt: (seq) => ({ seq, event: kind }) }).text).not.toContain("no longer 4");
});

test.each([
  ["Lantern Capital", true],
  ["Other Partners", false],
])("positions are compared with the same seller's alone: %s", (seller, isCompared) => {
  const sold = causeOf({ data: { now: { ...position, seller, ratio: 0.5 } } }, 2);
  const itemKey = ({ data }: Event) => String(data.now.seller);
  const { text } = update({}, {}, { entryAt: (seq) => ({ seq, event: sold }), itemKey });
  expect(text.includes("0.50 ->")).toBe(isCompared);
});

test("a repeat says how long it has been open, and changes nothing", () => {
  const { text } = update({}, { reason: "repeated", before: alertOf(), times: 3 });
  expect(text).toContain(
    "It is still open, 6 hours after it began (Fri 20 Nov, 11:00), with 3 alerts so far.",
  );
  expect(text).not.toContain("since the last message");
});

test.each<[Partial<Alert>, string]>([
  [{ why: "until" }, "It is resolved: its end condition was met. It was open for 6 hours, with 2 alerts."],
  [
    { why: "time" },
    "It is resolved: there was no news for some time. It was open for 6 hours, with 2 alerts.",
  ],
  [
    { why: "hand", by: "kato\r\nX: 1", because: "known" },
    "It is resolved: kato X: 1 resolved it (known). It was open for 6 hours, with 2 alerts.",
  ],
])("an end %j says why, and for how long it was open", (alert, words) => {
  expect(update(alert, { reason: "resolved" }).text).toContain(`\n${words}\n`);
});

test("an end says so in its title, and hurries nobody", () => {
  const critical = { severity: "critical", title: "A large short" } as const;
  const { text, extras, subject } = update({ ...critical, why: "until" }, { reason: "resolved" });
  expect(text.startsWith("Resolved: A large short\n")).toBe(true);
  expect(extras?.important).toBeUndefined();
  expect(subject).toBe(thread.subject);
  expect(update(critical).text.startsWith("CRITICAL A large short\n")).toBe(true);
});

test("an end of which the beginning is not known says nothing of how long", () => {
  const since = Date.parse(alertOf().event.time);
  expect(update({ why: "time" }, { reason: "resolved", since, times: 1 }).text).toContain(
    "\nIt is resolved: there was no news for some time.\n",
  );
});

const links = () => ({
  alert: "https://y.example/#alert=1&x=<2>",
  why: "https://y.example/why/1",
  acknowledge: "https://y.example/act/ack?sig=1",
  silence: "https://y.example/act/silence?sig=1",
  rate: "https://y.example/act/rate?sig=1",
});

test("headers name list, rule, severity and subject, and how to stop it", async () => {
  const values = await valuesOf(update({ severity: "warning" }, {}, { links }));
  expect(values).toMatchObject({
    "list-id": "<grown-short.yagura.example.com>",
    "x-yagura-rule": "grown-short",
    "x-yagura-severity": "warning",
    "x-yagura-subject": "9901",
    "list-unsubscribe": "<https://y.example/act/silence?sig=1>",
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  });
  expect(values).not.toHaveProperty("importance");
  expect(await valuesOf(update())).not.toHaveProperty("list-unsubscribe");
});

test("what is critical is marked important", async () => {
  expect(await valuesOf(update({ severity: "critical" }))).toMatchObject({
    importance: "high",
    "x-priority": "1 (Highest)",
  });
});

test("a group of several rules has the list of all, and no link that would stop only one", async () => {
  const all = [
    toldOf(alertOf({ rule: "one" })),
    toldOf(alertOf({ rule: "two", severity: "critical" }, causeOf(), { seq: 9 })),
  ];
  const values = await valuesOf(
    mailTo(askedOf(notificationOf(all, { kind: "group", name: "g" }), { links })),
  );
  expect(values).toMatchObject({
    "list-id": "<alerts.yagura.example.com>",
    "x-yagura-severity": "critical",
    "x-yagura-subject": "9901",
  });
  expect(values).not.toHaveProperty("x-yagura-rule");
  expect(values).not.toHaveProperty("list-unsubscribe");
});

test.each([
  "売り残\r\nBcc: thief@example.org",
  "=?UTF-8?B?eA0KQmNjOiB4?=",
  `${"長".repeat(500)} a`,
  "trailing \t",
  "x".repeat(5_000),
  "a\u0000\u2028b",
])("a rule named %j stays one header, encoded where it is not plain", async (rule) => {
  const mail = update({ rule });
  const bytes = await compose(mail);
  const head = bytes.toString("latin1").split("\r\n\r\n")[0] ?? "";
  expect(head).not.toMatch(/^bcc:/im);
  expect(Math.max(...head.split("\r\n").map((line) => line.length))).toBeLessThan(999);
  expect(head).toMatch(/^[\t\x20-\x7e\r\n]*$/);
  const { headers } = await PostalMime.parse(bytes);
  const named = headers.filter(({ key }) => key === "x-yagura-rule");
  expect(named).toHaveLength(1);
  const words = named[0]?.value.replace(/\?= =\?/g, "?==?") ?? "";
  const decoded = words.replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, part) =>
    Buffer.from(part, "base64").toString(),
  );
  const plain = rule
    .replace(/\r\n|\u2028/g, " ")
    .replaceAll("\u0000", "")
    .trim();
  const shown = [...plain].length > 120 ? `${[...plain].slice(0, 119).join("")}…` : plain;
  expect(decoded).toBe(shown);
  expect(
    /^<[a-z0-9-]{1,60}\.yagura\.example\.com>$/.test(
      headers.find(({ key }) => key === "list-id")?.value ?? "",
    ),
  ).toBe(true);
});

test("links lead to the alert, and to what can be done with it", () => {
  const { text, html } = update({}, {}, { links, stockPage: "https://stocks.example/{code}" });
  expect(text).toContain(`Links
  This alert: https://y.example/#alert=1&x=<2>
  Acknowledge: no repeats: https://y.example/act/ack?sig=1
  Silence: https://y.example/act/silence?sig=1
  Why you got it: https://y.example/why/1
  Useful or not?: https://y.example/act/rate?sig=1
  Page of 架空電機 (9901): https://stocks.example/9901
`);
  expect(html).toContain('<a href="https://y.example/#alert=1&amp;x=&lt;2&gt;">This alert</a>');
  expect(update({ why: "time" }, { reason: "resolved" }, { links }).text).not.toContain("Acknowledge");
  expect(update({}, {}, { publicUrl: "https://y.example" }).text).toContain(
    "Links\n  All alerts: https://y.example/\n",
  );
});

test("an address that is none of the web's is no link", () => {
  const bad = () => ({ ...links(), alert: "javascript:alert(1)", silence: "https://y.example/\r\nBcc: x@y" });
  const mail = update({}, {}, { links: bad });
  expect(mail.html).not.toContain('href="javascript');
  expect(mail.extras?.headers).not.toHaveProperty("List-Unsubscribe");
});
