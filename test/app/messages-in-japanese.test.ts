/** Every mistake that the fixtures make is told in Japanese, with the words of the file that the English names. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mistakeLines, refusalLines } from "../../src/commands/terminal.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { settingWarnings } from "../../src/files/check-files.ts";
import { builtInTypes } from "../../src/files/event-types.ts";
import { type Problem, Refused } from "../../src/lib/problem.ts";
import { callerLanguage } from "../../src/model/language.ts";
import { inJapanese } from "../../src/model/messages/in-japanese.ts";
import { compileRuleTexts } from "../../src/rules/files/compile-files.ts";
import { mailsTo } from "../rules/support.ts";

const fixtures = join(import.meta.dirname, "../../fixtures");

function problemsOfSettings(): Problem[] {
  return readdirSync(join(fixtures, "config")).flatMap((name) => {
    const loaded = loadConfig(join(fixtures, "config", name), {});
    return loaded.ok ? [] : loaded.problems;
  });
}

function problemsOfRules(): Problem[] {
  return readdirSync(join(fixtures, "rules")).flatMap((file) => {
    const text = readFileSync(join(fixtures, "rules", file), "utf8");
    const options = { notify: mailsTo("desk"), types: builtInTypes, hash: "" };
    const loaded = compileRuleTexts([{ file, text }], options);
    return loaded.ok ? loaded.warnings : [...loaded.problems, ...loaded.warnings];
  });
}

/** Words that a person has to see as they stand: between backquotes, and figures. */
const named = (text: string) => [...text.matchAll(/`[^`]+`|\d+/g)].map(([word]) => word).sort();

describe.each([
  ["settings", problemsOfSettings],
  ["rules", problemsOfRules],
] as const)("mistakes in %s", (_, problemsOf) => {
  const texts = problemsOf().flatMap(({ message, suggestion }) => [
    message,
    ...(suggestion ? [suggestion] : []),
  ]);

  it("are many, and each has its Japanese", () => {
    expect(texts.length).toBeGreaterThan(80);
    expect(texts.filter((text) => !/[ぁ-ん]/.test(inJapanese(text) ?? ""))).toEqual([]);
  });

  it("name the same words and figures in both languages", () => {
    const differ = texts.filter((text) => {
      const there = new Set(named(inJapanese(text) ?? ""));
      return named(text).some((word) => !there.has(word) && word.startsWith("`"));
    });
    expect(differ).toEqual([]);
  });
});

describe("warnings about settings that load", () => {
  const market = "upstreams: { market: { url: 'https://market.example.jp/v2', apiKey: key } }";
  const mail = "email: { smtp: 'smtp://mail.example.jp', recipients: { desk: [desk@example.jp], none: [] } }";
  const targets = [
    "away: { format: json, url: 'http://bots.example.com/' }",
    "talk: { format: discord, url: 'https://discord.com/api/webhooks/1234567890/XXXX/slack' }",
    "others: { format: apprise, url: 'http://127.0.0.1:8000/' }",
  ];
  const chat = `webhook: { targets: { ${targets.join(", ")} } }`;
  const sent = chat.replace("{ targets", "{ sendSimulated: true, targets");
  const mailed = mail.replace("{ smtp", "{ sendSimulated: true, smtp");

  it.each([
    ["sent nowhere", [market, mail, chat, "history: { seed: 60d }"], 10],
    ["sent everywhere", ["publicUrl: 'http://127.0.0.1:8080'", mailed, sent], 6],
  ] as const)("have their Japanese where simulated alerts are %s", (_, lines, least) => {
    const loaded = loadConfig("monitor.yaml", {}, { text: lines.join("\n"), read: () => "" });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const warnings = settingWarnings(loaded.config, loaded.locate);
    expect(warnings.length).toBeGreaterThanOrEqual(least);
    const texts = warnings.flatMap(({ message, suggestion }) => [
      message,
      ...(suggestion ? [suggestion] : []),
    ]);
    expect(texts.filter((text) => !/[ぁ-ん]/.test(inJapanese(text) ?? ""))).toEqual([]);
  });
});

it("says a mistake at its place, and a warning as one", () => {
  const problem: Problem = {
    file: "rules/mine.yaml",
    line: 3,
    column: 5,
    message: "unknown key `cooldwn`",
    suggestion: "did you mean `cooldown`?",
    severity: "warning",
  };
  expect(mistakeLines(problem, "ja")).toEqual([
    "rules/mine.yaml:3:5: 警告：知らないキーです：`cooldwn` (`cooldown` のことですか)",
  ]);
  expect(mistakeLines(problem, "en")).toEqual([
    "rules/mine.yaml:3:5: warning: unknown key `cooldwn` (did you mean `cooldown`?)",
  ]);
});

it("leaves a message that has no Japanese as it is", () => {
  expect(refusalLines(new Refused("what nobody translated"), "ja")).toEqual([
    "yagura: what nobody translated",
  ]);
});

it.each([
  [{ LANG: "ja_JP.UTF-8" }, "ja"],
  [{ LANG: "en_US.UTF-8" }, "en"],
  [{ LANG: "ja_JP.UTF-8", LC_ALL: "C" }, "en"],
  [{ LANG: "C", YAGURA_LANGUAGE: "ja" }, "ja"],
  [{}, "en"],
])("takes the language of %j", (environment, language) => {
  expect(callerLanguage(environment)).toBe(language);
});
