/** The email output on a store of its own, under a clock that a test moves. */
import { join } from "node:path";
import { createEmail, type EmailOptions } from "../../src/outputs/email/email.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { batch, entry, mail, noon } from "../store/batches.ts";
import { createHandClock, type HandClock } from "../support/hand-clock.ts";

export interface MailHouse {
  readonly store: Store;
  readonly clock: HandClock;
  /** Everything that was logged, as JSON. */
  readonly logged: string[];
  /** Queues one mail an address. */
  queue(addresses: readonly string[], text?: string): void;
  /** Answers how many milliseconds it took. Mails under way get no time. */
  stop(): Promise<number>;
}

export async function openMailHouse(
  folder: string,
  smtp: string,
  timeouts: EmailOptions["timeouts"],
): Promise<MailHouse> {
  const clock = createHandClock(noon);
  const store = openStore(join(folder, "yagura.db"), { now: clock.now });
  const logged: string[] = [];
  const note = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }));
  const email = createEmail({
    ...{ smtp, clock, outbox: store.outbox.of("email"), log: { info: note, warn: note, error: note } },
    ...(timeouts ? { timeouts } : {}),
    onFailed({ id }, reason, error) {
      const entries = [entry(store.log.head() + 1, { type: "mail.failed" })];
      store.commit(batch({ entries, failedMails: [{ id, reason, error, at: clock.now() }] }));
    },
  });
  await email.start();
  return {
    ...{ store, clock, logged },
    queue(addresses, text = "text") {
      const seq = store.log.head() + 1;
      const mails = addresses.map((address) => mail(seq, address, { text }));
      store.commit(batch({ entries: [entry(seq)], mails }));
      email.wake();
    },
    async stop() {
      const began = performance.now();
      const stopped = email.stop(1);
      clock.move(1);
      await stopped;
      const tookMs = performance.now() - began;
      store.close();
      return tookMs;
    },
  };
}
