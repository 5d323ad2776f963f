/** The programs of docs/clients end with what the log says, whoever was killed when. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FeedReader, readFeed } from "../support/feed-reader.ts";
import { startMonitor } from "../support/monitor.ts";
import { until } from "../support/until.ts";
import { type ServedPage, servePage } from "./page.ts";
import { createProject } from "./project.ts";
import { addPrograms, createProgram, livelySettings, type Program, readJson, readLines } from "./running.ts";
import { inOrder, type OpenAlert, openBy, tradesBy } from "./told-by-log.ts";

interface Follower extends Program {
  readonly name: string;
  /** The file that it keeps. */
  readonly file: string;
}

/** Everybody who follows: three programs that keep a file, the page and the trader. */
interface Cast {
  readonly config: string;
  readonly feed: string;
  readonly followers: readonly Follower[];
  readonly trader: Follower;
  readonly page: ServedPage;
  start(): Promise<void>;
  kill(): Promise<void>;
}

async function setCast(): Promise<Cast> {
  const project = await createProject();
  const scripts = ["open_alerts.py", "feed_client.py", "open-alerts.sh"];
  await addPrograms(project, ["open-alerts.ts", "paper-trader.ts", ...scripts]);
  const page = await servePage(project);
  const { config, feed } = await livelySettings(page.origin);
  const program = (name: string, ...command: string[]): Follower => {
    const file = join(project, `${name}.json`);
    const env = { YAGURA_FEED: feed, OPEN_ALERTS: file, TRADES: file };
    return { name, file, ...createProgram(project, command, env) };
  };
  const followers = [
    program("typescript", process.execPath, "open-alerts.js"),
    program("python", "/usr/bin/python3", "open_alerts.py"),
    program("shell", "/bin/sh", "open-alerts.sh"),
  ];
  const trader = program("trader", process.execPath, "paper-trader.js");
  const all = [...followers, trader];
  return {
    ...{ config, feed, followers, trader, page },
    async start() {
      for (const each of all) each.start();
      await page.open(feed);
    },
    async kill() {
      await Promise.all(all.map((each) => each.kill()));
    },
  };
}

/** Waits until each follower and the page say what the log says at that moment. */
async function agree(when: string, { followers, page }: Cast, log: FeedReader): Promise<void> {
  const same = (told: object, said: object) => JSON.stringify(told) === JSON.stringify(said);
  for (const { name, file, said } of followers) {
    const kept = () => {
      const alerts = readJson<(OpenAlert & { title: string })[]>(file) ?? [];
      return inOrder(alerts.map(({ rule, key, seq, since, times }) => ({ rule, key, seq, since, times })));
    };
    await until(`${name} to agree ${when}`, () => same(openBy(log.events), kept()), 30_000).catch((error) => {
      expect({ kept: kept(), said: said() }, error.message).toEqual({ kept: openBy(log.events), said: "" });
    });
  }
  const told = () => openBy(log.events).map(({ rule, key, times }) => ({ rule, key, times: `${times}` }));
  await until(`the page to agree ${when}`, async () => same(inOrder(await page.shown()), told()));
}

async function more(log: FeedReader, type: string, count: number): Promise<void> {
  const told = () => log.events.filter(({ event }) => event.type === type).length;
  const before = told();
  await until(`${count} more ${type}`, () => told() >= before + count, 100_000);
}

test("each ends with what the log says, over kills of the monitor, of itself and of both", async () => {
  const cast = await setCast();
  let monitor = await startMonitor(cast.config);
  const log = readFeed(cast.feed);
  await cast.start();
  await more(log, "alert.fired", 10);
  await agree("at first", cast, log);

  await monitor.stop("SIGKILL");
  monitor = await startMonitor(cast.config);
  await more(log, "alert.resolved", 3);
  await agree("after a kill of the monitor", cast, log);

  await cast.kill();
  await more(log, "alert.resolved", 3);
  await more(log, "margin.alert.added", 1);
  await cast.start();
  await agree("after a kill of the programs", cast, log);

  await Promise.all([monitor.stop("SIGKILL"), cast.kill()]);
  monitor = await startMonitor(cast.config);
  await more(log, "alert.resolved", 3);
  await cast.start();
  await agree("after a kill of both", cast, log);

  const trades = () => readLines(cast.trader.file);
  await until("the trades", () => trades().length >= tradesBy(log.events).length);
  expect(trades()).toEqual(tradesBy(log.events));
  await monitor.stop("SIGTERM");
}, 300_000);
