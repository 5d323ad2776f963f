/** A running monitor whose rule files a test spoils, and what it says and how long it stands still meanwhile. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { type FeedReader, readFeed } from "../support/feed-reader.ts";
import { freePort } from "../support/free-port.ts";
import { type Monitor, startMonitor } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

/** Tells with each news of the rules which rules are active: those of this number. */
const marker = (generation: number) =>
  `rules: [{ name: marker, on: ["rules.loaded", "rules.rejected"], title: "good ${generation}" }]\n`;

export interface Told {
  readonly type: string;
  readonly problems: readonly { file: string; line: number; column: number; message: string }[];
  /** Which of the good rules fired for it. */
  readonly by: number;
}

export interface FilesScene {
  readonly folder: string;
  readonly rules: string;
  /** A place on the same disk, for what is to appear whole. */
  readonly aside: string;
  readonly config: string;
  readonly feed: FeedReader;
  monitor: Monitor;
  /** Writes good rules of the next number, which it answers. */
  next(): number;
  /** What was told since `from`, an index of the feed's events. */
  told(from: number): Told[];
  start(): Promise<void>;
}

export async function filesScene(): Promise<FilesScene> {
  const folder = tmpFolder();
  const [rules, aside] = [join(folder, "rules"), join(folder, "aside")];
  for (const made of [rules, aside]) mkdirSync(made);
  const config = join(folder, "monitor.yaml");
  const port = await freePort();
  writeFileSync(config, `feed: { port: ${port} }\nsources: { margin-alerts: { schedule: "* * * * * *" } }\n`);
  let generation = 0;
  const next = () => {
    generation += 1;
    writeFileSync(join(aside, "marker"), marker(generation));
    renameSync(join(aside, "marker"), join(rules, "marker.yaml"));
    return generation;
  };
  next();
  const monitor = await startMonitor(config);
  const feed = readFeed(`ws://127.0.0.1:${port}/feed`);
  const scene: FilesScene = {
    ...{ folder, rules, aside, config, feed, monitor, next },
    told(from) {
      const news = feed.events.slice(from).filter(({ event }) => event.type.startsWith("rules."));
      return news.flatMap(({ seq, event }) => {
        const alert = feed.events.find(({ event: fired }) => {
          return fired.type === "alert.fired" && (fired.data.now.cause as { seq?: number }).seq === seq;
        });
        if (alert === undefined) return [];
        const problems = (event.data.now.problems ?? []) as Told["problems"];
        return [{ type: event.type, problems, by: Number(String(alert.event.data.now.title).slice(5)) }];
      });
    },
    async start() {
      scene.monitor = await startMonitor(config);
    },
  };
  await until("the first rules", () => scene.told(0).length > 0);
  return scene;
}

/** Puts a text in place of a rule file, at once. */
export function replace({ aside, rules }: FilesScene, name: string, text: string | Uint8Array): void {
  writeFileSync(join(aside, name), text);
  renameSync(join(aside, name), join(rules, name));
}

export function remove({ rules }: FilesScene, name: string): void {
  rmSync(join(rules, name), { recursive: true, force: true });
}

export interface Standstill {
  /** Begins to look anew. */
  begin(): void;
  /** The longest the loop can have stood still since, ms: a pong was late by it, and the thread worked as long meanwhile. */
  longest(): number;
}

/** Asks the feed for a pong all the time. */
export async function watchStandstill(scene: FilesScene): Promise<Standstill> {
  const { feed } = scene.monitor.ready;
  const { pid } = scene.monitor.process;
  const socket = new WebSocket(feed, "yagura.v1");
  let asked = { at: 0, worked: 0 };
  let longest = 0;
  const worked = (): number => {
    const [, rest = ""] = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8").split(") ");
    const fields = rest.split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };
  const ask = (): void => {
    if (socket.readyState !== socket.OPEN) return;
    asked = { at: performance.now(), worked: worked() };
    socket.send('{"type":"ping"}');
  };
  const look = (): void => {
    longest = Math.max(longest, Math.min(performance.now() - asked.at, worked() - asked.worked));
  };
  socket.on("message", (data) => {
    if (!String(data).includes('"pong"')) return;
    look();
    setTimeout(ask, 10);
  });
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("open", resolve));
  onTestFinished(() => socket.terminate());
  ask();
  return {
    begin() {
      longest = 0;
    },
    longest() {
      // The pong that is awaited may be the late one.
      look();
      return longest;
    },
  };
}
