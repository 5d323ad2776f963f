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

test("every command that reads the config file says by which option, and which file it is by default", () => {
  const options = createProgram().commands.map((command) => {
    const config = command.options.find(({ long }) => long === "--config");
    return [command.name(), config?.flags, config?.defaultValue];
  });
  const others = ["init", "schema", "simulate"];
  for (const [name, flags, fallback] of options.filter(([name]) => !others.includes(String(name))))
    expect([name, flags, fallback]).toEqual([name, "--config <file>", "config/monitor.yaml"]);
  expect(options.filter(([name]) => others.includes(String(name)))).toEqual([
    ["init", undefined, undefined],
    ["schema", "--config <file>", undefined],
    ["simulate", undefined, undefined],
  ]);
});
