/** One HTTP server for all services, each under a prefix of its own. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline, Readable } from "node:stream";
import { constants, createGzip, gzipSync } from "node:zlib";
import { jsonReply, notFound, type Reply, type Service } from "./service.ts";

export interface Server {
  readonly port: number;
  /** Cuts open connections. */
  close(): Promise<void>;
}

/** Answers that are sent as gzip to callers that accept it. */
type Packs = "everything" | "long";

const worthCompressing = 1_400;
/** Small windows: the bodies are short, and each call takes its memory anew. */
const gzipOptions = { level: constants.Z_BEST_SPEED, memLevel: 5, windowBits: 13 };

const gzipHeaders = { "content-encoding": "gzip", vary: "accept-encoding" };

/**
 * The first prefix that fits takes a request; "" fits all. Rejects with node's error when it cannot listen:
 * EADDRINUSE for a port in use.
 */
export async function openServer(
  services: Readonly<Record<string, Service>>,
  { host, port, packs }: { host: string; port: number; packs: Packs },
): Promise<Server> {
  const server = createServer((incoming, response) => {
    // Nothing reads a body; one that is sent is let go.
    incoming.resume();
    deliver(answer(services, incoming), { incoming, response, packs });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(services: Readonly<Record<string, Service>>, incoming: IncomingMessage): Reply {
  const host = incoming.headers.host ?? "localhost";
  const [givenPath = "", ...rest] = (incoming.url ?? "").split("?");
  const rawPath = oneSlash(givenPath);
  const found = Object.entries(services).find(
    ([prefix]) => rawPath === prefix || rawPath.startsWith(`${prefix}/`),
  );
  if (!found) return notFound();
  const [prefix, service] = found;
  try {
    return service({
      method: incoming.method ?? "",
      path: decodeURIComponent(rawPath.slice(prefix.length)),
      query: new URLSearchParams(rest.join("?")),
      headers: incoming.headers,
      base: `http://${host}${prefix}`,
    });
  } catch (error) {
    if (error instanceof URIError) return jsonReply(400, { message: "The path is not well formed." });
    return jsonReply(500, { message: "An unexpected error occurred." });
  }
}

/** Addresses are put together from parts: a slash too many between them, or at the end, says nothing. */
function oneSlash(path: string): string {
  return path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly packs: Packs;
}

function deliver(reply: Reply, exchange: Exchange): void {
  const { delivery } = reply;
  if (delivery === "never") return;
  if (typeof delivery !== "object") {
    send(reply, exchange);
    return;
  }
  const timer = setTimeout(() => send(reply, exchange), delivery.delayMs);
  exchange.response.once("close", () => clearTimeout(timer));
}

function send(reply: Reply, { incoming, response, packs }: Exchange): void {
  const accepts = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/i.test(
    incoming.headers["accept-encoding"]?.toString() ?? "",
  );
  if (typeof reply.body === "string" || Buffer.isBuffer(reply.body))
    sendWhole({ ...reply, body: Buffer.from(reply.body) }, accepts && isPacked(reply, packs), response);
  else sendPieces({ ...reply, body: reply.body }, accepts, response);
}

/** A file that can be read from any byte on has these bytes, not packed ones. */
function isPacked({ status, body, headers }: Reply, packs: Packs): boolean {
  if (status === 304 || headers["accept-ranges"] !== undefined) return false;
  return packs === "everything" || Buffer.byteLength(body as string | Buffer) >= worthCompressing;
}

function sendWhole(reply: Reply & { body: Buffer }, packed: boolean, response: ServerResponse): void {
  const body = packed ? gzipSync(reply.body, gzipOptions) : reply.body;
  const headers = { ...reply.headers, ...(packed ? gzipHeaders : {}) };
  if (reply.status !== 304) headers["content-length"] = body.length;
  response.writeHead(reply.status, headers);
  if (reply.delivery !== "cut") response.end(body);
  else response.write(body.subarray(0, body.length >> 1), () => response.destroy());
}

function sendPieces(
  reply: Reply & { body: Iterable<Buffer> },
  accepts: boolean,
  response: ServerResponse,
): void {
  response.writeHead(reply.status, { ...reply.headers, ...(accepts ? gzipHeaders : {}) });
  if (reply.delivery === "cut") {
    const [piece] = reply.body;
    const start = piece ?? Buffer.alloc(1);
    response.write(accepts ? gzipSync(start, gzipOptions).subarray(0, -8) : start, () => response.destroy());
    return;
  }
  const pieces = Readable.from(reply.body, { objectMode: false });
  // Whoever hangs up ends the writing; there is nobody left to tell.
  const done = () => undefined;
  if (accepts) pipeline(pieces, createGzip(gzipOptions), response, done);
  else pipeline(pieces, response, done);
}
