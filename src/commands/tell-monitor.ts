/** Tells a running monitor on its own port to do something. */

import { Refused } from "../app/refused.ts";
import type { Config } from "../config/config.ts";
import { authority } from "../lib/http/authority.ts";
import { listenerOf } from "../outputs/index.ts";

export interface Told {
  readonly status: number;
  /** The monitor's JSON. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** A decision about tens of thousands of events takes its time. */
const timeoutMs = 120_000;

/**
 * @param token what the feed asks for; by default the first one of the config
 * Throws Refused when no monitor answers there, or it wants another token.
 */
export async function tellMonitor(
  config: Config,
  path: string,
  body: object,
  token = listenerOf(config.outputs).tokens[0],
): Promise<Told> {
  const url = `http://${authority(listenerOf(config.outputs))}${path}`;
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new Refused(`no monitor answers at ${url}: ${reasonOf(error)}`);
  });
  const answer = await response.json().catch(() => undefined);
  if (typeof answer !== "object" || answer === null)
    throw new Refused(`what answers at ${url} is no monitor, or another version of it`);
  if (response.status === 401) throw new Refused("the monitor wants a token: --token, or YAGURA_TOKEN");
  if (response.status === 429)
    throw new Refused("too many wrong tokens came from this address; try again in a few seconds");
  return { status: response.status, answer };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}
