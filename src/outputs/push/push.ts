/** The push output: messages that were committed with their alerts, taken from the outbox and sent to devices. */
import type { Clock } from "../../lib/clock.ts";
import { isPrivateAddress } from "../../lib/http/private-address.ts";
import { tameAnswer } from "../../lib/text/tame.ts";
import { type Device, deviceMeant } from "../../model/devices.ts";
import type { MailDraft } from "../../model/mail.ts";
import type { Severity } from "../../model/news-items.ts";
import { createSender, type SendingParts } from "../delivery/delivery.ts";
import { SendError, type Transport } from "../delivery/transport.ts";
import { createWebPosts, readStatus, secretParts, type WebPostOptions } from "../delivery/web-posts.ts";
import type { Output } from "../output.ts";
import { type PushMessage, readMessage, shortened } from "./message.ts";
import { type SenderKey, sealedRequest } from "./sealed-request.ts";

export interface PushTransportOptions extends WebPostOptions {
  find(id: string): Device | undefined;
  /** Undefined as long as there is none. */
  sender(): SenderKey | undefined;
  /** mailto: or https: */
  readonly contact: string;
  readonly allowPrivate: boolean;
  /** A push service says that a device is no longer signed up. */
  ended(id: string): void;
}

export interface PushOptions extends SendingParts, Omit<PushTransportOptions, "clock"> {
  readonly recipients: readonly string[];
}

const ATTEMPT_MAX_MS = 30_000;

export function createPush(options: PushOptions): Output {
  const { recipients, log, attemptMaxMs = ATTEMPT_MAX_MS } = options;
  const transport = createPushTransport(options);
  const compose = async ({ text }: MailDraft) => Buffer.from(text);
  return createSender("push", { ...options, transport, compose, attemptMaxMs }, () => {
    if (recipients.length > 0) log.info({ to: recipients }, "delivering to devices");
  });
}

// The transport to push services: one POST a message and device.

/** Time for which a push service keeps a message for a device that is off, in seconds: as long as an attempt is made. */
const keptFor = 86_400;

/** A device that is asleep is woken for what is grave. */
const urgencies: Readonly<Record<Severity, string>> = { info: "normal", warning: "normal", critical: "high" };

export function createPushTransport(options: PushTransportOptions): Transport {
  const post = createWebPosts(options);
  return {
    open: async () => {},
    async send({ address, bytes }, signal) {
      const message = readMessage(bytes.toString());
      if (message === undefined) throw new SendError("what was kept is no message", "refused");
      const device = options.find(deviceMeant(address).id);
      if (device === undefined) throw new SendError("the device is no longer signed up", "refused");
      return sendTo(device, message, { ...options, post, signal });
    },
    close: () => {},
  };
}

interface Sending extends Pick<PushTransportOptions, "sender" | "contact" | "allowPrivate" | "ended"> {
  readonly clock: Clock;
  readonly post: ReturnType<typeof createWebPosts>;
  readonly signal: AbortSignal;
}

async function sendTo(device: Device, message: PushMessage, sending: Sending): Promise<string> {
  const { sender, contact, allowPrivate, clock, post, signal } = sending;
  const key = sender();
  if (key === undefined) throw new SendError("the monitor's key could not be kept yet", "no-way");
  if (!mayLeadTo(device.endpoint, allowPrivate))
    throw new SendError("its push service is inside a network; `push.allowPrivate` allows that", "refused");
  const { body, authorization } = sealedRequest(JSON.stringify(message), device, {
    ...{ sender: key, contact, now: clock.now() },
  });
  const secrets = [device.auth, device.p256dh, authorization, ...secretParts(device.endpoint)];
  const { answer, retryAfterMs } = await post(
    {
      ...{ url: device.endpoint, contentType: "application/octet-stream", body, secrets },
      ...{ isInside: allowPrivate, allowing: "`push.allowPrivate`" },
      headers: {
        ...{ "content-encoding": "aes128gcm", authorization, ttl: String(keptFor) },
        // Of what waits for a device that is off the last about an alert is kept.
        ...{ topic: message.tag, urgency: urgencies[message.severity] },
      },
    },
    signal,
  );
  const { outcome, said } = readStatus(answer);
  const tamed = tameAnswer(said, secrets);
  if (outcome === "sent") return tamed;
  if (answer.status === 404 || answer.status === 410) {
    sending.ended(device.id);
    throw new SendError(tamed, "refused");
  }
  const shorter = answer.status === 413 ? shortened(message) : undefined;
  if (shorter !== undefined) return sendTo(device, shorter, sending);
  // It is about the device, also where no time is named.
  const waitMs = answer.status === 429 ? (retryAfterMs ?? 0) : retryAfterMs;
  throw new SendError(tamed, outcome, undefined, waitMs);
}

/** Whether messages may go to an address: by https, and not to one inside a network that is written out. */
export function mayLeadTo(endpoint: string, allowPrivate: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (username !== "" || password !== "") return false;
  if (allowPrivate) return ["http:", "https:"].includes(protocol);
  const isWritten = hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
  return protocol === "https:" && !(isWritten && isPrivateAddress(hostname));
}
