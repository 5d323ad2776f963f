/** Rules for the help of every command: it is a manual, in one form for all. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../src/commands/index.ts";
import { cellsIn } from "../../src/lib/text/terminal.ts";

const root = join(import.meta.dirname, "../..");
const program = createProgram();
const inJapanese = createProgram({ LANG: "ja_JP.UTF-8" });

/** Commands and their parts, each with the words that call it. */
function callsOf(command: Command, above = ""): (readonly [call: string, command: Command])[] {
  return command.commands.flatMap((part) => {
    const call = `${above} ${part.name()}`.trim();
    return [[call, part] as const, ...callsOf(part, call)];
  });
}

function helpOf(command: Command, columns = 80): string {
  let help = "";
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
    getOutHelpWidth: () => columns,
  });
  command.outputHelp();
  return help;
}

/** The lines of a section. */
function section(help: string, heading: string): string[] {
  const [, text = ""] =
    new RegExp(`^(?:${heading})[:：]\\n((?: {2}.*\\n|\\n(?= {2}))*)`, "m").exec(`${help}\n`) ?? [];
  return text.split("\n").filter((line) => line.trim() !== "");
}

const calls = callsOf(program);
const japaneseCalls = callsOf(inJapanese).map(
  ([call, command], at) => [call, calls[at]?.[1] ?? program, command] as const,
);
const pages: (readonly [call: string, english: Command, japanese: Command])[] = [
  ["the program", program, inJapanese],
  ...japaneseCalls,
];

