/** Asks a running monitor on its own port. */

import { requireConfig } from "../app/check-files.ts";
import { authority } from "../lib/http/authority.ts";
import { bodyJson } from "../lib/http/body-text.ts";
import { createHttp } from "../lib/http/http.ts";
import { listenerOf } from "../outputs/index.ts";

export interface MonitorAnswer {
  /** Whether it answered, and with 200. */
  readonly ok: boolean;
  /** Its JSON; where there is none, `ready: false` with the reason as `error`. */
  readonly answer: Readonly<Record<string, unknown>>;
}

const timeoutMs = 4_000;

export async function askMonitor(
  config: string,
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<MonitorAnswer> {
  const listener = listenerOf(requireConfig(config, environment).outputs);
  const url = `http://${authority(listener)}${path}`;
  const token = environment.YAGURA_TOKEN || listener.tokens[0];
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await createHttp({ retries: 0 }).get(url, { signal, headers });
    const answer = bodyJson(response);
    if (!isRecord(answer) || typeof answer.ready !== "boolean")
      return unanswered(`what answers at ${url} is no monitor, or another version of it`);
    return { ok: response.status === 200, answer };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return unanswered(`no answer from ${url}: ${why}`);
  }
}

function unanswered(error: string): MonitorAnswer {
  return { ok: false, answer: { ready: false, error } };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
