/** The webhook output: requests that were committed with their alerts, taken from the outbox and posted. */
import type { Resolve } from "../../lib/http/private-address.ts";
import type { HttpLimits } from "../../lib/http/response.ts";
import type { MailDraft } from "../../model/mail.ts";
import { createSender, type SendingParts } from "../delivery/delivery.ts";
import type { Output } from "../output.ts";
import { keepRequest } from "./message.ts";
import type { Target } from "./settings.ts";
import { createWebhookTransport } from "./webhook-transport.ts";

export interface WebhookOptions extends SendingParts {
  readonly targets: Readonly<Record<string, Target>>;
  readonly limits?: Partial<HttpLimits> | undefined;
  readonly resolve?: Resolve | undefined;
}

const ATTEMPT_MAX_MS = 30_000;

export function createWebhook(options: WebhookOptions): Output {
  const { targets, log, attemptMaxMs = ATTEMPT_MAX_MS } = options;
  const transport = createWebhookTransport(options);
  const compose = async (draft: MailDraft) => keepRequest(draft);
  return createSender("webhook", { ...options, transport, compose, attemptMaxMs }, () => {
    const to = Object.keys(targets);
    if (to.length > 0) log.info({ to }, "delivering to webhooks");
  });
}
