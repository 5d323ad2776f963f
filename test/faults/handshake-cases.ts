/** Handshakes and what docs/feed.md (Opening) and RFC 6455, section 4.2, say to them. */
export interface HandshakeCase {
  readonly name: string;
  readonly head: string;
  readonly status: number;
}

const key = "dGhlIHNhbXBsZSBub25jZQ==";
const standing: Record<string, string> = {
  Host: "127.0.0.1",
  Upgrade: "websocket",
  Connection: "Upgrade",
  "Sec-WebSocket-Key": key,
  "Sec-WebSocket-Version": "13",
};

interface Wanted {
  readonly line?: string;
  /** Instead of what a right handshake has; undefined leaves it out. */
  readonly instead?: Record<string, string | undefined>;
  /** Whole lines that come after it. */
  readonly more?: readonly string[];
  /** Behind the head. */
  readonly rest?: string;
}

function handshake({ line = "GET /feed HTTP/1.1", instead = {}, more = [], rest = "" }: Wanted): string {
  const fields = Object.entries({ ...standing, ...instead }).filter(([, value]) => value !== undefined);
  const lines = [line, ...fields.map(([name, value]) => `${name}: ${value}`), ...more];
  return `${lines.join("\r\n")}\r\n\r\n${rest}`;
}

const of = (name: string, status: number, wanted: Wanted = {}): HandshakeCase => ({
  name,
  status,
  head: handshake(wanted),
});
const withField = (field: string, cases: readonly [value: string | undefined, status: number][]) =>
  cases.map(([value, status]) => of(`${field}: ${value}`, status, { instead: { [field]: value } }));
const bearer = (token: string) => ({ instead: { Authorization: `Bearer ${token}` } });

/** Where nobody needs a token, on loopback, for pages of https://desk.example.com as well. */
export const openCases: readonly HandshakeCase[] = [
  of("a right one", 101),
  of("one with names and values in other cases", 101, {
    instead: { Upgrade: "WebSocket", Connection: "keep-alive, UPGRADE" },
  }),
  ...withField("Sec-WebSocket-Version", [
    [undefined, 400],
    ["", 400],
    ["0", 400],
    ["7", 400],
    ["8", 400],
    ["12", 400],
    ["14", 400],
    ["13, 8", 400],
    ["13.0", 400],
    ["0xd", 400],
    ["+13", 400],
    ["x", 400],
  ]),
  of("two versions", 400, { more: ["Sec-WebSocket-Version: 13"] }),
  ...withField("Sec-WebSocket-Key", [
    [undefined, 400],
    ["", 400],
    ["x", 400],
    ["dGhlIHNhbXBsZSBub25jZQ", 400],
    ["dGhlIHNhbXBsZSBub25jZQ==x", 400],
    ["dGhlIHNhbXBsZSBub25jZTEyMzQ1Njc4OTA=", 400],
    ["????????????????????????", 400],
  ]),
  of("two keys", 400, { more: [`Sec-WebSocket-Key: ${key}`] }),
  of("no Upgrade", 426, { instead: { Upgrade: undefined } }),
  of("no Connection", 426, { instead: { Connection: undefined } }),
  of("an Upgrade to something else", 400, { instead: { Upgrade: "h2c" } }),
  ...["POST", "PUT", "HEAD", "DELETE", "OPTIONS"].map((method) =>
    of(`by ${method}`, 405, { line: `${method} /feed HTTP/1.1` }),
  ),
  of("by a method in small letters", 400, { line: "get /feed HTTP/1.1" }),
  of("HTTP/1.0", 400, { line: "GET /feed HTTP/1.0" }),
  of("HTTP/2.0", 400, { line: "GET /feed HTTP/2.0" }),
  of("HTTP/0.9", 400, { line: "GET /feed" }),
  of("a body", 400, { more: ["Content-Length: 5"], rest: "hello" }),
  of("a body in chunks", 400, { more: ["Transfer-Encoding: chunked"], rest: "0\r\n\r\n" }),
  of("two lengths", 400, { more: ["Content-Length: 0", "Content-Length: 5"], rest: "hello" }),
  of("a length and chunks", 400, {
    more: ["Content-Length: 5", "Transfer-Encoding: chunked"],
    rest: "0\r\n\r\n",
  }),
  of("a length that is no number", 400, { more: ["Content-Length: 5x"] }),
  of("a line that is folded", 400, { more: ["X-One: a", " b: c"] }),
  of("a name with a space", 400, { more: ["X One: a"] }),
  of("a space before the colon", 400, { more: ["X-One : a"] }),
  of("a line without a colon", 400, { more: ["nonsense"] }),
  of("a zero byte in a value", 400, { more: ["X-One: a\u0000b"] }),
  of("line feeds alone inside a value", 400, { more: ["X-One: a\nHost: evil.example"] }),
  of("a head of 20 KiB", 431, { more: [`X-One: ${"x".repeat(20_000)}`] }),
  of("a target of 20 KiB", 431, { line: `GET /feed?where=${"x".repeat(20_000)} HTTP/1.1` }),
  of("subprotocols without ours", 400, { more: ["Sec-WebSocket-Protocol: graphql-ws"] }),
  of("subprotocols with ours", 101, { more: ["Sec-WebSocket-Protocol: graphql-ws, yagura.v1"] }),
  of("ours in capitals", 400, { more: ["Sec-WebSocket-Protocol: YAGURA.V1"] }),
  of("subprotocols that are none", 400, { more: ["Sec-WebSocket-Protocol: yagura.v1,,"] }),
  of("compression is offered", 101, {
    more: ["Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"],
  }),
  of("extensions that are none", 101, { more: ["Sec-WebSocket-Extensions: ;;;="] }),
  ...["/", "/feedx", "/feed/", "/FEED", "//feed", "/feed%2f", "/./feedx", "*", "http://127.0.0.1/feed"].map(
    (path) => of(`the path ${path}`, 404, { line: `GET ${path} HTTP/1.1` }),
  ),
  of("another request behind it", 101, { rest: "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" }),
  ...withField("Host", [
    [undefined, 400],
    ["", 403],
    ["localhost", 101],
    ["LOCALHOST:8080", 101],
    ["[::1]:80", 101],
    ["127.9.9.9", 101],
    ["desk.example.com", 101],
    ["evil.example", 403],
    ["127.0.0.1.evil.example", 403],
    ["localhost.evil.example", 403],
    ["evil.example:80", 403],
    ["user@127.0.0.1", 403],
    ["127.0.0.1/evil", 403],
    ["127.0.0.1, evil.example", 403],
    ["192.168.0.1", 403],
    ["0.0.0.0", 403],
    ["127.0.0.1:port", 403],
  ]),
  of("the same Host twice", 400, { more: ["Host: 127.0.0.1"] }),
  of("a foreign Host behind ours", 400, { more: ["Host: evil.example"] }),
  of("our Host behind a foreign one", 400, { instead: { Host: "evil.example" }, more: ["Host: 127.0.0.1"] }),
  of("a forwarded Host", 101, { more: ["X-Forwarded-Host: evil.example"] }),
  ...withField("Origin", [
    ["http://127.0.0.1", 101],
    ["https://desk.example.com", 101],
    ["https://DESK.example.com:443", 403],
    ["http://desk.example.com", 403],
    ["https://evil.example", 403],
    ["https://desk.example.com.evil.example", 403],
    ["https://evil.example/https://desk.example.com", 403],
    ["https://desk.example.com@evil.example", 403],
    ["http://127.0.0.1:1", 403],
    ["null", 403],
    ["", 403],
    ["file://", 403],
    ["nonsense", 403],
  ]),
  of("two Origins", 403, { more: ["Origin: https://desk.example.com", "Origin: https://evil.example"] }),
  of("a draft's Origin", 400, {
    instead: { "Sec-WebSocket-Version": "8" },
    more: ["Sec-WebSocket-Origin: https://evil.example"],
  }),
];

