/** What a notification becomes for a program, and who gets it. */
import { expect, test } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { type LogEntry, numbered } from "../../../src/model/event.ts";
import type { Notification, ToldAlert } from "../../../src/model/notification.ts";
import type { Firing } from "../../../src/model/rule.ts";
import { createMailing } from "../../../src/outputs/mailing.ts";
import { runJsonTemplate } from "../../../src/outputs/webhook/formats/json.ts";
import { keepRequest, readKept } from "../../../src/outputs/webhook/message.ts";
import { outputSettings } from "../../support/output-settings.ts";
import { secret } from "./house.ts";

const at = Date.parse("2026-11-20T08:31:00.000Z");
const place = (seq: number) => ({ epoch: "e", seq, time: new Date(at).toISOString() });

function eventOf(type: LogEntry["event"]["type"], now: Record<string, unknown>): LogEntry {
  return numbered({ type, source: "/sources/short-sale-reports", subject: "9901", data: { now } }, place(1));
}

const cause = eventOf("short.report.opened", { code: "9901", name: "見本自動車", ratio: 1.2 });

function toldOf(seq: number, because: LogEntry = cause): ToldAlert {
  const { id, type, source, subject } = because.event;
  const now = {
    ...{ rule: "short-large", key: "9901", severity: "warning", title: `Alert ${seq}`, body: "Body" },
    ...{ labels: {}, recipients: ["webhook:desk"] },
    cause: { seq: because.seq, id, type, source, subject },
  };
  const draft = {
    type: "alert.fired",
    source: "/rules/short-large",
    subject: "9901",
    data: { now },
  } as const;
  return { entry: numbered(draft, place(seq)), cause: because, reason: "first", times: 1, since: at };
}

function notice(more: Partial<Notification> = {}): Notification {
  const told = more.told ?? [toldOf(2)];
  return {
    ...{ kind: "alert", name: "e-2", receiver: "webhook:desk", route: "day", language: "en", at },
    ...{ all: told.length },
    ...more,
    told,
  };
}

const bot = { format: "json", url: "https://bots.desk.co.jp/yagura", secret };
const section = {
  targets: { bot, near: { ...bot, url: "http://127.0.0.1:9/x" } },
  recipients: { desk: ["bot", "near"] },
};

function mailingWith(
  simulated: boolean,
  more: object = {},
  settings = outputSettings({}, {}, { ...section, ...more }),
) {
  return createMailing(settings, {
    ...{ types: builtInTypes, monitorUrl: () => "http://127.0.0.1/", watchlists: () => ({}) },
    links: (_alert, receiver) => ({
      alert: `https://y.test/a?${receiver}`,
      ...{ why: "https://y.test/w", acknowledge: "https://y.test/k", silence: "https://y.test/s" },
      rate: "https://y.test/r",
    }),
    simulated: () => simulated,
  });
}

const bodyOf = (text: string) => JSON.parse(text);

test("a program gets the whole notification: its words, and each alert as the log has it", () => {
  const [made] = mailingWith(false).compose([notice()]);
  expect(made).toMatchObject({ output: "webhook", address: "bot", subject: "Alert 2", from: "", html: "" });
  expect(made && readKept(keepRequest(made).toString())).toEqual({
    ...{ format: "json", contentType: "application/json; charset=utf-8" },
    body: made?.text,
  });
  const body = bodyOf(made?.text ?? "");
  expect(body).toEqual({
    type: "notification.alert",
    timestamp: "2026-11-20T08:31:00.000Z",
    data: {
      ...{ name: "e-2", kind: "alert", receiver: "webhook:desk", route: "day", language: "en" },
      ...{ severity: "warning", simulated: false, title: "Alert 2", body: "Body", all: 1 },
      text: expect.stringContaining("WARNING Alert 2"),
      alerts: [
        {
          ...{ seq: 2, reason: "first", times: 1, since: "2026-11-20T08:31:00.000Z" },
          links: expect.objectContaining({ alert: "https://y.test/a?webhook:desk" }),
          event: toldOf(2).entry.event,
          cause: { seq: 1, event: cause.event },
        },
      ],
    },
  });
});

