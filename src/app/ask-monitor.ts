/** Asks a running monitor on its own port. */
import { bodyJson } from "../lib/http/body-text.ts";
import { createHttp } from "../lib/http/http.ts";
import { requireConfig } from "./check-files.ts";
import { authority } from "./monitor-address.ts";

export interface MonitorAnswer {
  /** Whether it answered, and with 200. */
  readonly ok: boolean;
  /** Its JSON, or why there is none. */
  readonly answer: unknown;
}

const timeoutMs = 4_000;

export async function askMonitor(
  config: string,
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<MonitorAnswer> {
  const { feed } = requireConfig(config, environment);
  const url = `http://${authority(feed)}${path}`;
  try {
    const response = await createHttp({ retries: 0 }).get(url, { signal: AbortSignal.timeout(timeoutMs) });
    return { ok: response.status === 200, answer: bodyJson(response) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, answer: `no answer from ${url}: ${why}` };
  }
}
