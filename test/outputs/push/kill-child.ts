/** A process that sends what is in the outbox, until it is killed. Its arguments: the database, devices, number of messages. */
import { systemClock } from "../../../src/lib/clock.ts";
import type { Device } from "../../../src/model/devices.ts";
import { push } from "../../../src/outputs/push/member.ts";
import { createSenderKey, senderKeyName } from "../../../src/outputs/push/sealed-request.ts";
import { pushSchema } from "../../../src/outputs/push/settings.ts";
import { openStore } from "../../../src/store/store.ts";
import { batch, entry } from "../../store/batches.ts";
import { message, partsOn } from "./parts.ts";

const [, , path = "", devices = "[]", messages = "0"] = process.argv;
const store = openStore(path, { now: systemClock.now });
if (store.log.head() === 0) {
  const all: Device[] = JSON.parse(devices);
  store.meta.set(senderKeyName, createSenderKey());
  for (const device of all) store.devices.keep(device);
  const mails = Array.from({ length: Number(messages) }, (_, index) =>
    all.map((device) => message(device, `message ${index}`, { tag: `tag-${index}` })),
  );
  store.commit(batch({ entries: [entry(1)], mails: mails.flat() }));
}
const settings = pushSchema.parse({ recipients: ["phone"], allowPrivate: true });
const { output } = await push.create(settings, partsOn(store, systemClock, { lines: { write: () => {} } }));
await output.start();
