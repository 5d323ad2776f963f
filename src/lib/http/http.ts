/** GET with retries, redirects within a service, and answers remembered by their ETag; POST of a form. */
import { type Clock, systemClock } from "../clock.ts";
import { Failure, type FailureReason } from "../failure.ts";
import { isDoubting, listenAbort, stopped } from "../turns.ts";
import { createPool, exchange, type Line, type Pool } from "./exchange.ts";
import type { Gate } from "./gate.ts";
import { defaultLimits, type HttpLimits, type HttpResponse, type ReadPieces } from "./response.ts";

export interface HttpOptions {
  readonly userAgent?: string;
  readonly limits?: Partial<HttpLimits>;
  readonly clock?: Clock;
  /** Random number from 0 up to 1; spreads the waits between attempts. */
  readonly random?: () => number;
  /** Further attempts after the first, for what may pass by itself. */
  readonly retries?: number;
  /** Most bytes of bodies that are kept for comparison by ETag. */
  readonly memoryBytes?: number;
  /** Every request passes it, further attempts and followed redirects too. */
  readonly gate?: Gate | undefined;
  /** Connections; by default the network's. */
  readonly pool?: Pool;
}

interface HttpRequest {
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** False: never answered from memory, for pages that differ each time. */
  readonly etag?: boolean;
  /** For bodies too large to hold; such answers are never kept in memory. */
  readonly pieces?: ReadPieces;
}

/** Requests over connections of its own, so one instance a service keeps services from waiting for each other. */
export interface Http {
  /**
   * The complete answer, also when its status is not 2xx (see statusFailure). Every error is a Failure; a stopped
   * request fails as "unreachable". A 304 comes back as the answer it confirms.
   */
  get(url: string, request?: HttpRequest): Promise<HttpResponse>;
}

export interface HttpForms {
  /**
   * The complete answer to a form, which must be one that may come twice: it is tried again as a GET is. It goes to
   * nobody else, so a redirect fails. Every error is a Failure.
   */
  post(url: string, form: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<HttpResponse>;
}

const maxRedirects = 3;
const maxConnections = 16;

export function createHttp(options: HttpOptions = {}): Http & HttpForms {
  const { clock = systemClock, random = Math.random, retries = 2, memoryBytes = 8 * 1024 * 1024 } = options;
  const limits = { ...defaultLimits, ...options.limits };
  // Idle connections hold no process open, so there is nothing to close. The body has a deadline of its own.
  const network = () =>
    createPool({
      connections: maxConnections,
      connect: { timeout: limits.connectTimeoutMs },
      headersTimeout: limits.headersTimeoutMs,
      bodyTimeout: 0,
    });
  const pool = options.pool ?? network();
  const line = { pool, limits, clock, gate: options.gate };
  const memory = createEtagMemory(memoryBytes);
  const standing = {
    accept: "*/*",
    "accept-encoding": "gzip, deflate, br",
    ...(options.userAgent === undefined ? {} : { "user-agent": options.userAgent }),
  };

  const trying = async (ask: () => Promise<HttpResponse>, signal: AbortSignal | undefined) => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await ask().catch(onlyFailure);
      const waitMs = attempt < retries ? retryWaitMs(outcome, attempt, random) : undefined;
      if (waitMs !== undefined) await pause(waitMs, clock, signal);
      else if (outcome instanceof Failure) throw outcome;
      else return outcome;
    }
  };
  return {
    get(url, request = {}) {
      const asked = { ...request, headers: { ...standing, ...request.headers } };
      return trying(() => follow(line, memory, new URL(url), asked), request.signal);
    },
    post(url, form, signal) {
      const headers = { ...standing, "content-type": "application/x-www-form-urlencoded" };
      const body = new URLSearchParams(form).toString();
      return trying(async () => {
        const response = await exchange(line, new URL(url), { headers, signal, body });
        if (!redirects.has(response.status)) return response;
        throw new Failure("redirected", `${response.where} redirects a form`, { status: response.status });
      }, signal);
    },
  };
}

