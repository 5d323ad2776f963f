/** Secrets in every place where one can stand, and services that say back all that they are told. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { firstWorlds } from "../e2e/scene.ts";
import { call } from "../support/call.ts";
import { freePort } from "../support/free-port.ts";
import { startMonitor } from "../support/monitor.ts";
import { forumService } from "../support/services/forum.ts";
import { marketService } from "../support/services/market.ts";
import { type Answer, json, type Service, serve } from "../support/services/serve.ts";
import { statisticsService } from "../support/services/statistics.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { openTelltaleSmtp, openTelltaleTokens, tokenRefusals } from "./telltale-mail.ts";
import { type FeedReader, followFeed } from "./token-reader.ts";
import { everyTrial, tell, trialsOf } from "./trials.ts";

const canary = (place: string) => `canary-${place}-7f3a9c51`;

/** By the place where it stands. */
const secrets = {
  "API key in a file": canary("key"),
  "SMTP password": canary("smtp"),
  "client secret in a file": canary("client"),
  "refresh token": canary("refresh"),
  "refresh token that the service gave": canary("renewed"),
  "access token": canary("access"),
  "token of the feed in the environment": canary("token"),
  "wrong token": canary("wrong"),
  "token in a query": canary("query"),
  "password in a service's address": canary("address"),
  "cookie of the forum": canary("cookie"),
  "another variable of the environment": canary("environment"),
};

/** How it may be written: as it is, in a header of its own or of a login, in an address. */
const writings = (secret: string) => [
  secret,
  ...[0, 1, 2].map((before) => base64Behind(before, secret)),
  encodeURIComponent(secret),
];

/** The characters that are the secret's alone, where so many bytes stand before it in their three. */
function base64Behind(before: number, secret: string): string {
  const written = Buffer.from(`${"-".repeat(before)}${secret}`)
    .toString("base64")
    .replace(/=+$/, "");
  return written.slice(before === 0 ? 0 : before + 1, -1);
}

const logins = {
  "a password": (smtp: number) => `
  smtp: "smtp://desk:\${SMTP_PASSWORD}@127.0.0.1:${smtp}"`,
  OAuth2: (smtp: number, tokens: string) => `
  smtp: "smtp://127.0.0.1:${smtp}"
  oauth2:
    user: desk@example.com
    clientId: yagura
    clientSecret: "\${file:client.txt}"
    refreshToken: "\${REFRESH_TOKEN}"
    accessUrl: "${tokens}"`,
};

const settings = (services: string, login: string, port: number) => `
upstreams:
  market: { url: "${services}/market/v2", apiKey: "\${file:key.txt}", tier: premium }
  forum: { url: "${services.replace("//", `//user:\${FORUM_PASSWORD}@`)}/forum" }
  statistics: { url: "${services}/statistics" }
sources:
  forum-comments: { schedule: "* * * * * *", codes: ["7203"] }
  forum-ranking: { schedule: "* * * * * *", terms: [daily] }
  margin-alerts: { schedule: "* * * * * *" }
  short-sale-reports: { schedule: "* * * * * *" }
  statistics-updates: { schedule: "* * * * * *", watch: [{ db: FM08, codes: [FXERD01] }] }
rules: rules
state: state/yagura.db
email:${login}
  from: "Yagura <yagura@example.com>"
  recipients: { desk: [desk@example.com] }
feed: { port: ${port}, tokens: ["\${FEED_TOKEN}"] }
log: { level: trace }
`;

/** Settings whose mistakes are about secrets: as they came from the environment, and one that is short. */
const mistaken = `
upstreams:
  market: { url: "ftp://user:\${FORUM_PASSWORD}@example.com", apiKey: "\${zqx}", tier: "\${OTHER}" }
email: { smtp: "smtp:/\${SMTP_PASSWORD}" }
publicUrl: "https://user:\${FORUM_PASSWORD}@example.com/"
feed: { port: "\${OTHER}", tokens: zqx }
emial: {}
`;

const rules = `
rules:
  - name: failing
    on: [source.failed, source.drifted, source.recovered]
    title: "{{ now.source }} {{ now.reason }}"
    body: "{{ now.message }}"
    notify: [email:desk]
