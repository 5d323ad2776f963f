/** A secret in a wrong place of a file is in nothing that is said of the file. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Environment } from "../../src/config/interpolate.ts";
import { checkFiles } from "../../src/files/check-files.ts";
import { problemLines } from "../../src/lib/problem.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const secret = "hunter2-canary";
const good = "rules: [{ name: a, on: source.failed, title: x }]\n";
const rule = (more: string) => `rules:\n  - name: a\n    on: source.failed\n    title: x\n${more}\n`;

/** As the settings refer to a variable or a file. */
const filled = (name: string) => `$\{${name}}`;

/** Each with a mistake, so that something is said. */
const settings: Readonly<Record<string, string>> = {
  "a password under a key that is none": `email:\n  from: a\n  login: ${secret}\n`,
  "a key under a name of the author's own": `upstreams: { market: { zugang: ${secret} } }\n`,
  "a map of them": `upstreams:\n  market:\n    zugang:\n      one: ${secret}\n      two: [${secret}]\n`,
  "beside another mistake": `upstreams: { market: { zugang: "${secret}", tier: standrd } }\n`,
  "a section that is none": `vault:\n  - ${secret}\n  - { x: ${secret} }\n`,
  "in a file that is no YAML": `upstreams:\n  market: { pwd: ${secret}\nfeed: ]\n`,
  "in the login of an address": `state: "https://me:${secret}@example.com"\nemial: {}\n`,
  "in the query of an address": `upstreams: { market: { url: "https://example.com/v2?sig=${secret}", teir: x } }\n`,
  "as the name of a variable": `upstreams: { market: { apiKey: "\${${secret}}" } }\n`,
  "as a number": "feed: { tokens: [48151623421] }\n",
  "where a tier belongs": "upstreams: { market: { tier: k9X2mQ7vL4pR8sT1wZ } }\n",
};

const rules: Readonly<Record<string, string>> = {
  "a password": rule(`    password: ${secret}`),
  "a key of the author's own": rule(`    zugang: ${secret}`),
  "a list of them": rule(`    zugang:\n      - ${secret}`),
  "an API key among the labels": rule(`    labels: { apiKey: [${secret}] }`),
  "in an address": rule(`    notify: ["https://me:${secret}@example.com/hook"]`),
  "in the query of an address": rule(`    notify: ["https://example.com/hook?token=${secret}"]`),
  "in a file that is no YAML": `password: ${secret}\nrules: ]\n`,
  "what looks drawn by lot": rule("    notify: [k9X2mQ7vL4pR8sT1wZ]"),
};

async function said(config: string, text: string, environment: Environment = {}): Promise<string> {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "monitor.yaml"), config);
  writeFileSync(join(folder, "rules/a.yaml"), text);
  const { problems } = await checkFiles(join(folder, "monitor.yaml"), environment);
  expect(problems).not.toEqual([]);
  return `${JSON.stringify(problems)}\n${problems.flatMap(problemLines).join("\n")}`;
}

const anyOf = /hunter2|canary|48151623421|k9X2mQ7vL4pR8sT1wZ/;

test.each(Object.entries(settings))("settings with a secret: %s", async (_, text) => {
  expect(await said(text, good)).not.toMatch(anyOf);
});

test.each(Object.entries(rules))("a rule file with a secret: %s", async (_, text) => {
  expect(await said("feed: { port: 0 }\n", text)).not.toMatch(anyOf);
});

/** Settings whose secrets are words that messages have, with the message that stays whole. */
const ordinary: readonly (readonly [text: string, message: string])[] = [
  [
    "email: { smtp: user@mail.example.com }",
    "this must be smtp://user:password@host:port, smtps://... or file:FOLDER",
  ],
  ["email: { smtp: file }", "this must be smtp://user:password@host:port, smtps://... or file:FOLDER"],
  [
    `feed: { tokens: ["${filled("file:there/file")}"] }`,
    "the file there/file cannot be read: there is no such file",
  ],
  ["feed: { tokens: list }", "this must be a list"],
  [
    "upstreams: { market: { apiKey: standard, tier: no } }",
    "this must be one of free, light, standard, premium",
  ],
  ["feed: { tokens: [number], port: number }", "this must be a number"],
];

test.each(ordinary)("%s: words of ours stay to be read", async (text, message) => {
  expect(await said(`${text}\n`, good)).toContain(message);
});

test("names of variables and files, folders, and short values under unknown keys stay to be seen", async () => {
  const text = [
    `feed: { tokens: ["${filled("file:feed-token")}", "${filled("TOKEN")}"] }`,
    `webhok: { line: { token: "${filled("file:/run/secrets/line")}", to: U4af4980629d3c1a4 } }`,
    "lines: 300",
    "email: { smtp: file:../data/outbox, form: a@example.com }",
  ];
  const shown = await said(`${text.join("\n")}\n`, rule("    cuont: { at: 3, within: 1h }"), { TOKEN: "x" });
  expect(shown).toContain(`feed: { tokens: *"${filled("file:feed-token")}"* "${filled("TOKEN")}"* }`);
  expect(shown).toContain(`"${filled("file:/run/secrets/line")}"`);
  expect(shown).toContain("smtp: file:../data/outbox");
  expect(shown).toContain("lines: 300");
  expect(shown).not.toContain("U4af4980629d3c1a4");
});

test("a short secret is hidden as the value of its setting, and its word stays elsewhere", async () => {
  const shown = await said("feed: { tokens: [abc], prot: 1 }\nlog: 1\nabc: 1\n", good);
  expect(shown).toContain("feed: { tokens: *****, prot: 1 }");
  expect(shown).toContain("unknown key `abc`");
  expect(await said(`upstreams: { market: { apiKey: "${filled("abc")}" } }\n`, good)).not.toContain("abc");
});

test.each([
  [`upstreams: { market: { url: "${filled("X")}" } }`, "ftp://me:hunter2-canary@example.com/v2"],
  [`upstreams: { market: { url: "ftp://${filled("X")}/v2" } }`, "me:hunter2-canary@example.com"],
  [`upstreams: { market: { url: "ftp://me:${filled("X")}@example.com" } }`, "hunter2"],
  [`upstreams: { market: { url: "ftp://example.com/${filled("X")}/v2" } }`, "hunter2-canary"],
  [`email: { smtp: "${filled("X")}" }`, "smtp:/me:hunter2-canary@example.com"],
  [`feed: { tokens: ["${filled("X")}"], port: "${filled("X")}" }`, "hunter2-canary"],
  [`publicUrl: "${filled("X")}"`, "https://me:hunter2-canary@example.com"],
])("a secret from the environment: %s", async (text, X) => {
  expect(await said(`${text}\n`, good, { X })).not.toMatch(anyOf);
});

test("what is no secret stays to be seen, also in lists with names such as keywords and authors", async () => {
  const text = `lists: { keywords: [増益, 減益], authors: [abc] }\n${rule("    cooldwn: 1h")}`;
  const shown = await said("feed: { port: 0 }\nretenton: 400d\n", text);
  expect(shown).toContain("retenton: 400d");
  expect(shown).toContain("cooldwn: 1h");
});
