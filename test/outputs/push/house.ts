/** A store, a push output on it, and messages in its outbox. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { createLog } from "../../../src/lib/log.ts";
import { type Device, deviceAddress } from "../../../src/model/devices.ts";
import type { QueuedMail } from "../../../src/model/mail.ts";
import { push } from "../../../src/outputs/push/member.ts";
import { pushIdOf } from "../../../src/outputs/push/message.ts";
import { pushSchema } from "../../../src/outputs/push/settings.ts";
import { openStore } from "../../../src/store/store.ts";
import { batch, entry, mail, noon } from "../../store/batches.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { MemoryPresent } from "../../support/memory-present.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

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

/** A monitor's store and push output, started at the given time. */
export async function house(
  devices: readonly Device[],
  settings: object = {},
  path = join(tmpFolder(), "yagura.db"),
  now = noon,
) {
  const clock = createHandClock(now);
  const store = openStore(path, { now: clock.now, isPassing: true });
  const lines: string[] = [];
  const tried: string[] = [];
  for (const device of devices) store.devices.keep(device);
  const { output } = await push.create(
    pushSchema.parse({ recipients: ["phone"], allowPrivate: true, ...settings }),
    {
      ...{ events: store.log, outbox: store.outbox.of("push"), types: builtInTypes, clock },
      ...{ devices: store.devices, meta: store.meta, consumers: store.consumers },
      attempts: {
        tried: ({ address }, outcome) => void tried.push(`${address} ${outcome}`),
        ...{ took() {}, reached() {} },
      },
      log: createLog("info", {}, { write: (line: string) => void lines.push(line) }),
      tell({ drafts, batch: { failedMails = [] } }) {
        const entries = drafts.map((draft, index) => entry(store.log.head() + 1 + index, draft));
        store.commit(batch({ entries, failedMails }));
      },
      ...{ compileFilter: () => ({ ok: true, matches: () => true }), watchlists: () => ({}) },
      ...{ present: new MemoryPresent(), simulated: [], publicUrl: undefined, sources: () => ({}) },
      port: { number: 0, tokens: [], welcome: () => {} },
    },
  );
  let open = true;
  const stop = async () => {
    if (!open) return;
    open = false;
    const stopped = output.stop(0);
    clock.move(1);
    await stopped;
    store.close();
  };
  onTestFinished(stop);
  await output.start();
  const queue = (...mails: QueuedMail[]) => {
    store.commit(batch({ entries: [entry(store.log.head() + 1)], mails }));
    output.wake();
  };
  const told = () => store.log.read(0, 99).map(({ json }) => JSON.parse(json));
  return { clock, store, output, queue, lines, tried, path, stop, told };
}
