/** The three services on one loopback port, as the tests script them. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Dialect = "documented" | "observed";

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
  /** Called when half of the body is on its way; the other half never is. */
  readonly atHalf?: () => void;
  /** Called when all of it is on its way. */
  readonly atEnd?: () => void;
}

/** Answers a request below its own prefix; undefined: not found. */
export type Service = (asked: Asked) => Answer | undefined | "hang";

export interface Served {
  readonly url: string;
  /** Every request so far, in order. */
  readonly asked: Asked[];
  close(): Promise<void>;
}

export function json(value: unknown, status = 200): Answer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** Serves each service under `/NAME`. */
export async function serve(services: Record<string, Service>, host = "127.0.0.1"): Promise<Served> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://fake");
    const [, name = "", ...rest] = url.pathname.split("/");
    const question = { path: `/${rest.join("/")}`, query: url.searchParams, headers: request.headers };
    asked.push(question);
    send(response, services[name]?.(question));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, answer: Answer | undefined | "hang"): void {
  if (answer === "hang") return;
  if (answer === undefined) {
    response.writeHead(404, { "content-type": "application/json" }).end('{"message":"not found"}');
    return;
  }
  const { status = 200, headers, body, atHalf, atEnd } = answer;
  response.writeHead(status, headers);
  if (atHalf) response.write(body.slice(0, body.length / 2), atHalf);
  else response.end(body, atEnd);
}
