import { describe, expect, it } from "vitest";
import { until } from "../../support/until.ts";
import { handshake } from "./support/handshake.ts";
import { clientFrame, rawClient } from "./support/raw-client.ts";
import { startFeed } from "./support/running-feed.ts";
import { refusedStatus, subscriber } from "./support/subscriber.ts";

describe("Opening", () => {
  it("lets a client in that offers nothing, and answers no subprotocol", async () => {
    const { url } = await startFeed();
    const client = subscriber(url);
    await client.frame("welcome");
    expect(client.socket.protocol).toBe("");
    expect(client.socket.extensions).toBe("");
  });

  it("answers yagura.v1 among others", async () => {
    const { url } = await startFeed();
    const client = subscriber(url, { protocols: ["other.v2", "yagura.v1"] });
    await client.frame("welcome");
    expect(client.socket.protocol).toBe("yagura.v1");
  });

  it("refuses a client that offers only other subprotocols with 400", async () => {
    const { url } = await startFeed();
    expect(await refusedStatus(url, { protocols: ["other.v2"] })).toBe(400);
  });

  it.each(["", "/", "/feedx", "/feed/", "/feed/../x"])("refuses the path %j with 404", async (path) => {
    const { feed } = await startFeed();
    expect(await refusedStatus(`ws://127.0.0.1:${feed.port}${path}`)).toBe(404);
  });

  it("takes a token from either place and never echoes it", async () => {
    const { url } = await startFeed({ tokens: ["first-token", "second.token"] });
    const byHeader = subscriber(url, { headers: { authorization: "Bearer first-token" } });
    await byHeader.frame("welcome");
    const byProtocol = subscriber(url, { protocols: ["yagura.v1", "bearer.second.token"] });
    await byProtocol.frame("welcome");
    expect(byProtocol.socket.protocol).toBe("yagura.v1");
  });

  it.each([
    ["none", {}],
    ["a wrong one", { headers: { authorization: "Bearer first-tokem" } }],
    ["a prefix", { headers: { authorization: "Bearer first" } }],
    ["an empty one", { headers: { authorization: "Bearer " } }],
    ["another scheme", { headers: { authorization: "Basic first-token" } }],
    ["a wrong one as subprotocol", { protocols: ["yagura.v1", "bearer.no"] }],
  ])("refuses a token that is %s with 401", async (_, options) => {
    const { url } = await startFeed({ tokens: ["first-token"] });
    expect(await refusedStatus(url, options)).toBe(401);
  });

  it("accepts pages of this host and of configured origins only", async () => {
    const { url, feed } = await startFeed({ origins: ["https://desk.example.com"] });
    const here = subscriber(url, { headers: { origin: `http://127.0.0.1:${feed.port}` } });
    await here.frame("welcome");
    const desk = subscriber(url, { headers: { origin: "https://desk.example.com" } });
    await desk.frame("welcome");
    for (const origin of [
      "https://evil.example",
      "null",
      `http://127.0.0.1:${feed.port + 1}`,
      "http://desk.example.com",
      "https://desk.example.com.evil.example",
      "nonsense",
    ]) {
      expect(await refusedStatus(url, { headers: { origin } }), origin).toBe(403);
    }
  });

  it("refuses a foreign Host on loopback with 403, also when its Origin agrees", async () => {
    const { url, feed } = await startFeed();
    const host = `rebound.example:${feed.port}`;
    expect(await refusedStatus(url, { headers: { host } })).toBe(403);
    expect(await refusedStatus(url, { headers: { host, origin: `http://${host}` } })).toBe(403);
    const local = subscriber(url, { headers: { host: `localhost:${feed.port}` } });
    await local.frame("welcome");
  });

  it("tells who is too many with bye and 4429, and lets in again when one has left", async () => {
    const { url, feed } = await startFeed({ maxConnections: 2 });
    const [first, second] = [subscriber(url), subscriber(url)];
    await Promise.all([first.frame("welcome"), second.frame("welcome")]);
    const third = subscriber(url);
    expect(await third.closeCode()).toBe(4429);
    expect(third.frames).toEqual([{ type: "bye", reason: "too-many", retryAfterMs: 30_000 }]);
    first.socket.close();
    await until("the first to be gone", () => feed.connections() === 1);
    await subscriber(url).frame("welcome");
  });

  it("counts by address too", async () => {
    const { url } = await startFeed({ maxConnectionsPerAddress: 1 });
    await subscriber(url).frame("welcome");
    expect(await subscriber(url).closeCode()).toBe(4429);
  });

  const whole = handshake("/feed");
  const twoHosts = (second: string) => whole.replace("Upgrade:", `Host: ${second}\r\nUpgrade:`);
  it.each([
    ["without a key", 400, whole.replace(/Sec-WebSocket-Key.*\r\n/, "")],
    ["of another version", 400, whole.replace("Version: 13", "Version: 7")],
    ["of a draft's version", 400, whole.replace("Version: 13", "Version: 8")],
    ["of a version that is 13 in another way", 400, whole.replace("Version: 13", "Version: 0xd")],
    ["of HTTP/1.0", 400, whole.replace("HTTP/1.1", "HTTP/1.0")],
    ["with a body", 400, whole.replace("\r\n\r\n", "\r\nContent-Length: 5\r\n\r\nhello")],
    ["with two Hosts", 400, twoHosts("127.0.0.1")],
    ["with a foreign Host behind ours", 400, twoHosts("evil.example")],
    ["without a Host", 400, whole.replace("Host: 127.0.0.1\r\n", "")],
    ["by POST", 405, whole.replace("GET", "POST")],
  ])("answers a handshake %s with %i", async (_, status, head) => {
    const { feed } = await startFeed();
    const client = await rawClient(feed.port, "/feed", head);
    await until("the answer", () => client.head().startsWith(`HTTP/1.1 ${status}`));
  });

  it("is not held up by half a handshake", async () => {
    const { feed, url } = await startFeed();
    await rawClient(feed.port, "/feed", handshake("/feed").slice(0, 60));
    await subscriber(url).frame("welcome");
    await feed.stop(200);
  });
});

