/** A way to a server that loses answers: the request is passed on, its answer and the connection are not. */
import { once } from "node:events";
import { type AddressInfo, createConnection, createServer } from "node:net";
import { onTestFinished } from "vitest";

interface DroppingProxy {
  readonly address: string;
  /** The next request with this text in it is answered to nobody. */
  dropAnswerTo(text: string): void;
  dropped(): number;
}

export async function droppingProxy(to: string): Promise<DroppingProxy> {
  const { hostname, port } = new URL(to);
  let armed: string | undefined;
  let dropped = 0;
  const server = createServer((client) => {
    const upstream = createConnection(Number(port), hostname);
    let drops = false;
    client.on("data", (data) => {
      if (armed !== undefined && data.includes(armed)) {
        armed = undefined;
        drops = true;
      }
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (!drops) {
        client.write(data);
        return;
      }
      dropped += 1;
      client.destroy();
      upstream.destroy();
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("error", () => {});
      one.on("close", () => other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  return {
    address: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dropAnswerTo(text) {
      armed = text;
    },
    dropped: () => dropped,
  };
}
