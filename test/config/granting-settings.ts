/** Settings that grant, sign or limit, each in every way in which it may come out empty, and what `yagura check` says of it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Config } from "../../src/config/config.ts";
import type { Environment } from "../../src/config/interpolate.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { checkFiles, settingMistakes, settingWarnings } from "../../src/files/check-files.ts";
import { formats } from "../../src/outputs/webhook/formats/index.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const signing = "whsec_c29tZSAyNCByYW5kb20gYnl0ZXMgYXQgbGVhc3Q=";
const others: Readonly<Record<string, string>> = {
  json: 'url: "https://bots.desk.co.jp/x"',
  slack: "",
  discord: 'url: "https://bots.desk.co.jp/x"',
  telegram: 'token: "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11", chat: "-100"',
  line: "token: aaaaaaaaaaaaaaaaaaaaaaaa, to: U4af4980629d3c1a4d3f6a3ba1b9f0d0e",
  ntfy: "topic: yagura-4f9c2a71",
  apprise: 'url: "https://bots.desk.co.jp/notify/x"',
};

/** A target of a format with this value for a key. */
function target(format: string, key: string, value: string): string {
  const beside = (others[format] ?? "")
    .split(", ")
    .filter((one) => one !== "" && !one.startsWith(`${key}:`))
    .join(", ");
  return `webhook: { targets: { a: { format: ${format}, ${beside}${beside === "" ? "" : ", "}${key}: ${value} } } }`;
}

const oauth2 = (key: string, value: string) =>
  `email: { smtp: "smtp://mail.desk.co.jp", oauth2: { ${[
    ...["provider: google", "user: a", "clientId: b", "refreshToken: c"].filter(
      (one) => !one.startsWith(`${key}:`),
    ),
    `${key}: ${value}`,
  ].join(", ")} } }`;

export interface Granting {
  /** The settings with a value in the place of the key. */
  readonly text: (value: string) => string;
  /** What an empty value means where it is no mistake, by the way it came about; left out: it is always one. */
  readonly means?: Readonly<Partial<Record<Way, (config: Config) => unknown>>>;
}

export type Way = "set and empty" | "unset with :-" | "blank" | "an empty file" | "nothing" | "an empty list";

const ways: Readonly<Record<Way, string>> = {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: as they are written in the settings
  "set and empty": '"${EMPTY}"',
  "unset with :-": '"${UNSET:-}"',
  blank: '" \u3000\u200b"',
  "an empty file": '"${file:empty}"',
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as they are written in the settings
  nothing: "null",
  "an empty list": "[]",
};

type Means = NonNullable<Granting["means"]>;
const always = (means: (config: Config) => unknown): Means => ({
  ...{ "set and empty": means, "unset with :-": means, blank: means, "an empty file": means },
});
/** A list that says nothing is as it is without the key. */
const emptyList = (means: (config: Config) => unknown): Means => ({ "an empty list": means });

