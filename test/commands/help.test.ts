import { expect, test } from "vitest";
import { createProgram } from "../../src/commands/index.ts";

test.each(createProgram().commands.map((command) => [command.name(), command] as const))(
  "the help of %s has an example",
  (name, command) => {
    let help = "";
    command.configureOutput({
      writeOut: (text) => {
        help += text;
      },
    });
    command.outputHelp();
    expect(help).toMatch(new RegExp(`Example:\\n {2}npx yagura ${name}`));
  },
);
