/** A monitor with everything around it: services, mail server, reader of the feed, all on loopback. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type FeedReader, readFeed } from "../support/feed-reader.ts";
import { freePort } from "../support/free-port.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type Monitor, startMonitor } from "../support/monitor.ts";
import { forumService } from "../support/services/forum.ts";
import { marketKey, marketService } from "../support/services/market.ts";
import { type Answer, type Dialect, type Served, type Service, serve } from "../support/services/serve.ts";
import { statisticsService } from "../support/services/statistics.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { firstWorlds, type Worlds } from "./scene.ts";

export interface Stage {
  readonly worlds: Worlds;
  readonly services: Served;
  readonly mails: MailServer;
  readonly feed: FeedReader;
  readonly feedUrl: string;
  readonly folder: string;
  readonly config: string;
  /** Variables that the config asks of the environment. */
  readonly env: Record<string, string>;
  /** While true the services take requests and say nothing. */
  hang: boolean;
  /** By path below the service: said instead of what the worlds say. */
  readonly answers: Map<string, Answer | "hang">;
  start(): Promise<Monitor>;
}

export const recipients = ["first@example.com", "second@example.com"];

export async function setStage(dialect: Dialect): Promise<Stage> {
  const folder = tmpFolder();
  const worlds = firstWorlds();
  const answers: Stage["answers"] = new Map();
  const scripted =
    (service: Service): Service =>
    (asked) =>
      stage.hang ? "hang" : (answers.get(asked.path) ?? service(asked));
  const services = await serve({
    market: scripted(marketService(worlds.market, dialect)),
    forum: scripted(forumService(worlds.forum, dialect)),
    statistics: scripted(statisticsService(worlds.statistics, dialect)),
  });
  onTestFinished(() => services.close());
  const mails = await startMailServer();
  const port = await freePort();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/all.yaml"), rules);
  const config = join(folder, "monitor.yaml");
  writeFileSync(config, configText(services.url, mails.url, port));
  const env = { KEY: marketKey };
  const feedUrl = `ws://127.0.0.1:${port}/feed`;
  const stage: Stage = {
    worlds,
    services,
    mails,
    folder,
    config,
    env,
    answers,
    hang: false,
    feed: readFeed(feedUrl),
    feedUrl,
    start: () => startMonitor(config, env),
  };
  return stage;
}

export async function baselined({ feed }: Stage): Promise<void> {
  await until("five baselines", () => {
    return feed.events.filter(({ event }) => event.type === "source.baselined").length === 5;
  });
}

const everySecond = "* * * * * *";

function configText(url: string, smtp: string, port: number): string {
  return `
upstreams:
  market: { url: "${url}/market/v2", apiKey: "\${KEY}", tier: premium }
  forum: { url: "${url}/forum" }
  statistics: { url: "${url}/statistics", language: en }
sources:
  forum-comments: { schedule: "${everySecond}", codes: ["7203"], pageSize: 50 }
  forum-ranking: { schedule: "${everySecond}", terms: [daily] }
  margin-alerts: { schedule: "${everySecond}" }
  short-sale-reports: { schedule: "${everySecond}" }
  statistics-updates: { schedule: "${everySecond}", watch: [{ db: FM08, codes: [FXERD01] }] }
rules: rules
state: state/yagura.db
email:
  smtp: "${smtp}"
  from: "Yagura <yagura@example.com>"
  recipients: { desk: [${recipients.join(", ")}] }
feed: { host: 127.0.0.1, port: ${port}, heartbeatMs: 500 }
`;
}

/** One alert for each event of a source, its title telling which. */
const rules = `
rules:
  - name: everything
    on: [forum.comment.*, forum.ranking.*, margin.alert.*, short.report.*, statistics.series.*]
    severity: warning
    title: "速報 {{ event.type }} {{ event.subject }}"
    body: "{{ event.type }} of {{ event.subject }}"
    labels: { desk: tokyo }
    notify: [email:desk]
`;