export const grantingSettings: Readonly<Record<string, Granting>> = {
  feed: { text: (value) => `feed: ${value}` },
  "feed.tokens": {
    text: (value) => `feed: { tokens: ${value} }`,
    means: emptyList(({ outputs }) => expect(outputs.feed.host).toBe("127.0.0.1")),
  },
  "feed.tokens, where others come in": { text: (value) => `feed: { host: 0.0.0.0, tokens: ${value} }` },
  "an entry of feed.tokens": { text: (value) => `feed: { tokens: [${value}] }` },
  "one of two entries of feed.tokens": {
    text: (value) => `feed: { tokens: [a-long-random-text, ${value}] }`,
  },
  "feed.operators": {
    text: (value) => `feed: { tokens: [a-long-random-text], operators: ${value} }`,
    means: emptyList(({ outputs }) => expect(outputs.feed.operators).toEqual([])),
  },
  "an entry of feed.operators": {
    text: (value) => `feed: { tokens: [a-long-random-text], operators: [${value}] }`,
  },
  "feed.calendarTokens": {
    text: (value) => `feed: { calendarTokens: ${value} }`,
    means: emptyList(({ outputs }) => expect(outputs.feed.calendarTokens).toEqual([])),
  },
  "an entry of feed.calendarTokens": { text: (value) => `feed: { calendarTokens: [${value}] }` },
  "feed.origins": {
    text: (value) => `feed: { origins: ${value} }`,
    means: emptyList(({ outputs }) => expect(outputs.feed.origins).toEqual([])),
  },
  "an entry of feed.origins": { text: (value) => `feed: { origins: [${value}] }` },
  "feed.trustProxy": {
    text: (value) => `feed: { trustProxy: ${value} }`,
    means: emptyList(({ outputs }) => expect(outputs.feed.trustProxy).toEqual([])),
  },
  "an entry of feed.trustProxy": { text: (value) => `feed: { trustProxy: [${value}] }` },
  "feed.host": { text: (value) => `feed: { host: ${value} }` },
  "feed.port": { text: (value) => `feed: { port: ${value} }` },
  "feed.maxConnections": { text: (value) => `feed: { maxConnections: ${value} }` },
  "feed.maxConnectionsPerAddress": { text: (value) => `feed: { maxConnectionsPerAddress: ${value} }` },
  "feed.heartbeatMs": { text: (value) => `feed: { heartbeatMs: ${value} }` },
  people: { text: (value) => `people: ${value}` },
  "a person": { text: (value) => `people: { aoi: ${value} }` },
  "an entry of a person's tokens": { text: (value) => `people: { aoi: { tokens: [${value}] } }` },
  "an entry of a person's operators": {
    text: (value) => `people: { aoi: { tokens: [a-long-random-text], operators: [${value}] } }`,
  },
  "an entry of a person's calendarTokens": {
    text: (value) => `people: { aoi: { tokens: [a-long-random-text], calendarTokens: [${value}] } }`,
  },
  "a person's tokens": { text: (value) => `people: { aoi: { tokens: ${value} } }` },
  publicUrl: { text: (value) => `publicUrl: ${value}` },
  // Empty, each would leave a machine alone, or its servers open.
  cluster: { text: (value) => `cluster: ${value}` },
  "cluster.nats": { text: (value) => cluster(`nats: ${value}, name: a`) },
  "an entry of cluster.nats": { text: (value) => cluster(`nats: ["tls://nats:4222", ${value}], name: a`) },
  "cluster.credentials": {
    text: (value) => cluster(`nats: ["tls://nats:4222"], name: a, credentials: ${value}`),
  },
  "cluster.name": { text: (value) => cluster(`nats: ["tls://nats:4222"], name: ${value}`) },
  retention: { text: (value) => `retention: ${value}` },
  "upstreams.market.url": { text: (value) => `upstreams: { market: { url: ${value} } }` },
  "upstreams.forum.url": { text: (value) => `upstreams: { forum: { url: ${value} } }` },
  "upstreams.market.apiKey": {
    text: (value) => `upstreams: { market: { url: "https://m.desk.co.jp/v2", apiKey: ${value} } }`,
    means: always(({ upstreams }) => expect(upstreams.market.apiKey).toBeUndefined()),
  },
  "upstreams.market.tier": { text: (value) => `upstreams: { market: { tier: ${value} } }` },
  "upstreams.statistics.spacing": { text: (value) => `upstreams: { statistics: { spacing: ${value} } }` },
  "upstreams.statistics.maxAnswerMb": {
    text: (value) => `upstreams: { statistics: { maxAnswerMb: ${value} } }`,
  },
  "email.smtp": {
    text: (value) => `email: { smtp: ${value} }`,
    // As the settings that ship say: mails stay on this machine.
    means: {
      "set and empty": ({ outputs }) => expect(outputs.email.smtp).toMatch(/^file:/),
      "unset with :-": ({ outputs }) => expect(outputs.email.smtp).toMatch(/^file:/),
      "an empty file": ({ outputs }) => expect(outputs.email.smtp).toMatch(/^file:/),
    },
  },
  "the user of email.smtp": { text: (value) => smtp(value, "pw", "") },
  "the password of email.smtp": { text: (value) => smtp("desk", value, "") },
  "requireTLS of email.smtp": { text: (value) => smtp("desk", "pw", `?requireTLS=${inText(value)}`) },
  "email.sendSimulated": { text: (value) => `email: { sendSimulated: ${value} }` },
  "email.oauth2": { text: (value) => `email: { smtp: "smtp://mail.desk.co.jp", oauth2: ${value} }` },
  ...Object.fromEntries(
    ["provider", "user", "clientId", "clientSecret", "refreshToken", "accessUrl", "scope"].map((key) => [
      `email.oauth2.${key}`,
      { text: (value: string) => oauth2(key, value) },
    ]),
  ),
  "email.recipients.desk": {
    text: (value) => `email: { recipients: { desk: ${value} } }`,
    means: emptyList(({ outputs }) => expect(outputs.email.recipients).toEqual({ desk: [] })),
  },
  "an entry of email.recipients.desk": { text: (value) => `email: { recipients: { desk: [${value}] } }` },
  "webhook.sendSimulated": { text: (value) => `webhook: { sendSimulated: ${value} }` },
  "webhook.recipients.desk": { text: (value) => `webhook: { recipients: { desk: ${value} } }` },
  ...Object.fromEntries(
    formats.flatMap(({ name, schema }) =>
      [...Object.keys(schema.shape), "allowPrivate"].map((key) => [
        `${key} of a target of ${name}`,
        { text: (value: string) => target(name, key, value) },
      ]),
    ),
  ),
  "one of two secrets of a target": { text: (value) => target("json", "secret", `[${signing}, ${value}]`) },
  "alerts.receivers.cap.hour": {
    text: (value) => `alerts: { receivers: { "email:desk": { cap: { hour: ${value} } } } }`,
  },
  "alerts.receivers.hours": {
    text: (value) => `alerts: { receivers: { "email:desk": { hours: ${value} } } }`,
  },
  "alerts.routes.match": { text: (value) => `alerts: { routes: [{ match: ${value} }] }` },
  "alerts.routes.to": { text: (value) => `alerts: { routes: [{ to: ${value} }] }` },
  "an entry of alerts.routes.to": { text: (value) => `alerts: { routes: [{ to: [${value}] }] }` },
  "alerts.windows.match": {
    text: (value) => `alerts: { windows: [{ name: a, days: [mon], match: ${value} }] }`,
  },
  "alerts.windows.between": { text: (value) => `alerts: { windows: [{ name: a, between: ${value} }] }` },
  "alerts.windows.days": { text: (value) => `alerts: { windows: [{ name: a, days: ${value} }] }` },
  "alerts.windows.except": { text: (value) => `alerts: { windows: [{ name: a, except: ${value} }] }` },
  "alerts.inhibit.source": {
    text: (value) => `alerts: { inhibit: [{ source: ${value}, target: rule=a, equal: [] }] }`,
  },
  "alerts.inhibit.target": {
    text: (value) => `alerts: { inhibit: [{ source: rule=a, target: ${value}, equal: [] }] }`,
  },
  "alerts.brake": { text: (value) => `alerts: { brake: ${value} }` },
  "alerts.brake.times": { text: (value) => `alerts: { brake: { times: ${value} } }` },
  "alerts.resolveAfter": { text: (value) => `alerts: { resolveAfter: ${value} }` },
  "quarantine of a source": { text: (value) => ranking(`quarantine: ${value}`) },
  "quarantine.items of a source": { text: (value) => ranking(`quarantine: { items: ${value} }`) },
  "quarantine.share of a source": { text: (value) => ranking(`quarantine: { share: ${value} }`) },
  "enabled of an override": { text: (value) => override("enabled", value) },
  "cooldown of an override": { text: (value) => override("cooldown", value) },
  "severity of an override": { text: (value) => override("severity", value) },
  "notify of an override": {
    text: (value) => override("notify", value),
    means: emptyList(({ overrides }) => expect(overrides?.rules.x).toEqual({ notify: [] })),
  },
};

