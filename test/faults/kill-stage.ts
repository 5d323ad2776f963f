/** A monitor that is killed and started again, on one database, with its services, mail server and reader around it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type FeedReader, type Frame, type ReadEvent, readFeed } from "../support/feed-reader.ts";
import { freePort } from "../support/free-port.ts";
import { type MailServer, type MailStep, startMailServer } from "../support/mail-server.ts";
import { forumService } from "../support/services/forum.ts";
import { marketKey, marketService } from "../support/services/market.ts";
import { type Service, serve } from "../support/services/serve.ts";
import { statisticsService } from "../support/services/statistics.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { createFactReader, createKillWorld, type KillWorld } from "./kill-world.ts";
import { straceOf, type TracedRun } from "./strace.ts";

export const recipients = ["first@desk.internal", "second@desk.internal"];
const program = join(import.meta.dirname, "../../dist/main.js");

/** What the stage's servers see of the monitor. */
export interface Seen {
  /** True: there will be no answer. */
  onAsked?: (path: string) => boolean;
  /** The path of which only half an answer comes, and then `onHalf`. */
  half?: string;
  onHalf?: () => void;
  onAnswered?: (path: string) => void;
  onMail?: (step: MailStep) => void;
  onFrame?: (frame: Frame) => void;
}

export interface Running {
  readonly process: ChildProcess;
  /** Since its ready line. */
  readonly ready: Promise<void>;
  readonly died: Promise<void>;
  kill(): void;
}

/** What is watched on a stage: its services, and what happens in them. */
export interface KillScene extends Pick<KillWorld, "happened"> {
  /** Lets one more thing happen in each source. */
  change(told: ReadonlySet<string>): void | Promise<void>;
  /** Number of its sources. */
  readonly sources: number;
  /** YAML of the settings: services and sources. */
  readonly settings: string;
  readonly rules: string;
  /** Types of the monitor's own news that what happens gives cause for. */
  readonly expects?: RegExp;
  /** Options of node for a life that begins now. */
  nodeOptions?(): readonly string[];
}

export interface KillStage {
  readonly scene: KillScene;
  readonly feed: FeedReader;
  readonly mails: MailServer;
  readonly folder: string;
  /** What its servers do with what they see; set anew for each life. */
  seen: Seen;
  /** Lets one more thing happen in each source. */
  change(): void | Promise<void>;
  start(trace?: Omit<TracedRun, "command">): Running;
  /** Whether all that happened was told, and all mails are there. */
  isSettled(): boolean;
}

/** The five sources of which one change a life is known. */
export async function openFiveSources(seen: () => Seen, host?: string): Promise<KillScene> {
  const world = createKillWorld();
  const { worlds } = world;
  const watched =
    (service: Service): Service =>
    (asked) => {
      const { onAsked, half, onHalf, onAnswered } = seen();
      const { path } = asked;
      if (onAsked?.(path)) return "hang";
      const answer = service(asked);
      if (typeof answer !== "object") return answer;
      const atHalf = half === path ? onHalf : undefined;
      return { ...answer, atEnd: () => onAnswered?.(path), ...(atHalf && { atHalf }) };
    };
  const services = {
    market: watched((asked) => marketService(worlds.market, "documented")(asked)),
    forum: watched(forumService(worlds.forum, "documented")),
    statistics: watched(statisticsService(worlds.statistics, "documented")),
  };
  const { url, close } = await serve(services, host);
  onTestFinished(() => close());
  return { ...world, sources: 5, settings: fiveSources(url), rules: rulesOfFive };
}

