/** The manual of the commands has a section for each call, with its example, its arguments and its options. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../src/commands/index.ts";
import { home } from "./written-files.ts";

function callsOf(command: Command, above = "yagura"): (readonly [call: string, command: Command])[] {
  return command.commands.flatMap((part) => {
    const call = `${above} ${part.name()}`;
    return [[call, part] as const, ...callsOf(part, call)];
  });
}

const calls = callsOf(createProgram());

describe.each(["docs/commands.md", "docs/commands.ja.md"])("%s", (page) => {
  const text = readFileSync(join(home, page), "utf8");
  const sections = new Map(
    text.split(/^#+ /m).map((section) => [section.split("\n", 1)[0] ?? "", section] as const),
  );

  test("has a section for every call, in the order of the help, and for no other", () => {
    const headings = [...sections.keys()].filter((heading) => heading.startsWith("yagura "));
    expect(headings).toEqual(calls.map(([call]) => call));
  });

  test.each(calls)("%s: names its arguments and options, and has an example of it", (call, command) => {
    const section = sections.get(call) ?? "";
    const rows = [...section.matchAll(/^\| `([^`]+)` \| .{4,} \|$/gm)].map(([, name]) => name);
    expect(rows).toEqual([
      ...command.registeredArguments.map((argument) => argument.name()),
      ...command.options.filter(({ hidden }) => !hidden).map(({ flags }) => flags),
    ]);
    expect(section).toMatch(new RegExp(`^ {4}npx ${call}`, "m"));
  });
});