const cluster = (keys: string) => `cluster: { ${keys} }`;
/** What a value is within an address; nothing and an empty list are no texts. */
const inText = (value: string) => value.replaceAll('"', "").replace(/^(null|\[\])$/, "");
const smtp = (user: string, password: string, more: string) =>
  `email: { smtp: "smtp://${inText(user)}:${inText(password)}@mail.desk.co.jp${more}" }`;
const ranking = (more: string) => `sources: { forum-ranking: { schedule: "0 0 0 * * *", ${more} } }`;
const override = (key: string, value: string) => `rules: { overrides: { x: { ${key}: ${value} } } }`;

export const emptyWays = Object.keys(ways) as Way[];

/** Settings of a file in a folder of its own; an empty file and a rule stand beside them. */
export function settingsScene() {
  const folder = tmpFolder();
  const file = join(folder, "config/monitor.yaml");
  for (const part of ["config", "rules"]) mkdirSync(join(folder, part));
  writeFileSync(join(folder, "rules/x.yaml"), "rules: [{ name: x, on: forum.ranking.entered, title: x }]\n");
  writeFileSync(join(folder, "config/empty"), "");
  /** What `yagura check` says; rules take a while, and few settings need them. */
  const checked = async (text: string, environment: Environment = { EMPTY: "" }) => {
    writeFileSync(file, text);
    if (text.startsWith("rules:")) return checkFiles(file, environment);
    const loaded = loadConfig(file, environment);
    if (!loaded.ok) return { problems: loaded.problems, warnings: [] };
    const { config, locate } = loaded;
    const problems = settingMistakes(config, locate);
    return { problems, warnings: problems.length > 0 ? [] : settingWarnings(config, locate), config };
  };
  return {
    checked,
    /** Ends well where the value is a mistake, or means less than one that is set. */
    async tryEmpty({ text, means = {} }: Granting, way: Way): Promise<void> {
      const { problems, config } = await checked(text(ways[way]));
      const meaning = means[way];
      expect([way, problems.length > 0]).toEqual([way, meaning === undefined]);
      if (meaning !== undefined && config !== undefined) meaning(config);
    },
  };
}
