/** The email output on the real outbox, over restarts of both. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createEmail } from "../../../src/outputs/email/email.ts";
import { openStore } from "../../../src/store/store.ts";
import { batch, entry, mail } from "../../store/batches.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { until } from "../../support/until.ts";
import { noon } from "./outbox.ts";
import { oddServer, polite, type Received, reply, smtpServer } from "./servers.ts";

const MINUTE = 60_000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A monitor's store and email, started at the given time. */
async function house(path: string, smtp: string, now: number) {
  const clock = createHandClock(now);
  const store = openStore(path, { now: clock.now });
  const email = createEmail({
    smtp,
    outbox: store.outbox.of("email"),
    clock,
    log: silent,
    onFailed({ id }, reason, error) {
      const entries = [entry(store.log.head() + 1, { type: "mail.failed" })];
      store.commit(batch({ entries, failedMails: [{ id, reason, error, at: clock.now() }] }));
    },
  });
  let open = true;
  const stop = async () => {
    if (!open) return;
    open = false;
    await email.stop(0);
    store.close();
  };
  onTestFinished(stop);
  await email.start();
  return { clock, store, email, stop };
}

test("schedule, count and bytes survive a restart; the mail arrives once the server takes it", async () => {
  const seen: Received[] = [];
  const server = await smtpServer({}, (letter) => {
    seen.push(letter);
    return seen.length === 1 ? reply(451, "4.3.0 later") : undefined;
  });
  const path = join(tmpFolder(), "yagura.db");
  const first = await house(path, server.url, noon);
  first.store.commit(batch({ entries: [entry(1)], mails: [mail(1)] }));
  first.email.wake();
  await until("the postponement", () => first.store.outbox.of("email").nextDue(noon) === noon + MINUTE);
  await first.stop();

  const early = await house(path, server.url, noon + MINUTE - 1);
  expect(early.store.outbox.of("email").due(noon + MINUTE - 1, 9, [])).toEqual([]);
  await early.stop();
  expect(seen).toHaveLength(1);

  const late = await house(path, server.url, noon + MINUTE);
  await until("the mail", () => late.store.deliveries.counts().sent === 1);
  expect(seen).toHaveLength(2);
  expect(seen[1]?.bytes.equals(seen[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  expect(late.store.deliveries.ofAlert(1)).toEqual([
    {
      ...{
        address: "desk@example.com",
        subject: mail(1).subject,
        state: "sent",
        attempts: 2,
        queuedAt: noon,
      },
      tries: [
        { at: noon, outcome: "postponed", answer: "451 4.3.0 later" },
        { at: noon + MINUTE, outcome: "sent", answer: expect.stringMatching(/^250 /) },
      ],
    },
  ]);
});

test("an answer that repeats the password is kept without it, whether it takes the mail or not", async () => {
  let letters = 0;
  const answer = (line: string): string | undefined => {
    if (line.startsWith("EHLO")) return "250-test\r\n250 AUTH PLAIN";
    if (line.startsWith("AUTH")) return "235 welcome";
    if (line !== "DATA...") return undefined;
    return ++letters === 1 ? "451 4.3.0 hunter2secret is slow" : "250 kept for hunter2secret";
  };
  const server = await oddServer(polite(answer));
  const url = server.url.replace("smtp://", "smtp://desk:hunter2secret@");
  const { store, email, clock } = await house(join(tmpFolder(), "yagura.db"), url, noon);
  store.commit(batch({ entries: [entry(1)], mails: [mail(1)] }));
  email.wake();
  const tries = () => store.deliveries.ofAlert(1).flatMap((delivery) => delivery.tries);
  await until("the postponement", () => tries().length === 1);
  clock.move(MINUTE);
  await until("the mail", () => tries().length === 2);
  expect(tries()).toEqual([
    { at: noon, outcome: "postponed", answer: "451 4.3.0 *** is slow" },
    { at: noon + MINUTE, outcome: "sent", answer: "250 kept for ***" },
  ]);
});

test("a refused mail is a dead letter with its news on the log, and the next mail goes out", async () => {
  const server = await smtpServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address === "gone@x.jp" ? reply(550, "5.1.1 gone") : undefined),
  });
  const { store, email } = await house(join(tmpFolder(), "yagura.db"), server.url, noon);
  store.commit(batch({ entries: [entry(1)], mails: [mail(1, "gone@x.jp"), mail(1, "desk@x.jp")] }));
  email.wake();
  await until("both outcomes", () => store.deliveries.counts().waiting === 0);
  expect(store.deliveries.counts()).toEqual({ waiting: 0, sent: 1, failed: 1 });
  expect(store.deliveries.deadLetters(9)).toMatchObject([
    { address: "gone@x.jp", error: "550 5.1.1 gone", attempts: 1 },
  ]);
  const [gone, desk] = store.deliveries.ofAlert(1);
  expect(gone).toMatchObject({ tries: [{ at: noon, outcome: "refused", answer: "550 5.1.1 gone" }] });
  expect(desk).toMatchObject({ address: "desk@x.jp", tries: [{ outcome: "sent" }] });
  // Nobody looks any more for what the mail took with it.
  store.prune({ before: noon + 2 * 86_400_000 });
  expect(store.deliveries.ofAlert(1)).toEqual([]);
  expect(store.log.read(1, 9)).toMatchObject([{ seq: 2, type: "mail.failed" }]);
});
