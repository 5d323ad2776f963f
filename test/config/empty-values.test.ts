/** Settings that grant, sign or limit, and that come out empty: nothing opens, and what is not refused is less than before. */
import { describe, expect, it } from "vitest";
import { configSchema } from "../../src/config/config.ts";
import { knownKeys } from "../../src/lib/yaml/validate-yaml.ts";
import { outputMembers } from "../../src/outputs/index.ts";
import { emptyWays, grantingSettings, settingsScene } from "./granting-settings.ts";

it.each(Object.entries(grantingSettings))("an empty value is no way in: %s", async (_, setting) => {
  const { tryEmpty } = settingsScene();
  for (const way of emptyWays) await tryEmpty(setting, way);
});

it("covers every key of the feed, and every secret", () => {
  const known = knownKeys(configSchema(undefined), ["feed"]);
  const named = Object.keys(grantingSettings).join("\n");
  expect(known.filter((key) => !named.includes(`feed.${key}`))).toEqual([]);
  const secrets = outputMembers.flatMap((one) => one.secrets);
  expect(secrets.filter((key) => !new RegExp(`\\b${key}\\b`).test(named))).toEqual([]);
});

describe("the token of the settings that ship", () => {
  const asShipped = (more = "") => `${more}feed: { tokens: ["\${YAGURA_FEED_TOKEN:-}"] }\n`;

  it("is left out where its variable is not set", async () => {
    const { problems, config } = await settingsScene().checked(asShipped(), {});
    expect([problems, config?.outputs.feed.tokens]).toEqual([[], []]);
  });

  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: as they are written in the settings
  it.each([
    ["its variable is set and empty", asShipped(), { YAGURA_FEED_TOKEN: "" }],
    ["its file is empty", asShipped(), { YAGURA_FEED_TOKEN_FILE: "empty" }],
    ["it is one of two", 'feed: { tokens: ["${YAGURA_FEED_TOKEN:-}", a-long-random-text] }\n', {}],
    ["operators have it", 'feed: { operators: ["${YAGURA_FEED_TOKEN:-}"] }\n', {}],
    ["others come in", 'feed: { host: 0.0.0.0, tokens: ["${YAGURA_FEED_TOKEN:-}"] }\n', {}],
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as they are written in the settings
  ])("is a mistake where %s", async (_, text, environment) => {
    const { problems } = await settingsScene().checked(text, environment as Record<string, string>);
    expect(problems).toHaveLength(1);
  });

  it("is told at its place, with what to do", async () => {
    const { problems } = await settingsScene().checked(asShipped(), { YAGURA_FEED_TOKEN: "" });
    expect(problems).toMatchObject([
      {
        ...{ line: 1, column: 18, message: "this token is empty" },
        suggestion: "set what it comes from, or remove the entry",
      },
    ]);
  });
});

describe("tokens and addresses that open more than may be meant", () => {
  const warned = async (text: string) => {
    const { problems, warnings } = await settingsScene().checked(text);
    expect(problems).toEqual([]);
    return warnings.map(({ line, column, message }) => `${line}:${column}: ${message}`);
  };
  const long = "0123456789abcdef";

  it("are warned of: short ones, and those of readers that may act", async () => {
    const feed = `feed: { tokens: [${long}, short], operators: [${long}, short-as-well] }`;
    expect(await warned(feed)).toEqual([
      "1:36: a token of fewer than 16 characters can be guessed",
      "1:56: this token is in `tokens`, too: whoever reads with it may act",
      "1:74: a token of fewer than 16 characters can be guessed",
    ]);
    expect(await warned(`feed: { tokens: [${long}], operators: [${long}-2] }`)).toEqual([]);
  });

  it("are warned of: a page for everybody without a token", async () => {
    const page = "publicUrl: https://yagura.desk.co.jp\n";
    expect(await warned(`${page}feed: { tokens: [] }`)).toEqual([
      "1:12: everybody who reaches this address may read and act: no token is needed",
    ]);
    expect(await warned(`${page}feed: { operators: [${long}] }`)).toEqual([
      "1:12: everybody who reaches this address may read: no token is needed",
    ]);
    expect(await warned(`${page}feed: { tokens: [${long}] }`)).toEqual([]);
    expect(await warned("publicUrl: http://127.0.0.1:8080\n")).toEqual([]);
  });

  it.each(["null", "*", "desk.co.jp", "https://"])("are refused: the origin %s", async (origin) => {
    expect((await settingsScene().checked(`feed: { origins: ["${origin}"] }`)).problems).toHaveLength(1);
  });

  it.each(["https://desk.co.jp", "http://127.0.0.1:3000", "chrome-extension://abcdef"])(
    "are taken: the origin %s",
    async (origin) => {
      expect((await settingsScene().checked(`feed: { origins: ["${origin}"] }`)).problems).toEqual([]);
    },
  );
});
