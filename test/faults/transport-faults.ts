/** Accidents of an answer on its way: connections, HTTP, compression, statuses, redirects. */
import { deflateSync, gzipSync } from "node:zlib";
import type { Fault, Sending, Whole } from "./service-proxy.ts";

const head = (whole: Whole, more: readonly string[], status = "200 OK") =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${whole.headers["content-type"] ?? "application/json"}\r\n${more.map((line) => `${line}\r\n`).join("")}\r\n`;

const length = (bytes: number) => `content-length: ${bytes}`;
const half = ({ body }: Whole) => body.subarray(0, body.length >> 1);

/** Writes these bytes and closes. */
const raw =
  (write: (whole: Whole) => string | readonly (string | Buffer)[]): Fault =>
  (whole, { socket }) => {
    const pieces = write(whole);
    socket.end(
      Buffer.concat((typeof pieces === "string" ? [pieces] : pieces).map((piece) => Buffer.from(piece))),
    );
  };

/** Writes these bytes and resets the connection. */
const reset =
  (write: (whole: Whole) => readonly (string | Buffer)[]): Fault =>
  (whole, { socket }) => {
    const bytes = Buffer.concat(write(whole).map((piece) => Buffer.from(piece)));
    if (bytes.length === 0) return void socket.resetAndDestroy();
    socket.write(bytes, () => socket.resetAndDestroy());
  };

/** Writes these bytes and then nothing more. */
const silent =
  (write: (whole: Whole) => readonly (string | Buffer)[]): Fault =>
  (whole, { socket, expire }) => {
    for (const piece of write(whole)) socket.write(piece);
    expire();
  };

/** One byte after another, for longer than anybody waits. */
const drip: Fault = (whole, { socket, expire }) => {
  socket.write(head(whole, [length(whole.body.length)]));
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at > 3) return clearInterval(timer);
    socket.write(whole.body.subarray(at, at + 1));
    at += 1;
  }, 2);
  expire();
};

const packed = (encoding: string, pack: (body: Buffer) => Buffer): Fault =>
  raw((whole) => {
    const body = pack(whole.body);
    return [head(whole, [`content-encoding: ${encoding}`, length(body.length), "connection: close"]), body];
  });

const with1 = (bytes: Buffer, at: number) => {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0x5a;
  return changed;
};

const bomb = gzipSync(Buffer.alloc(48_000_000, "["));

const chunks = (body: Buffer) => [`${body.length.toString(16)}\r\n`, body, "\r\n"];

/** Far more bytes than any answer has. */
const endless: Fault = (whole, { socket }) => {
  socket.write(head(whole, ["connection: close"]));
  const piece = Buffer.alloc(256 * 1024, " ");
  let left = 20;
  const write = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      if (!socket.write(piece)) return void socket.once("drain", write);
    }
    if (!socket.destroyed) socket.end();
  };
  write();
};

export const connectionFaults: Readonly<Record<string, Fault>> = {
  "reset before an answer": reset(() => []),
  "closed before an answer": raw(() => ""),
  "reset after the status line": reset(() => ["HTTP/1.1 200 OK\r\n"]),
  "closed within the headers": raw(() => "HTTP/1.1 200 OK\r\ncontent-type: appli"),
  "reset after the headers": reset((whole) => [head(whole, [length(whole.body.length)])]),
  "reset within the body": reset((whole) => [head(whole, [length(whole.body.length)]), half(whole)]),
  "closed within the body": raw((whole) => [head(whole, [length(whole.body.length)]), half(whole)]),
  "closed one byte before the end": raw((whole) => [
    head(whole, [length(whole.body.length)]),
    whole.body.subarray(0, -1),
  ]),
  "silence before an answer": silent(() => []),
  "silence after the headers": silent((whole) => [head(whole, [length(whole.body.length)])]),
  "silence within the body": silent((whole) => [head(whole, [length(whole.body.length)]), half(whole)]),
  "a drip": drip,
  "no end of it": endless,
};

export const httpFaults: Readonly<Record<string, Fault>> = {
  "a length that is too long": raw((whole) => [head(whole, [length(whole.body.length + 100)]), whole.body]),
  "a length that is too short": raw((whole) => [head(whole, [length(whole.body.length - 7)]), whole.body]),
  "a length below nothing": raw((whole) => [head(whole, [length(-5)]), whole.body]),
  "a length in words": raw((whole) => [head(whole, ["content-length: many"]), whole.body]),
  "two lengths": raw((whole) => [head(whole, [length(whole.body.length), length(9)]), whole.body]),
  "no length and cut": raw((whole) => [head(whole, ["connection: close"]), half(whole)]),
  "chunks of rubbish": raw((whole) => [head(whole, ["transfer-encoding: chunked"]), "zz\r\n", whole.body]),
  "chunks without an end": raw((whole) => [
    head(whole, ["transfer-encoding: chunked"]),
    ...chunks(half(whole)),
  ]),
  "a chunk shorter than it says": raw((whole) => [
    head(whole, ["transfer-encoding: chunked"]),
    "fffff\r\n",
    whole.body,
    "\r\n0\r\n\r\n",
  ]),
  "chunks and a length": raw((whole) => [
    head(whole, ["transfer-encoding: chunked", length(4)]),
    ...chunks(half(whole)),
    "0\r\n\r\n",
  ]),
  "no HTTP": raw(() => "SSH-2.0-OpenSSH_9.2p1\r\n"),
  "HTTP of 1991": raw((whole) => [whole.body]),
  "a status line of rubbish": raw((whole) => ["HTTP/9.9 abc\r\n\r\n", whole.body]),
  "headers without end": raw((whole) => [
    "HTTP/1.1 200 OK\r\n",
    `x-more: ${"y".repeat(2_000)}\r\n`.repeat(60),
    "\r\n",
    whole.body,
  ]),
  "a header with a null in it": raw((whole) => [
    head(whole, ["x-odd: a\u0000b", length(whole.body.length)]),
    whole.body,
  ]),
  "100 first, then half": raw((whole) => [
    "HTTP/1.1 100 Continue\r\n\r\n",
    head(whole, [length(1_000_000)]),
    half(whole),
  ]),
  "102 and nothing after it": raw(() => "HTTP/1.1 102 Processing\r\n\r\n"),
  "103 first, then the answer": raw((whole) => [
    "HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n",
    head(whole, [length(whole.body.length), "connection: close"]),
    whole.body,
  ]),
  "101 to another protocol": raw((whole) => [
    head(whole, ["connection: upgrade", "upgrade: websocket"], "101 Switching Protocols"),
    whole.body,
  ]),
};

export const compressionFaults: Readonly<Record<string, Fault>> = {
  "gzip with a broken head": packed("gzip", (body) => with1(gzipSync(body), 0)),
  "gzip with a broken middle": packed("gzip", (body) => with1(gzipSync(body), gzipSync(body).length >> 1)),
  "gzip with a wrong sum": packed("gzip", (body) => with1(gzipSync(body), gzipSync(body).length - 6)),
  "gzip that is cut": packed("gzip", (body) => gzipSync(body).subarray(0, -20)),
  "gzip without its last bytes": packed("gzip", (body) => gzipSync(body).subarray(0, -8)),
  "gzip twice": packed("gzip", (body) => gzipSync(gzipSync(body))),
  "gzip that is none": packed("gzip", (body) => body),
  "gzip of half": packed("gzip", (body) => gzipSync(body.subarray(0, body.length >> 1))),
  "a gzip bomb": packed("gzip", () => bomb),
  "an encoding nobody asked for": packed("zstd", (body) => body),
  "two encodings": packed("gzip, gzip", (body) => gzipSync(gzipSync(body))),
  "deflate that is gzip": packed("deflate", (body) => gzipSync(body)),
  "brotli that is deflate": packed("br", (body) => deflateSync(body)),
};

const status =
  (code: number, headers: Record<string, string> = {}, body?: string): Fault =>
  (whole, { send }) =>
    send({
      ...whole,
      status: code,
      headers: { ...whole.headers, ...headers },
      body: body === undefined ? whole.body : Buffer.from(body),
    });

const statusLine = (line: string): Fault =>
  raw((whole) => [head(whole, [length(whole.body.length)], line), whole.body]);

export const statusFaults: Readonly<Record<string, Fault>> = {
  "201 with the answer": (whole, { send }) => send({ ...whole, status: 201 }),
  "204 and nothing": status(204, {}, ""),
  "206, half of it": (whole, { send }) => send({ ...whole, status: 206, body: half(whole) }),
  "304 that nobody asked for": raw(() => "HTTP/1.1 304 Not Modified\r\nconnection: close\r\n\r\n"),
  "a status below 100": statusLine("099 Odd"),
  "a status of 999": statusLine("999 Odd"),
  "400": status(400, {}, '{"message":"No."}'),
  "401": status(401, {}, '{"message":"The API key is invalid."}'),
  "403 in HTML": status(403, { "content-type": "text/html" }, "<h1>Forbidden</h1>"),
  "404": status(404, {}, "not here"),
  "410": status(410, {}, "{}"),
  "418": status(418, {}, '{"message":"teapot"}'),
  "429": status(429, {}, '{"message":"Too many requests."}'),
  "429, back before now": status(429, { "retry-after": "-5" }),
  "429, back soon": status(429, { "retry-after": "soon" }),
  "429, back in thirty years": status(429, { "retry-after": "999999999" }),
  "429, back in the year 9999": status(429, { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }),
  "429, back in 1970": status(429, { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }),
  "429, back in 1e3": status(429, { "retry-after": "1e3" }),
  "500 over the answer": (whole, { send }) => send({ ...whole, status: 500 }),
  "502 in HTML": status(502, { "content-type": "text/html" }, "<html><h1>Bad Gateway</h1></html>"),
  "503, back in a minute": status(503, { "retry-after": "60" }, "{}"),
  "503, back in thirty years": status(503, { "retry-after": "999999999" }, "{}"),
  "504": status(504, {}, ""),
  "520": status(520, {}, "{}"),
};

const sent =
  (code: number, to: (sending: Sending) => string | undefined): Fault =>
  (whole, sending) => {
    const location = to(sending);
    sending.send({
      ...whole,
      status: code,
      headers: location === undefined ? {} : { location },
      body: Buffer.alloc(0),
    });
  };

export const redirectFaults: Readonly<Record<string, Fault>> = {
  "a redirect to itself": sent(302, ({ request }) => request.url),
  "a redirect in a circle": sent(
    307,
    ({ request }) => `/a${request.url?.startsWith("/a") ? "" : request.url}`,
  ),
  "a redirect to a file": sent(301, () => "file:///etc/passwd"),
  "a redirect to code": sent(302, () => "javascript:alert(1)"),
  "a redirect to another host": sent(302, ({ stranger, request }) => `${stranger}${request.url}`),
  "a redirect to another host without a scheme": sent(308, ({ stranger }) => stranger.slice("http:".length)),
  "a redirect to another scheme": sent(
    301,
    ({ origin, request }) => `${origin.replace("http:", "https:")}${request.url}`,
  ),
  "a redirect to nowhere": sent(302, () => undefined),
  "a redirect to rubbish": sent(303, () => "http://[::bad"),
  "300 with choices": sent(300, ({ stranger }) => stranger),
  "another status with a place": sent(305, ({ stranger }) => stranger),
};
