/** Posts to web services: one a message, over connections that lead nowhere but to its address, and what answers mean. */
import type { Clock } from "../../lib/clock.ts";
import { Failure } from "../../lib/failure.ts";
import { createPool, exchange, networkWords, type Pool } from "../../lib/http/exchange.ts";
import { createLookup, PrivateAddress, type Resolve } from "../../lib/http/private-address.ts";
import { defaultLimits, type HttpLimits } from "../../lib/http/response.ts";
import { tameAnswer } from "../../lib/text/tame.ts";
import { SendError } from "./transport.ts";

export interface WebPostOptions {
  readonly clock: Clock;
  readonly limits?: Partial<HttpLimits> | undefined;
  /** Resolves the names of hosts; by default as the system does. */
  readonly resolve?: Resolve | undefined;
}

/** A request, and how far it may lead. */
export interface WebPost {
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** Texts that no error repeats. */
  readonly secrets: readonly string[];
  /** Whether its host may be a name that leads to an address inside a network. */
  readonly isInside: boolean;
  /** The setting that would allow that. */
  readonly allowing: string;
}

/** An answer of a service. */
export interface WebAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** At most 64 KiB of it. Untrusted. */
  readonly body: string;
}

interface Posted {
  readonly answer: WebAnswer;
  readonly retryAfterMs: number | undefined;
}

/** Bytes of an answer that are looked at, and after which nobody goes on reading. */
const KEPT_BYTES = 64 * 1024;
const READ_BYTES = 1024 * 1024;

const postLimits: HttpLimits = {
  ...defaultLimits,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 5_000,
  maxBytes: READ_BYTES,
};

/** The answer, whatever its status, but for one that leads elsewhere. Throws a SendError without secrets. */
export function createWebPosts({ clock, resolve, ...options }: WebPostOptions) {
  const limits = { ...postLimits, ...options.limits };
  // A connection that was made without the guard is never used with it.
  const [open, guarded] = [true, false].map((allowPrivate) =>
    createPool({
      connect: { timeout: limits.connectTimeoutMs, lookup: createLookup(allowPrivate, resolve) },
      ...{ headersTimeout: limits.headersTimeoutMs, bodyTimeout: 0 },
    }),
  ) as [Pool, Pool];
  return async (asked: WebPost, signal: AbortSignal): Promise<Posted> => {
    const line = { pool: asked.isInside ? open : guarded, limits, clock, gate: undefined };
    const posted = await post(line, asked, signal).catch((error: unknown) => {
      throw notReached(error, asked);
    });
    const { status } = posted.answer;
    if (status < 300 || status >= 400) return posted;
    const message = `the service answers ${status}, which leads elsewhere, and that is not followed: write the address that it leads to`;
    throw new SendError(message, "failed");
  };
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
  { url, headers, contentType, body }: WebPost,
  signal: AbortSignal,
): Promise<Posted> {
  let begun: Omit<WebAnswer, "body"> | undefined;
  const read: Buffer[] = [];
  let bytes = 0;
  const asked = {
    headers: { ...headers, "content-type": contentType, "user-agent": "Yagura" },
    ...{ body, signal },
    pieces: (head: Omit<WebAnswer, "body">) => {
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

function notReached(error: unknown, { url, secrets, allowing }: WebPost): SendError {
  if (error instanceof SendError) return error;
  const said = error instanceof Error ? error.message : String(error);
  const words = privateWords(error, allowing) ?? networkWords(error);
  const message = words === undefined ? said : `${new URL(url).host}: ${words}`;
  const isFar = error instanceof Failure && error.reason === "unreachable";
  return new SendError(tameAnswer(message, secrets), isFar ? "no-way" : "failed", error);
}

function privateWords(error: unknown, allowing: string): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof PrivateAddress) return `${one.message}; ${allowing} allows that`;
  }
  return undefined;
}

/** Shorter parts of an address are ordinary words, such as `services`. */
const shortestPart = 9;

/** All of an address but its host, in every form in which a service or an error could repeat it. */
export function secretParts(text: string): string[] {
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

// Reads the answers of services that say by the status alone whether they took a request.

/**
 * Statuses below 500 that say nothing about the request itself: a login or a right that a person can mend, a time that
 * ran out, too many requests, a service that is not ready.
 */
const mendable = new Set([401, 403, 404, 407, 408, 409, 421, 423, 425, 429]);

/** `said` is what the service told, untamed. */
export function readStatus({ status, body }: WebAnswer) {
  const said = body.trim() === "" ? String(status) : `${status} ${body}`;
  if (status >= 200 && status < 300) return { outcome: "sent", said } as const;
  const isRefused = status >= 400 && status < 500 && !mendable.has(status);
  return { outcome: isRefused ? "refused" : "failed", said } as const;
}
