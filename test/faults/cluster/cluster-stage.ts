/** A cluster of machines, real processes on real servers of NATS, beside the services that they watch. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type FeedReader, type ReadEvent, readFeed } from "../../support/feed-reader.ts";
import { freePort } from "../../support/free-port.ts";
import { type MailServer, startMailServer } from "../../support/mail-server.ts";
import { type NatsOptions, type NatsServers, startNats } from "../../support/nats.ts";
import type { Random } from "../../support/random.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import {
  configText,
  isMailed,
  type KillScene,
  messageId,
  openFiveSources,
  type Running,
  recipients,
  runProgram,
} from "../kill-stage.ts";
import { createFactReader } from "../kill-world.ts";
import type { Away } from "./away.ts";
import { type LogTap, tapLog } from "./log-tap.ts";
import { startConsumer, type WanderingConsumer } from "./wandering-consumer.ts";

export interface Machine {
  readonly name: string;
  readonly part: "run" | "gateway";
  readonly database: string;
  readonly feed: string;
  /** Begins its command. */
  readonly through: readonly string[];
  /** Undefined: it was killed. */
  running: Running | undefined;
  /** What its lives said on stderr, and how those ended that nobody killed. */
  said: string;
}

export interface ClusterStage {
  readonly scene: KillScene;
  readonly servers: NatsServers;
  readonly machines: readonly Machine[];
  readonly mails: MailServer;
  readonly feed: FeedReader;
  readonly consumer: WanderingConsumer;
  readonly log: LogTap;
  start(machine: Machine): void;
  kill(machine: Machine): Promise<void>;
  /** Whether all that happened was told, and all mails are there. */
  isSettled(): boolean;
}

/** Where the machine m1 is, and the first server with it or not. */
interface Elsewhere {
  readonly away: Away;
  readonly withServer: boolean;
}

/** @param program its compiled main file */
export async function setClusterStage(
  dice: Random,
  program: string,
  elsewhere?: Elsewhere,
): Promise<ClusterStage> {
  const away = elsewhere?.away;
  const servers = await startNats({ servers: 3, sync: "always", ...(elsewhere && placesOf(elsewhere)) });
  onTestFinished(() => servers.stop());
  const scene = await openFiveSources(() => ({}), away?.here);
  const mails = await startMailServer({ ...(away && { host: away.here }) });
  const names = ["m1", "m2", "m3", "g1"];
  const machines = await Promise.all(names.map((name) => settle(name, { scene, servers, mails })));
  const [first] = machines;
  if (away && first) machines[0] = { ...first, through: away.through };
  // The readers are here, where the feed of a machine elsewhere is not.
  const near = machines.filter(({ through }) => through.length === 0);
  const [told, copies] = [new Set<string>(), new Set<string>()];
  let mailed = 0;
  mails.onStep = (step) => {
    const mail = mails.received.at(-1);
    if (step === "taken" && mail) copies.add(`${mail.to} ${messageId(mail.bytes)}`);
  };
  const factsOf = createFactReader();
  const any = () => dice.pick(near).feed;
  let epoch: string | undefined;
  const feed = readFeed(any, (frame) => {
    if (frame.type === "welcome") epoch ??= String(frame.epoch);
    if (frame.type !== "event") return;
    const entry = frame as unknown as ReadEvent;
    for (const fact of factsOf(entry)) told.add(fact);
    if (isMailed(entry.event)) mailed += 1;
  });
  const start = (machine: Machine): void => {
    const config = join(machine.database, "../../monitor.yaml");
    const command = [process.execPath, "--no-opt", program, machine.part, "--config", config];
    const running = runProgram([...machine.through, ...command]);
    machine.running = running;
    running.process.stderr?.on("data", (text: string) => {
      machine.said += text;
    });
    // As the manager of a machine's services does.
    void running.died.then(() => {
      if (machine.running !== running || isOver) return;
      machine.said += `ended by itself: ${running.process.exitCode ?? running.process.signalCode}\n`;
      setTimeout(() => machine.running === running && !isOver && start(machine), 200);
    });
  };
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  return {
    scene: { ...scene, change: () => scene.change(told) },
    servers,
    machines,
    mails,
    feed,
    consumer: startConsumer(any),
    log: tapLog(servers.addresses, () => epoch),
    start,
    async kill(machine) {
      const { running } = machine;
      machine.running = undefined;
      running?.kill();
      await running?.died;
    },
    isSettled: () =>
      scene.happened.every((fact) => told.has(fact)) && copies.size >= mailed * recipients.length,
  };
}

function placesOf({ away, withServer }: Elsewhere): Pick<NatsOptions, "places"> {
  const here = { host: away.here, through: [] };
  return { places: [withServer ? { host: away.there, through: away.through } : here, here, here] };
}

/** Folder and settings of a machine. */
async function settle(
  name: string,
  { scene, servers, mails }: Pick<ClusterStage, "scene" | "servers" | "mails">,
): Promise<Machine> {
  const [folder, port] = [tmpFolder(), await freePort()];
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/all.yaml"), scene.rules);
  const cluster = `cluster: { nats: [${servers.addresses.join(", ")}], name: ${name} }\n`;
  const own = { ...scene, settings: scene.settings + cluster };
  writeFileSync(join(folder, "monitor.yaml"), configText(own, mails.url, port));
  return {
    name,
    part: name.startsWith("g") ? "gateway" : "run",
    database: join(folder, "state/yagura.db"),
    feed: `ws://127.0.0.1:${port}/feed`,
    through: [],
    running: undefined,
    said: "",
  };
}
