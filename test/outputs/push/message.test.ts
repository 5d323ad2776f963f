/** What a notification becomes for a device, and which devices get it. */
import { expect, test } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { type LogEntry, numbered } from "../../../src/model/event.ts";
import type { Notification, ToldAlert } from "../../../src/model/notification.ts";
import { createMailing, type MailingFacts } from "../../../src/outputs/mailing.ts";
import { readMessage, shortened } from "../../../src/outputs/push/message.ts";
import { outputSettings } from "../../support/output-settings.ts";

const at = Date.parse("2026-11-20T08:31:00.000Z");
const place = (seq: number) => ({ epoch: "e", seq, time: new Date(at).toISOString() });
const cause: LogEntry = numbered(
  {
    ...{ type: "short.report.opened", source: "/sources/short-sale-reports", subject: "9901" },
    data: { now: { code: "9901", name: "見本自動車", ratio: 1.2 } },
  },
  place(1),
);

function toldOf(seq: number, more: object = {}): ToldAlert {
  const { id, type, source, subject } = cause.event;
  const now = {
    ...{ rule: "short-large", key: "9901", severity: "warning", title: "A large short", body: "Body" },
    ...{ labels: {}, recipients: ["push:phone"], cause: { seq: 1, id, type, source, subject }, ...more },
  };
  const draft = {
    type: "alert.fired",
    source: "/rules/short-large",
    subject: "9901",
    data: { now },
  } as const;
  return { entry: numbered(draft, place(seq)), cause, reason: "first", times: 1, since: at };
}

function notice(more: Partial<Notification> = {}): Notification {
  const told = more.told ?? [toldOf(2)];
  const own = { kind: "alert", name: "e-2", receiver: "push:phone", route: "", language: "en", at } as const;
  return { ...own, all: told.length, ...more, told };
}

const devices = ["aaaaaaaa", "bbbbbbbb"].map((id) => ({ name: "phone", id }));

function mailing(push: object = {}, facts: Partial<MailingFacts> = {}) {
  const settings = outputSettings({}, {}, {}, { recipients: ["phone", "desk"], ...push });
  return createMailing(settings, {
    ...{ types: builtInTypes, monitorUrl: () => "http://127.0.0.1:8080/", watchlists: () => ({}) },
    ...{ simulated: () => false, publicUrl: "https://yagura.example.com/watch" },
    devices: (name) => devices.filter((device) => device.name === name),
    ...facts,
  });
}

const read = (text = "") => readMessage(text);

test("each device of the name gets a message of its own, with where it leads and what it replaces", () => {
  const mails = mailing().compose([notice()]);
  expect(mails.map(({ address, output }) => `${output} ${address}`)).toEqual([
    "push phone/aaaaaaaa",
    "push phone/bbbbbbbb",
  ]);
  const [one, two] = mails.map(({ text }) => read(text));
  expect(one).toMatchObject({
    ...{ severity: "warning", url: `https://yagura.example.com/watch/#/alert/${toldOf(2).entry.event.id}` },
    title: expect.stringContaining("A large short"),
    body: expect.stringContaining("Body"),
  });
  expect(two?.tag).toBe(one?.tag);
  expect(two?.id).not.toBe(one?.id);
});

test("news of the same alert has the tag of the first message, another receiver and another alert have others", () => {
  const tagOf = (one: Notification) => read(mailing().compose([one])[0]?.text)?.tag;
  const first = tagOf(notice());
  expect(tagOf(notice({ name: "e-9", told: [{ ...toldOf(9), reason: "repeated" }] }))).toBe(first);
  expect(tagOf(notice({ told: [toldOf(2, { key: "9902" })] }))).not.toBe(first);
  expect(first).toMatch(/^[\w-]{32}$/);
});

test("made-up data says so, and goes to no device without leave", () => {
  const simulated = { simulated: () => true };
  expect(mailing({}, simulated).compose([notice()])).toEqual([]);
  expect(mailing({}, simulated).bar("push:phone", toldOf(2))).toBe("simulated");
  const [mail] = mailing({ sendSimulated: true }, simulated).compose([notice()]);
  expect(read(mail?.text)?.title).toMatch(/^\[SIMULATED\] /);
});

test("a receiver without a device is told nothing, with the reason", () => {
  expect(mailing().bar("push:desk", toldOf(2))).toBe("unreachable");
  expect(mailing().compose([notice({ receiver: "push:desk" })])).toEqual([]);
});

test("texts of strangers stay text, and what is too long is cut between letters, in the receiver's language", () => {
  const hostile = `"},"url":"https://evil.example" 🏯<b>\u202e`;
  const told = [toldOf(2, { title: hostile, body: "櫓🏯".repeat(3_000) })];
  const [mail] = mailing().compose([notice({ told, language: "ja" })]);
  expect(Buffer.byteLength(mail?.text ?? "")).toBeLessThanOrEqual(3_993);
  const message = read(mail?.text);
  expect(message?.url).toMatch(/^https:\/\/yagura\.example\.com\/watch\/#\/alert\//);
  expect(message?.title).toContain(`"},"url":"https://evil.example" 🏯<b>`);
  expect(JSON.stringify(message)).not.toMatch(/\\ud[89a-f]/);
  expect(message?.body).toMatch(/…/);
});

test("a message gets shorter until only a short title is left", () => {
  let left = read(mailing().compose([notice({ told: [toldOf(2, { title: "x".repeat(150) })] })])[0]?.text);
  const lengths: number[] = [];
  for (; left !== undefined; left = shortened(left)) lengths.push(JSON.stringify(left).length);
  expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
  expect(new Set(lengths).size).toBe(lengths.length);
});
