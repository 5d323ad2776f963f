/** The webhook output: requests that were committed with their alerts, taken from the outbox and posted. */

import type { Clock } from "../../lib/clock.ts";
import { Failure } from "../../lib/failure.ts";
import { createPool, exchange, networkWords, type Pool } from "../../lib/http/exchange.ts";
import { createLookup, PrivateAddress, type Resolve } from "../../lib/http/private-address.ts";
import { defaultLimits, type HttpLimits } from "../../lib/http/response.ts";
import { tameAnswer } from "../../lib/text/tame.ts";
import type { MailDraft } from "../../model/mail.ts";
import { createSender, type SendingParts } from "../delivery/delivery.ts";
import { type OutgoingLetter, SendError, type Transport } from "../delivery/transport.ts";
import type { Output } from "../output.ts";
import type { WebhookAnswer, WebhookCall, WebhookFormat } from "./formats/format.ts";
import { formatNamed } from "./formats/index.ts";
import { type KeptRequest, keepRequest, readKept } from "./message.ts";
import { isInside, type Target } from "./settings.ts";

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

// The transport to web services: one POST a message, over connections that lead nowhere but to its target.

export interface WebhookTransportOptions {
  readonly targets: Readonly<Record<string, Target>>;
  readonly clock: Clock;
  readonly limits?: Partial<HttpLimits> | undefined;
  /** Resolves the names of hosts; by default as the system does. */
  readonly resolve?: Resolve | undefined;
}

/** Bytes of an answer that are looked at, and after which nobody goes on reading. */
const KEPT_BYTES = 64 * 1024;
const READ_BYTES = 1024 * 1024;

const webhookLimits: HttpLimits = {
  ...defaultLimits,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 5_000,
  maxBytes: READ_BYTES,
};

export function createWebhookTransport(options: WebhookTransportOptions): Transport {
  const { targets, clock, resolve } = options;
  const limits = { ...webhookLimits, ...options.limits };
  // A connection that was made without the guard is never used with it.
  const [open, guarded] = [true, false].map((allowPrivate) =>
    createPool({
      connect: { timeout: limits.connectTimeoutMs, lookup: createLookup(allowPrivate, resolve) },
      ...{ headersTimeout: limits.headersTimeoutMs, bodyTimeout: 0 },
    }),
  ) as [Pool, Pool];
  return {
    // A service that is down now may be up in a minute: that is for the retries.
    open: async () => {},
    async send(letter, signal) {
      const { target, format, kept } = requestIn(letter, targets);
      const call = format.call(target, kept, letter.messageId, clock.now());
      const secrets = secretsOf(target, call);
      const line = { pool: isInside(target) ? open : guarded, limits, clock, gate: undefined };
      const { answer, retryAfterMs } = await post(line, call, kept, signal).catch((error: unknown) => {
        throw notReached(error, call, secrets);
      });
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

interface Posted {
  readonly answer: WebhookAnswer;
  readonly retryAfterMs: number | undefined;
}

interface PostLine {
  readonly pool: Pool;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly gate: undefined;
}

/** An answer counts once its status is there, however its body goes on: asked again the service would act twice. */
async function post(
  line: PostLine,
  { url, headers }: WebhookCall,
  { contentType, body }: KeptRequest,
  signal: AbortSignal,
): Promise<Posted> {
  let begun: Omit<WebhookAnswer, "body"> | undefined;
  const read: Buffer[] = [];
  let bytes = 0;
  const asked = {
    headers: { ...headers, "content-type": contentType, "user-agent": "Yagura" },
    ...{ body, signal },
    pieces: (head: Omit<WebhookAnswer, "body">) => {
      begun = head;
      return (piece: Buffer) => {
        if (bytes < KEPT_BYTES) read.push(piece.subarray(0, KEPT_BYTES - bytes));
        bytes += piece.length;
        return undefined;
      };
    },
  };
  const said = () => Buffer.concat(read).toString();
  try {
    const { status, headers: told, retryAfterMs } = await exchange(line, new URL(url), asked);
    return { answer: { status, headers: told, body: said() }, retryAfterMs };
  } catch (error) {
    if (begun === undefined || signal.aborted) throw error;
    return { answer: { ...begun, body: said() }, retryAfterMs: undefined };
  }
}

function notReached(error: unknown, { url }: WebhookCall, secrets: readonly string[]): SendError {
  if (error instanceof SendError) return error;
  const said = error instanceof Error ? error.message : String(error);
  const words = privateWords(error) ?? networkWords(error);
  const message = words === undefined ? said : `${new URL(url).host}: ${words}`;
  const isFar = error instanceof Failure && error.reason === "unreachable";
  return new SendError(tameAnswer(message, secrets), isFar ? "no-way" : "failed", error);
}

function privateWords(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof PrivateAddress)
      return `${one.message}; \`allowPrivate: true\` on the target allows that`;
  }
  return undefined;
}

/** Gives what the service said where it took the request; throws a SendError where it did not. */
function verdictOn(
  format: WebhookFormat,
  answer: WebhookAnswer,
  askedMs: number | undefined,
  secrets: readonly string[],
): string {
  const { status } = answer;
  if (status >= 300 && status < 400) {
    const message = `the service answers ${status}, which leads elsewhere, and that is not followed: write the address that it leads to`;
    throw new SendError(message, "failed");
  }
  const outcome = format.read(answer);
  const said = tameAnswer(outcome.said, secrets);
  if (outcome.outcome === "sent") return said;
  throw new SendError(said, outcome.outcome, undefined, outcome.retryAfterMs ?? askedMs);
}

// Secrets of a target, in every form in which a service or an error could repeat them.

/** Shorter parts of an address are ordinary words, such as `services`. */
const shortestPart = 9;

function secretsOf(target: Target, { url, headers }: WebhookCall): string[] {
  const keys = formatNamed(target.format)?.secrets ?? [];
  const written = keys.flatMap((key) => [target[key]].flat()).filter((value) => typeof value === "string");
  const shown = Object.values(headers).flatMap((value) => [value, value.replace(/^\w+ /, "")]);
  return [...written, ...shown, ...[...written, url].flatMap(partsOf)];
}

/** All of an address but its host. */
function partsOf(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { href, pathname, search, searchParams } = new URL(text);
  const segments = pathname.split("/").filter((part) => part.length >= shortestPart);
  return [
    ...[text, href, `${pathname}${search}`, search].filter((part) => part.length > 1),
    ...(pathname.length > 1 ? [pathname] : []),
    ...[...segments, ...searchParams.values()].flatMap((part) => [part, decoded(part)]),
  ];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
