/** Servers on the loopback that tests write by hand; they close when the test that opened them ends. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import net from "node:net";
import { onTestFinished } from "vitest";
import type { Clock } from "../../../src/lib/clock.ts";

export interface Served {
  readonly url: string;
  /** Requests so far: path with query, and headers. */
  readonly asked: { readonly path: string; readonly headers: IncomingMessage["headers"] }[];
}

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** `count` is that of the request, from 1. */
export async function serve(handler: Handler): Promise<Served> {
  const asked: Served["asked"] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? "", headers: request.headers });
    handler(request, response, asked.length);
  });
  const url = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, asked };
}

/** Calls with the socket once a request's headers have arrived, so that a test can answer byte by byte. */
export async function serveRaw(
  answer: (socket: net.Socket, count: number) => void,
): Promise<{ url: string }> {
  const sockets = new Set<net.Socket>();
  let count = 0;
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (data) => {
      if (!data.includes("\r\n\r\n")) return;
      count += 1;
      answer(socket, count);
    });
  });
  const url = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url };
}

async function listen(server: Server | net.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

/** Answers with a value as JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

/** A clock on which waits between attempts (under 30 s) are over at once; they are noted. */
export function hurriedClock(now = Date.UTC(2026, 0, 5)): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    elapsed: () => 0,
    after(ms, call) {
      if (ms >= 30_000) return () => {};
      waits.push(ms);
      const soon = setImmediate(call);
      return () => clearImmediate(soon);
    },
  };
}

/** The error that a promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}
