/** The webhook output: requests that were committed with their alerts, taken from the outbox and posted. */

import { tameAnswer } from "../../lib/text/tame.ts";
import type { MailDraft } from "../../model/mail.ts";
import { createSender, type SendingParts } from "../delivery/delivery.ts";
import { type OutgoingLetter, SendError, type Transport } from "../delivery/transport.ts";
import { createWebPosts, secretParts, type WebAnswer, type WebPostOptions } from "../delivery/web-posts.ts";
import type { Output } from "../output.ts";
import type { WebhookCall, WebhookFormat } from "./formats/format.ts";
import { formatNamed } from "./formats/index.ts";
import { keepRequest, readKept } from "./message.ts";
import { isInside, type Target } from "./settings.ts";

export interface WebhookOptions extends SendingParts, Omit<WebPostOptions, "clock"> {
  readonly targets: Readonly<Record<string, Target>>;
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

// The transport to web services: one POST a message, over connections that lead nowhere but to its target.

export interface WebhookTransportOptions extends WebPostOptions {
  readonly targets: Readonly<Record<string, Target>>;
}

export function createWebhookTransport(options: WebhookTransportOptions): Transport {
  const { targets, clock } = options;
  const post = createWebPosts(options);
  return {
    // A service that is down now may be up in a minute: that is for the retries.
    open: async () => {},
    async send(letter, signal) {
      const { target, format, kept } = requestIn(letter, targets);
      const call = format.call(target, kept, letter.messageId, clock.now());
      const secrets = secretsOf(target, call);
      const line = { secrets, isInside: isInside(target), allowing: "`allowPrivate: true` on the target" };
      const { answer, retryAfterMs } = await post({ ...call, ...kept, ...line }, signal);
      return verdictOn(format, answer, retryAfterMs, secrets);
    },
    close: () => {},
  };
}

/** What was kept, with the target as the settings have it now. Throws where they have it no more. */
function requestIn({ address, bytes }: OutgoingLetter, targets: WebhookTransportOptions["targets"]) {
  const kept = readKept(bytes.toString());
  if (kept === undefined) throw new SendError("what was kept is no request", "refused");
  const target = Object.hasOwn(targets, address) ? targets[address] : undefined;
  if (target === undefined) throw new SendError(`the settings have no target ${address} any more`, "refused");
  const format = formatNamed(target.format);
  if (format === undefined || format.name !== kept.format)
    throw new SendError(`it was made as ${kept.format}, and the target has another format now`, "refused");
  return { target, format, kept };
}

/** Gives what the service said where it took the request; throws a SendError where it did not. */
function verdictOn(
  format: WebhookFormat,
  answer: WebAnswer,
  askedMs: number | undefined,
  secrets: readonly string[],
): string {
  const outcome = format.read(answer);
  const said = tameAnswer(outcome.said, secrets);
  if (outcome.outcome === "sent") return said;
  throw new SendError(said, outcome.outcome, undefined, outcome.retryAfterMs ?? askedMs);
}

// Secrets of a target, in every form in which a service or an error could repeat them.

function secretsOf(target: Target, { url, headers }: WebhookCall): string[] {
  const keys = formatNamed(target.format)?.secrets ?? [];
  const written = keys.flatMap((key) => [target[key]].flat()).filter((value) => typeof value === "string");
  const shown = Object.values(headers).flatMap((value) => [value, value.replace(/^\w+ /, "")]);
  return [...written, ...shown, ...[...written, url].flatMap(secretParts)];
}
