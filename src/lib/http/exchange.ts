import type { Clock } from "../clock.ts";
import { Failure } from "../failure.ts";
import { underWay } from "./exchanges-under-way.ts";
import type { Gate } from "./gate.ts";
import { listenAbort, stopped } from "./listen-abort.ts";
import { networkFailure } from "./network-failure.ts";
import type { Pool } from "./pool.ts";
import { readBody } from "./read-body.ts";
import type { HttpLimits, HttpResponse, ReadPieces } from "./response.ts";
import { readRetryAfter } from "./retry-after.ts";

export interface Line {
  readonly pool: Pool;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly gate: Gate | undefined;
}

/**
 * One GET, as soon as the gate lets it pass, and its complete answer, whatever its status; without the body where
 * `pieces` took it. Throws a Failure.
 */
export async function exchange(
  line: Line,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
  pieces?: ReadPieces,
): Promise<HttpResponse> {
  const { pool, limits, clock } = line;
  const where = `${url.host}${url.pathname}`;
  const leave = await line.gate?.enter(url.pathname, signal);
  const cut = new AbortController();
  const unlisten = listenAbort(signal, () => cut.abort(stopped(signal)));
  let phase: "headers" | "body" = "headers";
  let deadline: { renew(): void; cancel(): void } | undefined;
  underWay.publish(1);
  try {
    const answer = await pool.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: "GET",
      headers,
      signal: cut.signal,
    });
    phase = "body";
    const retryAfterMs = readRetryAfter(single(answer.headers["retry-after"]), clock.now());
    leave?.({ status: answer.statusCode, retryAfterMs });
    const late = () =>
      cut.abort(new Failure("timeout", `${where}: the body took over ${limits.bodyTimeoutMs} ms`));
    deadline = createDeadline(clock, limits.bodyTimeoutMs, late);
    const body = await readBody(answer.body, single(answer.headers["content-encoding"]), where, {
      maxBytes: limits.maxBytes,
      take: pieces?.({ status: answer.statusCode, headers: answer.headers }),
      onStep: deadline.renew,
    });
    const response = { status: answer.statusCode, headers: answer.headers, body, where };
    return retryAfterMs === undefined ? response : { ...response, retryAfterMs };
  } catch (error) {
    throw networkFailure(error, phase, where);
  } finally {
    leave?.();
    deadline?.cancel();
    unlisten();
    underWay.publish(-1);
  }
}

/** Calls `late` when the time is over, which begins anew when it is renewed. */
function createDeadline(clock: Clock, ms: number, late: () => void) {
  let cancel = clock.after(ms, late);
  return {
    renew() {
      cancel();
      cancel = clock.after(ms, late);
    },
    cancel: () => cancel(),
  };
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}