/** What a person reads of a page: without the calls, names, words of the call and values that stand in it. */
function proseOf(help: string): string {
  return help
    .split("\n")
    .filter((line) => !line.startsWith("  npx ") && !line.startsWith("使い方"))
    .filter((line) => !/^ {2}(docs\/|yagura |README)/.test(line))
    .map((line) => line.replace(/^ {2}[\w-].*? {2}/, ""))
    .join(" ")
    .replace(/[`'"{][^`'"}]*[`'"}]/g, " ");
}

/** Flags of the options, statuses, files, variables and calls: whatever is no word. */
function factsOf(command: Command, help: string) {
  return {
    options: command.options.map(({ flags, defaultValue, argChoices }) => [flags, defaultValue, argChoices]),
    arguments: command.registeredArguments.map((each) => [each.name(), each.required, each.argChoices]),
    statuses: help.match(/^ {2}[012](?= )/gm),
    variables: section(help, "Environment|環境変数").flatMap(
      (line) => /^ {2}[A-Z].*?(?= {2})/.exec(line) ?? [],
    ),
    calls: help.match(/^ {2}npx .*$/gm),
    others: section(help, "See also|関連"),
  };
}

describe.each(calls)("the help of %s", (call, command) => {
  const help = helpOf(command);

  test("says what it does, how it ends, what it reads, and what else there is, within 80 columns", () => {
    for (const heading of ["What it does", "Exit status", "Environment", "See also"])
      expect([heading, section(help, heading).length > 0]).toEqual([heading, true]);
    expect(section(help, "Exit status").map((line) => line.trim()[0])).toEqual(
      expect.arrayContaining(["0", "1", "2"]),
    );
    const examples = section(help, "Examples?");
    const others = help.split("\n").filter((line) => !examples.includes(line));
    expect(others.filter((line) => line.length > 80)).toEqual([]);
  });

  test("has an example of it, and each example calls what there is with options that there are", () => {
    const examples = section(help, "Examples?").filter((line) => !line.startsWith("  #"));
    expect(examples[0]).toMatch(new RegExp(`^ {2}npx yagura ${call}`));
    for (const example of examples) {
      const words = example.trim().split(" ").slice(2);
      const [, asked] = calls.findLast(([each]) => `${words.join(" ")} `.startsWith(`${each} `)) ?? [];
      expect([example, asked !== undefined]).toEqual([example, true]);
      if (asked?.name() === "fetch") continue;
      const known = [asked, asked?.parent].flatMap((one) => one?.options.map(({ long }) => long) ?? []);
      const used = [...example.matchAll(/ (--[a-z-]+)/g)].map(([, option]) => option);
      expect(used.filter((option) => !known.includes(option))).toEqual([]);
    }
  });

  test("describes every argument and option", () => {
    for (const { description } of [...command.options, ...command.registeredArguments])
      expect(description.length).toBeGreaterThan(3);
  });

  test("refers to commands and pages that there are", () => {
    for (const other of section(help, "See also").join(" ").trim().split(/,\s+/)) {
      const words = other.replace(/^yagura /, "").replace(/ --.*/, "");
      const isThere = other.startsWith("yagura ")
        ? calls.some(([each]) => each === words)
        : existsSync(join(root, other));
      expect([other, isThere]).toEqual([other, true]);
    }
  });
});

describe.each(pages)("the help of %s in Japanese", (_, english, japanese) => {
  const help = helpOf(japanese);

  test("holds no English sentence, and every description is in Japanese", () => {
    expect(proseOf(help).match(/[A-Za-z][a-z']+(?: [A-Za-z][a-z']+){2,}/g) ?? []).toEqual([]);
    for (const { description } of [...japanese.options, ...japanese.registeredArguments])
      expect(description).toMatch(/[ぁ-んァ-ヶ一-龠]/);
    expect(japanese.description()).toMatch(/[ぁ-んァ-ヶ一-龠]/);
  });

  test("names the same options, values, statuses, variables, examples and pages as in English", () => {
    expect(factsOf(japanese, help)).toEqual(factsOf(english, helpOf(english)));
  });

  test.each([80, 50])("fits %i cells, but for calls and names", (columns) => {
    const wide = helpOf(japanese, columns)
      .split("\n")
      .filter((line) => cellsIn(line) > columns && !/^ {2}npx |^使い方|^ {2}[A-Za-z/~]\S+$/.test(line));
    expect(wide).toEqual([]);
  });
});

test("the language of the help is that of messages: YAGURA_LANGUAGE before the locale", () => {
  const asked = createProgram({ LANG: "ja_JP.UTF-8", YAGURA_LANGUAGE: "en" });
  expect(helpOf(asked)).toContain("Exit status:");
  expect(helpOf(createProgram({ YAGURA_LANGUAGE: "ja", LANG: "C" }))).toContain("終了ステータス：");
});

test("a call that cannot be meant is refused in the caller's language", async () => {
  const refusal = async (...words: string[]) => {
    const asked = createProgram({ LANG: "ja_JP.UTF-8" });
    let said = "";
    for (const command of [asked, ...asked.commands, ...asked.commands.flatMap(({ commands }) => commands)])
      command.configureOutput({
        writeErr: (text) => {
          said += text;
        },
      });
    await expect(asked.parseAsync(words, { from: "user" })).rejects.toThrow();
    return said.trimEnd();
  };
  expect(await refusal("chekc")).toBe("エラー：'chekc' というコマンドはありません\n（check のことですか？）");
  expect(await refusal("check", "a")).toBe(
    "エラー：'check' の引数が多すぎます。0 個のところに 1 個あります。",
  );
  expect(await refusal("schema", "rulez")).toContain("引数 'of' に 'rulez' は使えません");
  expect(await refusal("history", "forget")).toBe("エラー：オプション '--before <day>' が必要です");
});

test("the help of the program itself has the form of a manual, too", () => {
  const help = helpOf(program);
  for (const heading of ["What it does", "Exit status", "Files", "Environment", "Examples", "See also"])
    expect([heading, section(help, heading).length > 0]).toEqual([heading, true]);
});

test("a variable names the config file, and the help says so", () => {
  const asked = createProgram({ YAGURA_CONFIG: "/srv/yagura.yaml" });
  const help = helpOf(asked.commands.find((command) => command.name() === "run") as Command);
  expect(help).toContain("(default: /srv/yagura.yaml)");
  expect(section(help, "Files")[0]).toMatch(/\/srv\/yagura\.yaml +the settings/);
});

test("every command that reads the config file says by which option, and which file it is by default", () => {
  const options = program.commands.map((command) => {
    const config = command.options.find(({ long }) => long === "--config");
    return [command.name(), config?.flags, config?.defaultValue];
  });
  const others = ["init", "schema", "simulate", "completion"];
  for (const [name, flags, fallback] of options.filter(([name]) => !others.includes(String(name))))
    expect([name, flags, fallback]).toEqual([name, "--config <file>", "config/monitor.yaml"]);
  expect(options.filter(([name]) => others.includes(String(name)))).toEqual([
    ["init", undefined, undefined],
    ["schema", "--config <file>", undefined],
    ["simulate", undefined, undefined],
    ["completion", undefined, undefined],
  ]);
});