/** Where `first-token` and `second.token` are configured. */
export const tokenCases: readonly HandshakeCase[] = [
  of("none", 401),
  of("the first", 101, bearer("first-token")),
  of("the second", 101, bearer("second.token")),
  of("in a subprotocol", 101, { more: ["Sec-WebSocket-Protocol: yagura.v1, bearer.second.token"] }),
  of("in a subprotocol alone", 400, { more: ["Sec-WebSocket-Protocol: bearer.second.token"] }),
  of("a scheme in capitals", 101, { instead: { Authorization: "BEARER first-token" } }),
  ...[
    "",
    "first",
    "first-tokem",
    "First-Token",
    "first-token,second.token",
    "first-token x",
    "first-token\u00e9",
    "x".repeat(8_000),
  ].map((token) => of(`"${token.slice(0, 40)}"`, 401, bearer(token))),
  of("another scheme", 401, { instead: { Authorization: "Basic Zmlyc3QtdG9rZW46" } }),
  of("no scheme", 401, { instead: { Authorization: "first-token" } }),
  of("in the address", 401, { line: "GET /feed?token=first-token HTTP/1.1" }),
  of("in a cookie", 401, { more: ["Cookie: token=first-token"] }),
  of("a wrong one in a subprotocol", 401, { more: ["Sec-WebSocket-Protocol: yagura.v1, bearer.no"] }),
  of("a right one from a foreign page", 403, {
    ...bearer("first-token"),
    more: ["Origin: https://evil.example"],
  }),
  of("a right one under a foreign Host", 403, {
    instead: { Host: "evil.example", Authorization: "Bearer first-token" },
  }),
  of("a wrong one behind a right one", 101, { ...bearer("first-token"), more: ["Authorization: Bearer no"] }),
];

/** Heads that never end: the socket is given back. */
export const slowHeads: readonly HandshakeCase[] = [
  { name: "nothing", head: "", status: 408 },
  { name: "half a line", head: "GET /fe", status: 408 },
  { name: "a head without its end", head: handshake({}).slice(0, -2), status: 408 },
];