`;

/** Says back everything that it was asked with, once it is told to. */
const echoing =
  (service: Service, how: () => ((said: string) => Answer) | undefined): Service =>
  (asked) => {
    const said = JSON.stringify({ ...asked.headers, query: String(asked.query), path: asked.path });
    if (asked.path.startsWith("/quote/")) return withCookie(service(asked));
    // The test services know one key of their own.
    const known = { ...asked, headers: { ...asked.headers, "x-api-key": "a-key-for-the-tests" } };
    return how()?.(said) ?? service(known);
  };

function withCookie(answer: ReturnType<Service>): ReturnType<Service> {
  if (typeof answer !== "object") return answer;
  const cookie = `B=abc${secrets["cookie of the forum"]}; path=/; HttpOnly`;
  return { ...answer, headers: { ...answer.headers, "set-cookie": cookie } };
}

const echoes: readonly ((said: string) => Answer)[] = [
  (said) => json({ message: said }, 403),
  (said) => json({ isSuccess: false, message: said, STATUS: 503, MESSAGEID: "M181091S", MESSAGE: said }),
  ...[400, 401, 404, 429, 500].map((status) => (said: string) => json({ message: said }, status)),
  (said) => json({ isSuccess: true, response: { isError: true, message: said }, [said]: said, data: [said] }),
  (said) => json(said),
];

const filesOf = (folder: string) =>
  readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString("latin1"));

/** What whoever may look sees of a running monitor, with a token, without one and with wrong ones. */
async function pages(page: string): Promise<string[]> {
  const token = secrets["token of the feed in the environment"];
  const tries = [
    { authorization: `Bearer ${token}` },
    { authorization: `Bearer ${secrets["wrong token"]}` },
    {},
  ];
  const paths = ["", "page.js", "healthz", "readyz", "metrics", "asyncapi.json", "nowhere", "feed"];
  const texts: string[] = [];
  for (const headers of tries)
    for (const path of paths) {
      const answer = await fetch(`${page}${path}?token=${secrets["token in a query"]}`, { headers });
      texts.push(`${JSON.stringify([...answer.headers])} ${await answer.text()}`);
    }
  return texts;
}

/** The sources whose last news is that they fail. */
function failing({ texts }: FeedReader): ReadonlySet<string> {
  const names = new Set<string>();
  for (const text of texts) {
    const { type, subject } = JSON.parse(text).event ?? {};
    if (type === "source.failed" || type === "source.drifted") names.add(subject);
    if (type === "source.recovered") names.delete(subject);
  }
  return names;
}

const ways = Object.keys(logins) as (keyof typeof logins)[];

/** Commands that say the same however mails log in, while the services fail and while they are well. */
const beside = {
  failing: [
    ["check", "--online"],
    ["fetch", "market", "markets/calendar"],
  ],
  well: [["sources"], ["healthcheck"], ["why", "--rule", "failing", "--subject", "margin-alerts"]],
};

test.for(ways)(
  "no secret is in a log, frame, page, metric, mail, file or error where mails log in by %s",
  async (way, context) => {
    const worlds = firstWorlds();
    let how: ((said: string) => Answer) | undefined;
    const services = await serve({
      market: echoing(marketService(worlds.market, "documented"), () => how),
      forum: echoing(forumService(worlds.forum, "observed"), () => how),
      statistics: echoing(statisticsService(worlds.statistics, "documented"), () => how),
    });
    onTestFinished(services.close);
    const smtp = { refuses: true };
    const { port: smtpPort, mails, shown } = await openTelltaleSmtp(smtp);
    const tokens = await openTelltaleTokens(smtp, {
      accessToken: secrets["access token"],
      refreshToken: secrets["refresh token that the service gave"],
    });
    const folder = tmpFolder();
    const config = join(folder, "monitor.yaml");
    const port = await freePort();
    mkdirSync(join(folder, "rules"));
    writeFileSync(join(folder, "rules/rules.yaml"), rules);
    writeFileSync(join(folder, "key.txt"), secrets["API key in a file"]);
    writeFileSync(join(folder, "client.txt"), secrets["client secret in a file"]);
    writeFileSync(join(folder, "token.txt"), secrets["token of the feed in the environment"]);
    writeFileSync(config, settings(services.url, logins[way](smtpPort, tokens.url), port));
    const env = {
      SMTP_PASSWORD: secrets["SMTP password"],
      REFRESH_TOKEN: secrets["refresh token"],
      FORUM_PASSWORD: secrets["password in a service's address"],
      FEED_TOKEN_FILE: join(folder, "token.txt"),
      OTHER: secrets["another variable of the environment"],
    };
    const wrong = join(folder, "wrong.yaml");
    writeFileSync(wrong, mistaken);
    const monitor = await startMonitor(config, env);
    const reader: FeedReader = followFeed(
      monitor.ready.feed,
      secrets["token of the feed in the environment"],
    );
    const count = (type: string) => reader.texts.filter((text) => text.includes(`"type":"${type}"`)).length;
    await until("the baselines", () => count("source.baselined") >= 5);

    const told: [place: string, text: string][] = [];
    const isFirst = everyTrial || way === ways[0];
    // One for each way in which the token service refuses.
    const sendTests = Array.from({ length: way === "OAuth2" ? tokenRefusals : 1 }, () => ["send-test"]);
    for (const [at, echo] of echoes
      .slice(0, trialsOf({ quick: isFirst ? 2 : 1, all: echoes.length }))
      .entries()) {
      how = echo;
      await until(`outages ${at}`, () => failing(reader).size === 5);
      if (at === 0) {
        for (const args of [...sendTests, ...(isFirst ? beside.failing : [])])
          told.push([args.join(" "), JSON.stringify(await call([...args, "--config", config], env))]);
      }
      how = undefined;
      await until(`recoveries ${at}`, () => failing(reader).size === 0);
    }
    const { stdout, stderr } = await call(["check", "--config", wrong], env);
    expect(stderr).toContain("this must be smtp://user:password@host:port, smtps://... or file:FOLDER");
    expect(stdout + stderr).not.toContain("zqx");
    told.push(["check of mistakes", `${stdout}${stderr}`]);
    smtp.refuses = false;
    for (const args of [["check"], ["send-test"], ...(isFirst ? beside.well : [])])
      told.push([args.join(" "), JSON.stringify(await call([...args, "--config", config], env))]);
    told.push(...(await pages(monitor.ready.page)).map((text): [string, string] => ["page", text]));
    await until("a mail", () => mails.length > 0, 90_000);
    told.push(...reader.texts.map((text): [string, string] => ["frame", text]));
    told.push(
      ...mails.map((text): [string, string] => [
        "mail",
        Buffer.from(text.replace(/=\r\n/g, ""), "latin1").toString(),
      ]),
    );
    told.push(...filesOf(join(folder, "state")).map((text): [string, string] => ["database", text]));
    await monitor.stop("SIGTERM");
    told.push(
      ["log", monitor.log()],
      ...filesOf(join(folder, "state")).map((text): [string, string] => ["database", text]),
    );

    // What the services were told is what they had to say back.
    const heard = JSON.stringify([services.asked.map(({ headers }) => headers), shown, tokens.asked]);
    const toServices = ["API key in a file", "cookie of the forum"] as const;
    const toMail =
      way === "OAuth2"
        ? ([
            "client secret in a file",
            "refresh token",
            "refresh token that the service gave",
            "access token",
          ] as const)
        : (["SMTP password"] as const);
    for (const name of [...toServices, ...toMail]) expect(heard, name).toContain(secrets[name]);
    const found = Object.entries({
      ...secrets,
      "token of the forum": /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(heard)?.[0] ?? "none",
    })
      .flatMap(([name, secret]) => writings(secret).map((written) => [name, written] as const))
      .flatMap(([name, written]) =>
        told
          .filter(([, text]) => text.includes(written))
          .map(
            ([place, text]) =>
              `${name} in ${place}: ${text.slice(Math.max(0, text.indexOf(written) - 80)).slice(0, 160)}`,
          ),
      );
    tell(context, {
      fault: "canary secrets, and services that say back all they hear",
      tried: (Object.keys(secrets).length + 1) * told.length,
      lost: 0,
      wrong: found.length,
      shown: `${told.length} frames, pages, mails, files, answers of commands`,
      failsWith: "messages of services shown as they came",
    });
    expect(found.slice(0, 20)).toEqual([]);
  },
);
