import { once } from "node:events";
import { createServer } from "node:net";

/** Systems give ports of connections out from 32,768 or above: one of these would be taken while its program is restarted. */
const ports = { first: 12_000, count: 20_000 };

/** Each process begins elsewhere, and takes one after the other. */
let taken = process.pid * 61;

/** A port that nobody listens on, for a program that has to keep it over restarts. */
export async function freePort(): Promise<number> {
  for (;;) {
    taken += 1;
    const port = ports.first + (taken % ports.count);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
