/** Requests to a server of this process, told by the clock of the test. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { Clock } from "../../src/lib/clock.ts";

export interface Asked {
  /** ms since 1970. */
  readonly at: number;
  /** With its query. */
  readonly path: string;
}

export interface Door {
  readonly asked: readonly Asked[];
  close(): void;
}

export function watchDoor(port: number, clock: Clock): Door {
  const asked: Asked[] = [];
  const hear = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    if (request.socket.localPort === port) asked.push({ at: clock.now(), path: request.url ?? "" });
  };
  subscribe("http.server.request.start", hear);
  return { asked, close: () => void unsubscribe("http.server.request.start", hear) };
}

/** The most requests that came within any `windowMs`, both ends of it a request. */
export function mostWithin(windowMs: number, asked: readonly Asked[]): number {
  let [most, from] = [0, 0];
  for (const [index, { at }] of asked.entries()) {
    while ((asked[from]?.at ?? at) <= at - windowMs) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}
