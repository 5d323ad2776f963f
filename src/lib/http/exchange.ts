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
  let cancelDeadline = () => {};
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
    cancelDeadline = clock.after(limits.bodyTimeoutMs, () =>
      cut.abort(new Failure("timeout", `${where}: the body took over ${limits.bodyTimeoutMs} ms`)),
    );
    const body = await readBody(
      answer.body,
      single(answer.headers["content-encoding"]),
      limits.maxBytes,
      where,
      pieces?.({ status: answer.statusCode, headers: answer.headers }),
    );
    const response = { status: answer.statusCode, headers: answer.headers, body, where };
    return retryAfterMs === undefined ? response : { ...response, retryAfterMs };
  } catch (error) {
    throw networkFailure(error, phase, where);
  } finally {
    leave?.();
    cancelDeadline();
    unlisten();
    underWay.publish(-1);
  }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}
