/**
 * Mails to a healthy server on loopback: the product's own way, from the outbox through the delivery to the record of
 * the outcome, against nodemailer's pool of as many connections with the same messages and nothing written down. The
 * ratio of the two runs of one process is what counts; the machine is not.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, bench, describe } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import type { QueuedMail } from "../../../src/model/mail.ts";
import { createEmail } from "../../../src/outputs/email/email.ts";
import { compose } from "../../../src/outputs/email/mailer.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { batch, entry, mail } from "../../store/batches.ts";
import { until } from "../../support/until.ts";

const mails = 500;
const folder = mkdtempSync(join(tmpdir(), "yagura-mail-"));
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const spent = new Map<string, { ms: number; mails: number }>();
let server: SMTPServer;
let store: Store;
let url = "";
let made = 0;

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, _session, done) {
      stream.resume();
      stream.on("end", () => done());
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  store = openStore(join(folder, "yagura.db"), { now: systemClock.now });
  store.commit(batch({ entries: [entry(1)] }));
});

afterAll(async () => {
  store.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  rmSync(folder, { recursive: true });
  const rate = (name: string) => {
    const { ms, mails: count } = spent.get(name) ?? { ms: 1, mails: 0 };
    return (count / ms) * 1_000;
  };
  for (const addresses of [1, 200]) {
    const [ours, pool] = [rate(`yagura ${addresses}`), rate(`pool ${addresses}`)];
    process.stdout.write(
      `${addresses} addresses: yagura ${Math.round(ours)} mails/s, pool ${Math.round(pool)}, ratio ${(ours / pool).toFixed(2)}\n`,
    );
  }
});

function draftsTo(addresses: number): QueuedMail[] {
  return Array.from({ length: mails }, (_, index) => ({
    ...mail(1, `r${index % addresses}@example.com`),
    text: "a line of an alert\n".repeat(40),
    html: "<p>a line of an alert</p>\n".repeat(40),
    messageId: `<${made++}.bench@example.com>`,
  }));
}

async function measured(name: string, run: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await run();
  const sum = spent.get(name) ?? { ms: 0, mails: 0 };
  spent.set(name, { ms: sum.ms + performance.now() - start, mails: sum.mails + mails });
}

async function throughYagura(addresses: number): Promise<void> {
  store.commit(batch({ mails: draftsTo(addresses) }));
  const email = createEmail({
    ...{ smtp: url, outbox: store.outbox.of("email"), clock: systemClock, log: silent },
    onFailed: ({ id }, reason) => {
      throw new Error(`mail ${id} was given up: ${reason}`);
    },
  });
  await measured(`yagura ${addresses}`, async () => {
    await email.start();
    await until("all", () => store.deliveries.counts().waiting === 0, 120_000);
  });
  await email.stop(1_000);
}

/** The messages are composed in the same run: that is part of sending. */
async function throughPool(addresses: number): Promise<void> {
  const drafts = draftsTo(addresses);
  const transport = createTransport({ url, pool: true, maxConnections: Math.min(8, addresses) });
  await measured(`pool ${addresses}`, async () => {
    await Promise.all(
      drafts.map(async (draft) =>
        transport.sendMail({
          envelope: { from: "yagura@example.com", to: [draft.address] },
          raw: await compose(draft),
        }),
      ),
    );
  });
  transport.close();
}

describe.each([1, 200])("500 mails to %i addresses", (addresses) => {
  const once = { iterations: 3, time: 0, warmupIterations: 1, warmupTime: 0 };
  bench("yagura", () => throughYagura(addresses), once);
  bench("nodemailer's pool alone", () => throughPool(addresses), once);
});
