/** Servers that the cluster does not take, each played by a few lines on loopback. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connectEngine } from "../../src/cluster/nats/connect-engine.ts";
import { inJapanese } from "../../src/model/messages/in-japanese.ts";
import { errorOf } from "../lib/http/loopback.ts";
import { freePort } from "../support/free-port.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { settingsOf } from "./engine.ts";

const info = {
  server_id: "A",
  server_name: "old",
  proto: 1,
  max_payload: 1_048_576,
  headers: true,
  jetstream: true,
};

/** Says who it is, and answers pings. */
async function played(said: object, first = ""): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write(`INFO ${JSON.stringify({ ...info, ...said })}\r\n${first}`);
    socket.on("data", (data) => {
      if (data.includes("PING")) socket.write("PONG\r\n");
    });
    onTestFinished(() => {
      socket.destroy();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  return `nats://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  [{ version: "2.11.9" }, "the NATS server old has version 2.11.9: 2.12 or newer is needed"],
  [{ version: "1.99.0" }, "the NATS server old has version 1.99.0: 2.12 or newer is needed"],
  [
    { version: "2.15.1", max_payload: 65_536 },
    "the NATS servers let messages of 65536 bytes through: 589824 are needed (max_payload)",
  ],
])("a server that says %o is refused, in both languages", async (said, message) => {
  const error = await errorOf(connectEngine(settingsOf([await played(said)])));
  expect(error).toMatchObject({ name: "Refused", message });
  expect(inJapanese(message)).toMatch(/[ぁ-ん]/);
});

test("credentials that are not taken, and a file of them that is not there, are refused", async () => {
  const address = await played({ version: "2.15.1" }, "-ERR 'Authorization Violation'\r\n");
  expect(await errorOf(connectEngine(settingsOf([address])))).toMatchObject({
    message: "the NATS servers do not take the credentials of the cluster",
  });
  const credentials = join(tmpFolder(), "none.creds");
  expect(await errorOf(connectEngine({ ...settingsOf([address]), credentials }))).toMatchObject({
    message: `${credentials}: the credentials of the cluster cannot be read`,
  });
});

test.each([
  {
    left: "no server",
    address: async () => `nats://127.0.0.1:${await freePort()}`,
    reason: "connection refused",
  },
  {
    left: "no server with TLS, where an address asks for it",
    address: async () => (await played({ version: "2.15.1" })).replace("nats:", "tls:"),
    reason: "server does not support 'tls'",
  },
])("where there is $left, it is waited for until the signal, and the reason is told once", async (one) => {
  const stop = new AbortController();
  const enough = new Error("enough");
  const reasons: string[] = [];
  const waits = (reason: string) => {
    reasons.push(reason);
    setTimeout(() => stop.abort(enough), 250);
  };
  const settings = settingsOf([await one.address()]);
  expect(await errorOf(connectEngine(settings, { signal: stop.signal, waits }))).toBe(enough);
  expect(reasons).toEqual([one.reason]);
});