test("neither the address nor the secret of a target stands in what is kept", () => {
  const all = JSON.stringify(mailingWith(false).compose([notice()]));
  for (const part of ["bots.desk", 'yagura"', secret, secret.slice(6)]) expect(all).not.toContain(part);
});

test("each target has an id of its own, the same whenever the message is made", () => {
  const ids = () =>
    mailingWith(false)
      .compose([notice()])
      .map(({ messageId }) => messageId);
  const [one, other] = ids();
  expect(one).toMatch(/^msg_[0-9a-f]{32}$/);
  expect(other).not.toBe(one);
  expect(ids()).toEqual([one, other]);
});

test("a name stands for a recipient's targets, each once, or for a target itself", () => {
  const addresses = (receiver: string) =>
    mailingWith(false)
      .compose([notice({ receiver })])
      .map(({ address }) => address);
  expect(addresses("webhook:desk")).toEqual(["bot", "near"]);
  expect(addresses("webhook:near")).toEqual(["near"]);
  expect(addresses("webhook:nobody")).toEqual([]);
  expect(addresses("webhook:toString")).toEqual([]);
});

test("what is simulated goes to targets inside alone, and says so", () => {
  const made = mailingWith(true).compose([notice()]);
  expect(made.map(({ address, subject }) => [address, subject])).toEqual([["near", "[SIMULATED] Alert 2"]]);
  expect(bodyOf(made[0]?.text ?? "{}").data).toMatchObject({ simulated: true });
  const sent = mailingWith(true, { sendSimulated: true }).compose([notice()]);
  expect(sent.map(({ address }) => address)).toEqual(["bot", "near"]);
});

test("a receiver with a target inside is not barred from what is simulated, one without is", () => {
  const told = toldOf(2);
  expect(mailingWith(true).bar("webhook:desk", told)).toBeUndefined();
  expect(mailingWith(true).bar("webhook:bot", told)).toBe("simulated");
});

test("news of a lost message does not go to the target that lost it, and goes to a mail address of its name", () => {
  const failure = { alert: "e-9", rule: "any", title: "t", address: "bot", message: "500", attempts: 9 };
  const lost = eventOf("webhook.failed", { ...failure, reason: "expired" });
  const mails = mailingWith(false).compose([notice({ told: [toldOf(2, lost)] })]);
  expect(mails.map(({ address }) => address)).toEqual(["near"]);
  expect(mailingWith(false).bar("webhook:bot", toldOf(2, lost))).toBe("own-failure");
  // A mail that was lost has nothing to do with a target of the same name.
  const lostMail = eventOf("mail.failed", { ...failure, reason: "expired" });
  expect(mailingWith(false).bar("webhook:bot", toldOf(2, lostMail))).toBeUndefined();
  const firing = { notify: ["webhook:bot"], severity: "info" } as unknown as Firing;
  expect(mailingWith(false).unmailed([firing], lost)).toEqual([undefined]);
});

test("a digest of a thousand alerts stays within what services take, and says how many there are", () => {
  const told = Array.from({ length: 1_000 }, (_, index) => toldOf(2 + index));
  const digest = notice({ kind: "digest", name: "d-1", told, digest: "after the close", all: 1_000 });
  const [made] = mailingWith(false).compose([digest]);
  const body = bodyOf(made?.text ?? "");
  expect(Buffer.byteLength(made?.text ?? "")).toBeLessThan(262_144);
  expect(body).toMatchObject({
    type: "notification.digest",
    data: { digest: "after the close", all: 1_000 },
  });
  expect(body.data.alerts.length).toBeGreaterThan(50);
  expect(body.data.alerts.length).toBeLessThan(1_000);
});

test("a template makes the body, and where it fails or makes no JSON the built-in one is sent", () => {
  const made = (render: () => string) => {
    const settings = outputSettings({}, {}, section);
    runJsonTemplate(settings.webhook.targets.bot ?? {}, render);
    const [first] = mailingWith(false, {}, settings).compose([notice()]);
    return bodyOf(first?.text ?? "");
  };
  expect(made(() => '{"own":1}')).toEqual({ own: 1 });
  expect(made(() => "no JSON")).toMatchObject({ type: "notification.alert" });
  const failing = () => {
    throw new Error("it takes too long");
  };
  expect(made(failing)).toMatchObject({ type: "notification.alert" });
});