/** @param openScene opens what is watched; what the stage's servers see of the monitor is told to what it gets */
export async function setKillStage(
  openScene: (seen: () => Seen) => Promise<KillScene> = (seen) => openFiveSources(seen),
): Promise<KillStage> {
  const folder = tmpFolder();
  const scene = await openScene(() => stage.seen);
  const mails = await startMailServer();
  const [told, copies] = [new Set<string>(), new Set<string>()];
  let mailed = 0;
  const factsOf = createFactReader();
  mails.onStep = (step) => {
    const mail = mails.received.at(-1);
    if (step === "taken" && mail) copies.add(`${mail.to} ${messageId(mail.bytes)}`);
    stage.seen.onMail?.(step);
  };
  const hear = (frame: Frame): void => {
    if (frame.type === "event") {
      const entry = frame as unknown as ReadEvent;
      for (const fact of factsOf(entry)) told.add(fact);
      if (isMailed(entry.event)) mailed += 1;
    }
    stage.seen.onFrame?.(frame);
  };
  const port = await freePort();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/all.yaml"), scene.rules);
  const config = join(folder, "monitor.yaml");
  writeFileSync(config, configText(scene, mails.url, port));
  const feed = readFeed(`ws://127.0.0.1:${port}/feed`, hear);
  const stage: KillStage = {
    scene,
    feed,
    mails,
    folder,
    seen: {},
    start(trace) {
      const options = ["--no-opt", ...(scene.nodeOptions?.() ?? [])];
      return runProgram([process.execPath, ...options, program, "run", "--config", config], trace);
    },
    change: () => scene.change(told),
    isSettled: () =>
      scene.happened.every((fact) => told.has(fact)) && copies.size >= mailed * recipients.length,
  };
  return stage;
}

export function isMailed({ type, data }: ReadEvent["event"]): boolean {
  return type === "alert.fired" && (data.now.recipients as string[]).length > 0;
}

export function messageId(bytes: Buffer): string {
  const [, id] = /^Message-ID:\s*(<[^>]+>)/im.exec(bytes.toString("latin1")) ?? [];
  if (id === undefined) throw new Error("a mail without Message-ID");
  return id;
}

/** @param trace left out: nobody looks at its calls */
export function runProgram(command: readonly string[], trace?: Omit<TracedRun, "command">): Running {
  // With -D strace stands beside the monitor, which is then our own child.
  const traced = trace && straceOf({ ...trace, command, more: ["-D", ...(trace.more ?? [])] });
  const [name = "", ...args] = traced ?? command;
  const child = spawn(name, args, {
    env: { PATH: process.env.PATH, KEY: marketKey },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const died = once(child, "close").then(() => undefined);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("close", (code) => {
      if (code !== null) reject(new Error(`the program ended with ${code}: ${said}`));
    });
  });
  ready.catch(() => {});
  const kill = () => void child.kill("SIGKILL");
  onTestFinished(kill);
  return { process: child, ready, died, kill };
}

export const everySecond = `schedule: "* * * * * *"`;

function fiveSources(url: string): string {
  return `
upstreams:
  market: { url: "${url}/market/v2", apiKey: "\${KEY}", tier: premium }
  forum: { url: "${url}/forum" }
  statistics: { url: "${url}/statistics", spacing: 0s }
sources:
  forum-comments: { ${everySecond}, codes: ["7203"], pageSize: 50 }
  forum-ranking: { ${everySecond}, terms: [daily] }
  margin-alerts: { ${everySecond} }
  short-sale-reports: { ${everySecond} }
  statistics-updates: { ${everySecond}, watch: [{ db: FM08, codes: [FXERD01] }] }
`;
}

/** Settings of a monitor on a scene. */
export function configText({ settings }: KillScene, smtp: string, port: number): string {
  return `${settings}
rules: rules
state: state/yagura.db
email:
  smtp: "${smtp}"
  from: "Yagura <yagura@example.com>"
  recipients: { desk: [${recipients.join(", ")}] }
feed: { host: 127.0.0.1, port: ${port}, heartbeatMs: 500 }
log: { level: error }
`;
}

/** One alert for each event, a mailed one for comments, whose titles tell which. */
const rulesOfFive = `
rules:
  - name: everything
    on: [forum.ranking.*, margin.alert.*, short.report.*, statistics.series.*]
    title: "{{ event.type }} {{ event.subject }}"
  - name: mailed
    on: forum.comment.posted
    severity: warning
    title: "posted {{ now.part }}"
    notify: [email:desk]
`;
