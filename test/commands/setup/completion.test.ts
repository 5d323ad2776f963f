/** What the scripts for shells know of the program. */
import { expect, test } from "vitest";
import { createProgram } from "../../../src/commands/index.ts";
import { callsOf } from "../../../src/commands/setup/completion.ts";

const program = createProgram();
const calls = callsOf(program);
const names = program.commands.map((command) => command.name());

test("every command and every option that the help shows can be completed", () => {
  const paths = calls.map(({ path }) => path);
  expect(names.filter((name) => !paths.includes(name))).toEqual([]);
  for (const command of program.commands) {
    const shown = command.createHelp().visibleOptions(command);
    const known = calls.find(({ path }) => path === command.name())?.options.map(({ word }) => word);
    expect(shown.map(({ long, short }) => long ?? short)).toEqual(known);
  }
});
