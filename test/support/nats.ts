/** Servers of NATS on loopback, each with a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { until } from "./until.ts";

export interface NatsOptions {
  readonly servers: 1 | 3;
  /** Left out: servers sync every two minutes. */
  readonly sync?: "always";
  /** Lines of the settings of each server. */
  readonly more?: string;
  /** Where each runs, by its address there and what begins its command; left out: on loopback. */
  readonly places?: readonly { readonly host: string; readonly through: readonly string[] }[];
}

export interface NatsServers {
  /** Addresses, in the order of their numbers. */
  readonly addresses: readonly string[];
  /** Their folders lie in it, n1 to n3. */
  readonly folder: string;
  /** Names, as servers say of each other. */
  readonly names: readonly string[];
  /** Ends one or stops it, and waits for that, or lets it go on. */
  kill(server: number, signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): Promise<void>;
  /** Starts one again that was killed. */
  restart(server: number): Promise<void>;
  /** Ends all, and their folders. */
  stop(): Promise<void>;
}

/** Needs nats-server: test/setup.sh installs it. */
export async function startNats({
  servers,
  sync,
  more = "",
  places = [],
}: NatsOptions): Promise<NatsServers> {
  const folder = mkdtempSync(join(tmpdir(), "yagura-nats-"));
  const ports: [client: number, route: number][] = [];
  for (let at = 0; at < servers; at++) ports.push([await freePort(), await freePort()]);
  const names = ports.map((_, at) => `n${at + 1}`);
  const placeOf = (at: number) => places[at] ?? { host: "127.0.0.1", through: [] };
  const routes = ports.map(([, route], at) => `"nats://${placeOf(at).host}:${route}"`).join(", ");
  for (const [at, [client, route]] of ports.entries()) {
    mkdirSync(join(folder, `n${at + 1}`));
    const { host } = placeOf(at);
    const cluster = `cluster { name: c, listen: "${host}:${route}", routes: [${routes}] }`;
    const settings = [
      `server_name: ${names[at]}`,
      `listen: "${host}:${client}"`,
      `jetstream { store_dir: "${folder}/n${at + 1}"${sync === undefined ? "" : `, sync_interval: ${sync}`} }`,
      servers === 1 ? "" : cluster,
      more,
    ];
    writeFileSync(join(folder, `n${at + 1}.conf`), settings.join("\n"));
  }
  const running: (ChildProcess | undefined)[] = [];
  const start = async (at: number) => {
    const log = join(folder, `n${at + 1}.log`);
    writeFileSync(log, "");
    const command = ["nats-server", "-c", join(folder, `n${at + 1}.conf`), "-l", log];
    const [program = "", ...args] = [...placeOf(at).through, ...command];
    const child = spawn(program, args, { stdio: "ignore" });
    running[at] = child;
    await until(`server ${at + 1}: ${log}`, () => readFileSync(log, "utf8").includes("Server is ready"));
  };
  const kill: NatsServers["kill"] = async (at, signal) => {
    const child = running[at];
    const isOver = child === undefined || child.exitCode !== null || child.signalCode !== null;
    if (isOver) return;
    child.kill(signal);
    if (signal === "SIGKILL") await once(child, "exit");
    // Its threads stop one after the other, and may answer yet.
    if (signal === "SIGSTOP")
      await until("the stop", () => statesOf(child.pid).every((state) => state === "T"));
  };
  await Promise.all(ports.map((_, at) => start(at)));
  return {
    addresses: ports.map(([client], at) => `nats://${placeOf(at).host}:${client}`),
    folder,
    names,
    kill,
    restart: start,
    async stop() {
      await Promise.all(running.map((_, at) => kill(at, "SIGKILL")));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** States of a process's threads, each a letter. */
function statesOf(pid = 0): string[] {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).map((thread) => {
    return /\) (\w)/.exec(readFileSync(join(folder, thread, "stat"), "utf8"))?.[1] ?? "";
  });
}
