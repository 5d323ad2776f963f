/** Asks a running monitor on its own port. */
import { request } from "undici";
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
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(timeoutMs) });
    return { ok: statusCode === 200, answer: await body.json() };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, answer: `no answer from ${url}: ${why}` };
  }
}