async function follow(
  line: Line,
  memory: EtagMemory,
  start: URL,
  request: HttpRequest,
): Promise<HttpResponse> {
  let url = start;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const response = await confirm(line, memory, url, request);
    const target = redirectTarget(response, url);
    if (target === undefined) return response;
    url = target;
  }
  throw new Failure("redirected", `${start.host}${start.pathname} redirects more than ${maxRedirects} times`);
}

/** One exchange; where an earlier answer had an ETag, asks only whether it still holds. */
async function confirm(
  line: Line,
  memory: EtagMemory,
  url: URL,
  request: HttpRequest,
): Promise<HttpResponse> {
  const { headers: own = {}, signal, pieces } = request;
  const asked = { headers: own, signal, pieces };
  if (request.etag === false || request.pieces !== undefined) return exchange(line, url, asked);
  const known = isDoubting() ? undefined : memory.get(url.href);
  const headers = { ...own, ...(known && { "if-none-match": known.etag }) };
  const response = await exchange(line, url, { ...asked, headers });
  if (response.status === 304 && known !== undefined) return known.response;
  if (response.status === 200) memory.put(url.href, response);
  return response;
}

function onlyFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

const redirects = new Set([301, 302, 303, 307, 308]);

/** Finds the address that an answer redirects to; undefined if it does not. Throws a Failure for another origin or no address. */
function redirectTarget(response: HttpResponse, asked: URL): URL | undefined {
  if (!redirects.has(response.status)) return undefined;
  const location = response.headers.location ?? "";
  const target = URL.canParse(location, asked.href) ? new URL(location, asked) : undefined;
  if (location !== "" && target?.origin === asked.origin) return target;
  // Only the origin is shown: paths and queries of strangers may carry anything.
  const to = target === undefined || location === "" ? "nowhere" : target.origin;
  throw new Failure("redirected", `${response.where} redirects to ${to}`, { status: response.status });
}

const passing: ReadonlySet<FailureReason> = new Set(["unreachable", "timeout", "incomplete"]);

const firstWaitMs = 500;

/** Longer waits than this are for the caller to keep, who has other things to do meanwhile. */
const longestWaitMs = 10_000;

/** Computes how long to wait before a retry, ms; undefined if a retry now would not help. `attempt` counts from 0. */
function retryWaitMs(
  outcome: HttpResponse | Failure,
  attempt: number,
  random: () => number,
): number | undefined {
  if (!mayPass(outcome)) return undefined;
  const askedMs = outcome.retryAfterMs ?? 0;
  if (askedMs > longestWaitMs) return undefined;
  const backOffMs = firstWaitMs * 2 ** attempt * (0.5 + random() / 2);
  return Math.max(askedMs, backOffMs);
}

function mayPass(outcome: HttpResponse | Failure): boolean {
  if (outcome instanceof Failure) return passing.has(outcome.reason);
  return outcome.status === 429 || outcome.status >= 500;
}

/** Resolves after `ms`; rejects with a Failure as soon as the signal is aborted. */
export function pause(ms: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let unlisten = () => {};
    const cancel = clock.after(ms, () => {
      unlisten();
      resolve();
    });
    unlisten = listenAbort(signal, () => {
      cancel();
      reject(stopped(signal));
    });
  });
}

/** Whole answers by URL, to be shown again when the service says that nothing changed. */
interface EtagMemory {
  get(url: string): { readonly etag: string; readonly response: HttpResponse } | undefined;
  /** Remembers an answer that has an ETag; forgets the URL when it has none or is larger than everything kept. */
  put(url: string, response: HttpResponse): void;
}

/** Keeps at most `maxBytes` of bodies; those not asked for longest go first. */
function createEtagMemory(maxBytes: number): EtagMemory {
  const kept = new Map<string, { etag: string; response: HttpResponse }>();
  let bytes = 0;

  const forget = (url: string) => {
    bytes -= kept.get(url)?.response.body.length ?? 0;
    kept.delete(url);
  };

  return {
    get(url) {
      const entry = kept.get(url);
      if (entry === undefined) return undefined;
      kept.delete(url);
      kept.set(url, entry);
      return entry;
    },
    put(url, response) {
      forget(url);
      const etag = response.headers.etag;
      if (etag === undefined || response.body.length > maxBytes) return;
      kept.set(url, { etag, response });
      bytes += response.body.length;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}
