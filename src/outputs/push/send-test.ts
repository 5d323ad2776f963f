/** Sends one message now to each device of a receiver, for a person who wants to know whether messages arrive. */
import { randomUUID } from "node:crypto";
import { japanTime, systemClock } from "../../lib/clock.ts";
import { counted } from "../../lib/text/counted.ts";
import { deviceAddress, deviceMeant } from "../../model/devices.ts";
import { messageOf } from "../delivery/outcomes.ts";
import type { TrialOptions, TrialResult } from "../member.ts";
import { createPushTransport, type PushTransportOptions } from "./push.ts";
import { senderKeyName, senderKeyOf } from "./sealed-request.ts";

/** Longest time that a person waits. */
const LONGEST_MS = 30_000;

/**
 * Never throws; no answer holds a secret.
 * @param address the name of a receiver, or one of its devices such as `phone/1a2b3c4d`
 */
export async function sendTestPush(
  address: string,
  how: Pick<PushTransportOptions, "contact" | "allowPrivate">,
  { kept, simulated, now }: TrialOptions,
): Promise<TrialResult> {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  try {
    const book = await kept?.();
    const { name, id } = deviceMeant(address);
    const devices = book?.devices.of(name).filter((one) => id === "" || one.id === id) ?? [];
    if (book === undefined || devices.length === 0)
      throw new Error("no device is signed up for it: open the page on the device, then Settings");
    const transport = createPushTransport({
      ...{ ...how, clock: systemClock, find: book.devices.find, ended: () => {} },
      sender: () => senderKeyOf(book.meta.get(senderKeyName)),
    });
    const messageId = `push_test-${randomUUID()}`;
    const title = `${simulated ? "[SIMULATED] " : ""}Yagura / 櫓`;
    const body = `This is a test message, sent ${japanTime(now)}. Alerts arrive the same way. 試験メッセージです。`;
    const message = { id: messageId, title, body, severity: "info", url: "", tag: "test" };
    const sent = await Promise.allSettled(
      devices.map((device) => {
        const letter = { from: "", messageId, date: new Date(now).toISOString() };
        const bytes = Buffer.from(JSON.stringify(message));
        const signal = AbortSignal.timeout(LONGEST_MS);
        return transport.send({ ...letter, address: deviceAddress(device), bytes }, signal);
      }),
    );
    const failed = sent.find((one) => one.status === "rejected");
    const missed = devices.filter((_, at) => sent[at]?.status === "rejected");
    const said = sent.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    return {
      ...{ address, ok: failed === undefined, way: `${counted(devices.length, "device")}; ${seconds()}` },
      message: failed === undefined ? said.join("; ") : messageOf(failed.reason),
      ...(failed !== undefined &&
        devices.length > 1 && { note: `not to: ${missed.map(({ label }) => label).join(", ")}` }),
    };
  } catch (error) {
    return { address, ok: false, message: messageOf(error), way: `after ${seconds()}` };
  }
}
