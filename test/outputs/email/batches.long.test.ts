/** Many mails at once: over few connections, with few writes, and what a crash in the middle repeats. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Clock } from "../../../src/lib/clock.ts";
import type { Outbox } from "../../../src/model/mail.ts";
import { createEmail } from "../../../src/outputs/email/email.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { batch, entry, mail } from "../../store/batches.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { until } from "../../support/until.ts";
import { fromNoon } from "./outbox.ts";
import { oddServer, polite, type Received, reply, smtpServer } from "./servers.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const reads = ["due", "dueTo", "nextDue"];

function storeWith(mails: number, addressOf: (index: number) => string, clock: Clock): Store {
  const store = openStore(join(tmpFolder(), "yagura.db"), { now: clock.now, isPassing: true });
  onTestFinished(() => store.close());
  const drafts = Array.from({ length: mails }, (_, index) => ({
    ...mail(1, addressOf(index)),
    messageId: `<${index}.batch@example.com>`,
  }));
  store.commit(batch({ entries: [entry(1)], mails: drafts }));
  return store;
}

/** The outbox, each write told before it is made. */
function watched(outbox: Outbox, onWrite: (name: string) => void): Outbox {
  const calls = Object.entries(outbox).map(([name, call]) => [
    name,
    (...values: never[]) => {
      if (!reads.includes(name)) onWrite(name);
      return call(...values);
    },
  ]);
  return Object.fromEntries(calls);
}

async function deliver(url: string, outbox: Outbox, store: Store, clock: Clock) {
  const email = createEmail({
    ...{ smtp: url, outbox, clock, log: silent },
    onFailed({ id }, reason, error) {
      const entries = [entry(store.log.head() + 1, { type: "mail.failed" })];
      store.commit(batch({ entries, failedMails: [{ id, reason, error, at: clock.now() }] }));
    },
  });
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await email.stop(0);
    isOpen = false;
  };
  onTestFinished(stop);
  await email.start();
  return { stop };
}

const numberOf = ({ bytes }: Received) => Number(/Message-ID: <(\d+)\.batch/i.exec(bytes.toString())?.[1]);

test("two hundred mails to one address go in order over few connections, with few writes", async () => {
  const clock = fromNoon();
  const server = await smtpServer();
  const store = storeWith(200, () => "desk@x.jp", clock);
  let writes = 0;
  await deliver(
    server.url,
    watched(store.outbox.of("email"), () => writes++),
    store,
    clock,
  );
  await until("all", () => store.deliveries.counts().sent === 200);
  expect(server.received.map(numberOf)).toEqual(Array.from({ length: 200 }, (_, index) => index));
  expect(server.connections()).toBeLessThanOrEqual(4);
  // On a quick machine 8, on a slow one a few more: what is answered waits for a tenth of a second at most.
  expect(writes).toBeLessThan(100);
});

test("a mail each to two hundred addresses takes few writes, too", async () => {
  const clock = fromNoon();
  const server = await smtpServer();
  const store = storeWith(200, (index) => `r${index}@x.jp`, clock);
  let writes = 0;
  await deliver(
    server.url,
    watched(store.outbox.of("email"), () => writes++),
    store,
    clock,
  );
  await until("all", () => store.deliveries.counts().sent === 200);
  expect(server.received).toHaveLength(200);
  expect(writes).toBeLessThan(100);
});

test("a crash before the outcomes are written repeats at most fifty mails, with the same bytes, and loses none", async () => {
  const clock = fromNoon();
  const server = await smtpServer();
  const store = storeWith(300, (index) => `r${index % 3}@x.jp`, clock);
  let records = 0;
  const cut = watched(store.outbox.of("email"), (name) => {
    if (name === "record" && ++records > 2) throw new Error("power cut");
  });
  const first = await deliver(server.url, cut, store, clock);
  await until("the cut", () => records > 2);
  await first.stop();
  const before = server.received.length;
  const known = store.deliveries.counts().sent;
  expect(known).toBeGreaterThan(0);
  // Mails that were in flight at the cut may have arrived, too: one an address.
  expect(before - known).toBeLessThanOrEqual(50 + 3);
  await deliver(server.url, store.outbox.of("email"), store, clock);
  await until("all", () => store.deliveries.counts().sent === 300);
  const copies = new Map<number, Buffer[]>();
  for (const letter of server.received)
    copies.set(numberOf(letter), [...(copies.get(numberOf(letter)) ?? []), letter.bytes]);
  expect(copies.size).toBe(300);
  for (const [one, ...others] of copies.values())
    for (const other of others) expect(one && other.equals(one)).toBe(true);
});

test("a server that is away is asked once a turn for all mails that wait for it, each with its own schedule", async () => {
  const clock = fromNoon();
  const server = await oddServer(polite((line) => (line === "" ? "421 4.3.2 not now" : undefined)));
  const store = storeWith(150, () => "desk@x.jp", clock);
  await deliver(server.url, store.outbox.of("email"), store, clock);
  await until("all tried", () => store.outbox.of("email").due(clock.now(), 1, []).length === 0);
  await until("on record", () => store.deliveries.ofAlert(1).every(({ attempts }) => attempts === 1));
  expect(server.connections()).toBeLessThanOrEqual(4);
  expect(store.deliveries.ofAlert(1)[149]?.tries).toMatchObject([
    { outcome: "postponed", answer: expect.stringContaining("421 4.3.2 not now") },
  ]);
});

test("a mail that is refused among many ends alone, and its connection serves the others", async () => {
  const clock = fromNoon();
  const server = await smtpServer({}, (letter) =>
    numberOf(letter) % 10 === 3 ? reply(554, "5.7.1 looks like spam") : undefined,
  );
  const store = storeWith(40, () => "desk@x.jp", clock);
  await deliver(server.url, store.outbox.of("email"), store, clock);
  await until("all ended", () => store.deliveries.counts().waiting === 0);
  expect(store.deliveries.counts()).toEqual({ waiting: 0, sent: 36, failed: 4 });
  expect(server.connections()).toBeLessThanOrEqual(2);
});

test("a second answer to one letter is not taken for an answer to the next", async () => {
  const clock = fromNoon();
  const server = await oddServer(polite((line) => (line === "DATA..." ? "250 one\r\n250 two" : undefined)));
  const store = storeWith(5, () => "desk@x.jp", clock);
  await deliver(server.url, store.outbox.of("email"), store, clock);
  await until("all", () => store.deliveries.counts().sent === 5);
  expect(store.deliveries.ofAlert(1).flatMap(({ tries }) => tries.map(({ answer }) => answer))).toEqual(
    Array.from({ length: 5 }, () => "250 one"),
  );
  expect(server.connections()).toBe(5);
});

test("a server that ends its connection after each mail gets all of them, once", async () => {
  const clock = fromNoon();
  const server = await smtpServer({ onMailFrom: bySession() });
  const store = storeWith(30, () => "desk@x.jp", clock);
  await deliver(server.url, store.outbox.of("email"), store, clock);
  await until("all", () => store.deliveries.counts().sent === 30);
  expect(server.received.map(numberOf)).toEqual(Array.from({ length: 30 }, (_, index) => index));
});

/** Takes one mail a connection and ends it at the next. */
function bySession() {
  const seen = new Set<string>();
  return (_address: unknown, { id }: { id: string }, done: (error?: Error) => void) => {
    if (seen.has(id)) return done(reply(421, "4.7.0 one mail a connection"));
    seen.add(id);
    done();
  };
}
