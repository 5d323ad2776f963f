/** The mails in flight: how many more may start, and which. */
import type { OutboxMail } from "../../model/mail.ts";

export interface Flights {
  /** How many more may start. */
  free(): number;
  /** Addresses with a mail in flight. One each at a time, which also keeps their order. */
  busy(): string[];
  /** Takes a slot; false where the mail must wait although a slot is free. */
  began(mail: OutboxMail): boolean;
  ended(mail: OutboxMail): void;
  /** Resolves once nothing is in flight. */
  landed(): Promise<void>;
}

export function createFlights(slots: number): Flights {
  const byAddress = new Map<string, OutboxMail>();
  // Half the slots are for mails that never failed: recipients that hang cannot take them all.
  const forRetries = Math.ceil(slots / 2);
  let waiting: (() => void)[] = [];
  return {
    free: () => slots - byAddress.size,
    busy: () => [...byAddress.keys()],
    began(mail) {
      const retries = [...byAddress.values()].filter(({ attempts }) => attempts > 0).length;
      if (mail.attempts > 0 && retries >= forRetries) return false;
      byAddress.set(mail.address, mail);
      return true;
    },
    ended(mail) {
      byAddress.delete(mail.address);
      if (byAddress.size > 0) return;
      for (const call of waiting) call();
      waiting = [];
    },
    landed: () =>
      new Promise((resolve) => {
        if (byAddress.size === 0) resolve();
        else waiting.push(resolve);
      }),
  };
}
