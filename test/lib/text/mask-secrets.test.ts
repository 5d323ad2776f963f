import { describe, expect, it } from "vitest";
import { isSecretSetting } from "../../../src/config/load-config.ts";
import { maskSecrets as maskWith } from "../../../src/lib/text/tame.ts";

const maskSecrets = (text: string) => maskWith(text, { isSecretKey: isSecretSetting });

const hides = (text: string): void => {
  const masked = maskSecrets(text);
  expect(masked).not.toMatch(/s3cr|et99/);
  expect(masked.length).toBe(text.length);
};

describe("what is shown of a config file", () => {
  it.each([
    'market: { url: simulated, apiKey: "s3cr,et99", tier: standrd }',
    "market: { url: simulated, apikey: s3cret99, tier: standrd }",
    "apiKey: s3cr,et99 and } more et99",
    "  apiKy: 's3cr''et99'",
    "feed: { host: 0.0.0.0, tokens: [s3cret99, s3cret99] }",
    'feed: { host: 0.0.0.0, "tokens": ["s3cret99"',
    "  tokens:\n    - s3cret99\n    - s3cret99",
    "  tokens:\n  - s3cret99\n\n  - s3cret99",
    "  tokens: [\n      s3cret99,\n    s3cret99 ]",
    '  apiKey: "s3cr\n     et99"',
    "  apiKey: |\n    s3cret99",
    'smtp: "smtp://user:s3cret99@host:587"',
    'state: "http://user:s3cret99@host/"',
    "  password: s3cret99",
    "  pwd: { one: s3cret99, two: [s3cret99] }",
    "  market2.api_key: s3cret99",
    'url: "https://host/v2?id=s3cret99"',
    "host: me:s3cret99@mail.example.com",
    "userAgent: A7xs3cr9Kq2Lm8Zt4et99vB6",
    'apiKey: "$' + '{YAGURA_MARKET_API_KEY:-s3cret99}"',
  ])("holds no secret of %j, and every column stays", hides);

  it("keeps all that is no secret, and names of variables", () => {
    const text = [
      "upstreams:",
      '  market: { url: "http://127.0.0.1/v2", apiKey: "$' + '{YAGURA_MARKET_API_KEY:-}", tier: standrd }',
      "sources:",
      "  margin-alerts: { schedule: x }",
    ].join("\n");
    expect(maskSecrets(text)).toBe(text);
  });

  it("shows again what stands after the secret", () => {
    expect(maskSecrets("feed:\n  tokens:\n    - abc\n  port: x")).toBe(
      "feed:\n  tokens:\n    * ***\n  port: x",
    );
  });
});
