/** A store, a push output on it, and messages in its outbox. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Device } from "../../../src/model/devices.ts";
import type { QueuedMail } from "../../../src/model/mail.ts";
import { push } from "../../../src/outputs/push/member.ts";
import { pushSchema } from "../../../src/outputs/push/settings.ts";
import { openStore } from "../../../src/store/store.ts";
import { batch, entry, noon } from "../../store/batches.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { partsOn } from "./parts.ts";

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
  const { output } = await push.create(
    pushSchema.parse({ recipients: ["phone"], allowPrivate: true, ...settings }),
    partsOn(store, clock, {
      lines: { write: (line) => void lines.push(line) },
      tried: (attempt) => void tried.push(attempt),
    }),
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
  // Devices sign up for a key that is there.
  for (const device of devices) store.devices.keep(device);
  const queue = (...mails: QueuedMail[]) => {
    store.commit(batch({ entries: [entry(store.log.head() + 1)], mails }));
    output.wake();
  };
  const told = () => store.log.read(0, 99).map(({ json }) => JSON.parse(json));
  return { clock, store, output, queue, lines, tried, path, stop, told };
}
