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
import { type Dialect, type Served, serve } from "../support/services/serve.ts";
import { statisticsService } from "../support/services/statistics.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { firstWorlds, type Worlds } from "./scene.ts";

export interface Stage {
  readonly worlds: Worlds;
  readonly services: Served;
  readonly mails: MailServer;
  readonly feed: FeedReader;
  readonly folder: string;
  start(): Promise<Monitor>;
}

export const recipients = ["first@example.com", "second@example.com"];

export async function setStage(dialect: Dialect): Promise<Stage> {
  const folder = tmpFolder();
  const worlds = firstWorlds();
  const services = await serve({
    market: marketService(worlds.market, dialect),
    forum: forumService(worlds.forum, dialect),
    statistics: statisticsService(worlds.statistics, dialect),
  });
  onTestFinished(() => services.close());
  const mails = await startMailServer();
  const port = await freePort();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/all.yaml"), rules);
  const config = join(folder, "monitor.yaml");
  writeFileSync(config, configText(services.url, mails.url, port));
  return {
    worlds,
    services,
    mails,
    folder,
    feed: readFeed(`ws://127.0.0.1:${port}/feed`),
    start: () => startMonitor(config, { KEY: marketKey }),
  };
}

const everySecond = "* * * * * *";

function configText(url: string, smtp: string, port: number): string {
  return `
upstreams:
  market: { url: "${url}/market/v2", apiKey: "\${KEY}" }
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
