/** Calls a running monitor on its own port. */
import { runningPlace } from "../app/operating/monitor-place.ts";
import { Refused } from "../app/refused.ts";
import type { Config } from "../config/config.ts";
import { createHttp } from "../lib/http/http.ts";
import { bodyJson } from "../lib/http/response.ts";
import { authority } from "../lib/http/url.ts";
import { listenerOf } from "../outputs/index.ts";

export interface MonitorAnswer {
  /** Whether it answered, and with 200. */
  readonly ok: boolean;
  /** Its JSON; where there is none, `ready: false` with the reason as `error`. */
  readonly answer: Readonly<Record<string, unknown>>;
}

const timeoutMs = 4_000;

/** The listener of the monitor that runs on the settings' database; where none is known there, that of the settings. */
export function reachedListener({ state, outputs }: Config): ReturnType<typeof listenerOf> {
  const place = runningPlace(state);
  const listener = listenerOf(outputs);
  return place === undefined ? listener : { ...listener, host: place.host, port: place.port };
}

/** Asks a running monitor for its state. */
export async function askMonitor(
  config: Config,
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<MonitorAnswer> {
  const listener = reachedListener(config);
  const url = `http://${authority(listener)}${path}`;
  const token = environment.YAGURA_TOKEN || ownToken(listener);
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

export interface Told {
  readonly status: number;
  /** The monitor's JSON. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** A decision about tens of thousands of events takes its time. */
const decisionTimeoutMs = 120_000;

/**
 * Tells a running monitor to do something. Throws Refused where none answers, or it wants another token.
 * @param token what the feed asks for; by default the first one of the config with which one may act
 */
export async function tellMonitor(config: Config, path: string, body: object, token?: string): Promise<Told> {
  const told = await call(config, { path, body, token, timeoutMs: decisionTimeoutMs });
  if (told instanceof Error)
    throw new Refused(`no monitor answers at ${addressOf(config, path)}: ${reasonOf(told)}`);
  if (told === undefined) throw new Refused(`what answers at ${addressOf(config, path)} is ${noMonitor}`);
  return told;
}

/**
 * Asks a running monitor for what only who may act on it is told; undefined: none runs there. Throws Refused where it
 * wants another token, or takes too long to say anything.
 */
export async function seeMonitor(config: Config, path: string, token?: string): Promise<Told | undefined> {
  const told = await call(config, { path, token, timeoutMs });
  if (!(told instanceof Error)) return told;
  if (told.name === "TimeoutError")
    throw new Refused(`what runs at ${addressOf(config, path)} does not answer within ${timeoutMs / 1000} s`);
  return undefined;
}

const noMonitor = "no monitor, or another version of it";

interface Call {
  readonly path: string;
  /** Body of a POST; undefined: a GET. */
  readonly body?: object;
  readonly token: string | undefined;
  readonly timeoutMs: number;
}

/** Gives undefined where the answer is no monitor's, and an error where nobody answers. */
async function call(config: Config, asked: Call): Promise<Told | undefined | Error> {
  const { path, body } = asked;
  const token = asked.token ?? ownToken(listenerOf(config.outputs));
  const headers = {
    ...(body && { "content-type": "application/json" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const request = { ...(body && { method: "POST", body: JSON.stringify(body) }), headers };
  const signal = AbortSignal.timeout(asked.timeoutMs);
  const response = await fetch(addressOf(config, path), { ...request, redirect: "error", signal }).catch(
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  if (response instanceof Error) return response;
  const answer: unknown = await response.json().catch(() => undefined);
  if (!isRecord(answer)) return undefined;
  if (response.status === 401) throw new Refused("the monitor wants a token: --token, or YAGURA_TOKEN");
  if (response.status === 403) throw new Refused(`the monitor refuses: ${String(answer.error)}`);
  if (response.status === 429)
    throw new Refused("too many wrong tokens came from this address; try again in a few seconds");
  return { status: response.status, answer };
}

/** The first token with which one may act. */
function ownToken({ tokens, operators }: ReturnType<typeof listenerOf>): string | undefined {
  return operators[0] ?? tokens[0];
}

function addressOf(config: Config, path: string): string {
  return `http://${authority(reachedListener(config))}${path}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}
