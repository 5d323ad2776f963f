/**
 * A monitor that runs for all tests of a file, as a process of its own: the settings and rules that ship, or some of them,
 * simulated.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll } from "vitest";
import { startWriter, type Writer } from "../../support/against-follower.ts";
import { freePort } from "../../support/free-port.ts";
import { until } from "../../support/until.ts";

const root = join(import.meta.dirname, "../../..");

export interface Scene {
  /** Address of the page, ending in a slash. */
  readonly url: string;
  /** Holds config/, rules/ and data/. */
  readonly folder: string;
  /** Number of alerts that the monitor has to open before the tests begin. */
  readonly opened: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface SceneOptions {
  /** Number of open alerts to wait for; by default 3. */
  readonly alerts?: number;
  /** Text of the only rule file, where the rules that ship would only take time. */
  readonly rules?: string;
  /** Names of the only sources, where the others that ship would only take time. */
  readonly sources?: readonly string[];
  /** Changes the text of config/monitor.yaml. */
  settings?(text: string): string;
  /** Makes the folder ready after its files are there, and before the monitor starts. */
  prepare?(folder: string): Promise<void> | void;
  readonly token?: string;
}

/** To be called once at the top of a file. The program must be built. */
export function useScene(options: SceneOptions = {}): Scene {
  const { alerts = 3, rules, sources, settings = (text) => text, prepare = () => {}, token } = options;
  const folder = mkdtempSync(join(tmpdir(), "yagura-page-"));
  let child: ChildProcess | undefined;
  let writer: Writer | undefined;
  let port = 0;
  const scene: Scene = {
    folder,
    opened: alerts,
    get url() {
      return `http://127.0.0.1:${port}/`;
    },
    async start() {
      const config = join(folder, "config/monitor.yaml");
      // What tests put into the database counts as real.
      writer = await startWriter(config, { YAGURA_PORT: String(port) }, simulated);
      child = await startProgram(writer ? ["gateway"] : ["run", ...simulated], config, port);
    },
    async stop() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, "close");
      child.kill("SIGTERM");
      await closed;
      await writer?.stop();
    },
  };
  beforeAll(async () => {
    for (const name of ["config", "rules"]) cpSync(join(root, name), join(folder, name), { recursive: true });
    if (rules !== undefined) {
      rmSync(join(folder, "rules"), { recursive: true });
      mkdirSync(join(folder, "rules"));
      writeFileSync(join(folder, "rules/all.yaml"), rules);
    }
    const file = join(folder, "config/monitor.yaml");
    const shipped = readFileSync(file, "utf8");
    writeFileSync(file, settings(sources === undefined ? shipped : withSources(shipped, sources)));
    await prepare(folder);
    port = await freePort();
    await scene.start();
    const end = async () => {
      await scene.stop();
      await writer?.end();
      rmSync(folder, { recursive: true, force: true });
    };
    try {
      await until("alerts", async () => (await openAlerts(scene.url, token)) >= alerts || wait(100));
    } catch (error) {
      await end();
      throw error;
    }
    return end;
  }, 90_000);
  return scene;
}

/** Settings with these of their sources. */
function withSources(text: string, names: readonly string[]): string {
  return text.replace(/^sources:\n((?:[ #].*\n|\n)*)/m, (_, all: string) => {
    const kept = all
      .split(/^(?= {2}[a-z])/m)
      .filter((one) => names.some((name) => one.startsWith(`  ${name}:`)));
    return kept.length === 0 ? "sources: {}\n\n" : `sources:\n${kept.join("")}\n`;
  });
}

/** An alert for each comment. */
export const commentRule = `rules:
  - { name: posted, on: forum.comment.posted, by: event.id, title: "{{ now.code }}: {{ now.title }}" }
`;

async function openAlerts(url: string, token: string | undefined): Promise<number> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = (await (await fetch(`${url}control/alerts`, { headers })).json()) as { alerts: unknown[] };
  return answer.alerts.length;
}

const simulated = ["--simulated"] as const;

/** Resolves with its ready line; rejects with what it said where it ends before. */
async function startProgram(command: readonly string[], config: string, port: number): Promise<ChildProcess> {
  // The program lives some seconds, and would spend a sixth of its time on code that it then hardly runs.
  const args = ["--no-opt", join(root, "dist/main.js"), ...command, "--config", config];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, YAGURA_PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-10_000);
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("close", (code) => reject(new Error(`the program ended with ${code}: ${said}`)));
  });
  return child;
}
