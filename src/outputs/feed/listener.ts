/** The listening port: node's HTTP server with bounds on what a client may take its time for. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../../lib/clock.ts";
import type { HttpSide } from "./http-side.ts";
import type { UpgradeSide } from "./upgrade-side.ts";

export interface Listener {
  readonly port: number;
  /** Takes nothing new, waits for open sockets, then drops them through `dropRest`; done within the deadline. */
  close(deadlineMs: number, clock: Clock, dropRest: () => void): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly maxSockets: number;
  readonly http: HttpSide;
  readonly upgrade: UpgradeSide;
  failed(what: string, error: unknown): void;
}

/** Rejects with node's error when the port cannot be had. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const server = createServer(
    // A handshake or request that is sent half and then left costs a socket for this long only.
    {
      headersTimeout: 10_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 5_000,
    },
    options.http,
  );
  server.maxConnections = options.maxSockets;
  server.on("upgrade", options.upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  server.removeAllListeners("error");
  server.on("error", (error) => options.failed("server", error));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: (deadlineMs, clock, dropRest) =>
      new Promise((resolve) => {
        const cancel = clock.after(deadlineMs, () => {
          dropRest();
          server.closeAllConnections();
        });
        server.close(() => {
          cancel();
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
