/** The parts of a push output on a store, for houses of tests and for a process that is killed. */
import { builtInTypes } from "../../../src/files/event-types.ts";
import type { Clock } from "../../../src/lib/clock.ts";
import { createLog, type LogLines } from "../../../src/lib/log.ts";
import { type Device, deviceAddress } from "../../../src/model/devices.ts";
import type { QueuedMail } from "../../../src/model/mail.ts";
import type { OutputParts } from "../../../src/outputs/output.ts";
import { pushIdOf } from "../../../src/outputs/push/message.ts";
import type { Store } from "../../../src/store/store.ts";
import { batch, entry, mail } from "../../store/batches.ts";
import { MemoryPresent } from "../../support/memory-present.ts";

/** A message in the outbox, as the output makes it. */
export function message(device: Device, name: string, more: object = {}): QueuedMail {
  const address = deviceAddress(device);
  const messageId = pushIdOf(name, address);
  const text = JSON.stringify({
    ...{ id: messageId, title: name, body: "body", severity: "warning" },
    ...{ url: "https://yagura.example.com/#/alert/e-1", tag: "0".repeat(32), ...more },
  });
  return mail(1, address, {
    ...{ output: "push", receiver: `push:${device.name}`, from: "", html: "", messageId, text },
    ...{ message: name, subject: name },
  });
}

export function partsOn(
  store: Store,
  clock: Clock,
  { lines, tried = () => {} }: { lines: LogLines; tried?: (attempt: string) => void },
): OutputParts {
  return {
    ...{ events: store.log, outbox: store.outbox.of("push"), types: builtInTypes, clock },
    ...{ devices: store.devices, meta: store.meta, consumers: store.consumers },
    attempts: {
      tried: ({ address }, outcome) => tried(`${address} ${outcome}`),
      ...{ took() {}, reached() {} },
    },
    log: createLog("info", {}, lines),
    tell({ drafts, batch: { failedMails = [] } }) {
      const entries = drafts.map((draft, index) => entry(store.log.head() + 1 + index, draft));
      store.commit(batch({ entries, failedMails }));
    },
    ...{ compileFilter: () => ({ ok: true, matches: () => true }), watchlists: () => ({}) },
    ...{ present: new MemoryPresent(), simulated: [], publicUrl: undefined, people: [], sources: () => ({}) },
    port: { number: 0, tokens: [], welcome: () => {} },
  };
}
