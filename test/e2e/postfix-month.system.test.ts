/** The mails of a month of alerts through Debian's postfix, and found in the mailbox as they were meant. */
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { expect, test } from "vitest";
import { createEmail } from "../../src/outputs/email/email.ts";
import { openStore } from "../../src/store/store.ts";
import { passMonth, type TimedMail } from "../alerts/month/pass-month.ts";
import { readMonth } from "../alerts/month/read-month.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { openPostfix } from "../support/postfix.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

test("each mail of the month is in the mailbox once, encrypted on its way, with its subject and in its thread", async () => {
  const folder = tmpFolder();
  const { queued } = await passMonth(folder, readMonth().happenings);
  const postfix = await openPostfix(tmpFolder());
  const clock = createHandClock(Date.parse("2026-12-01T00:00:00+09:00"));
  const store = openStore(join(folder, "month.db"), { now: clock.now });
  const email = createEmail({
    ...{ smtp: postfix.url, clock, outbox: store.outbox.of("email") },
    log: { info() {}, warn() {}, error() {} },
    onFailed: ({ id }, reason, error) => {
      throw new Error(`mail ${id} is given up: ${reason}, ${error}`);
    },
  });
  await email.start();
  await until("all sent", () => store.deliveries.counts().sent === queued.length, 120_000);
  await until("all in the mailbox", () => postfix.mailbox().length >= queued.length);
  await email.stop(1_000);
  store.close();

  const mails = await Promise.all(postfix.mailbox().map((bytes) => PostalMime.parse(bytes)));
  expect(mails).toHaveLength(queued.length);
  expect(queued.some(({ subject }) => subject.includes("架空電機"))).toBe(true);
  const found = new Map(mails.map((mail) => [mail.messageId, mail]));
  expect(queued.map(({ messageId }) => factsOf(found.get(messageId)))).toEqual(queued.map(meant));
  expect(mails.filter(({ headers }) => !headers.some(({ value }) => / with ESMTPS /.test(value)))).toEqual(
    [],
  );
  // An answer to the first mail of a thread is in the mailbox beside it.
  const answers = mails.filter(({ inReplyTo }) => inReplyTo !== undefined);
  expect(answers.length).toBeGreaterThan(10);
  expect(answers.filter(({ inReplyTo }) => !found.has(inReplyTo))).toEqual([]);
}, 300_000);

function factsOf(mail: Email | undefined) {
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
  return {
    subject: mail?.subject,
    to: header("delivered-to"),
    inReplyTo: mail?.inReplyTo,
    references: mail?.references,
    at: Date.parse(mail?.date ?? ""),
    important: header("importance") === "high",
    text: mail?.text?.replaceAll("\r\n", "\n").trimEnd(),
  };
}

function meant({ subject, address, extras, at, text }: TimedMail) {
  return {
    ...{ subject, to: address, inReplyTo: extras?.inReplyTo, at },
    references: extras?.references?.join(" "),
    important: extras?.important === true,
    text: text.trimEnd(),
  };
}
