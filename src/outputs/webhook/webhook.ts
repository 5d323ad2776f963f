/** The webhook output: requests that were committed with their alerts, taken from the outbox and posted. */
import type { Clock } from "../../lib/clock.ts";
import type { Resolve } from "../../lib/http/private-address.ts";
import type { HttpLimits } from "../../lib/http/response.ts";
import type { MailDraft, Outbox } from "../../model/mail.ts";
import { Delivery } from "../delivery/delivery.ts";
import type { DeliveryLog, OnFailed } from "../delivery/outcomes.ts";
import type { Attempts, Output } from "../output.ts";
import { keepRequest } from "./message.ts";
import type { Target } from "./settings.ts";
import { createWebhookTransport } from "./webhook-transport.ts";

export interface WebhookOptions {
  readonly targets: Readonly<Record<string, Target>>;
  readonly outbox: Outbox;
  /** Absent: nobody wants to know. */
  readonly attempts?: Attempts | undefined;
  readonly clock: Clock;
  /** Called once a request is given up; must end it in the outbox before it returns. */
  readonly onFailed: OnFailed;
  readonly log: DeliveryLog;
  /** Number of targets to which requests are sent at once, besides slow ones; default 8. */
  readonly slots?: number;
  /** Share of time in which a target has one of these places; default five seconds. */
  readonly shareMs?: number;
  /** Longest time of one attempt in all; default 30 seconds. */
  readonly attemptMaxMs?: number;
  readonly limits?: Partial<HttpLimits> | undefined;
  readonly resolve?: Resolve | undefined;
}

const SLOTS = 8;
const SHARE_MS = 5_000;
const ATTEMPT_MAX_MS = 30_000;

export function createWebhook(options: WebhookOptions): Output {
  const { targets, log, slots = SLOTS, shareMs = SHARE_MS, attemptMaxMs = ATTEMPT_MAX_MS } = options;
  const transport = createWebhookTransport(options);
  const compose = async (draft: MailDraft) => keepRequest(draft);
  const delivery = new Delivery({ ...options, transport, compose, slots, shareMs, attemptMaxMs });
  return {
    name: "webhook",
    async start() {
      const to = Object.keys(targets);
      if (to.length > 0) log.info({ to }, "delivering to webhooks");
      delivery.start();
    },
    wake: () => delivery.wake(),
    stop: (deadlineMs) => delivery.stop(deadlineMs),
  };
}
