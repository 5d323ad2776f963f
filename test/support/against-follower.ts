/**
 * The machine that writes, for tests that run against one that follows (YAGURA_AGAINST=follower): it has the settings
 * of the test on a port and a database of its own, and a server of NATS. The test talks to the gateway beside it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseDocument } from "yaml";
import { freePort } from "./free-port.ts";
import { type NatsServers, startNats } from "./nats.ts";
import { until } from "./until.ts";

const program = join(import.meta.dirname, "../../dist/main.js");
/** What belongs to a database, behind its name. */
const parts = ["", "-wal", "-shm", ".told"];

export interface Writer {
  /** Everything on its stderr so far. */
  log(): string;
  /** As one stops a service; the cluster stays for the next start. */
  stop(): Promise<void>;
  /** Ends it and its cluster. */
  end(): Promise<void>;
}

interface Cluster {
  readonly nats: NatsServers;
  readonly port: number;
  running?: { readonly child: ChildProcess; readonly said: { text: string }; readonly with: string };
}

/** By the settings of the test. */
const clusters = new Map<string, Cluster>();

/**
 * Starts the writer of these settings and waits until it writes; one that runs goes on. Undefined: the tests run against
 * a monitor that is alone. Both machines read the same file, as they would with a file that is given to all: what
 * differs comes from the environment of the writer. A database that is there is the writer's.
 */
export async function startWriter(
  config: string,
  env: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<Writer | undefined> {
  if (process.env.YAGURA_AGAINST !== "follower") return undefined;
  const cluster = clusters.get(config) ?? { nats: await startNats({ servers: 1 }), port: await freePort() };
  clusters.set(config, cluster);
  const state = share(config, cluster.nats);
  if (cluster.running?.with !== readFileSync(config, "utf8")) await stop(cluster);
  const own = join(dirname(state), "writer", basename(state));
  if (!existsSync(own) && existsSync(state)) move(state, own);
  const port = String(cluster.port);
  // Settings that ship have the port from a variable of their own.
  const writes = { WRITER_STATE: own, WRITER_PORT: port, YAGURA_PORT: port, ...writerSays };
  if (!isRunning(cluster)) await run(config, cluster, { ...env, ...writes }, options);
  return {
    log: () => cluster.running?.said.text ?? "",
    stop: () => stop(cluster),
    async end() {
      if (!clusters.delete(config)) return;
      cluster.running?.child.kill("SIGKILL");
      await cluster.nats.stop();
    },
  };
}

const writerSays = { WRITER_NAME: "writer", WRITER_LEVEL: "info" };

/** Makes the settings those of two machines; without variables they are the gateway's. The answer is its database. */
function share(config: string, { addresses }: NatsServers): string {
  const settings = parseDocument(readFileSync(config, "utf8"));
  const state = String(settings.get("state") ?? "../data/yagura.db").replace(
    /^\$\{WRITER_STATE:-(.*)\}$/,
    "$1",
  );
  if (!settings.has("cluster")) {
    const either = (path: readonly string[], otherwise: unknown) => {
      const now = String(settings.getIn(path) ?? otherwise);
      const name = `WRITER_${path.at(-1)?.toUpperCase()}`;
      if (!now.startsWith("${")) settings.setIn(path, `\${${name}:-${now}}`);
    };
    either(["state"], state);
    either(["feed", "port"], 8080);
    either(["log", "level"], "info");
    settings.set("cluster", settings.createNode({ nats: addresses, replicas: 1 }));
    either(["cluster", "name"], "gateway");
    writeFileSync(config, settings.toString({ lineWidth: 0, flowCollectionPadding: false }));
  }
  return resolve(dirname(config), state);
}

function move(state: string, own: string): void {
  mkdirSync(dirname(own));
  for (const part of parts) if (existsSync(state + part)) renameSync(state + part, own + part);
}

function isRunning({ running }: Cluster): boolean {
  return running !== undefined && running.child.exitCode === null && running.child.signalCode === null;
}

async function stop(cluster: Cluster): Promise<void> {
  if (cluster.running === undefined || !isRunning(cluster)) return;
  const closed = once(cluster.running.child, "close");
  cluster.running.child.kill("SIGTERM");
  await closed;
}

async function run(
  config: string,
  cluster: Cluster,
  env: Readonly<Record<string, string>>,
  options: readonly string[],
): Promise<void> {
  const args = ["--no-opt", program, "run", "--config", config, ...options];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = { text: "" };
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.text += text;
  });
  cluster.running = { child, said, with: readFileSync(config, "utf8") };
  await until("the machine that writes", () => {
    if (!isRunning(cluster)) throw new Error(`the program ended with ${child.exitCode}: ${said.text}`);
    return said.text.includes('"msg":"ready"');
  });
}
