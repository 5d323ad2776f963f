/** An outbox in memory with the contract of the store's, and an email output on it. */
import { onTestFinished } from "vitest";
import type { Clock } from "../../../src/lib/clock.ts";
import type { MailDraft, Outbox, OutboxMail } from "../../../src/model/mail.ts";
import { createEmail, type EmailOptions } from "../../../src/outputs/email/email.ts";
import type { Output } from "../../../src/outputs/output.ts";
import { clockFrom } from "../../support/clock-from.ts";

export const noon = Date.parse("2026-11-20T03:00:00.000Z");
/** Mails are given up after two days, so the clock starts when they are queued, whatever the day of the test. */
export const fromNoon = () => clockFrom(noon);

type Kept = OutboxMail & {
  state: "waiting" | "sent" | "failed";
  nextAt: number;
  error?: string;
  bytes?: Buffer;
};

export interface MemoryOutbox extends Outbox {
  readonly mails: Kept[];
  add(draft: Partial<MailDraft>, now?: number): Kept;
  fail(id: number, error: string): void;
}

export function memoryOutbox(): MemoryOutbox {
  const mails: Kept[] = [];
  const change = (id: number, more: Partial<Kept>) => {
    const index = mails.findIndex((mail) => mail.id === id);
    const mail = mails[index];
    if (mail?.state !== "waiting") throw new Error(`mail ${id} is not waiting`);
    mails[index] = { ...mail, ...more };
  };
  const dueAt = (now: number) => mails.filter((mail) => mail.state === "waiting" && mail.nextAt <= now);
  const attempts = (id: number) => (mails[id - 1]?.attempts ?? 0) + 1;
  return {
    mails,
    add(draft, now = noon) {
      const id = mails.length + 1;
      const mail: Kept = {
        ...letter(id),
        ...draft,
        id,
        attempts: 0,
        queuedAt: now,
        nextAt: now,
        state: "waiting",
      };
      mails.push(mail);
      return mail;
    },
    due(now, limit, busy) {
      const open = dueAt(now);
      const first = open.filter((mail) => open.find(({ address }) => address === mail.address) === mail);
      const free = first.filter(({ address }) => !busy.includes(address));
      return free
        .sort((a, b) => Number(a.attempts > 0) - Number(b.attempts > 0) || a.id - b.id)
        .slice(0, limit);
    },
    dueTo: (to, now, limit) =>
      dueAt(now)
        .filter(({ address }) => address === to)
        .slice(0, limit),
    nextDue(now) {
      const times = mails
        .filter((mail) => mail.state === "waiting" && mail.nextAt > now)
        .map(({ nextAt }) => nextAt);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    keepBytes(composed) {
      for (const { id, bytes } of composed) change(id, { bytes });
    },
    record(outcomes) {
      for (const mail of outcomes) {
        if (mail.outcome === "sent") change(mail.id, { state: "sent", attempts: attempts(mail.id) });
        else change(mail.id, { nextAt: mail.retryAt, error: mail.answer, attempts: attempts(mail.id) });
      }
    },
    fail: (id, error) => change(id, { state: "failed", error, attempts: attempts(id) }),
  };
}

export function letter(id: number): MailDraft {
  return {
    alertSeq: id,
    address: "desk@example.com",
    from: "Yagura 櫓 <yagura@example.com>",
    messageId: `<e-${id}.abc@example.com>`,
    date: "2026-11-20T03:00:00.000Z",
    subject: "[Yagura] 空売り残高が増えた",
    text: "架空電機の空売り残高が増えた。\n.\n..two dots\n",
    html: "<p>架空電機の空売り残高が増えた。</p>\n",
  };
}

export interface Sender {
  readonly output: Output;
  readonly given: { id: number; reason: string; error: string }[];
  /** Everything that was logged, as JSON. */
  readonly logged: string[];
}

export function sender(
  smtp: string,
  outbox: MemoryOutbox,
  clock: Clock,
  more: Partial<EmailOptions> = {},
): Sender {
  const given: Sender["given"] = [];
  const logged: string[] = [];
  const note = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }));
  const output = createEmail({
    smtp,
    outbox,
    clock,
    log: { info: note, warn: note, error: note },
    onFailed(mail, reason, error) {
      outbox.fail(mail.id, error);
      given.push({ id: mail.id, reason, error });
    },
    timeouts: { connectMs: 2_000, greetingMs: 300, answerMs: 300, acceptMs: 300 },
    ...more,
  });
  onTestFinished(() => output.stop(0));
  return { output, given, logged };
}
