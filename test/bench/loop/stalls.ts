/** Measures from outside how long a monitor makes others wait, beside one that has nothing to do. */
import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MeasuredMonitor, startMeasuredProgram } from "../catalogue/monitor.ts";

interface Waits {
  readonly healthzMs: number;
  readonly pingMs: number;
}

export interface Outside {
  /** Asks and pings a monitor from now on. */
  watch(name: string, feed: string): void;
  /** The longest waits since the last look. */
  look(name: string): Promise<Waits>;
  stop(): void;
}

export function startOutside(): Outside {
  const child = fork(join(import.meta.dirname, "outside.mjs"));
  return {
    watch: (name, feed) => void child.send({ watch: { name, feed } }),
    look: (name) =>
      new Promise((resolve) => {
        const take = (waits: Waits & { name: string }) => {
          if (waits.name !== name) return;
          child.off("message", take);
          resolve(waits);
        };
        child.on("message", take);
        child.send({ look: name });
      }),
    stop: () => void child.kill(),
  };
}

export interface House {
  readonly folder: string;
  start(): Promise<MeasuredMonitor>;
  /** Writes a file into its folder. */
  write(name: string, text: string): void;
  remove(): void;
}

interface HouseParts {
  /** More of the settings, as YAML. */
  readonly settings?: string;
  readonly sources?: string;
  readonly market?: string;
  readonly rules?: string;
  readonly email?: string;
}

/** A folder with the settings of a monitor whose services are never asked, unless one is given. */
export function makeHouse({
  settings = "",
  sources = "",
  market,
  rules,
  email = "",
}: HouseParts = {}): House {
  const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, "rules"));
  mkdirSync(join(folder, "templates"));
  write("monitor.yaml", settingsText({ settings, sources, market: market ?? "http://127.0.0.1:9", email }));
  write("rules/all.yaml", rules ?? "rules: []\n");
  return {
    folder,
    write,
    start: () => startMeasuredProgram(folder),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const settingsText = ({ settings, sources, market, email }: Required<Omit<HouseParts, "rules">>) => `
upstreams:
  market: { url: "${market}", apiKey: a-key-for-the-tests, tier: premium }
  forum: { url: "http://127.0.0.1:9" }
  statistics: { url: "http://127.0.0.1:9" }
sources: {${sources}}
rules: rules
state: yagura.db
log: { level: error }
email: { smtp: "file:outbox", from: "yagura@localhost", recipients: { desk: [desk@example.com] }${email} }
feed: { port: 0 }
${settings}
`;

export const each = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
