/** Connections to the servers of NATS: made, made again, and tried until somebody answers. */
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { JetStreamApiError, JetStreamError } from "@nats-io/jetstream";
import {
  connect,
  credsAuthenticator,
  errors,
  type NatsConnection,
  type Server,
} from "@nats-io/transport-node";
import { Refused } from "../../lib/problem.ts";
import { type EngineSettings, Unconfirmed } from "../engine.ts";

/** Stops what waits, and hears the reasons for which it waits, each once in a row. */
export interface Patience {
  readonly signal?: AbortSignal | undefined;
  readonly waits?: ((reason: string) => void) | undefined;
}

/** The client gives up after ten tries, and notices a dead peer after minutes, unless it is told otherwise. */
const lively = {
  maxReconnectAttempts: -1,
  reconnectTimeWait: 100,
  pingInterval: 1_000,
  maxPingOut: 2,
  timeout: 1_000,
  noAsyncTraces: true,
  // Not the one again that has just been left: it may be silent, not gone. That one was dialled last.
  reconnectToServer: (pool: readonly Server[]) =>
    pool.reduce<Server | null>(
      (one, other) => (one && one.lastConnect <= other.lastConnect ? one : other),
      null,
    ),
};

/** Time for one request, ms. */
export const requestMs = 1_000;
const againMs = 100;

/**
 * Connects to one of the servers; waits until one is there. Refused: they do not take the credentials, or the settings
 * cannot be used. Rejects with the signal's reason.
 */
export async function connectNats(
  settings: EngineSettings,
  patience: Patience = {},
): Promise<NatsConnection> {
  const { nats, name, ca, credentials } = settings;
  const authenticator =
    credentials === undefined ? [] : [credsAuthenticator(await readCredentials(credentials))];
  // The client takes no notice of the scheme: without this, who answers in plain text would be spoken to.
  const isPlain = ca === undefined && !nats.some((address) => address.startsWith("tls:"));
  const tls = isPlain ? {} : { tls: ca === undefined ? {} : { caFile: ca } };
  return untilAnswered(async () => {
    try {
      return await connect({ ...lively, ...tls, name, servers: [...nats], authenticator });
    } catch (error) {
      if (error instanceof errors.AuthorizationError)
        throw new Refused("the NATS servers do not take the credentials of the cluster");
      const { message } = error as Error;
      if (error instanceof errors.InvalidArgumentError)
        throw new Refused(`the settings of the cluster cannot be used: ${message}`);
      throw new errors.ConnectionError(message, { cause: error });
    }
  }, patience);
}

async function readCredentials(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch {
    throw new Refused(`${path}: the credentials of the cluster cannot be read`);
  }
}

/** No server is there yet for a replica. */
const noPeers = 10_005;

/** Whether an error may be none at the next try: servers that are away, start, or elect. */
export function isPassing(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.status >= 500 || error.code === noPeers;
  const passing = [errors.TimeoutError, errors.RequestError, errors.ConnectionError, JetStreamError];
  return passing.some((kind) => error instanceof kind) || isWithoutJetStream(error) === "so far";
}

/** Nobody answers for JetStream so far, or it is not for this account. */
export function isWithoutJetStream(error: unknown): "so far" | "for good" | undefined {
  if (!(error instanceof Error) || error.name !== "JetStreamNotEnabled") return undefined;
  return error.cause instanceof JetStreamApiError ? "for good" : "so far";
}

/**
 * Tries until the servers answer. Rejects with other errors as they are, with Unconfirmed after `withinMs`, and with the
 * signal's reason.
 */
export async function untilAnswered<T>(
  work: () => Promise<T>,
  { withinMs = Number.POSITIVE_INFINITY, signal, waits }: Patience & { readonly withinMs?: number },
): Promise<T> {
  const until = performance.now() + withinMs;
  let told = "";
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || !isPassing(error)) throw error;
      if (performance.now() + againMs > until) throw new Unconfirmed("the NATS servers do not answer", error);
      if (error.message !== told) waits?.(error.message);
      told = error.message;
    }
    // Its own error of the signal is not the signal's reason.
    await pause(againMs, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
  }
}