describe("Frames on the wire", () => {
  it.each([
    ["unmasked", clientFrame('{"type":"ping"}', { masked: false }), 1002],
    ["with a reserved bit", clientFrame('{"type":"ping"}', { reserved: true }), 1002],
    ["of an unknown opcode", clientFrame("x", { opcode: 3 }), 1002],
    ["not UTF-8", clientFrame(Buffer.from([0xff, 0xfe])), 1007],
    ["binary", clientFrame('{"type":"ping"}', { opcode: 2 }), 4400],
    ["too long", clientFrame("x".repeat(64 * 1024 + 1)), 4400],
  ])("%s: closed", async (_, bytes, code) => {
    const { feed } = await startFeed();
    const client = await rawClient(feed.port);
    client.socket.write(bytes);
    expect(await client.closeCode()).toBe(code);
  });

  it("too long in fragments: closed with 4400 after bye", async () => {
    const { feed } = await startFeed();
    const client = await rawClient(feed.port);
    client.socket.write(clientFrame("x".repeat(40_000), { final: false }));
    client.socket.write(clientFrame("x".repeat(40_000), { opcode: 0 }));
    expect(await client.closeCode()).toBe(4400);
    expect(JSON.parse(String(client.frames()[1]?.payload))).toMatchObject({
      type: "bye",
      reason: "bad-frame",
    });
  });

  it("in more than 1,024 fragments, however small: closed with 1008", async () => {
    const { feed } = await startFeed();
    const client = await rawClient(feed.port);
    const empty = clientFrame("", { opcode: 0, final: false });
    client.socket.write(Buffer.concat([clientFrame("{", { final: false }), ...Array(1_023).fill(empty)]));
    client.socket.write(clientFrame("are you there", { opcode: 9 }));
    await until("the pong", () => client.frames().some((frame) => frame.opcode === 10));
    client.socket.write(empty);
    expect(await client.closeCode()).toBe(1008);
  });

  it("in more than 1,024 pieces, each of a byte: closed with 1008", async () => {
    const { feed } = await startFeed();
    const client = await rawClient(feed.port);
    client.socket.setNoDelay(true);
    const frame = clientFrame("x".repeat(60_000));
    const isClosed = () => client.frames().some(({ opcode }) => opcode === 8);
    for (let at = 0; at < frame.length && !isClosed(); at += 1) {
      client.socket.write(frame.subarray(at, at + 1));
      // The server, in this process, reads it before the next one is written.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await client.closeCode()).toBe(1008);
  });

  it("of exactly 64 KiB, in fragments, with a ping in between: answered", async () => {
    const { feed } = await startFeed();
    const client = await rawClient(feed.port);
    const text = `{"type":"ping"${" ".repeat(64 * 1024 - 15)}}`;
    client.socket.write(clientFrame(text.slice(0, 10), { final: false }));
    client.socket.write(clientFrame("are you there", { opcode: 9 }));
    client.socket.write(clientFrame(text.slice(10), { opcode: 0 }));
    await until("the answers", () => client.frames().length === 3);
    const [, pong, answer] = client.frames();
    expect([pong?.opcode, String(pong?.payload)]).toEqual([10, "are you there"]);
    expect(String(answer?.payload)).toBe('{"type":"pong"}');
  });

  it("a peer that vanishes in the middle of a frame leaves nothing behind", async () => {
    const { feed } = await startFeed();
    const client = await rawClient(feed.port);
    await until("the welcome", () => client.frames().length === 1);
    client.socket.write(clientFrame('{"type":"ping"}').subarray(0, 12));
    client.socket.resetAndDestroy();
    await until("it to be gone", () => feed.connections() === 0);
  });
});
