/** A service of chats on a loopback port: checks requests as its documents say, and shows messages as it would. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a person sees of a message. */
export interface Shown {
  /** All words, the marks that make them bold or a link taken away. */
  readonly text: string;
  /** Addresses that a tap opens, with the words that it is on. */
  readonly links: readonly { readonly words: string; readonly url: string }[];
  /** People and channels that are mentioned, by name or by a mark. */
  readonly mentions: readonly string[];
  /** Words that are anything but plain: bold, code, a heading, an item of a list, an emoji of words. */
  readonly styled: readonly { readonly style: string; readonly words: string }[];
}

export interface Checked {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Absent where the request is refused. */
  readonly shown?: Shown;
}

export type Check = (asked: Asked) => Checked;

export interface ChatService {
  readonly url: string;
  readonly asked: Asked[];
  readonly shown: Shown[];
  /** Answers that are given before anything is checked. */
  readonly next: Checked[];
}

export async function openService(check: Check): Promise<ChatService> {
  const [asked, shown, next]: [Asked[], Shown[], Checked[]] = [[], [], []];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://service");
    const { method = "", headers } = request;
    const one = { method, path, query, headers, body: Buffer.concat(pieces).toString("utf8") };
    asked.push(one);
    const answer = next.shift() ?? check(one);
    if (answer.shown) shown.push(answer.shown);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  // A connection that it ends while the next request is on its way, on a machine that stalls, is no answer of a chat.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, shown, next };
}

/** A refusal of a request, thrown where a check finds it. */
export class Refused extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

export function need(holds: boolean, message: string, status?: number): asserts holds {
  if (!holds) throw new Refused(message, status);
}

/** The JSON of a request that has the right method and type. */
export function jsonOf({ method, headers, body }: Asked): Record<string, unknown> {
  need(method === "POST", "method_not_allowed", 405);
  need(/^application\/json(;|$)/.test(headers["content-type"] ?? ""), "unsupported_media_type", 415);
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    throw new Refused("invalid_payload");
  }
}

/** The text of a field, at least one character and at most `most` UTF-16 units long. */
export function textOf(value: unknown, most: number, what: string): string {
  need(typeof value === "string" && value.length > 0, `${what} is missing`);
  need(value.length <= most, `${what} is longer than ${most}`);
  need(!/\p{Cs}/u.test(value), `${what} has half a character`);
  return value;
}

/** Fails where an object has keys that the documents do not name. */
export function needKeys(value: unknown, known: readonly string[], what: string): void {
  for (const key of Object.keys(value as object)) need(known.includes(key), `${what} has an unknown ${key}`);
}

/** An answer to what a check refused. */
export function refusing(check: Check, answer: (refused: Refused) => Checked): Check {
  return (asked) => {
    try {
      return check(asked);
    } catch (error) {
      if (error instanceof Refused) return answer(error);
      throw error;
    }
  };
}
