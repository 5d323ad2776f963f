/** Rules for the help of every command: it is a manual, in one form for all. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../src/commands/index.ts";

const root = join(import.meta.dirname, "../..");
const program = createProgram();

/** Commands and their parts, each with the words that call it. */
function callsOf(command: Command, above = ""): (readonly [call: string, command: Command])[] {
  return command.commands.flatMap((part) => {
    const call = `${above} ${part.name()}`.trim();
    return [[call, part] as const, ...callsOf(part, call)];
  });
}

function helpOf(command: Command): string {
  let help = "";
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
    getOutHelpWidth: () => 80,
  });
  command.outputHelp();
  return help;
}

/** The lines of a section. */
function section(help: string, heading: string): string[] {
  const [, text = ""] =
    new RegExp(`^${heading}:\\n((?: {2}.*\\n|\\n(?= {2}))*)`, "m").exec(`${help}\n`) ?? [];
  return text.split("\n").filter((line) => line.trim() !== "");
}

const calls = callsOf(program);

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

test("the help of the program itself has the form of a manual, too", () => {
  const help = helpOf(program);
  for (const heading of ["What it does", "Exit status", "Files", "Environment", "Examples", "See also"])
    expect([heading, section(help, heading).length > 0]).toEqual([heading, true]);
});

test("a variable names the config file, and the help says so", () => {
  const asked = createProgram({ YAGURA_CONFIG: "/srv/yagura.yaml" });
  const help = helpOf(asked.commands.find((command) => command.name() === "run") as Command);
  expect(help).toContain('(default: "/srv/yagura.yaml")');
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
