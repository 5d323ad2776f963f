/** A mail server as people run it: Debian's postfix, with encryption, also one that is away for a while. */
import { expect, test } from "vitest";
import { openPostfix } from "../support/postfix.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { openMailHouse } from "./mail-house.ts";
import { tell, trialsOf } from "./trials.ts";

const patient = { connectMs: 20_000, greetingMs: 20_000, answerMs: 20_000, acceptMs: 20_000 };
const people = ["desk@x.jp", "ann@x.jp", "bob@x.jp", "chie@x.jp"];

const idOf = (mail: string) => /^Message-ID: *(<[^>]+>)/im.exec(mail)?.[1] ?? "";
/** Under which postfix took it; one that is stopped while it puts a mail into the mailbox may do that twice. */
const takenAs = (mail: string) => /\(Postfix\)[^;]*? id (\S+)/.exec(mail)?.[1] ?? "";
const bodyOf = (mail: string) => mail.slice(mail.search(/\r?\n\r?\n/));

test("postfix gets every mail once, encrypted", async (context) => {
  const rounds = trialsOf({ quick: 25, all: 100 });
  const postfix = await openPostfix(tmpFolder());
  const house = await openMailHouse(tmpFolder(), postfix.url, patient);
  const began = performance.now();
  for (let made = 0; made < rounds; made++) house.queue(people, `第${made}報`);
  const due = rounds * people.length;
  await until("all sent", () => house.store.deliveries.counts().sent === due, 120_000);
  const perSecond = due / ((performance.now() - began) / 1_000);
  await until("all in the mailbox", () => postfix.mailbox().length >= due, 60_000).catch(() => {});
  const mails = postfix.mailbox();
  const ids = new Set(mails.map(idOf));
  const plain = mails.filter((mail) => !/ with ESMTPS /.test(mail));
  tell(context, {
    fault: "none: mails through Debian's postfix, encrypted",
    tried: due,
    lost: due - ids.size,
    wrong: mails.length - ids.size + plain.length,
    shown: `${Math.round(perSecond)} mails a second`,
    failsWith: "every tenth mail written down as sent without being sent",
  });
  await house.stop();
  expect(ids.size).toBe(due);
  expect(mails).toHaveLength(due);
  expect(plain).toEqual([]);
});

test("postfix stopped in the middle and started again has every mail, those once whose answer came", async (context) => {
  const rounds = trialsOf({ quick: 1, all: 5 });
  const each = 40;
  const postfix = await openPostfix(tmpFolder());
  let lost = 0;
  let wrong = 0;
  let postponed = 0;
  let repeated = 0;
  for (let round = 0; round < rounds; round++) {
    const before = postfix.mailbox().length;
    const house = await openMailHouse(tmpFolder(), postfix.url, patient);
    for (let made = 0; made < each; made++)
      house.queue(people.map((address) => address.replace("@", `.${round}@`)));
    const { deliveries } = house.store;
    // Another place each round.
    await until("the middle", () => deliveries.counts().sent >= 10 + 12 * round);
    await postfix.stop();
    await until(
      "what is left postponed",
      () => house.store.outbox.of("email").due(house.clock.now(), 1, []).length === 0,
    );
    postponed += deliveries.counts().waiting;
    await postfix.start();
    house.clock.move(60_000);
    const due = each * people.length;
    await until("all sent", () => deliveries.counts().sent === due, 60_000).catch(() => {});
    await until("the mailbox", () => postfix.mailbox().length - before >= due, 60_000).catch(() => {});
    const inBox = postfix.mailbox().filter((mail) => mail.includes(`.${round}@x.jp`));
    expect(inBox.map(takenAs)).not.toContain("");
    const mails = new Map(inBox.map((mail) => [takenAs(mail), mail])).values();
    const copies = new Map<string, string[]>();
    for (const mail of mails) copies.set(idOf(mail), [...(copies.get(idOf(mail)) ?? []), bodyOf(mail)]);
    lost += due - copies.size;
    const again = [...copies].filter(([, bodies]) => bodies.length > 1);
    repeated += again.length;
    // One whose answer was lost comes again, the same; one that was answered never does.
    const attempts = new Map<string, number>();
    for (let seq = 1; seq <= each; seq++)
      for (const mail of deliveries.ofAlert(seq)) attempts.set(`<${seq}.${mail.address}>`, mail.attempts);
    for (const [id, bodies] of again) if (new Set(bodies).size > 1 || attempts.get(id) === 1) wrong++;
    await house.stop();
  }
  tell(context, {
    fault: "postfix stopped in the middle and started again",
    tried: rounds,
    ...{ lost, wrong },
    shown: `${postponed} mails postponed, ${repeated} came again whose answer was lost`,
    failsWith: "what is left of a turn is written down as sent",
  });
  expect(lost).toBe(0);
  expect(wrong).toBe(0);
  expect(postponed).toBeGreaterThan(0);
});
