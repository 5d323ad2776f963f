/** The servers that there are, and whether the cluster can rest on them. */
import type { NatsConnection } from "@nats-io/transport-node";
import { Refused } from "../../lib/problem.ts";
import type { EngineServer } from "../engine.ts";

/** Servers of a version below this one lose or misstate messages that they confirmed, or ignore what they are told. */
const floor = [2, 12] as const;
/** What the largest part of a message takes, with its headers. */
const leastPayload = 576 * 1_024;
/** Every server answers this, whatever the account. */
const pingSubject = "$SYS.REQ.ACCOUNT.PING.STATZ";
const pingMs = 400;

/** The servers that answer; the one that is connected always does. */
export async function serversOf(nc: NatsConnection): Promise<EngineServer[]> {
  const versions = new Map<unknown, unknown>([[nc.info?.server_name, nc.info?.version]]);
  try {
    for await (const one of await nc.requestMany(pingSubject, "{}", { maxWait: pingMs, strategy: "stall" })) {
      const { server } = one.json<{ server?: { name?: unknown; ver?: unknown } }>();
      versions.set(server?.name, server?.ver);
    }
  } catch {
    // An account may be denied it: then the server that is connected is all that is seen.
  }
  const found = [...versions].map(([name, version]) => ({ name: String(name), version: String(version) }));
  return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Refused: a server is too old, or lets only small messages through. */
export async function checkServers(nc: NatsConnection): Promise<void> {
  const payload = nc.info?.max_payload ?? 0;
  if (payload < leastPayload)
    throw new Refused(
      `the NATS servers let messages of ${payload} bytes through: ${leastPayload} are needed (max_payload)`,
    );
  const old = (await serversOf(nc)).find(({ version }) => isBelowFloor(version));
  if (old === undefined) return;
  const { name, version } = old;
  throw new Refused(`the NATS server ${name} has version ${version}: ${floor.join(".")} or newer is needed`);
}

function isBelowFloor(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return !(major > floor[0] || (major === floor[0] && minor >= floor[1]));
}
