/** Rules for the help of every command: a line an option, one example, and the way to its manual. */
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../src/commands/index.ts";
import { cellsIn } from "../../src/lib/text/terminal.ts";

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
    .filter((line) => !/^ {2}npx |^使い方|^詳しくは/.test(line))
    .map((line) => line.replace(/^ {2}[\w-].*? {2}/, ""))
    .join(" ")
    .replace(/[`'"{][^`'"}]*[`'"}]/g, " ");
}

/** Flags of the options, values and calls: whatever is no word. */
function factsOf(command: Command, help: string) {
  return {
    options: command.options.map(({ flags, defaultValue, argChoices }) => [flags, defaultValue, argChoices]),
    arguments: command.registeredArguments.map((each) => [each.name(), each.required, each.argChoices]),
    calls: help.match(/^ {2}npx .*$/gm),
    manual: help.match(/#yagura.*$/)?.[0],
  };
}

describe.each(calls)("the help of %s", (call, command) => {
  const help = helpOf(command);

  test("is a line an argument and option, within 80 columns", () => {
    const headings = /^(Usage|Arguments|Options|Global options|Commands|Example|More):/;
    const lines = [
      ...section(help, "Arguments"),
      ...section(help, "Options"),
      ...section(help, "Global options"),
    ];
    const shown = command.options.filter(({ hidden }) => !hidden);
    const named = shown.length + command.registeredArguments.length + 1;
    expect(lines.length - section(help, "Global options").length).toBe(named);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const others = help.split("\n").filter((line) => /^\S/.test(line) && !headings.test(line));
    expect(others).toEqual(command.description().length > 80 ? [] : [command.description()]);
  });

  test("has one example of it, which calls what there is with options that there are", () => {
    const [example = "", ...more] = section(help, "Example");
    expect(more).toEqual([]);
    expect(example).toMatch(new RegExp(`^ {2}npx yagura ${call}`));
    const words = example.trim().split(" ").slice(2);
    const [, asked] = calls.findLast(([each]) => `${words.join(" ")} `.startsWith(`${each} `)) ?? [];
    if (asked?.name() === "fetch") return;
    const known = [asked, asked?.parent].flatMap((one) => one?.options.map(({ long }) => long) ?? []);
    const used = [...example.matchAll(/ (--[a-z-]+)/g)].map(([, option]) => option);
    expect(used.filter((option) => !known.includes(option))).toEqual([]);
  });

  test("describes every argument and option", () => {
    for (const { description } of [
      ...command.createHelp().visibleOptions(command),
      ...command.registeredArguments,
    ])
      expect(description.length).toBeGreaterThan(3);
  });

  test("leads to its manual", () => {
    expect(help.trimEnd()).toMatch(
      new RegExp(`\nMore: docs/commands\\.md#yagura-${call.replaceAll(" ", "-")}$`),
    );
  });
});

describe.each(pages)("the help of %s in Japanese", (_, english, japanese) => {
  const help = helpOf(japanese);

  test("holds no English sentence, and every description is in Japanese", () => {
    expect(proseOf(help).match(/[A-Za-z][a-z']+(?: [A-Za-z][a-z']+){2,}/g) ?? []).toEqual([]);
    for (const { description } of [
      ...japanese.createHelp().visibleOptions(japanese),
      ...japanese.registeredArguments,
    ])
      expect(description).toMatch(/[ぁ-んァ-ヶ一-龠]/);
    expect(japanese.description()).toMatch(/[ぁ-んァ-ヶ一-龠]/);
  });

  test("names the same options, values, example and place of the manual as in English", () => {
    expect(factsOf(japanese, help)).toEqual(factsOf(english, helpOf(english)));
  });

  test.each([80, 50])("fits %i cells, but for calls and names", (columns) => {
    const wide = helpOf(japanese, columns)
      .split("\n")
      .filter(
        (line) => cellsIn(line) > columns && !/^ {2}npx |^使い方|^詳しくは|^ {2}[A-Za-z/~]\S+$/.test(line),
      );
    expect(wide).toEqual([]);
  });

  test("is a line an option", () => {
    const lines = section(help, "引数").concat(section(help, "オプション"));
    const shown = japanese.options.filter(({ hidden }) => !hidden);
    expect(lines.length).toBe(japanese.registeredArguments.length + shown.length + 1);
  });
});

test("the language of the help is that of messages: YAGURA_LANGUAGE before the locale", () => {
  const asked = createProgram({ LANG: "ja_JP.UTF-8", YAGURA_LANGUAGE: "en" });
  expect(helpOf(asked)).toContain("Example:");
  expect(helpOf(createProgram({ YAGURA_LANGUAGE: "ja", LANG: "C" }))).toContain("例：");
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

test("the help of the program has a line a command, and leads to the page of all", () => {
  const help = helpOf(program);
  // The last is `help` itself.
  expect(section(help, "Commands").length).toBe(program.commands.length + 1);
  expect(help.trimEnd()).toMatch(/\nMore: docs\/commands\.md$/);
});

test("a variable names the config file, and the help says so", () => {
  const asked = createProgram({ YAGURA_CONFIG: "/srv/yagura.yaml" });
  const help = helpOf(asked.commands.find((command) => command.name() === "run") as Command);
  expect(help).toContain("(default: /srv/yagura.yaml)");
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
